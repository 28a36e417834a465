/// Colors identifiers such as "iPad": an "i" before a capitalised word. An example of a pass that
/// marks text while it is edited.
public struct IdentifierPass: TextPass, Sendable {
  /// Red.
  public static let defaultColor = Color(red: 0xD0, green: 0x20, blue: 0x20)
  /// ICU's syntax.
  public static let defaultPattern = #"\bi[\p{Alphabetic}&&\p{Uppercase}][\p{Alphabetic}]+"#

  /// The color before marking.
  private enum Unmarked: TextAttributeKey {
    typealias Value = Color
    static let name = "paginator.unmarked-color"
  }

  private let pattern: TextPattern
  private let color: Color

  /// - Throws: `TextPattern.Malformed` for an invalid pattern.
  public init(pattern: String = IdentifierPass.defaultPattern, color: Color = defaultColor) throws {
    self.pattern = try TextPattern(pattern)
    self.color = color
  }

  /// Marks what was found in paragraphs of the storage.
  public func process(_ storage: TextStorage, in paragraphs: Range<Int>) {
    // A word marked earlier may no longer be an identifier.
    storage.modifyAttributes(in: paragraphs) { attributes in
      guard let before = attributes[Unmarked.self] else { return }
      attributes[Unmarked.self] = nil
      // A color that was set since stays.
      if attributes.color == color { attributes.color = before }
    }
    for match in pattern.matches(in: storage.text, paragraphs) {
      storage.modifyAttributes(in: match) { attributes in
        attributes[Unmarked.self] = attributes.color
        attributes.color = color
      }
    }
  }
}

/// Makes links of addresses: URLs with a scheme (`https:`, `http:`, `ftp:`, `mailto:`) or "www.",
/// mail addresses ("a@b.org"), and lower-case host names under a well-known top-level domain. Full
/// stops without a following space are frequent in prose ("end.Next", "Mr.Darcy") and make no
/// links.
public struct LinkPass: TextPass, Sendable {
  /// A pair of parentheses and its content belong to an address. An unmatched closing one does not,
  /// nor does punctuation at the end.
  private static let addresses = #"""
    (?<![\p{L}\p{N}._@/-])(?:\
    (?i:(?:https?|ftp)://|mailto:|www\.)(?:\([^\s()<>"“”]*\)|[^\s()<>"“”])*\
    (?:\([^\s()<>"“”]*\)|[^\s<>"“”.,;:!?()\[\]'’…])\
    |[A-Za-z0-9._%+-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}\
    |(?:[a-z0-9][a-z0-9-]*\.)+(?:com|org|net|edu|gov|info|io|dev|app|eu|uk|de|fr|ch|at|nl|jp)\
    (?![\p{L}\p{N}-]|\.[\p{L}\p{N}])(?:/(?:\([^\s()<>"“”]*\)|[^\s()<>"“”])*\
    (?:\([^\s()<>"“”]*\)|[^\s<>"“”.,;:!?()\[\]'’…]))?/?)
    """#.replacing("\\\n", with: "").replacing("\n", with: "")

  /// What the pass has set.
  private struct Mark: Hashable, Codable, Sendable {
    var link: String
    /// Whether it is the pass that keeps the link on one line.
    var keepsWhole: Bool
  }

  private enum Detected: TextAttributeKey {
    typealias Value = Mark
    static let name = "paginator.detected-link"
  }

  private let pattern: TextPattern
  /// Whether links are also kept on one line.
  private let keepsWhole: Bool

  /// Creates a pass that finds addresses in text.
  /// - Throws: `TextPattern.Malformed` if this version of ICU cannot read the pattern of addresses.
  public init(keepsWhole: Bool = false) throws {
    pattern = try TextPattern(Self.addresses)
    self.keepsWhole = keepsWhole
  }

  /// Marks what was found in paragraphs of the storage.
  public func process(_ storage: TextStorage, in paragraphs: Range<Int>) {
    // Links that this pass did not make stay.
    storage.modifyAttributes(in: paragraphs) { attributes in
      guard let mark = attributes[Detected.self] else { return }
      attributes[Detected.self] = nil
      if attributes.link == mark.link { attributes.link = nil }
      if mark.keepsWhole { attributes.keepsWhole = false }
    }
    for match in pattern.matches(in: storage.text, paragraphs) {
      let target = Self.target(of: storage.text.string(in: match))
      storage.modifyAttributes(in: match) { attributes in
        guard attributes.link == nil else { return }
        let keeps = keepsWhole && !attributes.keepsWhole
        attributes[Detected.self] = Mark(link: target, keepsWhole: keeps)
        attributes.link = target
        if keeps { attributes.keepsWhole = true }
      }
    }
  }

  private static func target(of address: String) -> String {
    let lower = address.lowercased()
    if ["http://", "https://", "ftp://", "mailto:"].contains(where: lower.hasPrefix) {
      return address
    }
    let isMail = address.contains("@") && !address.contains("/")
    return (isMail ? "mailto:" : "http://") + address
  }
}
