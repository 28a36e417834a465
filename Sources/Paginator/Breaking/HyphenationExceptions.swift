internal import Foundation

/// Words that are divided differently than in the dictionaries: `ta-ble`, or `table` for a word
/// that is not divided.
public struct HyphenationExceptions: Sendable {
  /// The file that they were read from.
  public let path: String
  /// UTF-16 offsets of the places where words may be divided, by lower-case word.
  private let words: [String: [Int]]

  /// Reads a file with one word per line, with hyphens where it may be divided; "#" begins a
  /// comment.
  /// - Throws: `BookError` if there is no such file; for an invalid word, with its line.
  public init(file path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw BookError(.noSuchInput, "no such file of hyphenation exceptions \"\(path)\"")
    }
    self.path = URL(fileURLWithPath: path).standardizedFileURL.path
    var words: [String: [Int]] = [:]
    let lines = String(decoding: data, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() {
      let text = line.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
      if text.isEmpty { continue }
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isInWord) }) else {
        throw BookError(
          .badInput,
          "\(path):\(number + 1): \"\(Excerpt.of(text))\" is not a word with hyphens where it may be cut, such as ta-ble"
        )
      }
      var offsets: [Int] = []
      for part in parts.dropLast() { offsets.append((offsets.last ?? 0) + part.utf16.count) }
      words[Self.plain(parts.joined())] = offsets
    }
    self.words = words
  }

  private static func isInWord(_ character: Character) -> Bool {
    character.isLetter || character == "'" || character == "\u{2019}"
  }

  /// The form for look-ups: lower case, one kind of apostrophe.
  private static func plain(_ word: String) -> String {
    word.lowercased().replacing("'", with: "\u{2019}")
  }

  /// The UTF-16 offsets at which a word may be divided; nil if it is no exception.
  func points(in word: String) -> [Int]? {
    let plain = Self.plain(word)
    // If lower case changes the length of a word, its dictionary decides.
    return word.utf16.count == plain.utf16.count ? words[plain] : nil
  }
}
