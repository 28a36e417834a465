internal import EPUB
internal import Foundation
internal import Markup

/// Turns an SVG drawing, inline or in its own file, into a self-contained image without scripts,
/// links and external references.
struct DrawingReader {
  let tree: ElementTree
  let root: Int
  let publication: Publication
  /// The file that URLs in the drawing are relative to.
  let href: String
  /// The document's styles and definitions, for an inline drawing.
  let document: InlineDrawings?
  /// What is copied into the drawing from others of its document.
  private let copies: DrawingDefinitions.Copies
  /// The font size of the drawing's element, in points.
  private let fontSize: Double
  /// The color of the text around an inline drawing: `currentColor`.
  private let color: Color?
  /// The size of its box in CSS pixels, for an inline drawing without a `viewBox`: its content is not
  /// scaled, so this is its own size (SVG 2, section 8.2). Nil for its attributes' size.
  var boxSize: (width: Double, height: Double)?
  private(set) var findings = FindingList()

  init(
    _ tree: ElementTree, root: Int, publication: Publication, href: String,
    document: InlineDrawings? = nil, text: TextProperties? = nil
  ) {
    self.document = document
    copies =
      document.map { own in
        own.definitions.copies(for: root) { own.styles.written($0).css }
      } ?? DrawingDefinitions.Copies()
    fontSize = (text?.font.size ?? 12).points
    color = text?.color
    self.tree = tree
    self.root = root
    self.publication = publication
    self.href = href
  }

  /// Reads a drawing from the bytes of a file; nil if they are not SVG.
  init?(_ bytes: [UInt8], publication: Publication, href: String) {
    guard let (tree, _) = try? Markup.parse(bytes, path: href), let root = tree.root,
      tree.isElement(root, "svg", in: Namespace.svg)
    else { return nil }
    self.init(tree, root: root, publication: publication, href: href)
  }

  var summary: ImageHeader.Summary {
    let own = ImageHeader.svg(
      tree, root,
      fonts: (fontSize, document?.styles.resolver.root?.text.font.size.points ?? fontSize))
    guard let boxSize else { return own }
    return ImageHeader.Summary(
      mediaType: own.mediaType, width: boxSize.width, height: boxSize.height,
      ratio: boxSize.width / boxSize.height, isScaledEvenly: own.isScaledEvenly)
  }

