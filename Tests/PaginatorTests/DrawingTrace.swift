import Paginator

/// Records what is drawn on pages as text, for goldens: each word, image and shape with its place.
/// Spaces, directional controls and glyph numbers are omitted.
struct DrawingTrace: Canvas {
  private(set) var text = ""
  private var isGenerated = false

  init() {}

  /// What is drawn on the first page.
  init(firstPageOf pagination: Pagination) throws {
    try PageDrawer(pagination)
      .draw(pagination.pages[0], in: pagination.numbered(0), on: &self)
  }

  mutating func beginPage(_ page: CanvasPage) {
    text += "page \(page.number) \(size(page.size))\n"
  }

  mutating func beginLine(_ line: CanvasLine) { isGenerated = line.isFurniture }

  mutating func draw(_ run: GlyphRun) {
    let units = run.text.filter { !(0x202A...0x202E ~= $0 || 0x2066...0x2069 ~= $0) }
    guard !run.isSpace, !units.isEmpty else { return }
    var parts = ["text \(point(run.origin)) w \(number(run.width))"]
    parts.append("\"\(String(decoding: units, as: UTF16.self))\"")
    if run.size != 10 { parts.append("size \(number(run.size))") }
    if run.color != .black { parts.append(name(run.color)) }
    if run.isRightToLeft { parts.append("rtl") }
    if run.isSlanted { parts.append("slanted") }
    if run.isThickened { parts.append("thickened") }
    if run.endsInHyphen { parts.append("hyphen") }
    if let link = run.link { parts.append("-> \(link)") }
    if isGenerated { parts.append("generated") }
    write(parts.joined(separator: " "))
  }

  mutating func draw(_ image: ImageMark) {
    let clip = image.clip.map { " clipped to \(steps($0))" } ?? ""
    write("image \(point(image.rect.origin)) \(size(image.rect.size))\(clip)")
  }

  mutating func draw(_ shapes: [PageShape]) {
    for shape in shapes { write(line(of: shape)) }
  }

  mutating func beginClip(_ rect: Rect) {
    write("clip \(point(rect.origin)) \(size(rect.size))")
  }

  mutating func beginClip(_ path: PagePath) { write("clip to \(steps(path))") }

  mutating func endClip() { write("end clip") }

  mutating func endLine() {}
  mutating func endPage() {}

  private func line(of shape: PageShape) -> String {
    switch shape {
    case .rect(let rect, let color, _):
      "rect \(point(rect.origin)) \(size(rect.size)) \(name(color))"
    case .line(let start, let end, let color, let width, let dash):
      "line \(point(start)) \(point(end)) \(number(width)) \(name(color)) \(dash)"
    case .wave(let start, let end, let color, let width):
      "wave \(point(start)) \(number(end)) \(number(width)) \(name(color))"
    case .side(let start, let length, let isVertical, let color, let width, let dash):
      "side \(point(start)) \(isVertical ? "down" : "across") \(number(length)) \(number(width)) "
        + "\(name(color)) dash \(number(dash))"
    case .tiles(let tiles):
      "tiles \(tiles.columns)x\(tiles.rows) \(point(tiles.tile.origin)) \(size(tiles.tile.size))"
    case .outlines(let outlines, let color):
      "outlines \(outlines.map { $0.map(point).joined(separator: " ") }.joined(separator: "; ")) "
        + name(color)
    case .strokedOutlines(let outlines, let color, _): "stroke \(outlines.count) \(name(color))"
    case .path(let path, let color): "path \(steps(path)) \(name(color))"
    case .strokedPath(let path, let color, let width, let dash):
      "stroked path \(steps(path)) \(number(width)) \(name(color)) dash \(number(dash))"
    case .clipped(let shapes, let path):
      "clipped to \(steps(path)): \(shapes.map(line).joined(separator: ", "))"
    case .group(let name, let shapes): "group \(name) of \(shapes.count)"
    }
  }

  private func steps(_ path: PagePath) -> String {
    path.steps.map { step in
      switch step {
      case .move(let end): "M \(point(end))"
      case .line(let end): "L \(point(end))"
      case .curve(let first, let second, let end):
        "C \(point(first)) \(point(second)) \(point(end))"
      case .close: "z"
      }
    }.joined(separator: " ")
  }

  private mutating func write(_ line: String) { text += "  \(line)\n" }

  /// Points with at most three decimals.
  private func number(_ length: Length) -> String {
    let thousandths = (length.points * 1000).rounded() / 1000
    return thousandths == thousandths.rounded() ? "\(Int(thousandths))" : "\(thousandths)"
  }

  private func point(_ point: Point) -> String { "\(number(point.x)),\(number(point.y))" }
  private func size(_ size: Size) -> String { "\(number(size.width))x\(number(size.height))" }

  private func name(_ color: Color) -> String {
    "#"
      + [color.red, color.green, color.blue, color.alpha].prefix(color.alpha == 255 ? 3 : 4)
      .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
