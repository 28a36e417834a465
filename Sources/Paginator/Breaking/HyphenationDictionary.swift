internal import CHyphen
internal import Foundation

/// A libhyphen dictionary: immutable once loaded, shared by all chapters.
public final class HyphenationDictionary: Sendable {
  /// The file that it was read from.
  public let path: String
  /// The language that it was loaded as; in a library, the language of its file's name.
  public let language: String
  nonisolated(unsafe) private let dictionary: UnsafeMutablePointer<HyphenDict>
  private let isUTF8: Bool
  /// Nil if words of ASCII letters need libhyphen.
  nonisolated(unsafe) private let plain: PlainPatterns?

  /// Words that are divided differently than by the patterns.
  private let exceptions: HyphenationExceptions?

  /// The files that its hyphenation points depend on.
  var files: [String] { [path] + (exceptions.map { [$0.path] } ?? []) }

  /// - Returns: nil when the file cannot be read.
  public convenience init?(
    path: String, language: String, exceptions: HyphenationExceptions? = nil
  ) {
    self.init(
      path: path, language: language, exceptions: exceptions, load: PatternAutomaton.dictionary)
  }

  /// - Parameter load: loads a file into a libhyphen dictionary.
  init?(
    path: String, language: String, exceptions: HyphenationExceptions? = nil,
    load: (String) -> UnsafeMutablePointer<HyphenDict>?
  ) {
    guard let loaded = load(path) else { return nil }
    dictionary = loaded
    self.path = path
    self.language = language
    self.exceptions = exceptions
    isUTF8 = loaded.pointee.utf8 != 0
    plain = PlainPatterns(loaded)
  }

  deinit { PatternAutomaton.release(dictionary) }

  /// A place where a word may be divided.
  public struct Point: Equatable, Sendable {
    /// UTF-16 offset in the word: the characters before it stay on the line.
    public var offset: Int
    /// For a break that changes the spelling: the text that replaces the range `replaced`, with "="
    /// at the break ("schiffahrt": "ff=f"). Nil for a plain break.
    public var replacement: String?
    /// The letters that are replaced, in UTF-16 units from the word's start.
    public var replaced: Range<Int>
  }

  /// The places where a word may be divided, by the dictionary's patterns.
  ///
  /// - Parameters:
  ///   - word: letters only, in any case.
  ///   - before, after: the minimum numbers of characters before and after the break.
  public func points(in word: String, before: Int = 2, after: Int = 2) -> [Point] {
    if let offsets = exceptions?.points(in: word) {
      return offsets.map { Point(offset: $0, replacement: nil, replaced: $0..<$0) }
    }
    let lower = word.lowercased()
    let characters = Array(lower.unicodeScalars)
    guard characters.count == word.unicodeScalars.count, (2..<256).contains(characters.count),
      let bytes = encoded(lower)
    else { return [] }
    var offsets = [0]
    for scalar in word.unicodeScalars {
      offsets.append(offsets[offsets.count - 1] + UTF16.width(scalar))
    }
    return points(in: bytes, offsets: offsets, before: before, after: after)
  }

  /// Visits the places where a word of ASCII letters may be divided; the spelling stays.
  /// - Parameter body: receives a place as an offset in the word.
  /// - Returns: false for another word, and if the dictionary needs more than its patterns for such words.
  func forEachPlainPoint(
    in units: Slice<UnsafeBufferPointer<UInt16>>, before: Int, after: Int, _ body: (Int) -> Void
  ) -> Bool {
    guard let plain, exceptions == nil, before > 0, after > 0, (2..<256).contains(units.count),
      units.allSatisfy(PlainPatterns.isLetter)
    else { return false }
    plain.forEachPoint(in: units, before: before, after: after, body)
    return true
  }

  /// The places where a word of UTF-16 units may be divided.
  func points(in units: Slice<UnsafeBufferPointer<UInt16>>, before: Int, after: Int) -> [Point] {
    guard exceptions == nil, (2..<256).contains(units.count), units.allSatisfy({ $0 < 0x80 })
    else {
      return points(in: String(decoding: units, as: UTF16.self), before: before, after: after)
    }
    // ASCII letters: the same in every encoding, one unit each.
    let bytes = units.lazy.map { UInt8(truncatingIfNeeded: $0) | 0x20 }
    return points(in: bytes, offsets: 0..<units.count + 1, before: before, after: after)
  }

