/// The flow between two forced page breaks: what one task lays out.
public struct Chapter: Sendable {
  /// On which page a chapter begins: the next one, a left one or a right one.
  public enum Start: String, Sendable { case page, left, right }

  /// The chapter's text with its styles.
  public var text: AttributedText
  /// On which page it must begin; the first chapter of a book begins wherever the book does.
  public var start: Start
  /// The named page (`page`) its pages use.
  public var pageName: String?
  /// Which document of the publication it belongs to.
  public var document: Int
  /// Text offset of its first character in the document.
  public var documentOffset: Int
  /// One page, however much there is on it.
  public var isFixedLayout = false

  /// A chapter of a text.
  public init(
    text: AttributedText, start: Start, pageName: String? = nil, document: Int = 0,
    documentOffset: Int = 0
  ) {
    self.text = text
    self.start = start
    self.pageName = pageName
    self.document = document
    self.documentOffset = documentOffset
  }
}
