internal import Foundation
internal import Markup

/// Text of a drawing that is set in the book's own fonts, as outlines: a program that shows the drawing as an
/// image does not have them.
///
/// Text that is laid out in other ways than from point to point, such as on a path, stays text.
struct DrawingText {
  private struct Font: Equatable {
    var families: [String] = []
    /// In the drawing's units.
    var size = 16.0
    var weight = 400
    var isItalic = false
    var anchor = "start"
    var keepsSpaces = false
  }

  /// Text of one font between two places that are given.
  private struct Run {
    let markup: String
    let width: Double
    let x: Double
    let y: Double
    let chunk: Int
    /// The elements inside the text element that contain it, outermost first.
    let elements: [Int]
  }

  private let drawing: DrawingReader
  private let styles: DrawingStyles
  private var resolver: StyleResolver { styles.resolver }
  private var runs: [Run] = []
  /// By chunk, its anchor.
  private var anchors: [String] = []
  private var place = (x: 0.0, y: 0.0)
  private var isAtStart = true
  /// Whether white space is due before the next character: at the end it vanishes.
  private var hasSpace = false
  private var elements: [Int] = []

  private init(_ drawing: DrawingReader, _ styles: DrawingStyles) {
    self.drawing = drawing
    self.styles = styles
  }

  /// The outlines of the text elements of an inline drawing, by their nodes.
  static func outlines(of drawing: DrawingReader) -> [Int: String] {
    guard let styles = drawing.document?.styles else { return [:] }
    var result: [Int: String] = [:]
    for node in drawing.elements("text") {
      var text = DrawingText(drawing, styles)
      if let markup = text.outlines(of: node) { result[node] = markup }
    }
    return result
  }

  // MARK: Fonts

  /// The font of an element, from those around it: by the rules of the book and the element's own style, or
  /// else by its attributes.
  private func font(of node: Int) -> (font: Font, style: ComputedStyle) {
    let tree = drawing.tree
    var outer: [Int] = []
    var next = node
    while next >= 0, tree.nodes[next].kind == .element {
      outer.append(next)
      next = Int(tree.nodes[next].parent)
    }
    var font = Font()
    var style: ComputedStyle?
    for element in outer.reversed() {
      let own = styles.style(of: element)
      update(&font, of: element, own, parent: style)
      style = own
    }
    return (font, styles.style(of: node))
  }