  /// - Parameters:
  ///   - bytes: a lower-case word in the dictionary's encoding.
  ///   - offsets: where its characters begin, in UTF-16 units, and where it ends.
  private func points(
    in bytes: some Collection<UInt8>, offsets: some RandomAccessCollection<Int>, before: Int,
    after: Int
  ) -> [Point] {
    let count = bytes.count
    // For some words, libhyphen 2.8.8 writes outside the buffer: pad it on both sides.
    let size = Self.padding * 2 + count + 5
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: size + count + 1) { memory in
      memory.initialize(repeating: 0)
      let text = UnsafeMutableBufferPointer(rebasing: memory[size...])
      for (index, byte) in bytes.enumerated() { text[index] = CChar(bitPattern: byte) }
      let hyphens = UnsafeMutableBufferPointer(rebasing: memory[Self.padding..<size])
      return points(in: text, count, hyphens, offsets: offsets, before: before, after: after)
    }
  }

  /// - Parameters:
  ///   - text: a word of `count` bytes, and a zero.
  ///   - hyphens: receives a digit for each character, odd where the word may be divided.
  private func points(
    in text: UnsafeMutableBufferPointer<CChar>, _ count: Int,
    _ hyphens: UnsafeMutableBufferPointer<CChar>, offsets: some RandomAccessCollection<Int>,
    before: Int, after: Int
  ) -> [Point] {
    let characterCount = offsets.count - 1
    var replacements: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    var positions: UnsafeMutablePointer<Int32>?
    var cuts: UnsafeMutablePointer<Int32>?
    let failed = hnj_hyphen_hyphenate3(
      dictionary, text.baseAddress, Int32(count), hyphens.baseAddress, nil, &replacements,
      &positions, &cuts, Int32(before), Int32(after), 0, 0)
    defer {
      if let replacements {
        for index in 0..<count { free(replacements[index]) }
        free(replacements)
      }
      free(positions)
      free(cuts)
    }
    guard failed == 0 else { return [] }
    func offset(_ character: Int) -> Int {
      offsets[offsets.index(offsets.startIndex, offsetBy: character)]
    }
    var result: [Point] = []
    for index in 0..<max(0, characterCount - 1) where hyphens[index] & 1 == 1 {
      let place = offset(index + 1)
      var point = Point(offset: place, replacement: nil, replaced: place..<place)
      if let replacement = replacements?[index], let positions, let cuts {
        point.replacement = decoded(replacement)
        let first = min(max(0, index + 1 - Int(positions[index])), characterCount)
        let last = min(first + Int(cuts[index]), characterCount)
        point.replaced = offset(first)..<offset(max(first, last))
      }
      result.append(point)
    }
    return result
  }

  private static let padding = 320

  private func encoded(_ string: String) -> [UInt8]? {
    if isUTF8 { return Array(string.utf8) }
    return string.data(using: encoding).map { [UInt8]($0) }
  }

  private func decoded(_ pointer: UnsafeMutablePointer<CChar>) -> String {
    if isUTF8 { return String(cString: pointer) }
    let data = Data(bytes: pointer, count: strlen(pointer))
    return String(data: data, encoding: encoding) ?? ""
  }

  private var encoding: String.Encoding {
    let name = withUnsafeBytes(of: dictionary.pointee.cset) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return DictionaryEncoding.named(name)
  }
}

/// All hyphenation dictionaries of the machine, by language. Each is loaded on first use, then
/// shared.
public final class HyphenationLibrary: Sendable {
  private let loaded: LoadedDictionaries<HyphenationDictionary>
  private let exceptions: HyphenationExceptions?

  /// Debian's dictionaries.
  public static let systemFolder = "/usr/share/hyphen"

  /// - Parameters:
  ///   - folders: searched in order for `hyph_LANG.dic`.
  ///   - exceptions: words that are divided differently, in text of any language that has a
  ///     dictionary.
  public init(
    folders: [String] = [HyphenationLibrary.systemFolder],
    exceptions: HyphenationExceptions? = nil
  ) {
    self.exceptions = exceptions
    loaded = LoadedDictionaries(DictionaryFiles(folders: folders, prefix: "hyph_")) {
      HyphenationDictionary(path: $0, language: $1, exceptions: exceptions)
    }
  }

  /// The dictionary for a language tag: an exact match, else one for the language in any region.
  public func dictionary(for tag: String) -> HyphenationDictionary? {
    loaded.dictionary(for: tag)
  }

  /// Whether there is a file for a language tag. Does not load it: the dictionary of another
  /// language than the book's is loaded only when a word must be divided.
  func hasDictionary(for tag: String) -> Bool { !loaded.files.paths(for: tag.lowercased()).isEmpty }

  /// The languages that have a dictionary, sorted, each with its file.
  package var files: [(language: String, path: String)] {
    loaded.files.languages.compactMap { tag in
      loaded.files.paths(for: tag).first.map { (tag, $0) }
    }
  }

  /// The files that the dictionary of a language tag may come from, in the order of the folders,
  /// and the file of exceptions.
  func paths(for tag: String) -> [String] {
    loaded.files.paths(for: tag.lowercased()) + (exceptions.map { [$0.path] } ?? [])
  }
}
