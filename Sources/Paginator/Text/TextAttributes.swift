internal import Foundation

/// What a character is set with and what it means: TextKit's attribute dictionary as a type.
///
/// Everything CSS can say of text is reached directly: `attributes.font`, `attributes.color`,
/// `attributes.letterSpacing`. Values of your own go in under a `TextAttributeKey`.
@dynamicMemberLookup
public struct TextAttributes: Hashable, Sendable {
  /// The properties that CSS inherits: font, colour, spacing.
  public var text = TextProperties()
  /// Of inline boxes and attachments; layout asks it of blocks.
  public var box = BoxProperties()
  /// Setting it writes what CSS has words for (alignment, indents, hyphens) into `text`.
  public var paragraphStyle: ParagraphStyle? {
    didSet { paragraphStyle?.apply(to: &text) }
  }
  /// Underlines, shadows and so on; nil for none.
  public var effects: TextEffects?
  /// The target of a link; nil for none.
  public var link: String?
  /// What the character U+FFFC stands for.
  public var attachment: TextAttachment?
  /// Values of the program's own.
  public var custom = CustomAttributes()

  /// As TextKit's defaults: a word that is wider than its line is cut.
  public init() { text.overflowWrap = .breakWord }

  /// Attributes of a font, a colour and a paragraph style.
  public init(font: FontStyle, color: Color = .black, paragraphStyle: ParagraphStyle? = nil) {
    self.init()
    text.font = font
    text.color = color
    self.paragraphStyle = paragraphStyle
    paragraphStyle?.apply(to: &text)
  }

  /// A property of `text`.
  public subscript<Value>(dynamicMember path: WritableKeyPath<TextProperties, Value>) -> Value {
    get { text[keyPath: path] }
    set { text[keyPath: path] = newValue }
  }

  /// A value of your own; nil where there is none.
  public subscript<Key: TextAttributeKey>(key: Key.Type) -> Key.Value? {
    get { custom[key] }
    set { custom[key] = newValue }
  }

  init(_ style: TextStyle) {
    text = style.text
    box = style.box
    effects = style.effects
    // It has been applied to the text already: an initializer calls no observer.
    paragraphStyle = style.paragraph
  }

  /// Whether a style says the same, links, attachments and values of your own aside.
  func isSet(by style: TextStyle) -> Bool {
    text == style.text && paragraphStyle == style.paragraph && effects == style.effects
      && box == style.box
  }
}

/// Names a kind of attribute of your own.
///
///     enum Token: TextAttributeKey {
///       typealias Value = URL
///       static let name = "token"
///     }
///     attributes[Token.self] = URL(string: "https://example.org")
public protocol TextAttributeKey {
  associatedtype Value: Codable & Hashable & Sendable
  /// In archives; unique among the keys of a text.
  static var name: String { get }
}

/// Values under `TextAttributeKey`s, kept as JSON: they survive archives whose keys a program does
/// not know.
public struct CustomAttributes: Hashable, Sendable, Codable {
  /// JSON by name.
  private(set) var values: [String: String] = [:]

  /// With the initial values.
  public init() {}

  /// Whether there is no value.
  public var isEmpty: Bool { values.isEmpty }
  /// In order.
  public var names: [String] { values.keys.sorted() }

  /// The value of a key; nil where there is none.
  public subscript<Key: TextAttributeKey>(key: Key.Type) -> Key.Value? {
    get {
      values[Key.name].flatMap {
        try? JSONDecoder().decode(Key.Value.self, from: Data($0.utf8))
      }
    }
    set {
      values[Key.name] = newValue.flatMap { value in
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
      }
    }
  }

  public init(from decoder: any Decoder) throws {
    values = try decoder.singleValueContainer().decode([String: String].self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(values)
  }
}

/// What stands in the text as U+FFFC: an image, or any box that has a size.
public struct TextAttachment: Hashable, Sendable {
  /// Nil for a box that your renderer draws.
  public var image: ImageReference?
  /// Width and height of the box; the origin's y is how far it is raised from the baseline.
  public var bounds: Rect
  /// Tells boxes apart in `TextRenderer.drawAttachment`.
  public var name: String

  /// An attachment with bounds in points from the baseline; y grows upwards.
  public init(image: ImageReference? = nil, bounds: Rect, name: String = "") {
    self.image = image
    self.bounds = bounds
    self.name = name
  }

  /// The character that stands for it.
  public static let character = "\u{FFFC}"
}
