/// Colours identifiers such as "iPad": a lower-case letter before a capitalised word. The example of
/// a pass that marks while one types.
public struct IdentifierPass: TextPass {
  public static let defaultColor = Color(red: 0xD0, green: 0x20, blue: 0x20)
  /// ICU's syntax.
  public static let defaultPattern = #"\bi[\p{Alphabetic}&&\p{Uppercase}][\p{Alphabetic}]+"#

  private let pattern: TextPattern
  private let color: Color

  /// - Throws: `TextPattern.Malformed` for a pattern that is none.
  public init(pattern: String = IdentifierPass.defaultPattern, color: Color = defaultColor) throws {
    self.pattern = try TextPattern(pattern)
    self.color = color
  }

  public func process(_ storage: TextStorage, in paragraphs: Range<Int>) {
    // What was marked before may have ceased to be a name.
    let color = color
    storage.modifyAttributes(in: paragraphs) { if $0.color == color { $0.color = .black } }
    for match in pattern.matches(in: storage.text, paragraphs) {
      storage.modifyAttributes(in: match) { $0.color = color }
    }
  }
}

/// Makes links of web addresses. Only what begins with a scheme or with "www." is one: prose is
/// full of full stops without a space behind them.
public struct LinkPass: TextPass {
  private static let addresses =
    #"(?:https?://|www\.)[^\s<>"“”]*[^\s<>"“”.,;:!?()\[\]'’…]"#

  private enum Detected: TextAttributeKey {
    typealias Value = Bool
    static let name = "paginator.detected-link"
  }

  private let pattern: TextPattern
  /// Whether links are also kept on one line.
  private let keepsWhole: Bool

  public init(keepsWhole: Bool = false) throws {
    pattern = try TextPattern(Self.addresses)
    self.keepsWhole = keepsWhole
  }

  public func process(_ storage: TextStorage, in paragraphs: Range<Int>) {
    // Links that were set by hand stay.
    storage.modifyAttributes(in: paragraphs) { attributes in
      guard attributes[Detected.self] != nil else { return }
      attributes[Detected.self] = nil
      attributes.link = nil
      attributes.keepsWhole = false
    }
    for match in pattern.matches(in: storage.text, paragraphs) {
      let address = storage.text.string(in: match)
      storage.modifyAttributes(in: match) { attributes in
        guard attributes.link == nil else { return }
        attributes[Detected.self] = true
        attributes.link = address.hasPrefix("www.") ? "http://" + address : address
        attributes.keepsWhole = keepsWhole
      }
    }
  }
}