  private func update(
    _ font: inout Font, of node: Int, _ own: ComputedStyle, parent: ComputedStyle?
  ) {
    let (new, old) = (own.text.font, parent?.text.font)
    let isDrawn = drawing.tree.name(of: node).namespace == Namespace.svg
    func attribute(_ name: String) -> String? {
      isDrawn ? drawing.tree.attribute(name, of: node) : nil
    }
    if new.families != old?.families {
      font.families = new.families
    } else if let names = attribute("font-family") {
      font.families = names.split(separator: ",").map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: " \t\n\"'"))
      }
    }
    if new.size != old?.size {
      font.size = new.size.points / 0.75
    } else if let size = attribute("font-size").flatMap(Self.length) {
      font.size = size
    }
    if new.weight != old?.weight {
      font.weight = new.weight
    } else if let weight = attribute("font-weight") {
      font.weight = weight == "bold" ? 700 : Int(weight) ?? 400
    }
    if new.isItalic != old?.isItalic {
      font.isItalic = new.isItalic
    } else if let slant = attribute("font-style") {
      font.isItalic = slant == "italic" || slant == "oblique"
    }
    guard isDrawn else { return }
    let declared = declarations(of: node)
    font.anchor = declared["text-anchor"] ?? attribute("text-anchor") ?? font.anchor
    if let size = declared["font-size"].flatMap(Double.init) { font.size = size }
    if let space = drawing.tree.attribute("space", in: Namespace.xml, of: node) {
      font.keepsSpaces = space == "preserve"
    }
  }

  /// The declarations of an element for drawings: the book's rules, and its own style.
  private func declarations(of node: Int) -> [String: String] {
    let own = drawing.tree.attribute("style", of: node) ?? ""
    let all = DrawingStyles.declarations(in: own + ";" + styles.written(node).css)
    return Dictionary(all.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
  }

  /// A length in units of the drawing; nil for one in other units than pixels and points.
  private static func length(_ text: String) -> Double? {
    let text = text.trimmingCharacters(in: .whitespaces)
    if text.hasSuffix("pt") { return Double(text.dropLast(2)).map { $0 / 0.75 } }
    let value = Double(text.hasSuffix("px") ? String(text.dropLast(2)) : text)
    return value.flatMap { $0.isFinite && abs($0) < 1e6 ? $0 : nil }
  }

  /// The face if it is the book's.
  private func face(_ font: Font) -> FontFace? {
    let fonts = resolver.context.fonts
    guard let family = font.families.first(where: fonts.hasFamily), fonts.isOfBook(family) else {
      return nil
    }
    let request = FontRequest(
      families: [family], weight: font.weight, isItalic: font.isItalic, stretch: 100)
    return (try? fonts.matches(request))?.first?.face
  }

  // MARK: Text

  /// Properties that lay out text otherwise than from point to point.
  private static let layouts = [
    "rotate", "textLength", "lengthAdjust", "letter-spacing", "word-spacing", "writing-mode",
    "baseline-shift", "dominant-baseline", "alignment-baseline", "direction", "unicode-bidi",
  ]

  private mutating func outlines(of node: Int) -> String? {
    let (font, style) = font(of: node)
    guard read(node, font, style), !runs.isEmpty else { return nil }
    var widths = [Double](repeating: 0, count: anchors.count)
    for run in runs { widths[run.chunk] += run.width }
    var text = "<g" + drawing.attributes(ofText: node)
    text += " aria-label=\"\(XMLText.escaped(drawing.tree.singleSpaced(node)))\">"
    for run in runs {
      let shift: Double =
        switch anchors[run.chunk] {
        case "middle": widths[run.chunk] / 2
        case "end": widths[run.chunk]
        default: 0
        }
      for element in run.elements { text += "<g" + drawing.attributes(ofText: element) + ">" }
      text += "<g transform=\"translate(\(Self.number(run.x - shift)),\(Self.number(run.y)))"
      text += " " + run.markup + "</g>"
      for _ in run.elements { text += "</g>" }
    }
    return text + "</g>"
  }

  /// - Returns: false for text that stays text.
  private mutating func read(_ node: Int, _ font: Font, _ style: ComputedStyle) -> Bool {
    let tree = drawing.tree
    let declared = declarations(of: node)
    guard elements.count < 16, !style.text.isRightToLeft, move(to: node, font),
      Self.layouts.allSatisfy({ declared[$0] == nil && tree.attribute($0, of: node) == nil })
    else { return false }
    for child in tree.children(of: node) {
      switch tree.nodes[child].kind {
      case .text:
        guard append(tree.string(of: child), font) else { return false }
      case .element:
        guard tree.name(of: child).namespace == Namespace.svg else { return false }
        switch tree.name(of: child).local {
        case "title", "desc": continue
        case "tspan", "a":
          let own = resolver.style(of: child, parent: style)
          var inner = font
          update(&inner, of: child, own, parent: style)
          elements.append(child)
          guard read(child, inner, own) else { return false }
          elements.removeLast()
        default: return false
        }
      case .comment, .instruction: continue
      }
    }
    return true
  }

  /// Moves to the place that an element gives.
  private mutating func move(to node: Int, _ font: Font) -> Bool {
    var values: [String: Double] = [:]
    for name in ["x", "y", "dx", "dy"] {
      guard let text = drawing.tree.attribute(name, of: node) else { continue }
      guard let value = Self.length(text) else { return false }
      values[name] = value
    }
    if values["x"] != nil || values["y"] != nil || anchors.isEmpty {
      anchors.append(font.anchor)
      place = (values["x"] ?? place.x, values["y"] ?? place.y)
    }
    place = (place.x + (values["dx"] ?? 0), place.y + (values["dy"] ?? 0))
    return true
  }

  private mutating func append(_ source: String, _ font: Font) -> Bool {
    var text = ""
    for character in source {
      if character.isWhitespace, character != "\u{A0}", !font.keepsSpaces {
        hasSpace = !isAtStart
      } else {
        text += hasSpace ? " " : ""
        text.append(character.isWhitespace ? " " : character)
        (hasSpace, isAtStart) = (false, false)
      }
    }
    if text.isEmpty { return true }
    guard let face = face(font), let line = face.line(of: text) else { return false }
    let scale = font.size / Double(face.metrics.unitsPerEm)
    let width = Double(line.width) * scale
    var markup = "scale(\(scale))\">"
    for glyph in line.glyphs {
      let outline = String(decoding: face.outline(of: glyph.id), as: UTF8.self)
      if outline.isEmpty { continue }
      markup += "<path transform=\"translate(\(glyph.x),\(-glyph.y))\" d=\"\(outline)\"/>"
    }
    runs.append(
      Run(
        markup: markup, width: width, x: place.x, y: place.y, chunk: anchors.count - 1,
        elements: elements))
    place.x += width
    return true
  }

  private static func number(_ value: Double) -> String {
    String((value * 1000).rounded() / 1000)
  }
}
