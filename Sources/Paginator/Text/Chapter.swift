/// The flow between two forced page breaks; one task lays it out.
public struct Chapter: Sendable {
  /// The page on which a chapter begins: the next page, the next left page or the next right page.
  public enum Start: String, Sendable {
    /// The next page.
    case page
    /// The next left-hand page.
    case left
    /// The next right-hand page.
    case right
  }

  /// The chapter's text with its styles.
  public var text: AttributedText
  /// The page on which it must begin; the first chapter begins on the first page of the book.
  public var start: Start
  /// The page on which the chapter after it must begin, if that chapter asks for none.
  public var nextStart = Start.page
  /// The named page (`page`) its pages use.
  public var pageName: String?
  /// The index of its document in the publication.
  public var document: Int
  /// Text offset of its first character in the document.
  public var documentOffset: Int
  /// Whether it is exactly one page, however much content it has.
  public var isFixedLayout = false

  /// A chapter of reflowable text.
  /// - Parameters:
  ///   - start: the page on which it must begin.
  ///   - document, documentOffset: where its text is in the publication; 0 for text that is from no
  ///     document.
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
