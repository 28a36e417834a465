internal import Foundation

/// Words that a book divides otherwise than its dictionaries: `ta-ble`, or `table` for nowhere.
public struct HyphenationExceptions: Sendable {
  /// Where they were read from.
  public let path: String
  /// By words in small letters: UTF-16 offsets of the places where they may be cut.
  private let words: [String: [Int]]

  /// A word a line, with hyphens where it may be cut; "#" begins a comment.
  /// - Throws: `BookError` with the line for what is no word.
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
          "\(path):\(number + 1): \"\(text)\" is no word with hyphens where it may be cut, such as ta-ble"
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

  /// As they are looked up: small letters, one apostrophe.
  private static func plain(_ word: String) -> String {
    word.lowercased().replacing("'", with: "\u{2019}")
  }

  /// Where a word may be cut; nil for one that is no exception.
  func points(in word: String) -> [Int]? {
    let plain = Self.plain(word)
    // A word whose small letters are more or fewer is left to its dictionary.
    return word.utf16.count == plain.utf16.count ? words[plain] : nil
  }
}
