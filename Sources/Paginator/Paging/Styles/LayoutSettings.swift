/// How a book is to be laid out, as users write it: on the command line, in `paginate.yml` and in
/// the manifest of a batch. A setting that is not given has its default, which is here and nowhere
/// else.
///
/// `PaginationOptions` are what the library makes of it: with fonts opened and files read. Use the
/// settings to store a way of setting books, to compare two of them, or to put one over another.
public struct LayoutSettings: Hashable, Sendable {
  /// Whether something is used.
  public enum Switch: String, Hashable, Sendable, CaseIterable {
    /// It is used.
    case on
    /// It is ignored.
    case off
  }

  /// The page: a size, such as `6x9` or `152x229mm`, or a name; nil uses the style's.
  public var page: String?
  /// One to four lengths, as in CSS; nil uses the style's margins.
  public var margin: String?
  /// A preset, a CSS file or `none`, if it is given.
  public var givenStyle: String?
  /// The reader's text size, if it is given.
  public var givenReaderSize: String?
  /// The families of the text's font.
  public var font: [String] = []
  /// Folders of fonts in addition to the book's.
  public var fontDir: [String] = []
  /// Font files in addition to the book's.
  public var fontFile: [String] = []
  /// Whether the system's fonts are left out.
  public var noSystemFonts = false
  /// Folders of hyphenation dictionaries.
  public var hyphenationDir: [String] = []
  /// A file of hyphenation exceptions.
  public var hyphenationExceptions: String?
  /// The folder for URLs that start with a slash.
  public var root: String?
  /// Whether the book's own stylesheets apply, if it is given.
  public var givenAuthorStyles: Switch?
  /// Where notes are placed; nil uses the style's choice.
  public var notes: PaginationOptions.NotePosition?
  /// How page ends are chosen; nil uses the style's choice.
  public var pageBreaking: PageBreaking?
  /// A baseline or page map whose page beginnings are kept.
  public var keep: String?
  /// Changes to the style, as an earlier run found them.
  public var fitted: String?
  /// Whether a contents page is made if the book has none.
  public var toc = false
  /// Whether malformed markup is repaired.
  public var lenient = false
  /// How many chapters are laid out at once; nil for the number of processor cores.
  public var jobs: Int?
  /// The largest unpacked size of an EPUB, in megabytes, if it is given.
  public var maxUnpacked: Int?
  /// Limits as `name=number`; of two with one name, the last counts.
  public var limits: [String] = []

  /// Creates settings of which none is given.
  public init() {}

  // MARK: Defaults

  /// A preset, a CSS file or `none`.
  public var style: String {
    get { givenStyle ?? Preset.standard }
    set { givenStyle = newValue }
  }

  /// The reader's text size.
  public var readerSize: String {
    get { givenReaderSize ?? ReaderSize.standard.rawValue }
    set { givenReaderSize = newValue }
  }

  /// Whether the book's own stylesheets apply.
  public var authorStyles: Switch {
    get { givenAuthorStyles ?? .on }
    set { givenAuthorStyles = newValue }
  }

  // MARK: Keys

  /// What page maps and baselines state of a setting that the style decides.
  public static let byStyle = "style"

  /// The name of a setting: the long option of the command, the key in `paginate.yml` and in an
  /// edition of a batch.
  public enum Key: String, CodingKey, CaseIterable, Sendable {
    /// The page size, or page sizes.
    case page
    /// Page margins.
    case margin
    /// A preset or a stylesheet, or several.
    case style
    /// Reader sizes of Dynamic Type.
    case readerSize = "reader-size"
    /// The family of the text.
    case font
    /// Folders with fonts.
    case fontDir = "font-dir"
    /// Files of fonts.
    case fontFile = "font-file"
    /// Whether fonts of the system are left out.
    case noSystemFonts = "no-system-fonts"
    /// Folders of hyphenation dictionaries.
    case hyphenationDir = "hyphenation-dir"
    /// A file of hyphenation exceptions.
    case hyphenationExceptions = "hyphenation-exceptions"
    /// The folder for URLs that start with a slash.
    case root
    /// Whether the book's own stylesheets apply.
    case authorStyles = "author-styles"
    /// Where notes are set.
    case notes
    /// How page ends are chosen.
    case pageBreaking = "page-breaking"
    /// The baseline whose pages are kept.
    case keep
    /// Changes to the style that a search for a page count found.
    case fitted
    /// Whether a contents page is made.
    case toc
    /// Whether faults of markup are mended.
    case lenient
    /// How many chapters are laid out at once.
    case jobs
    /// The largest unpacked size of an EPUB, in megabytes.
    case maxUnpacked = "max-unpacked"
    /// Limits as `name=number`.
    case limit

