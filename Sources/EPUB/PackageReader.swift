internal import Foundation
public import Markup

/// Reads `META-INF/container.xml` and the package document it names.
struct PackageReader {
  private let container: Container
  private let mode: ParseMode
  private(set) var warnings: [PackageWarning] = []
  /// Ids of manifest items that refer to a part of a document.
  private var parts: Set<String> = []
  /// Ids of manifest items that are not in the container.
  private var remote: Set<String> = []
  /// Whether the package document says what its documents' layout is.
  private var hasLayout = false
  /// Kinds of texts of the metadata that have as many as are kept.
  private var full: Set<String> = []

  init(_ container: Container, mode: ParseMode) {
    self.container = container
    self.mode = mode
  }

  private static let ocf = "urn:oasis:names:tc:opendocument:xmlns:container"
  private static let dc = "http://purl.org/dc/elements/1.1/"

  mutating func read() throws -> Package {
    let path = try rootFile()
    guard let bytes = try container.bytes(path) else {
      throw PublicationError.badPackage(
        container.path, "META-INF/container.xml names \"\(path)\", which is not in the book")
    }
    let tree = try parse(bytes, path: path)
    var package = Package(path: path)
    guard let root = tree.root, tree.name(of: root).local == "package" else {
      throw PublicationError.badPackage(container.path, "\"\(path)\" is not a package document")
    }
    package.version = tree.attribute("version", of: root) ?? ""
    for child in tree.children(of: root) where tree.nodes[child].kind == .element {
      switch tree.name(of: child).local {
      case "metadata": readMetadata(child, tree, root, &package)
      case "manifest": readManifest(child, tree, &package)
      case "spine": readSpine(child, tree, &package)
      case "guide": readGuide(child, tree, &package)
      default: break
      }
    }
    guard !package.spine.isEmpty else {
      throw PublicationError.badPackage("\(container.path)/\(path)", emptySpine(tree))
    }
    if !hasLayout {
      let options = try DisplayOptions(container)
      if options.isFixedLayout { package.metadata.layout = "pre-paginated" }
      warnings += options.warnings
    }
    return package
  }

  private mutating func parse(_ bytes: [UInt8], path: String) throws -> ElementTree {
    let (tree, repairs) = try parsePackage(
      bytes, path: "\(container.path)/\(path)", mode: mode)
    for repair in repairs {
      let place = SourceLocation(
        path: path, line: repair.location.line, column: repair.location.column)
      warnings.append(PackageWarning(message: repair.message, location: place))
    }
    return tree
  }

  /// Why a book has no document to set, with the place and what to do.
  private func emptySpine(_ tree: ElementTree) -> String {
    let spine = tree.nodes.indices.first { tree.isPackageElement($0, "spine") }
    guard let spine else { return "it has no spine: list the book's documents in one" }
    let place = tree.location(of: spine)
    let hasItems = tree.children(of: spine).contains { tree.isPackageElement($0, "itemref") }
    return
      "line \(place.line), column \(place.column): "
      + (hasItems
        ? "no idref of the spine is the id of a document in the manifest: correct the ids"
        : "the spine is empty: list the book's documents in it")
  }

  // MARK: container.xml

  private mutating func rootFile() throws -> String {
    guard let bytes = try container.bytes("META-INF/container.xml") else {
      throw PublicationError.badPackage(
        container.path, "no META-INF/container.xml: this is not an EPUB")
    }
    let tree = try parse(bytes, path: "META-INF/container.xml")
    let package = "application/oebps-package+xml"
    // If there are several renditions, the first one is used (EPUB 3.3, section 4.2.6.3.1).
    for node in tree.nodes.indices where tree.isElement(node, "rootfile", in: Self.ocf) {
      guard tree.attribute("media-type", of: node) ?? package == package,
        let text = tree.trimmedAttribute("full-path", of: node)
      else { continue }
      var path = text.hasPrefix("/") ? String(text.dropFirst()) : text
      // It is a path, not a URL, but some tools encode it.
      if try container.bytes(path) == nil, let decoded = path.removingPercentEncoding {
        path = decoded
      }
      if let problem = ContainerPath.problem(of: path) {
        throw PublicationError.badPackage(
          container.path, "META-INF/container.xml names \"\(text)\", which has \(problem)")
      }
      return path
    }
    throw PublicationError.badPackage(
      container.path, "META-INF/container.xml names no package document")
  }

  // MARK: metadata

