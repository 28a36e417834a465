internal import Markup

extension PDFBytes {
  /// Writes the markup of `MathDrawing`: paths with a position and a scale, and rectangles; y down.
  mutating func writeFormula(_ markup: [UInt8], _ colors: PDFColors) {
    let source = Array("<svg xmlns=\"\(Namespace.svg)\"".utf8) + markup + Array("</svg>".utf8)
    guard let (tree, _) = try? Markup.parse(source, path: "formula") else { return }
    for node in tree.nodes.indices where tree.nodes[node].kind == .element {
      let name = tree.name(of: node).local
      guard name == "path" || name == "rect" else { continue }
      write("q ")
      writeFill(Self.color(tree.attribute("fill", of: node)), colors, overprints: true)
      if name == "path" {
        let numbers = Self.numbers(tree.attribute("transform", of: node) ?? "")
        guard numbers.count == 3 else { continue }
        for value in [numbers[2], 0, 0, -numbers[2], numbers[0], numbers[1]] {
          write(value, decimals: 7)
        }
        write("cm ")
        writePath(svg: Array((tree.attribute("d", of: node) ?? "").utf8))
        write("f Q\n")
      } else {
        for side in ["x", "y", "width", "height"] {
          write(Self.numbers(tree.attribute(side, of: node) ?? "").first ?? 0, decimals: 3)
        }
        write("re f Q\n")
      }
    }
  }

  private static func numbers(_ text: String) -> [Double] {
    text.split { !$0.isNumber && $0 != "." && $0 != "-" }.compactMap { Double($0) }
  }

  private static func color(_ text: String?) -> Color {
    guard let text, text.hasPrefix("#"), let value = UInt32(text.dropFirst(), radix: 16) else {
      return .black
    }
    return Color(
      red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
      blue: UInt8(truncatingIfNeeded: value))
  }
}
