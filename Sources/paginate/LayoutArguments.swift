public import ArgumentParser
import EPUB
import Foundation
public import Paginator

/// The arguments of commands that lay out one book as its project file says, if that lists it.
struct ProjectBookArguments: ParsableArguments {
  @OptionGroup var own: LayoutArguments

  @OptionGroup var project: ProjectArguments

  var book: String { own.book }

  /// The book, with the settings of its project file and of the command line.
  func target() throws -> BookTarget { try project.target(book, own.settings) }

  /// The book with its pages.
  func paginated() async throws -> Pagination {
    let target = try target()
    return try await paginate(try target.publication(), options: try target.options())
  }
}

/// The arguments of commands that lay out one book as the command line says.
struct LayoutArguments: ParsableArguments {
  @Argument(
    help: "The book: an EPUB, an unpacked EPUB's folder, or an XHTML file.",
    completion: .file(extensions: ["epub", "xhtml", "html"]))
  var book: String

  @OptionGroup var layout: LayoutOptions

  var settings: LayoutSettings { layout.settings }

  func publication() throws -> Publication { try settings.publication(book) }
}

/// How a book is to be laid out: the options of the command for `LayoutSettings`, by the same names.
struct LayoutOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The page: 6x9 (inches), 152x229mm, 11x18cm, 432x648pt or a name (\(PageSizes.names.joined(separator: ", "))). A preset's margins leave an inch for text. A named page of the book that lies while its other pages stand, such as one for a wide table, lies in this size.",
      valueName: "size"))
  var page: String?

  @Option(
    help: ArgumentHelp(
      "The margins: one to four lengths, as in CSS. The book's margins for certain pages, as in @page :first, stay.",
      valueName: "lengths"))
  var margin: String?

  @Option(
    help: ArgumentHelp(
      "A preset (see \"paginate styles\"), a CSS file, or none for the user-agent sheet alone (default: \(LayoutSettings().style)).",
      valueName: "name|file"))
  var style: String?

  @Option(
    help: ArgumentHelp(
      "The reader's text size: \(ReaderSize.listed), or \(ReaderSize.shortNames.joined(separator: ", ")) (default: \(LayoutSettings().readerSize)).",
      valueName: "size"))
  var readerSize: String?

  @Option(
    help: ArgumentHelp("The text's font family; overrides all stylesheets.", valueName: "family"))
  var font: [String] = []

  @Option(
    help: ArgumentHelp("A folder of fonts to use in addition to the book's.", valueName: "dir"))
  var fontDir: [String] = []

  @Option(help: ArgumentHelp("A font file to use in addition to the book's.", valueName: "file"))
  var fontFile: [String] = []

  @Flag(help: "Use no system fonts, only the book's and those of --font-dir and --font-file.")
  var noSystemFonts = false

  @Option(help: ArgumentHelp("A folder of hyph_LANG.dic files.", valueName: "dir"))
  var hyphenationDir: [String] = []

  @Option(
    help: ArgumentHelp(
      "A file of hyphenation exceptions: one word per line, with hyphens where it may be divided (ta-ble), or without.",
      valueName: "file"))
  var hyphenationExceptions: String?

  @Option(
    help: ArgumentHelp("The folder for URLs that start with \"/\".", valueName: "dir"))
  var root: String?

  @Option(
    help: ArgumentHelp(
      "Use the book's own stylesheets and style attributes: on or off (default: \(LayoutSettings().authorStyles.rawValue)).",
      valueName: "on|off"))
  var authorStyles: LayoutSettings.Switch?

  @Option(
    help: ArgumentHelp(
      "Set notes at the foot of the page of their call, or at the end, where the book has them (default: as in the style).",
      valueName: "foot|end"))
  var notes: PaginationOptions.NotePosition?

  @Option(
    help: ArgumentHelp(
      "Choose all page ends of a chapter together, or fill pages one by one (default: as in the style).",
      valueName: "optimal|first-fit"))
  var pageBreaking: PageBreaking?

  @Option(
    help: ArgumentHelp(
      "Keep the page beginnings of a baseline or page map, where possible.",
      valueName: "file"))
  var keep: String?

  @Option(
    help: ArgumentHelp(
      "Change the style as an earlier run with --fit found: \"word-spacing -0.011em, leading 0.25pt\".",
      valueName: "changes"))
  var fitted: String?

  @Flag(help: "Make a contents page from the book's navigation if the book has none.")
  var toc = false

  @Flag(help: "Repair malformed markup by the rules of HTML, and packages, reporting each repair.")
  var lenient = false

  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: ArgumentHelp("How many chapters to lay out at once.", valueName: "n"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "The largest unpacked size of an EPUB, in megabytes (default: \(ContainerLimits().total >> 20)).",
      valueName: "mb"))
  var maxUnpacked: Int?

  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp(
      "Stop if the book exceeds a limit: \(Budgets.Name.listedWithUnits). May be given several times.",
      valueName: "name=number"))
  var limits: [String] = []

  /// The settings that the options give.
  var settings: LayoutSettings {
    var settings = LayoutSettings()
    (settings.page, settings.margin) = (page, margin)
    (settings.givenStyle, settings.givenReaderSize) = (style, readerSize)
    (settings.font, settings.fontDir, settings.fontFile) = (font, fontDir, fontFile)
    settings.noSystemFonts = noSystemFonts
    settings.hyphenationDir = hyphenationDir
    settings.hyphenationExceptions = hyphenationExceptions
    settings.root = root
    settings.givenAuthorStyles = authorStyles
    (settings.notes, settings.pageBreaking) = (notes, pageBreaking)
    (settings.keep, settings.fitted) = (keep, fitted)
    (settings.toc, settings.lenient) = (toc, lenient)
    (settings.jobs, settings.maxUnpacked, settings.limits) = (jobs, maxUnpacked, limits)
    return settings
  }
}

extension LayoutSettings.Switch: ExpressibleByArgument {}
extension PaginationOptions.NotePosition: ExpressibleByArgument {}
extension PageBreaking: ExpressibleByArgument {}
extension PDFImposition.Scheme: ExpressibleByArgument {}
