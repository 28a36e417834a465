/// Options for paginating a book. The defaults suit a trade novel.
public struct PaginationOptions: Sendable {
  /// The page size; nil uses the style's.
  public var page: Size?
  /// The page margins; nil uses the style's.
  public var margin: Insets?
  /// The preset's CSS, and its name in messages and in the page map.
  public var preset: (name: String, css: String)
  /// The reader size: selects the cells of the text style tables.
  public var readerSize = ReaderSize.standard
  /// Font families of the root element, instead of those that stylesheets give it. Elements with
  /// their own `font-family` keep it.
  public var fontFamilies: [String] = []
  /// Whether the book's own stylesheets, `style` attributes and presentational attributes apply.
  public var usesAuthorStyles = true
  /// Whether malformed markup is repaired by the rules of HTML instead of refused.
  public var isLenient = false
  /// Where notes are placed; nil uses the style's choice.
  public var notes: NotePosition?
  /// The number of parallel workers; nil for the number of processor cores.
  public var jobs: Int?
  /// The fonts that are available in addition to the book's, which are registered in a copy.
  public var fonts: FontLibrary
  /// The hyphenation dictionaries.
  public var hyphenation: HyphenationLibrary
  /// The parameters of the line breaker.
  public var breaking = BreakParameters()
  /// How page ends are chosen; nil uses the style's choice.
  public var pageBreaking: PageBreaking?
  /// Where the pages of an earlier edition began. Pages begin there again where possible.
  public var keptPages: KeptPages?
  /// Changes to the style that make the book fill a number of pages.
  public var copyfit = Copyfit()
  /// Whether break candidates are recorded, for dumps and explanations.
  public var recordsBreaks = false
  /// The resource limits of the book.
  public var budgets = Budgets()

  /// Where notes are placed.
  public enum NotePosition: String, Sendable, CaseIterable {
    /// At the foot of the page of their call.
    case foot
    /// Where the book has them. Notes written at their calls go to the end of their document.
    case end
  }

  /// Creates options with a preset and the defaults for the rest.
  public init(
    preset: (name: String, css: String), fonts: FontLibrary = FontLibrary(),
    hyphenation: HyphenationLibrary = HyphenationLibrary()
  ) {
    self.preset = preset
    self.fonts = fonts
    self.hyphenation = hyphenation
  }

  /// How page ends are chosen in a chapter whose first page uses a template.
  func pageBreaking(on template: PageTemplate) -> PageBreaking {
    pageBreaking ?? (keptPages == nil ? template.style.text.pageBreaking : .optimal)
  }

  /// Whether two editions differ only in their page size. False if an edition leaves the size to
  /// its style or keeps the pages of an earlier edition.
  func differsInPageAlone(from other: PaginationOptions) -> Bool {
    page != nil && other.page != nil && preset == other.preset && margin == other.margin
      && readerSize == other.readerSize && fontFamilies == other.fontFamilies
      && copyfit == other.copyfit && usesAuthorStyles == other.usesAuthorStyles
      && isLenient == other.isLenient
      && notes == other.notes && jobs == other.jobs && fonts === other.fonts
      && hyphenation === other.hyphenation && breaking == other.breaking
      && pageBreaking == other.pageBreaking && keptPages == nil && other.keptPages == nil
      && recordsBreaks == other.recordsBreaks
      && budgets == other.budgets
  }
}
