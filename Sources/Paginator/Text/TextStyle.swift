/// The computed style of a range of text or of a block. Immutable, and shared by all elements with
/// the same values; `id` distinguishes two styles without a comparison of their values.
public final class TextStyle: Sendable {
  /// Equal for equal styles of one cache.
  public let id: Int
  /// The properties that are inherited.
  public let text: TextProperties
  /// The properties that are not inherited.
  public let box: BoxProperties
  /// TextKit's paragraph style, in addition to CSS; nil for text that is styled by CSS alone.
  public let paragraph: ParagraphStyle?
  /// What is drawn with the text besides its glyphs and CSS decorations; nil for nothing.
  public let effects: TextEffects?

  /// A style made of its parts.
  public init(
    id: Int = 0, text: TextProperties, box: BoxProperties, paragraph: ParagraphStyle? = nil,
    effects: TextEffects? = nil
  ) {
    self.id = id
    self.text = text
    self.box = box
    self.paragraph = paragraph
    self.effects = effects
  }

  /// The style with other properties in some of its parts, and the same `id`.
  func replacing(
    text: TextProperties? = nil, box: BoxProperties? = nil, effects: TextEffects? = nil
  ) -> TextStyle {
    TextStyle(
      id: id, text: text ?? self.text, box: box ?? self.box, paragraph: paragraph,
      effects: effects ?? self.effects)
  }
}
