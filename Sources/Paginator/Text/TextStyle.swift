/// Everything a stretch of text or a block is set with, every value computed. Immutable and
/// shared by all elements that have the same; `id` tells two apart without looking inside.
public final class TextStyle: Sendable {
  public let id: Int
  public let text: TextProperties
  public let box: BoxProperties

  public init(id: Int, text: TextProperties, box: BoxProperties) {
    self.id = id
    self.text = text
    self.box = box
  }
}