  /// The most texts of one kind that are kept, and the most UTF-16 units of each: a PDF's
  /// strings have no more than 32,767 bytes (ISO 19005-3, section 6.1.13).
  private static let (mostTexts, mostUnits) = (500, 16_000)

  /// - Returns: the texts of the metadata that an element of Dublin Core adds to; nil for other
  ///   elements.
  private static func texts(
    of name: String
  ) -> WritableKeyPath<Package.Metadata, [Package.LocalizedText]>? {
    switch name {
    case "title": \.titles
    case "creator": \.creators
    case "contributor": \.contributors
    case "publisher": \.publishers
    case "rights": \.rights
    case "subject": \.subjects
    case "description": \.descriptions
    case "source": \.sources
    default: nil
    }
  }

  private mutating func readMetadata(
    _ metadata: Int, _ tree: ElementTree, _ root: Int, _ package: inout Package
  ) {
    let language = tree.attribute("lang", in: Namespace.xml, of: root)
    let direction = tree.attribute("dir", of: root)
    let uniqueID = tree.trimmedAttribute("unique-identifier", of: root)
    // EPUB 2 may wrap them in `dc-metadata`, so read all descendants.
    for node in metadata..<Int(tree.nodes[metadata].end) where tree.nodes[node].kind == .element {
      let name = tree.name(of: node)
      let text = tree.singleSpaced(node)
      if name.local == "meta" { readMeta(node, tree, text, &package) }
      guard name.namespace == Self.dc, !text.isEmpty else { continue }
      let localized = Package.LocalizedText(
        text.cut(toUnits: Self.mostUnits),
        language: tree.attribute("lang", in: Namespace.xml, of: node) ?? language,
        direction: tree.attribute("dir", of: node) ?? direction)
      if add(localized, name.local, node, tree, &package) {
        if localized.text.utf16.count < text.utf16.count {
          let most = Self.mostUnits
          warn(
            "the end of a \"\(name.local)\" over \(most) characters is left out", node, tree,
            package)
        }
        continue
      }
      switch name.local {
      case "language": package.metadata.languages.append(text)
      case "identifier":
        let isUnique = uniqueID != nil && tree.trimmedAttribute("id", of: node) == uniqueID
        if isUnique || package.metadata.identifier == nil { package.metadata.identifier = text }
      default: break
      }
    }
  }

  /// Adds a text to those of its kind.
  /// - Returns: false for an element of another kind.
  private mutating func add(
    _ text: Package.LocalizedText, _ name: String, _ node: Int, _ tree: ElementTree,
    _ package: inout Package
  ) -> Bool {
    guard let texts = Self.texts(of: name) else { return false }
    if package.metadata[keyPath: texts].count < Self.mostTexts {
      package.metadata[keyPath: texts].append(text)
    } else if full.insert(name).inserted {
      warn("more than \(Self.mostTexts) \"\(name)\" are left out", node, tree, package)
    }
    return true
  }

  private mutating func readMeta(
    _ node: Int, _ tree: ElementTree, _ text: String, _ package: inout Package
  ) {
    // An element that refines another one is not about the book itself.
    if tree.attribute("refines", of: node) != nil { return }
    switch tree.attribute("property", of: node) ?? "" {
    case "dcterms:modified": package.metadata.modified = text
    case "rendition:layout":
      package.metadata.layout = text
      hasLayout = true
    case "rendition:spread": package.metadata.spread = text
    case "rendition:orientation": package.metadata.orientation = text
    case "rendition:flow": package.metadata.flow = text
    case "rendition:viewport": package.metadata.viewport = text
    case "pageBreakSource", "pagination:pageBreakSource", "source-of":
      package.metadata.pageSource = text
    default: break
    }
    guard let name = tree.attribute("name", of: node),
      let content = tree.attribute("content", of: node)
    else { return }
    if name == "cover" { package.metadata.cover = content }
    // Kindle's and Apple's equivalents in EPUB 2.
    if name == "fixed-layout" {
      if content == "true" { package.metadata.layout = "pre-paginated" }
      hasLayout = true
    }
    if name == "original-resolution" {
      let sides = content.split(separator: "x")
      if sides.count == 2 {
        package.metadata.viewport = "width=\(sides[0]), height=\(sides[1])"
      }
    }
  }

  // MARK: manifest, spine, guide

