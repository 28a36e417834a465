internal import Digests

/// A formula as a drawing: outlines of its glyphs, and its rules.
struct MathDrawing {
  /// The part of an `svg` element after its position and size: the `viewBox` attribute and the
  /// content.
  let markup: String
  /// The width of the drawing, in 1/1024 points: the formula with padding for ink outside its box.
  let width: Int
  let height: Int
  let pad: Int
  /// The descent of the formula below the baseline.
  let descent: Int

  init(_ box: MathBox, size: Int) {
    pad = size / 4
    descent = box.descent
    width = max(1, box.width) + 2 * pad
    height = max(1, box.ascent + box.descent) + 2 * pad
    let top = box.ascent + pad
    var body = ""
    for glyph in box.glyphs {
      let outline = glyph.face.outline(of: glyph.glyph)
      guard !outline.isEmpty else { continue }
      let scale = Double(glyph.size) / 1024 / Double(glyph.face.metrics.unitsPerEm)
      body += "<path transform=\"translate(\(Self.points(glyph.x + pad)) "
      body += "\(Self.points(top - glyph.y))) scale(\(Self.text(scale, places: 7)))\""
      body += Self.fill(glyph.color) + " d=\"" + String(decoding: outline, as: UTF8.self) + "\"/>"
    }
    for rule in box.rules {
      body += "<rect x=\"\(Self.points(rule.x + pad))\" y=\""
      body += Self.points(top - rule.y - rule.height)
      body += "\" width=\"\(Self.points(rule.width))\" height=\"\(Self.points(rule.height))\""
      body += Self.fill(rule.color) + "/>"
    }
    markup = " viewBox=\"0 0 \(Self.points(width)) \(Self.points(height))\">" + body
  }

  private static func fill(_ color: Color) -> String {
    guard color != .black else { return "" }
    let digits = hexDigits([color.red, color.green, color.blue])
    return " fill=\"#\(digits)\""
  }

  private static func points(_ raw: Int) -> String { text(Double(raw) / 1024, places: 3) }

  /// Without trailing zeros, and independent of the locale.
  private static func text(_ value: Double, places: Int) -> String {
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let units = Int((value * Double(scale)).rounded())
    var digits = String(Int(units.magnitude) % scale)
    digits = String(repeating: "0", count: places - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return (units < 0 ? "-" : "") + String(Int(units.magnitude) / scale)
      + (digits.isEmpty ? "" : "." + digits)
  }
}
