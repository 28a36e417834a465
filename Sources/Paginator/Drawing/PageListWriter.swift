internal import EPUB
internal import Markup

/// Adds print page numbers to an EPUB: markers in the documents, a page list in the navigation, and
/// the source of the numbers in the metadata (EPUB Accessibility 1.1, section 4.1.3).
public struct PageListWriter {
  private let pagination: Pagination
  private var publication: Publication { pagination.publication }
  /// The edition that the page numbers come from; "none" if there is no print edition.
  private let pageSource: String
  /// Whether a stylesheet of the book mentions page breaks.
  private let stylesBreaks: Bool
  private let marks: [Mark]
  /// The labels of pages whose start cannot be marked: in their text, before it, is an entity that the document
  /// declares, or what was repaired (`--lenient`). They are in no page list.
  public let unmarkedPages: [String]

  /// - Throws: `BookError` if the book is not an EPUB or has no navigation.
  public init(_ pagination: Pagination, pageSource: String = "none") throws {
    self.pagination = pagination
    self.pageSource = pageSource
    (marks, unmarkedPages) = Self.marks(in: pagination)
    stylesBreaks = pagination.inputs.contains { input in
      guard input.kind == "stylesheet" || input.kind == "document",
        let bytes = try? pagination.publication.file(input.name)
      else { return false }
      let text = String(decoding: bytes, as: UTF8.self)
      return input.kind == "stylesheet"
        ? text.contains("pagebreak") : text.contains("<style") && text.contains("pagebreak")
    }
    let navigation = pagination.publication.navigation
    guard let package = pagination.publication.package else {
      throw BookError(.badUsage, "a page list goes into an EPUB: this book is a single document")
    }
    guard (package.isVersion2 ? navigation.ncxPath : navigation.path) != nil else {
      throw BookError(
        .badInput,
        "the book has no \(package.isVersion2 ? "NCX" : "navigation document") to put a page list into"
      )
    }
  }

  /// The start of a page in a document.
  private struct Mark {
    let label: String
    let document: Int
    /// Nil for an image or a drawing in the spine, which has no place for a mark: the page is the
    /// document.
    let id: String?
    let at: ElementTree.SourceByte
  }

  /// The changed files of the EPUB, by path.
  /// - Throws: `BookError` for a file of the book that is missing, or that has no place for the
  ///   list or for a page break.
  public func files() throws -> [String: [UInt8]] {
    var editors: [String: SourceEditor] = [:]
    for mark in marks {
      guard let id = mark.id else { continue }
      let href = pagination.documents[mark.document].href
      var editor = try editors[href] ?? editor(pagination.trees[mark.document].tree, href)
      let text = marker(mark.label, id, editor)
      editor.insert(
        mark.at.isInCDATA ? "]]>\(text)<![CDATA[" : text, at: mark.at.offset)
      editors[href] = editor
    }
    if let path = publication.navigation.path { try editNavigation(path, marks, &editors) }
    if let path = publication.navigation.ncxPath { try editNCX(path, marks, &editors) }
    if let package = publication.package, !package.isVersion2 {
      try editPackage(package.path, &editors)
    }
    return editors.mapValues(\.bytes)
  }

  // MARK: Marks

  private static func marks(
    in pagination: Pagination
  ) -> (marks: [Mark], unmarked: [String]) {
    var (marks, unmarked) = ([Mark](), [String]())
    var seen: [String: Int] = [:]
    var finder: (document: Int, source: SourceFinder)?
    for page in pagination.pages {
      guard let (chapter, content) = pagination.layout(of: page), content.start < content.end else {
        continue
      }
      let index = chapter.chapter.document
      // Generated documents, such as a contents page, are not in the EPUB.
      guard !pagination.documents[index].document.isGenerated else { continue }
      let href = pagination.documents[index].href
      // A document that occurs twice in the spine is marked where it occurs first.
      guard seen[href, default: index] == index else { continue }
      seen[href] = index
      let tree = pagination.trees[index].tree
      if finder?.document != index { finder = (index, SourceFinder(tree)) }
      guard
        let place = Positions.source(of: content.start, in: chapter),
        let byte = finder?.source.sourceByte(of: place.node, offset: place.offset ?? 0)
      else {
        unmarked.append(page.label)
        continue
      }
      marks.append(
        Mark(
          label: page.label, document: index,
          id: pagination.documents[index].document.kind == .xhtml ? id(page.label, tree) : nil,
          at: byte))
    }
    return (marks, unmarked)
  }

  private static func id(_ label: String, _ tree: ElementTree) -> String {
    // An id must be an XML name; a page label may contain other characters.
    var id = "page-" + String(label.map { $0.isLetter || $0.isNumber ? $0 : "-" })
    while tree.attributes.contains(where: { $0.value == id }) { id = "print-" + id }
    return id
  }

