internal import Foundation
public import Markup

/// A book in its container: documents in reading order and the resources that they refer to.
///
/// Immutable after it is opened; the tasks of all chapters read from the same publication.
public struct Publication: Sendable {
  /// A document of the spine.
  public struct Document: Sendable {
    /// The kinds of documents in the spine.
    public enum Kind: Sendable {
      /// An XHTML document.
      case xhtml
      /// An SVG document: one page.
      case svg
      /// An image in the spine: one page.
      case image
    }
    /// The side of a spread for its first page (EPUB 3.3, section 8.2.2.6).
    public enum Spread: String, Sendable {
      /// The left-hand page.
      case left
      /// The right-hand page.
      case right
      /// A page alone in the middle of the spread.
      case center
    }

    /// The path from the publication's root, as in messages and the page map.
    public let href: String
    /// The kind of the document.
    public var kind = Kind.xhtml
    /// Whether it is part of the main reading order; the other documents come after the body.
    public var isLinear = true
    /// Whether it is one page with the size of its own viewport.
    public var isFixedLayout = false
    /// The side of its first page; nil if the book does not specify it.
    public var spread: Spread?
    /// The CFI path to its `itemref` in the package document: "/6/4[id]!"; nil outside an EPUB.
    public var cfi: String?
    /// The bytes of a document that is generated and not in the book; else nil.
    var generated: [UInt8]?
    /// Whether it is generated and not in the book.
    public var isGenerated: Bool { generated != nil }

    /// A document by its path.
    public init(href: String) { self.href = href }
  }

  /// In the order of their pages: the linear ones of the spine, then the others.
  public internal(set) var documents: [Document] {
    didSet { documentPaths = Set(documents.map(\.href)) }
  }
  /// The paths of the documents.
  public private(set) var documentPaths: Set<String>
  /// The first line of the contents for each document, by the document's path.
  public let firstEntries: [String: Navigation.Entry]
  /// The book's file or folder, as given.
  public let path: String
  /// The package document; nil for a single document.
  public let package: Package?
  /// Contents, pages and landmarks.
  public let navigation: Navigation
  /// Errors in the package that were ignored.
  public internal(set) var warnings: [PackageWarning]
  private(set) var container: Container
  /// How an incorrect package is treated.
  let mode: ParseMode
  let fileLog = FileLog()
  let encryption: Encryption?
  private let itemsByPath: [String: Package.Item]

