/// A place in a book, or a range between two, as a canonical fragment identifier (EPUB CFI 1.1).
///
/// A value without a document: `DocumentTree.place(at:offset:)` finds the place in one.
public struct CFI: Hashable, Sendable, CustomStringConvertible {
  /// "/4[body01]": a child. Elements have even numbers, the text between them has odd numbers.
  public struct Step: Hashable, Sendable {
    /// Even for elements, odd for text (EPUB CFI 1.1, section 3.1.1).
    public var index: Int
    /// The content of the brackets, without escapes: an id, or text and parameters.
    public var assertion: String?

    /// A step with the id of its element, where there is one.
    public init(_ index: Int, _ assertion: String? = nil) {
      self.index = index
      self.assertion = assertion
    }
  }

  /// Steps, one list for each document on the path ("!"), and a character after the last step.
  public struct Path: Hashable, Sendable {
    /// The steps; each part is in another document.
    public var parts: [[Step]] = [[]]
    /// UTF-16 code units into the text of the last step.
    public var offset: Int?
    /// The content of the brackets after the offset: the text there, or the side.
    public var offsetAssertion: String?
    /// "~" and "@": a time or a point in an image, as written.
    public var media: String?

    /// An empty path.
    public init() {}
  }

  /// The start and the end of a range, after their common path.
  public struct Ends: Hashable, Sendable {
    /// From the common path to the range's beginning.
    public var start: Path
    /// From the common path to the range's end.
    public var end: Path
  }

  /// The place, or the common path of a range's start and end.
  public var path: Path
  /// Nil for a point.
  public var range: Ends?

  /// A point, or a range below a common path.
  public init(_ path: Path, range: Ends? = nil) {
    self.path = path
    self.range = range
  }

  /// The place itself, or the start of the range.
  public var start: Path { range.map { path.appending($0.start) } ?? path }
  /// The place itself, or the end of the range.
  public var end: Path { range.map { path.appending($0.end) } ?? path }

  // MARK: Reading

  /// Whether a text has the form "epubcfi(...)".
  public static func isCFI(_ text: String) -> Bool {
    text.hasPrefix("epubcfi(") && text.hasSuffix(")")
  }

  /// Reads a CFI, with or without "epubcfi(...)" around it; nil if it is not a CFI.
  public init?(_ text: String) {
    let inner = Self.isCFI(text) ? String(text.dropFirst(8).dropLast()) : text
    var parser = CFIParser(inner)
    guard let path = parser.path() else { return nil }
    self.path = path
    guard !parser.isAtEnd else { return }
    guard parser.take(","), let start = parser.path(), parser.take(","), let end = parser.path(),
      parser.isAtEnd
    else { return nil }
    range = Ends(start: start, end: end)
  }

  // MARK: Writing

  /// The CFI as text, with "epubcfi()" around it.
  public var description: String {
    guard let range else { return "epubcfi(\(path))" }
    return "epubcfi(\(path),\(range.start),\(range.end))"
  }

  /// With a circumflex before special characters (EPUB CFI 1.1, section 2.3).
  static func escaped(_ text: String) -> String {
    let special = "^[](),;="
    guard text.utf8.contains(where: special.utf8.contains) else { return text }
    var result = ""
    for character in text {
      if special.contains(character) { result.append("^") }
      result.append(character)
    }
    return result
  }
}

extension CFI.Path: CustomStringConvertible {
  /// The path as text, without "epubcfi()" around it.
  public var description: String {
    var text = parts.map { steps in
      steps.map { step in
        "/\(step.index)" + (step.assertion.map { "[\(CFI.escaped($0))]" } ?? "")
      }.joined()
    }.joined(separator: "!")
    if let offset { text += ":\(offset)" }
    if let media { text += media }
    if let offsetAssertion { text += "[\(CFI.escaped(offsetAssertion))]" }
    return text
  }

  /// This path followed by another one, whose first steps continue the last part of this one.
  func appending(_ other: CFI.Path) -> CFI.Path {
    var result = other
    result.parts = parts
    result.parts[parts.count - 1] += other.parts[0]
    result.parts += other.parts.dropFirst()
    return result
  }
}

extension CFI: Comparable {
  /// The order of the places in the book (EPUB CFI 1.1, section 3.3). Ranges are ordered by their
  /// starts, then by their ends.
  public static func < (a: CFI, b: CFI) -> Bool { a.compare(b) < 0 }

  /// -1, 0 or 1; the content of brackets is ignored.
  public func compare(_ other: CFI) -> Int {
    let order = Self.compare(start, other.start)
    return order != 0 ? order : Self.compare(end, other.end)
  }

  private static func compare(_ a: Path, _ b: Path) -> Int {
    for (one, two) in zip(a.parts, b.parts) {
      for (first, second) in zip(one, two) where first.index != second.index {
        return first.index < second.index ? -1 : 1
      }
      if one.count != two.count { return one.count < two.count ? -1 : 1 }
    }
    if a.parts.count != b.parts.count { return a.parts.count < b.parts.count ? -1 : 1 }
    let first = a.offset ?? -1
    let second = b.offset ?? -1
    return first == second ? 0 : first < second ? -1 : 1
  }
}

/// Reads the grammar of EPUB CFI 1.1, section 2.2.
private struct CFIParser {
  private let characters: [Character]
  private var index = 0

  init(_ text: String) { characters = Array(text) }

  var isAtEnd: Bool { index == characters.count }

  mutating func take(_ character: Character) -> Bool {
    guard index < characters.count, characters[index] == character else { return false }
    index += 1
    return true
  }

  mutating func path() -> CFI.Path? {
    var path = CFI.Path()
    while !isAtEnd {
      if take("/") {
        guard let number = integer(), let assertion = assertion() else { return nil }
        path.parts[path.parts.count - 1].append(CFI.Step(number, assertion))
      } else if take("!") {
        path.parts.append([])
      } else {
        break
      }
    }
    if take(":") {
      guard let number = integer() else { return nil }
      path.offset = number
    }
    path.media = media()
    guard let assertion = assertion() else { return nil }
    path.offsetAssertion = assertion
    let isEmpty = path.parts == [[]] && path.offset == nil && path.media == nil
    return isEmpty ? nil : path
  }

  private mutating func integer() -> Int? {
    let start = index
    while index < characters.count, characters[index].isASCII, characters[index].isNumber {
      index += 1
    }
    return Int(String(characters[start..<index]))
  }

  private mutating func media() -> String? {
    let start = index
    while index < characters.count,
      characters[index] == "~" || characters[index] == "@"
        || start < index && (characters[index].isNumber || ".:".contains(characters[index]))
    {
      index += 1
    }
    return start < index ? String(characters[start..<index]) : nil
  }

  /// - Returns: nil for brackets that are not closed; `.some(nil)` if there are none.
  private mutating func assertion() -> String?? {
    guard take("[") else { return .some(nil) }
    var text = ""
    while index < characters.count {
      if take("]") { return .some(text) }
      if take("^"), isAtEnd { return nil }
      text.append(characters[index])
      index += 1
    }
    return nil
  }
}
