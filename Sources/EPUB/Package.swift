public import Markup

/// The content of a book's package document (EPUB 3.3, section 5; OPF 2.0.1).
public struct Package: Sendable {
  /// A text of the metadata with its language and direction.
  public struct LocalizedText: Hashable, Sendable {
    /// The text as in the package document.
    public let text: String
    /// A BCP 47 tag; nil if none is given.
    public let language: String?
    /// "ltr", "rtl" or "auto".
    public let direction: String?

    /// A text; its language is a BCP 47 tag, its direction "ltr", "rtl" or "auto".
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
    /// Editors, illustrators, translators and others, in order.
    public var contributors: [LocalizedText] = []
    /// In order.
    public var publishers: [LocalizedText] = []
    /// Who has which rights, in order.
    public var rights: [LocalizedText] = []
    /// Keywords and codes of classifications, in order.
    public var subjects: [LocalizedText] = []
    /// In order; markup in them is part of the text.
    public var descriptions: [LocalizedText] = []
    /// What the book was made from, in order.
    public var sources: [LocalizedText] = []
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
    /// The source of the page breaks in the book's page list.
    public var pageSource: String?
    /// `rendition:viewport`, or Kindle's "meta name=original-resolution"; nil where both are
    /// missing.
    public var viewport: String?
    /// The id of the cover's item by "meta name=cover", as in EPUB 2; nil where it is missing.
    public var cover: String?
  }

  /// A resource that the manifest lists.
  public struct Item: Sendable {
    /// The id in the manifest.
    public let id: String
    /// The path in the container.
    public let href: String
    /// The media type in the manifest.
    public let mediaType: String
    /// Such as "nav" or "cover-image".
    public let properties: Set<String>
    /// The id of its fallback item; nil for none.
    public let fallback: String?
  }

  /// An entry of the spine.
  public struct SpineItem: Sendable {
    /// The item's id.
    public let idref: String
    /// `linear`: whether it is part of the main reading order.
    public let isLinear: Bool
    /// Such as "page-spread-left".
    public let properties: [String]
    /// The steps from the package document's root to the `itemref`, as CFI counts them.
    public let cfi: String
    /// The location in the package document.
    public let location: SourceLocation
  }

  /// The package document's path in the container.
  public let path: String
  /// The `version` attribute, such as "3.0" or "2.0".
  public var version = ""
  /// Title, authors, languages.
  public var metadata = Metadata()
  /// The manifest, in order.
  public private(set) var items: [Item] = []
  private var places: [String: Int] = [:]
  /// In reading order.
  public var spine: [SpineItem] = []
  /// "ltr", "rtl" or "default".
  public var progression = "default"
  /// The id of the NCX in the manifest.
  public var ncx: String?
  /// The `guide` of EPUB 2, as landmarks.
  public var guide: [Navigation.Entry] = []

  init(path: String) { self.path = path }

  /// Whether it is EPUB 2.
  public var isVersion2: Bool { version.hasPrefix("2") }

  mutating func append(_ item: Item) {
    items.append(item)
    if places[item.id] == nil { places[item.id] = items.count - 1 }
  }

  /// The first item of an id.
  func item(id: String) -> Item? { places[id].map { items[$0] } }
}

/// The book's own navigation: contents, page list and landmarks.
public struct Navigation: Sendable {
  /// A line of a navigation list.
  public struct Entry: Sendable {
    /// The text of the line.
    public let title: String
    /// The path in the container, with its fragment; nil for a heading without a link.
    public let href: String?
    /// 1 for the outermost.
    public let level: Int
    /// The `epub:type` of a landmark, or the type of a page target in an NCX.
    public let type: String?

    /// A line with or without a link.
    public init(title: String, href: String?, level: Int, type: String? = nil) {
      self.title = title
      self.href = href
      self.level = level
      self.type = type
    }
  }

  /// The table of contents, flat, with levels.
  public var contents: [Entry] = []
  /// The heading of the table of contents; nil if it has none.
  public var contentsHeading: String?
  /// Pages of a print edition.
  public var pageList: [Entry] = []
  /// Places with types.
  public var landmarks: [Entry] = []
  /// The path of the navigation document; nil if there is none.
  public var path: String?
  /// The path of the NCX of EPUB 2; nil if there is none.
  public var ncxPath: String?

  /// A navigation without entries.
  public init() {}

  /// The lines of a contents page: those with a link, and the headings without one above them.
  var contentsEntries: [Entry] {
    var kept: [Entry] = []
    var level = 0
    for entry in contents.reversed() {
      guard entry.href != nil || entry.level < level, !entry.title.isEmpty else { continue }
      level = entry.level
      kept.append(entry)
    }
    return kept.reversed()
  }

  /// The first line of the contents for each document, by the document's path.
  var firstEntries: [String: Entry] {
    var result: [String: Entry] = [:]
    for entry in contents {
      guard let href = entry.href else { continue }
      let end = href.utf8.firstIndex(of: 0x23) ?? href.endIndex
      let path = String(href[..<end])
      if result[path] == nil { result[path] = entry }
    }
    return result
  }

  /// The start of the body, from the landmarks; nil if they do not give it.
  public var bodyStart: String? {
    landmarks.first { ($0.type ?? "").split(separator: " ").contains("bodymatter") }?.href
  }
}
