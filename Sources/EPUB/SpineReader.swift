internal import Markup

/// Finds the documents of a package's spine.
struct SpineReader {
  let container: Container
  let package: Package
  /// In lenient mode, entries that cannot be set are passed over.
  let mode: ParseMode
  private(set) var warnings: [PackageWarning] = []

  init(container: Container, package: Package, mode: ParseMode) {
    self.container = container
    self.package = package
    self.mode = mode
  }

  /// The documents in the order of the spine.
  mutating func documents() throws(PublicationError) -> [Publication.Document] {
    var documents: [Publication.Document] = []
    for entry in package.spine {
      if let document = try document(entry) { documents.append(document) }
    }
    guard !documents.isEmpty else {
      throw .badPackage(
        "\(container.path)/\(package.path)", "no document of the spine can be set")
    }
    return documents
  }

  /// - Returns: nil for an entry that is passed over.
  private mutating func document(
    _ entry: Package.SpineItem
  ) throws(PublicationError) -> Publication.Document? {
    guard let (item, kind) = try item(of: entry) else { return nil }
    if mode == .lenient, try container.bytes(item.href) == nil {
      warn("the spine names \"\(item.href)\", which is not in the book: it was passed over", entry)
      return nil
    }
    var document = Publication.Document(href: item.href)
    document.kind = kind
    document.isLinear = entry.isLinear
    document.cfi = entry.cfi + "!"
    let layout = entry.properties.first { $0.hasPrefix("rendition:layout-") }
    document.isFixedLayout =
      (layout.map { String($0.dropFirst(17)) } ?? package.metadata.layout) == "pre-paginated"
    let spread = entry.properties.first {
      $0.hasPrefix("page-spread-") || $0.hasPrefix("rendition:page-spread-")
    }
    document.spread = spread.flatMap {
      Publication.Document.Spread(rawValue: String($0.split(separator: "-").last ?? ""))
    }
    return document
  }

  /// The item of an entry that can be set, by its media type; in lenient mode, by its name if that says more.
  private mutating func item(
    of entry: Package.SpineItem
  ) throws(PublicationError) -> (item: Package.Item, kind: Publication.Document.Kind)? {
    let listed = package.item(id: entry.idref)
    if let listed, let item = package.supported(listed, by: Publication.documentKind),
      let kind = Publication.documentKind(item.mediaType)
    {
      return (item, kind)
    }
    let name = "\"\(listed?.href ?? entry.idref)\" (\(listed?.mediaType ?? ""))"
    guard mode == .lenient else {
      throw .badPackage(
        "\(container.path)/\(package.path):\(entry.location.line):\(entry.location.column)",
        "\(name) of the spine is not a document that can be set, and has no fallback that can: correct its media type, or use --lenient"
      )
    }
    guard let listed, let kind = Self.kind(ofName: listed.href) else {
      warn("\(name) of the spine is not a document that can be set: it was passed over", entry)
      return nil
    }
    warn("\(name) of the spine has no media type of a document: its name says what it is", entry)
    return (listed, kind)
  }

  private static func kind(ofName name: String) -> Publication.Document.Kind? {
    switch name.lowercased().split(separator: ".").last {
    case "xhtml", "html", "htm", "xht", "xml": .xhtml
    case "svg": .svg
    case "png", "jpg", "jpeg", "gif", "webp": .image
    default: nil
    }
  }

  private mutating func warn(_ message: String, _ entry: Package.SpineItem) {
    warnings.append(PackageWarning(message: message, location: entry.location))
  }
}
