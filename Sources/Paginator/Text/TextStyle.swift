/// Everything a stretch of text or a block is set with, every value computed. Immutable and
/// shared by all elements that have the same; `id` tells two apart without looking inside.
public final class TextStyle: Sendable {
  /// Equal for equal styles of one cache.
  public let id: Int
  /// The properties that are inherited.
  public let text: TextProperties
  /// The properties that are not inherited.
  public let box: BoxProperties
  /// What TextKit's paragraph style says beside CSS; nil for text that was styled by CSS.
  public let paragraph: ParagraphStyle?
  /// What is drawn of the text beside its glyphs and CSS's decorations; nil for nothing.
  public let effects: TextEffects?

  /// A style of its parts.
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
}
