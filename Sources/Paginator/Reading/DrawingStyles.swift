internal import Foundation
internal import Markup

/// The styles of the elements in the inline drawings of a document: what the document's rules say beyond the
/// attributes of a drawing is written into it (SVG 2, section 6.6).
final class DrawingStyles {
  private let tree: ElementTree
  let resolver: StyleResolver
  /// A drawing's elements are asked for several times.
  private var styles: [Int: ComputedStyle] = [:]
  private var known: [Int: Written] = [:]

  /// What an element's `style` attribute gets.
  struct Written {
    var css = ""
    /// What rules and the `style` attribute say of these properties.
    var transform: String?
    var transformOrigin: String?
    /// Declarations that cannot be written.
    var unhonoured: [String] = []
  }

  init(_ tree: ElementTree, _ resolver: StyleResolver) {
    self.tree = tree
    self.resolver = resolver
  }

  /// The style of an element, from those of all elements around it.
  func style(of node: Int) -> ComputedStyle {
    var outer: [Int] = []
    var next = node
    while next >= 0, tree.nodes[next].kind == .element, styles[next] == nil {
      outer.append(next)
      next = Int(tree.nodes[next].parent)
    }
    var style = styles[next]
    for element in outer.reversed() {
      style = resolver.style(of: element, parent: style)
      styles[element] = style
    }
    return style ?? resolver.style(of: node, parent: nil)
  }

  /// The winning declarations of an element for drawings, of rules and its `style` attribute.
  func written(_ node: Int) -> Written {
    if let written = known[node] { return written }
    let (winners, ruled) = resolver.drawingWinners(of: node)
    let css = DrawingDeclarations(
      winners: winners, ruled: ruled, name: tree.name(of: node).local, isRoot: isRoot(node))
    var written = css.isEmpty ? Written() : css.written(style(of: node), resolver.root)
    written.transform = winners["transform"]?.drawn(resolver.root)
    written.transformOrigin = winners["transform-origin"]?.drawn(resolver.root)
    known[node] = written
    return written
  }

  /// The declarations of a `style` attribute, in its order, with their names in small letters.
  static func declarations(in style: String) -> [(name: String, value: String)] {
    style.split(separator: ";").compactMap { declaration in
      guard let colon = declaration.firstIndex(of: ":") else { return nil }
      return (
        declaration[..<colon].trimmingCharacters(in: .whitespaces).lowercased(),
        declaration[declaration.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      )
    }
  }

  private func isRoot(_ node: Int) -> Bool {
    let parent = Int(tree.nodes[node].parent)
    return parent < 0 || tree.name(of: parent).namespace != Namespace.svg
  }

  /// The attributes that give a drawing what its text inherits from the text around it: any rule of the
  /// drawing overrides attributes.
  func inheritedText(of root: Int) -> [(String, String)] {
    // Around a document that is a drawing there is none.
    guard tree.nodes[root].parent >= 0 else { return [] }
    let style = style(of: root)
    let font = style.text.font
    var attributes = [
      ("font-family", DrawingDeclarations.families(font.families)),
      ("font-size", DrawingDeclarations.pixels(font.size)),
    ]
    if font.weight != 400 { attributes.append(("font-weight", "\(font.weight)")) }
    if font.isItalic { attributes.append(("font-style", "italic")) }
    if style.text.isRightToLeft { attributes.append(("direction", "rtl")) }
    return attributes.filter { !$0.1.isEmpty && tree.attribute($0.0, of: root) == nil }
  }
}

/// The declarations of one element in a drawing.
private struct DrawingDeclarations {
  let winners: [String: StyleValue]
  /// The properties that rules declare; others are in the `style` attribute, which is kept.
  let ruled: Set<String>
  let name: String
  let isRoot: Bool

  private static let text = [
    "direction", "font-family", "font-size", "font-stretch", "font-style", "font-variant-caps",
    "font-weight", "letter-spacing", "text-decoration-line", "unicode-bidi", "word-spacing",
    "writing-mode",
  ]
  private static let shapes: Set<String> = [
    "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "image", "stop",
    "linearGradient", "radialGradient", "defs", "style", "title", "desc", "metadata",
  ]
  private static let sized: Set<String> = ["rect", "image", "svg", "foreignObject"]