  private func marker(_ label: String, _ id: String, _ editor: SourceEditor) -> String {
    let namespace = editor.namespaceDeclaration(beside: editor.tree.root)
    guard publication.package?.isVersion2 != true else {
      return "<span\(namespace) id=\"\(id)\"></span>"
    }
    // If the book styles page breaks, our markers must not take up space.
    let style =
      stylesBreaks ? " style=\"margin: 0; border: none; padding: 0\"" : ""
    return
      "<span\(namespace)\(editor.opsDeclaration) \(editor.ops):type=\"pagebreak\" role=\"doc-pagebreak\" id=\"\(id)\" aria-label=\"\(XMLText.escaped(label))\"\(style)></span>"
  }

  private func editor(_ tree: ElementTree, _ href: String) throws -> SourceEditor {
    guard let original = try publication.file(href),
      let editor = SourceEditor(tree, original: original)
    else {
      throw BookError(
        .badInput, "\(publication.displayPath(of: href)): not in UTF-8: no page list can be put in")
    }
    return editor
  }

  private func editor(
    of path: String, _ editors: [String: SourceEditor]
  ) throws -> SourceEditor {
    if let known = editors[path] { return known }
    guard let bytes = try publication.file(path) else {
      throw BookError(.badInput, "\(publication.displayPath(of: path)): missing")
    }
    return try editor(parse(bytes, path: publication.displayPath(of: path)).tree, path)
  }

  // MARK: Navigation

  private func editNavigation(
    _ path: String, _ marks: [Mark], _ editors: inout [String: SourceEditor]
  ) throws {
    var editor = try editor(of: path, editors)
    let body = editor.element("body")
    var text =
      "<nav\(editor.namespaceDeclaration(beside: body))\(editor.opsDeclaration) \(editor.ops):type=\"page-list\" role=\"doc-pagelist\" hidden=\"hidden\">\n<ol>\n"
    for mark in marks {
      text +=
        "<li><a href=\"\(link(to: mark, from: path))\">\(XMLText.escaped(mark.label))</a></li>\n"
    }
    text += "</ol>\n</nav>\n"
    let tree = editor.tree
    let old = tree.nodes.indices.first { node in
      tree.isElement(node, "nav") && tree.types(of: node).contains("page-list")
    }
    if let old, let end = editor.end(of: old) {
      editor.replace(Int(tree.nodes[old].sourceOffset)..<end, with: text)
    } else if let end = body.flatMap(editor.endTag(ofOnly:)) {
      editor.insert(text, at: end)
    } else {
      throw BookError(.badInput, "\(publication.displayPath(of: path)): no end of its body")
    }
    editors[path] = editor
  }

  private func editNCX(
    _ path: String, _ marks: [Mark], _ editors: inout [String: SourceEditor]
  ) throws {
    var editor = try editor(of: path, editors)
    let map = editor.element("navMap")
    var text = "<pageList\(editor.namespaceDeclaration(beside: map))>\n"
    for (index, mark) in marks.enumerated() {
      let isNumber = mark.label.allSatisfy(\.isNumber)
      text +=
        "<pageTarget id=\"page-target-\(index + 1)\" type=\"\(isNumber ? "normal" : "front")\""
      if isNumber { text += " value=\"\(mark.label)\"" }
      text +=
        "><navLabel><text>\(XMLText.escaped(mark.label))</text></navLabel><content src=\"\(link(to: mark, from: path))\"/></pageTarget>\n"
    }
    text += "</pageList>\n"
    let tree = editor.tree
    if let old = editor.element("pageList"), let end = editor.end(of: old) {
      editor.replace(Int(tree.nodes[old].sourceOffset)..<end, with: text)
    } else if let end = map.flatMap(editor.endTag(ofOnly:)).flatMap(editor.end(ofTagAt:)) {
      editor.insert("\n" + text, at: end)
    }
    editors[path] = editor
  }

  private func link(to mark: Mark, from path: String) -> String {
    publication.relativeURL(of: pagination.documents[mark.document].href, from: path)
      + (mark.id.map { "#" + $0 } ?? "")
  }

  // MARK: Package

  /// The vocabulary of the property. It is declared because older checkers do not know the
  /// property.
  private static let vocabulary = "https://www.w3.org/publishing/a11y/page-source-id/#"

  private func editPackage(_ path: String, _ editors: inout [String: SourceEditor]) throws {
    var editor = try editor(of: path, editors)
    let metadata = editor.element("metadata")
    guard let root = editor.tree.root, let end = metadata.flatMap(editor.endTag(ofOnly:)) else {
      throw BookError(.badInput, "\(publication.displayPath(of: path)): no end of its metadata")
    }
    guard !editor.contains("pageBreakSource") else { return }
    editor.insert(
      "<meta\(editor.namespaceDeclaration(beside: metadata)) property=\"pagination:pageBreakSource\">\(XMLText.escaped(pageSource))</meta>\n",
      at: end)
    editor.addPrefix("pagination: \(Self.vocabulary)", to: root)
    editors[path] = editor
  }
}