    /// The name in page maps and baselines, whose keys are in camel case.
    public var mapName: String {
      let words = rawValue.split(separator: "-")
      return words.dropFirst().reduce(String(words.first ?? "")) {
        $0 + $1.prefix(1).uppercased() + $1.dropFirst()
      }
    }

    /// The settings that page maps and baselines state, in their order.
    public static let recorded: [Key] = [
      .style, .readerSize, .page, .margin, .font, .authorStyles, .notes, .pageBreaking, .fitted,
      .keep,
    ]

    /// Whether a value is a path. A style is the name of a preset, `none` or a path.
    public func isPath(_ value: String) -> Bool {
      switch self {
      case .fontDir, .fontFile, .hyphenationDir, .hyphenationExceptions, .root, .keep: true
      case .style: value != Preset.none && Preset.css(named: value) == nil
      default: false
      }
    }

    /// Whether it says how a book is read, or which fonts and dictionaries there are. Editions of
    /// a book that agree on these settings share what is read and opened.
    public var isOfSource: Bool {
      switch self {
      case .fontDir, .fontFile, .noSystemFonts, .hyphenationDir, .hyphenationExceptions, .root,
        .toc, .lenient, .maxUnpacked:
        true
      default: false
      }
    }

    /// Whether it bounds the run, or divides its work, and changes no page.
    public var isOfRun: Bool {
      switch self {
      case .jobs, .maxUnpacked, .limit: true
      default: false
      }
    }
  }

  /// Where the value of a setting is, by its type.
  public enum Field {
    /// A text.
    case text(WritableKeyPath<LayoutSettings, String?>)
    /// Several texts; none if it is not given.
    case texts(WritableKeyPath<LayoutSettings, [String]>)
    /// True if it is given.
    case flag(WritableKeyPath<LayoutSettings, Bool>)
    /// A number above zero.
    case number(WritableKeyPath<LayoutSettings, Int?>)
    /// On or off.
    case onOff(WritableKeyPath<LayoutSettings, Switch?>)
    /// The place of notes.
    case notes(WritableKeyPath<LayoutSettings, PaginationOptions.NotePosition?>)
    /// How page ends are chosen.
    case pageBreaking(WritableKeyPath<LayoutSettings, PageBreaking?>)
  }

  /// Where the value of a setting is. A new setting has its line here, or does not compile.
  public static func field(_ key: Key) -> Field {
    switch key {
    case .page: .text(\.page)
    case .margin: .text(\.margin)
    case .style: .text(\.givenStyle)
    case .readerSize: .text(\.givenReaderSize)
    case .font: .texts(\.font)
    case .fontDir: .texts(\.fontDir)
    case .fontFile: .texts(\.fontFile)
    case .noSystemFonts: .flag(\.noSystemFonts)
    case .hyphenationDir: .texts(\.hyphenationDir)
    case .hyphenationExceptions: .text(\.hyphenationExceptions)
    case .root: .text(\.root)
    case .authorStyles: .onOff(\.givenAuthorStyles)
    case .notes: .notes(\.notes)
    case .pageBreaking: .pageBreaking(\.pageBreaking)
    case .keep: .text(\.keep)
    case .fitted: .text(\.fitted)
    case .toc: .flag(\.toc)
    case .lenient: .flag(\.lenient)
    case .jobs: .number(\.jobs)
    case .maxUnpacked: .number(\.maxUnpacked)
    case .limit: .texts(\.limits)
    }
  }
}