  /// The description of the drawing: its label or its title (SVG-AAM 1.0, section 7.1), or else its
  /// text, without styles, scripts and metadata.
  var words: String {
    if let label = tree.ariaLabel(of: root) { return label }
    let title = tree.children(of: root).first { tree.isElement($0, "title", in: Namespace.svg) }
    if let title = title.map({ tree.singleSpaced($0) }), !title.isEmpty { return title }
    var text = ""
    var node = root
    while node < Int(tree.nodes[root].end) {
      let isElement = tree.nodes[node].kind == .element
      if isElement, ["style", "script", "metadata"].contains(tree.name(of: node).local) {
        node = Int(tree.nodes[node].end)
        continue
      }
      if tree.nodes[node].kind == .text { text += tree.string(of: node) + " " }
      node += 1
    }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The drawing as XML.
  mutating func markup() -> [UInt8] {
    let outlined = DrawingText.outlines(of: self)
    note(outlined)
    var text = markup(of: root, outlined)
    // In attributes, this character is escaped.
    if let background, let end = text.firstIndex(of: ">") {
      text.insert(contentsOf: background, at: text.index(after: end))
    }
    guard !copies.nodes.isEmpty else { return Array(text.utf8) }
    let copied = copies.nodes.map { markup(of: $0, outlined) }.joined()
    return Array((text.dropLast("</svg>".count) + "<defs>" + copied + "</defs></svg>").utf8)
  }

  /// The drawing, or what is copied into it, as XML.
  private func markup(of node: Int, _ outlined: [Int: String]) -> String {
    let size = statedSize
    return MarkupWriter.xml(of: node, in: tree, replaced: outlined) { element in
      var added: [(String, String)] = []
      if element == root, let size {
        added = [("width", "\(size.width)"), ("height", "\(size.height)")]
      }
      if element == root, let color, color != .black, takesColor {
        added.append(("color", "rgb(\(color.red),\(color.green),\(color.blue))"))
      }
      if element == root, let document, hasText(outlined) {
        added += document.styles.inheritedText(of: root)
      }
      if let style = style(of: element) { added.append(("style", style)) }
      if tree.attribute("transform", of: element) == nil,
        let transform = patternTransform(of: element)
      {
        added.append(("transform", transform))
      }
      return added
    } filter: { element, attribute, value in
      if element == root, size != nil, ["width", "height"].contains(attribute) { return nil }
      return kept(value, of: attribute, in: element)
    }
  }

  /// The nodes of the drawing, and of what is copied into it.
  private var nodes: [Range<Int>] {
    ([root] + copies.nodes).map { $0..<Int(tree.nodes[$0].end) }
  }

  /// The elements of SVG with a name.
  func elements(_ name: String) -> [Int] {
    nodes.joined().filter { tree.isElement($0, name, in: Namespace.svg) }
  }

  /// Whether there is text that is not drawn as outlines.
  private func hasText(_ outlined: [Int: String]) -> Bool {
    elements("text").contains { outlined[$0] == nil }
  }

  /// The value of an attribute as it is written; nil to omit it.
  private func kept(_ value: String, of attribute: String, in element: Int) -> String? {
    if attribute == "style", style(of: element) != nil { return nil }
    // The size in its style is that of its box, in which the drawing is scaled.
    if element == root, attribute == "style" { return Self.withoutSize(value) }
    if attribute == "viewBox", let scaled = scaledViewBox(of: element) { return scaled }
    if element != root, attribute == "transform" {
      let own = drawnTransform(value, of: element)
      return patternTransform(of: element).map { "\($0) \(own)" } ?? own
    }
    // It is part of the transformation.
    if element != root, attribute == "transform-origin" { return nil }
    guard attribute == "href" else { return value }
    switch tree.name(of: element).local {
    case "a", "script": return nil
    case "image", "feImage", "use": return embedded(value)
    default: return value
    }
  }

  /// The attributes of an element of a text that is drawn as outlines: without its places and its name.
  func attributes(ofText element: Int) -> String {
    MarkupWriter.attributes(of: element, in: tree) { element in
      style(of: element).map { [("style", $0)] } ?? []
    } _: { element, attribute, value in
      ["x", "y", "dx", "dy", "text-anchor"].contains(attribute)
        ? nil : kept(value, of: attribute, in: element)
    }
  }

  /// Whether it uses the color of the text around it.
  private var takesColor: Bool {
    tree.attribute("color", of: root) == nil
      && (root..<Int(tree.nodes[root].end)).contains { node in
        tree.nodes[node].kind == .element
          && tree.attributes(of: node).contains { $0.value.lowercased().contains("currentcolor") }
      }
  }

  /// An element's own `style` and the rules of the document for it, combined; nil if they set no
  /// property of drawings, so that the attribute stays as it is.
  private func style(of element: Int) -> String? {
    let transform = element == root ? nil : transformStyle(of: element)
    let parts = [document?.styles.written(element).css ?? "", transform ?? ""]
    let resolved = parts.filter { !$0.isEmpty }.joined(separator: ";")
    guard !resolved.isEmpty else { return nil }
    guard let own = tree.attribute("style", of: element), !own.isEmpty else { return resolved }
    return (element == root ? Self.withoutSize(own) : own) + ";" + resolved
  }

  private static func withoutSize(_ style: String) -> String {
    style.split(separator: ";").filter { declaration in
      let name = declaration.prefix { $0 != ":" }.trimmingCharacters(in: .whitespaces).lowercased()
      return !["width", "height", "min-width", "min-height", "max-width", "max-height"]
        .contains(name)
    }.joined(separator: ";")
  }

  /// A size for a drawing that has none, that has one in units of a font, which other programs do
  /// not know, or that is too large to rasterize: viewBox units are arbitrary, and `librsvg` takes
  /// them for pixels.
  private var statedSize: (width: Double, height: Double)? {
    let summary = summary
    if let width = summary.width, let height = summary.height,
      max(width, height) <= Self.largestSide
    {
      let usual = ImageHeader.svg(tree, root)
      return usual.width == width && usual.height == height ? nil : (width, height)
    }
    guard tree.attribute("viewBox", of: root) != nil, let ratio = summary.ratio,
      ratio.isFinite, ratio > 0.0001, ratio < 10_000
    else { return nil }
    func rounded(_ side: Double) -> Double { (side * 100).rounded() / 100 }
    return ratio >= 1
      ? (Self.largestSide, rounded(Self.largestSide / ratio))
      : (rounded(Self.largestSide * ratio), Self.largestSide)
  }

  private static let largestSide = 1000.0

  /// Reports what is removed, and what other programs may draw differently.
  ///
  /// - Parameter outlined: the elements of text that are drawn as outlines.
  private mutating func note(_ outlined: [Int: String]) {
    noteCopies()
    var hasText = false
    for node in nodes.joined() where tree.nodes[node].kind == .element {
      let name = tree.name(of: node)
      guard name.namespace == Namespace.svg || name.namespace == Namespace.xhtml else { continue }
      let handler = tree.attributes(of: node).contains {
        tree.names[Int($0.name)].local.lowercased().hasPrefix("on")
      }
      if name.local == "script" || handler {
        report(.refusedResource, "a script in a drawing was removed", node)
      } else if name.local == "foreignObject" {
        report(.fallbackContent, "HTML in a drawing is drawn by some programs only", node)
      } else if name.local == "text", !hasText, outlined[node] == nil,
        !tree.singleSpaced(node).isEmpty
      {
        hasText = true
        report(
          .fontFallback,
          "text in a drawing is set with the fonts of the program that shows it, not the book's",
          node)
      }
      for property in document?.styles.written(node).unhonoured ?? [] {
        report(.unsupportedValue, "this \"\(property)\" is not honoured in a drawing", node)
      }
    }
  }

  /// Reports what the drawing uses and does not have.
  private mutating func noteCopies() {
    if copies.isCut {
      report(
        .truncatedText, "what a drawing uses of other drawings is too large: a part is not drawn",
        root)
    }
    for node in elements("use") {
      let url = tree.attribute("href", in: Namespace.xlink, of: node) ?? ""
      let target = tree.attribute("href", of: node) ?? url
      if target.hasPrefix("#"), copies.missing.contains(String(target.dropFirst())) {
        report(
          .missingTarget, "no drawing of the document has \"\(target)\": it is not drawn", node)
      } else if !target.isEmpty, !target.hasPrefix("#"), !target.hasPrefix("data:") {
        report(
          .fallbackContent, "a part of another file (\"\(target)\") is not drawn in a drawing", node
        )
      }
    }
  }

  private mutating func report(_ rule: Finding.Rule, _ message: String, _ node: Int) {
    findings.report(rule, message, at: tree.location(of: node))
  }

  /// The referenced file as a data URL; nil if it is not an image of the book. References inside
  /// the drawing and data URLs are unchanged.
  private func embedded(_ url: String) -> String? {
    guard !url.hasPrefix("#"), !url.lowercased().hasPrefix("data:") else { return url }
    guard let resource = try? publication.resource(url, relativeTo: href) else { return nil }
    guard let summary = ImageHeader.read(resource.bytes) else { return nil }
    return DataURL.of(resource.bytes, mediaType: summary.mediaType)
  }
}
