public import Markup

/// What the package document says of a book (EPUB 3.3, section 5; OPF 2.0.1).
public struct Package: Sendable {
  /// A text of the metadata with the language and direction it is in.
  public struct LocalizedText: Hashable, Sendable {
    public let text: String
    public let language: String?
    /// "ltr", "rtl" or "auto".
    public let direction: String?

    public init(_ text: String, language: String? = nil, direction: String? = nil) {
      self.text = text
      self.language = language
      self.direction = direction
    }
  }

  public struct Metadata: Sendable {
    /// In the order of the package; the first is the main title.
    public var titles: [LocalizedText] = []
    public var creators: [LocalizedText] = []
    public var languages: [String] = []
    /// The value of the element that `unique-identifier` names.
    public var identifier: String?
    public var modified: String?
    /// "reflowable" or "pre-paginated".
    public var layout = "reflowable"
    public var spread = "auto"
    public var orientation = "auto"
    public var flow = "auto"
    /// What the page breaks of the book's page list come from.
    public var pageSource: String?
    /// EPUB 2's and Kindle's own: "meta name=original-resolution" and the like.
    public var viewport: String?
  }

  /// A resource that the manifest lists.
  public struct Item: Sendable {
    public let id: String
    /// The path in the container.
    public let href: String
    public let mediaType: String
    public let properties: Set<String>
    public let fallback: String?
  }

  /// An entry of the spine.
  public struct SpineItem: Sendable {
    public let idref: String
    public let isLinear: Bool
    public let properties: [String]
    /// The steps from the package document's root to the `itemref`, as CFI counts them.
    public let cfi: String
    public let location: SourceLocation
  }

  /// The package document's path in the container.
  public let path: String
  /// "3.0", "2.0"
  public var version = ""
  public var metadata = Metadata()
  public var items: [Item] = []
  public var spine: [SpineItem] = []
  /// "ltr", "rtl" or "default".
  public var progression = "default"
  /// The manifest's id of the NCX.
  public var ncx: String?
  /// EPUB 2's `guide`: landmarks by another name.
  public var guide: [Navigation.Entry] = []

  init(path: String) { self.path = path }

  public var isVersion2: Bool { version.hasPrefix("2") }

  func item(id: String) -> Item? { items.first { $0.id == id } }
}

/// The book's own navigation: contents, page list and landmarks.
public struct Navigation: Sendable {
  public struct Entry: Sendable {
    public let title: String
    /// The path in the container, with its fragment; nil for a heading that leads nowhere.
    public let href: String?
    /// 1 for the outermost.
    public let level: Int
    /// The landmark's `epub:type`, or the page's of an NCX.
    public let type: String?

    public init(title: String, href: String?, level: Int, type: String? = nil) {
      self.title = title
      self.href = href
      self.level = level
      self.type = type
    }
  }

  public var contents: [Entry] = []
  public var pageList: [Entry] = []
  public var landmarks: [Entry] = []
  /// The path of the navigation document, and of the NCX.
  public var path: String?
  public var ncxPath: String?

  public init() {}

  /// Where the landmarks say that the body begins; nil where they do not.
  public var bodyStart: String? {
    landmarks.first { ($0.type ?? "").split(separator: " ").contains("bodymatter") }?.href
  }
}
