public import Markup

/// What the package document says of a book (EPUB 3.3, section 5; OPF 2.0.1).
public struct Package: Sendable {
  /// A text of the metadata with the language and direction it is in.
  public struct LocalizedText: Hashable, Sendable {
    /// As the package has it.
    public let text: String
    /// A BCP 47 tag; nil where none is said.
    public let language: String?
    /// "ltr", "rtl" or "auto".
    public let direction: String?

    /// A text with its language and direction.
    public init(_ text: String, language: String? = nil, direction: String? = nil) {
      self.text = text
      self.language = language
      self.direction = direction
    }
  }

  /// The package's `metadata`.
  public struct Metadata: Sendable {
    /// In the order of the package; the first is the main title.
    public var titles: [LocalizedText] = []
    /// Authors, in order.
    public var creators: [LocalizedText] = []
    /// BCP 47 tags, in order.
    public var languages: [String] = []
    /// The value of the element that `unique-identifier` names.
    public var identifier: String?
    /// `dcterms:modified`; nil where it is missing.
    public var modified: String?
    /// "reflowable" or "pre-paginated".
    public var layout = "reflowable"
    /// `rendition:spread`.
    public var spread = "auto"
    /// `rendition:orientation`.
    public var orientation = "auto"
    /// `rendition:flow`.
    public var flow = "auto"
    /// What the page breaks of the book's page list come from.
    public var pageSource: String?
    /// EPUB 2's and Kindle's own: "meta name=original-resolution" and the like.
    public var viewport: String?
  }

  /// A resource that the manifest lists.
  public struct Item: Sendable {
    /// In the manifest.
    public let id: String
    /// The path in the container.
    public let href: String
    /// As the manifest says.
    public let mediaType: String
    /// Such as "nav" or "cover-image".
    public let properties: Set<String>
    /// The id of the item that stands in for it; nil for none.
    public let fallback: String?
  }

  /// An entry of the spine.
  public struct SpineItem: Sendable {
    /// The item's id.
    public let idref: String
    /// `linear`: whether it is read in its turn.
    public let isLinear: Bool
    /// Such as "page-spread-left".
    public let properties: [String]
    /// The steps from the package document's root to the `itemref`, as CFI counts them.
    public let cfi: String
    /// In the package document.
    public let location: SourceLocation
  }

  /// The package document's path in the container.
  public let path: String
  /// "3.0", "2.0"
  public var version = ""
  /// Title, authors, languages.
  public var metadata = Metadata()
  /// The manifest, in order.
  public var items: [Item] = []
  /// In reading order.
  public var spine: [SpineItem] = []
  /// "ltr", "rtl" or "default".
  public var progression = "default"
  /// The manifest's id of the NCX.
  public var ncx: String?
  /// EPUB 2's `guide`: landmarks by another name.
  public var guide: [Navigation.Entry] = []

  init(path: String) { self.path = path }

  /// Whether it is EPUB 2.
  public var isVersion2: Bool { version.hasPrefix("2") }

  func item(id: String) -> Item? { items.first { $0.id == id } }
}

/// The book's own navigation: contents, page list and landmarks.
public struct Navigation: Sendable {
  /// A line of a navigation list.
  public struct Entry: Sendable {
    /// What is shown.
    public let title: String
    /// The path in the container, with its fragment; nil for a heading that leads nowhere.
    public let href: String?
    /// 1 for the outermost.
    public let level: Int
    /// The landmark's `epub:type`, or the page's of an NCX.
    public let type: String?

    /// A line that points to a place, or to none.
    public init(title: String, href: String?, level: Int, type: String? = nil) {
      self.title = title
      self.href = href
      self.level = level
      self.type = type
    }
  }

  /// The table of contents, flat, with levels.
  public var contents: [Entry] = []
  /// Pages of a print edition.
  public var pageList: [Entry] = []
  /// Places with types.
  public var landmarks: [Entry] = []
  /// The path of the navigation document, and of the NCX.
  public var path: String?
  /// The NCX, of EPUB 2; nil where there is none.
  public var ncxPath: String?

  /// With the initial values.
  public init() {}

  /// Where the landmarks say that the body begins; nil where they do not.
  public var bodyStart: String? {
    landmarks.first { ($0.type ?? "").split(separator: " ").contains("bodymatter") }?.href
  }
}