  private mutating func readManifest(_ manifest: Int, _ tree: ElementTree, _ package: inout Package)
  {
    for node in tree.children(of: manifest) where tree.isPackageElement(node, "item") {
      guard let url = tree.trimmedAttribute("href", of: node) else {
        warn("an item of the manifest has no href", node, tree, package)
        continue
      }
      let given = tree.trimmedAttribute("id", of: node)
      if given == nil {
        warn(
          "the manifest's item \"\(url)\" has no id: the spine can't name it", node, tree, package)
      }
      // Documents name their images and styles by their paths.
      let id = given ?? "#\(node)"
      // Some tools list a document again for every heading in it.
      if ContainerPath.fragment(of: url) != nil {
        warn(
          "the manifest lists \"\(url)\": a part of a document is not a resource", node, tree,
          package)
        parts.insert(id)
      }
      if package.item(id: id) != nil {
        warn("the manifest has the id \"\(id)\" twice: the first item is used", node, tree, package)
      }
      // Items on the network may be listed, but this program does not open them.
      guard let href = ContainerPath.resolve(url, relativeTo: package.path) else {
        remote.insert(id)
        continue
      }
      package.append(
        Package.Item(
          id: id, href: href, mediaType: tree.trimmedAttribute("media-type", of: node) ?? "",
          properties: Set(tree.words(of: "properties", node)),
          fallback: tree.trimmedAttribute("fallback", of: node)))
    }
  }

  private mutating func readSpine(_ spine: Int, _ tree: ElementTree, _ package: inout Package) {
    package.progression =
      tree.trimmedAttribute("page-progression-direction", of: spine) ?? "default"
    package.ncx = tree.trimmedAttribute("toc", of: spine)
    let paths = DocumentTree(tree)
    for node in tree.children(of: spine) where tree.isPackageElement(node, "itemref") {
      let idref = tree.trimmedAttribute("idref", of: node) ?? ""
      guard !parts.contains(idref) else { continue }
      guard package.item(id: idref) != nil else {
        let problem = remote.contains(idref) ? "on the network" : "not in the manifest"
        warn(
          "the spine names \"\(idref)\", which is \(problem): it was passed over", node, tree,
          package)
        continue
      }
      package.spine.append(
        Package.SpineItem(
          idref: idref, isLinear: tree.trimmedAttribute("linear", of: node) != "no",
          properties: tree.words(of: "properties", node), cfi: paths.path(of: node),
          location: location(of: node, tree, package)))
    }
  }

  private func readGuide(_ guide: Int, _ tree: ElementTree, _ package: inout Package) {
    for node in tree.children(of: guide) where tree.isPackageElement(node, "reference") {
      // A fragment alone would be a place in the package document.
      guard let url = tree.trimmedAttribute("href", of: node), !url.hasPrefix("#"),
        let place = ContainerPath.place(of: url, from: package.path)
      else { continue }
      package.guide.append(
        Navigation.Entry(
          title: tree.attribute("title", of: node) ?? "", href: place, level: 1,
          type: Self.landmark(tree.attribute("type", of: node) ?? "")))
    }
  }

  /// The EPUB 3 name for a landmark type of EPUB 2.
  private static func landmark(_ type: String) -> String {
    switch type.lowercased() {
    case "text", "start": "bodymatter"
    case "title-page": "titlepage"
    case "acknowledgements": "acknowledgments"
    default: type.lowercased()
    }
  }

  private mutating func warn(
    _ message: String, _ node: Int, _ tree: ElementTree, _ package: Package
  ) {
    warnings.append(
      PackageWarning(message: message, location: location(of: node, tree, package)))
  }

  private func location(of node: Int, _ tree: ElementTree, _ package: Package) -> SourceLocation {
    let place = tree.location(of: node)
    return SourceLocation(path: package.path, line: place.line, column: place.column)
  }
}

extension ElementTree {
  /// Whether a node is such an element of a package document. OEB packages, and some made by hand,
  /// have another namespace than those of EPUB, or none.
  fileprivate func isPackageElement(_ node: Int, _ local: String) -> Bool {
    nodes[node].kind == .element && name(of: node).local == local
  }

  /// An attribute without the white space around it, which is no part of an id, a URL or a keyword.
  fileprivate func trimmedAttribute(_ name: String, of node: Int) -> String? {
    attribute(name, of: node)?.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// An error in the package that does not stop the book.
public struct PackageWarning: Sendable {
  /// What is wrong.
  public let message: String
  /// Where it is wrong.
  public let location: SourceLocation
}