  /// The properties beyond painting that are written, if rules declare them.
  private var properties: [String] {
    var names = ["clip-path", "color", "opacity", "visibility"]
    if !Self.shapes.contains(name) { names += Self.text }
    if !isRoot {
      names += ["display", "transform", "transform-origin"]
      if Self.sized.contains(name) { names += ["height", "width"] }
    }
    return names.filter(ruled.contains)
  }

  private var painting: [String] { winners.keys.filter(PropertyTable.drawing.contains).sorted() }

  var isEmpty: Bool { properties.isEmpty && painting.isEmpty }

  func written(_ style: ComputedStyle, _ root: ComputedStyle?) -> DrawingStyles.Written {
    var result = DrawingStyles.Written()
    var parts = painting.compactMap { property in
      if case .string(let value) = winners[property] { "\(property):\(value)" } else { nil }
    }
    for property in properties.sorted() {
      guard let value = winners[property] else { continue }
      if let text = css(property, value, style, root) {
        parts.append(text)
      } else {
        result.unhonoured.append(property)
      }
    }
    result.css = parts.joined(separator: ";")
    return result
  }

  /// A declaration as other programs know it; nil if there is none.
  private func css(
    _ property: String, _ value: StyleValue, _ style: ComputedStyle, _ root: ComputedStyle?
  ) -> String? {
    let font = style.text.font
    switch property {
    case "display": return style.box.display == .none ? "display:none" : "display:inline"
    case "font-family": return "font-family:" + Self.families(font.families)
    case "font-weight": return "font-weight:\(font.weight)"
    case "font-stretch": return "font-stretch:\(font.stretch)%"
    case "font-variant-caps": return value.drawn(root).map { "font-variant:\($0)" }
    case "text-decoration-line": return value.drawn(root).map { "text-decoration:\($0)" }
    case "color":
      let color = style.text.color
      return "color:rgb(\(color.red),\(color.green),\(color.blue))"
    case "font-size":
      // The size to which a relative one refers may be that of an attribute.
      let size = value.drawn(root) ?? Self.pixels(font.size)
      return "font-size:" + size
    default: return value.drawn(root).map { "\(property):\($0)" }
    }
  }

  static func families(_ families: [String]) -> String {
    let generic: Set<String> = [
      "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui",
    ]
    return families.map { name in
      if generic.contains(name) { return name }
      return "'" + name.filter { !"'\\\n".contains($0) } + "'"
    }.joined(separator: ",")
  }

  static func pixels(_ length: Length) -> String {
    "\((length.points / 0.75 * 1000).rounded() / 1000)px"
  }
}

extension StyleValue {
  /// The value as a program without our fonts and pages knows it; nil if it does not.
  /// - Parameter root: the style of the document's root, for `rem`.
  fileprivate func drawn(_ root: ComputedStyle?) -> String? {
    switch self {
    case .keyword(let word): return word
    case .number(let number): return "\(number)"
    case .percentage(let number): return "\(number)%"
    case .length(let number, let unit): return Self.drawn(number, unit, root)
    case .url(let url, _): return "url(\(url))"
    case .list(let values): return Self.drawn(values, root, separator: " ")
    case .function(let name, let arguments):
      let isTurn = ["rotate", "skew", "skewx", "skewy"].contains(name)
      let content =
        isTurn
        ? Self.drawn(arguments, root, separator: "deg,").map { $0 + "deg" }
        : Self.drawn(arguments, root, separator: ",")
      return content.map { "\(name)(\($0))" }
    default: return nil
    }
  }

  private static func drawn(_ number: Double, _ unit: LengthUnit, _ root: ComputedStyle?) -> String?
  {
    if let points = unit.points {
      return "\((number * points / 0.75 * 10_000).rounded() / 10_000)px"
    }
    switch unit {
    case .em, .ex: return "\(number)\(unit.rawValue)"
    case .rem: return root.map { "\(number * $0.text.font.size.points / 0.75)px" }
    default: return nil
    }
  }

  private static func drawn(
    _ values: [StyleValue], _ root: ComputedStyle?, separator: String
  ) -> String? {
    let texts = values.compactMap { $0.drawn(root) }
    return texts.count == values.count ? texts.joined(separator: separator) : nil
  }
}