  /// Opens a book: an EPUB, an unpacked EPUB's folder, or a single XHTML file.
  /// - Parameters:
  ///   - root: for a single file: the folder to which URLs from the root refer, and from which
  ///     files may be read; nil for the file's own folder.
  ///   - limits: the limits on the size of an archive.
  ///   - mode: whether an incorrect package is refused, or what is wrong in it is repaired or passed over
  ///     with a warning.
  /// - Throws: `PublicationError` when there is no such book or it is damaged, `MarkupError` when
  ///   its package is not well-formed.
  public static func open(
    _ path: String, root: String? = nil, limits: ContainerLimits = ContainerLimits(),
    mode: ParseMode = .strict
  ) throws -> Publication {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw PublicationError.noSuchInput(path)
    }
    let file = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath()
    if isFolder.boolValue {
      let marker = file.appendingPathComponent("META-INF/container.xml").path
      guard FileManager.default.fileExists(atPath: marker) else {
        throw PublicationError.folder(path)
      }
      return try Publication(epub: Container(storage: .folder(file), path: path), mode)
    }
    guard isRegular(file.path) else { throw PublicationError.notAFile(path) }
    if isArchive(path) {
      let archive = try ZIPArchive(file, named: path, limits: limits)
      return try Publication(epub: Container(storage: .archive(archive), path: path), mode)
    }
    return Publication(document: file, path: path, root: root)
  }

  /// The same book with other bytes for some files, such as those of an earlier version.
  /// - Throws: `PublicationError` or `MarkupError` if the changed package cannot be read.
  public func replacing(_ files: [String: [UInt8]]) throws -> Publication {
    var result = self
    result.container.replaced.merge(files) { $1 }
    return package == nil ? result : try Publication(epub: result.container, mode)
  }

  /// Whether a file is a packed EPUB: by the name, or by the first bytes if it has another name.
  public static func isArchive(_ path: String) -> Bool {
    if path.lowercased().hasSuffix(".epub") { return true }
    return isRegular(path) && ZIPArchive.isArchive(path)
  }

  /// Whether a path leads to a file, and not to a pipe or a device, which would be read only once.
  private static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private init(document file: URL, path: String, root: String?) {
    let folder = file.deletingLastPathComponent()
    let rootFolder =
      root.map { URL(fileURLWithPath: $0).standardizedFileURL.resolvingSymlinksInPath() } ?? folder
    documents = [Document(href: file.lastPathComponent)]
    documentPaths = [file.lastPathComponent]
    firstEntries = [:]
    self.path = path
    package = nil
    navigation = Navigation()
    warnings = []
    container = Container(storage: .loose(folder: folder, root: rootFolder), path: path)
    mode = .strict
    encryption = nil
    itemsByPath = [:]
  }

  private init(epub container: Container, _ mode: ParseMode) throws {
    var reader = PackageReader(container, mode: mode)
    let package = try reader.read()
    self.container = container
    self.mode = mode
    self.package = package
    path = container.path
    var contents = NavigationReader(container: container, package: package)
    navigation = contents.read()
    firstEntries = navigation.firstEntries
    encryption = try Encryption(container, identifier: package.metadata.identifier ?? "")
    itemsByPath = Dictionary(package.items.map { ($0.href, $0) }, uniquingKeysWith: { a, _ in a })
    var spine = SpineReader(container: container, package: package, mode: mode)
    let all = try spine.documents()
    warnings = reader.warnings + contents.warnings + spine.warnings
    documents = all.filter(\.isLinear) + all.filter { !$0.isLinear }
    documentPaths = Set(all.map(\.href))
    for document in documents {
      if case .other(let name)? = encryption?.methods[document.href] {
        throw PublicationError.encrypted(path, "\"\(document.href)\" (\(name))")
      }
    }
  }

  static func documentKind(_ mediaType: String) -> Document.Kind? {
    switch mediaType.lowercased() {
    case "application/xhtml+xml", "text/html", "text/x-oeb1-document": .xhtml
    case "image/svg+xml": .svg
    case "image/png", "image/jpeg", "image/gif", "image/webp": .image
    default: nil
    }
  }

  /// The bytes of a document of the spine. An image is wrapped in an XHTML document.
  public func bytes(of document: Document) throws(PublicationError) -> [UInt8] {
    if let generated = document.generated { return generated }
    if document.kind == .image { return wrapper(of: document) }
    guard let bytes = try container.bytes(document.href) else {
      if package == nil { throw .unreadable(path) }
      throw .badPackage(
        path,
        "the spine names \"\(document.href)\", which is not in the book: --lenient passes it over")
    }
    return bytes
  }

  private func wrapper(of document: Document) -> [UInt8] {
    let url = relativeURL(of: document.href, from: document.href)
    return Array(
      "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body><img src=\"\(url)\" alt=\"\"/></body></html>"
        .utf8)
  }

  func item(at href: String) -> Package.Item? { itemsByPath[href] }

  /// The path of a file of the book, for people: it begins with the book's path as given.
  public func displayPath(of href: String) -> String {
    switch container.storage {
    case .archive, .folder: return "\(path)/\(href)"
    case .loose:
      guard let slash = path.lastIndex(of: "/") else { return href }
      return path[...slash] + href
    }
  }

  /// The path of a file, as messages have it, seen from the book: for what is published, which must
  /// not tell where the book is on this machine. Of a file that is not the book's, such as a house
  /// style, it is the name.
  public func publicPath(of path: String) -> String {
    let folder = displayPath(of: "")
    if !folder.isEmpty, path.hasPrefix(folder) { return String(path.dropFirst(folder.count)) }
    let isOwn =
      path == package?.path || documentPaths.contains(path) || itemsByPath[path] != nil
      || fileLog.has(path)
    return isOwn
      ? path : String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }
}

extension Package {
  /// The item itself, or the first of its fallbacks that is of a supported kind.
  func supported<Kind>(_ item: Item, by kind: (String) -> Kind?) -> Item? {
    var seen: Set<String> = []
    var current: Item? = item
    while let item = current, seen.insert(item.id).inserted {
      if kind(item.mediaType) != nil { return item }
      current = item.fallback.flatMap { self.item(id: $0) }
    }
    return nil
  }
}
