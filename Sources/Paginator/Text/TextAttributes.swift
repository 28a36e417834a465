internal import Foundation

/// The attributes of a character: TextKit's attribute dictionary as a type.
///
/// CSS text properties can be accessed directly: `attributes.font`, `attributes.color`,
/// `attributes.letterSpacing`. Store custom values under a `TextAttributeKey`.
@dynamicMemberLookup
public struct TextAttributes: Hashable, Sendable {
  /// The properties that CSS inherits: font, color, spacing.
  public var text = TextProperties()
  /// The CSS properties that are not inherited; used for inline boxes, attachments and blocks.
  public var box = BoxProperties()
  /// The paragraph style. Setting it also sets the corresponding CSS properties in `text`
  /// (alignment, indents, hyphens). Those that the style before it has set become initial first,
  /// unless the program has set another value since; nil only does this.
  public var paragraphStyle: ParagraphStyle? {
    didSet {
      oldValue?.remove(from: &text)
      paragraphStyle?.apply(to: &text)
    }
  }
  /// Underline, strikethrough and letterpress effects; nil for none.
  public var effects: TextEffects?
  /// The target of a link; nil for none.
  public var link: String?
  /// The object that the character U+FFFC represents.
  public var attachment: TextAttachment?
  /// Values that the program defines.
  public var custom = CustomAttributes()

  /// TextKit's defaults: a word that is wider than its line is broken.
  public init() { text.overflowWrap = .breakWord }

  /// Attributes of a font, a color and a paragraph style.
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

  /// A custom value; nil if there is none.
  public subscript<Key: TextAttributeKey>(key: Key.Type) -> Key.Value? {
    get { custom[key] }
    set { custom[key] = newValue }
  }

  init(_ style: TextStyle) {
    text = style.text
    box = style.box
    effects = style.effects
    // Already applied to `text`: property observers are not called in an initializer.
    paragraphStyle = style.paragraph
  }

  /// Whether a style has the same values; links, attachments and custom values are ignored.
  func isSet(by style: TextStyle) -> Bool {
    text == style.text && paragraphStyle == style.paragraph && effects == style.effects
      && box == style.box
  }
}

/// A key for a custom attribute.
///
///     enum Token: TextAttributeKey {
///       typealias Value = URL
///       static let name = "token"
///     }
///     attributes[Token.self] = URL(string: "https://example.org")
public protocol TextAttributeKey {
  /// The type of the attribute's value.
  associatedtype Value: Codable & Hashable & Sendable
  /// The name in archives; unique among the keys of a text.
  static var name: String { get }
}

/// Values by `TextAttributeKey`, kept as JSON, so that a program can read and write archives with
/// keys that it does not know.
public struct CustomAttributes: Hashable, Sendable, Codable {
  /// JSON by name.
  private(set) var values: [String: String] = [:]

  /// With the initial values.
  public init() {}

  /// Whether there is no value.
  public var isEmpty: Bool { values.isEmpty }
  /// The names of the attributes that have a value, sorted.
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

  /// Throws `DecodingError` if a value is not a string.
  public init(from decoder: any Decoder) throws {
    values = try decoder.singleValueContainer().decode([String: String].self)
  }

  /// Writes each value as JSON text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(values)
  }
}

/// An object at a character U+FFFC of the text: an image, or any box that has a size.
public struct TextAttachment: Hashable, Sendable {
  /// The image; nil for a box that your renderer draws.
  public var image: ImageReference?
  /// Width and height of the box; the origin's y is how far it is raised from the baseline. Its x is
  /// kept, but moves nothing: the box begins where the text before it ends.
  public var bounds: Rect
  /// Identifies the box in `TextRenderer.drawAttachment`.
  public var name: String

  /// An attachment with bounds in points from the baseline; y grows upwards.
  public init(image: ImageReference? = nil, bounds: Rect, name: String = "") {
    self.image = image
    self.bounds = bounds
    self.name = name
  }

  /// The character in its place in the text (U+FFFC).
  public static let character = "\u{FFFC}"
}
