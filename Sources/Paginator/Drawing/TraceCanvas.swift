internal import Foundation

/// A canvas that records what is drawn on it as text: one line for every run of glyphs, image and
/// shape. Colors, slants, and the places and sizes of shapes are left out. It is the shortest output
/// format and a model for others.
public final class TraceCanvas: Canvas {
  private var writer = ByteWriter()

  /// An empty trace.
  public init() {}

  /// What was drawn, as text.
  public var bytes: [UInt8] { writer.bytes }

  /// Writes the page's number and size.
  public func beginPage(_ page: CanvasPage) {
    writer.write("page \(page.number) label \(page.label)\(page.isBlank ? " blank" : "") ")
    write(page.size)
    writer.write("\n")
  }

  /// Writes the destination's name and place.
  public func add(_ destination: CanvasDestination) {
    writer.write("  destination ")
    writer.writeJSON(destination.name)
    writer.write(" ")
    write(destination.origin)
    writer.write("\n")
  }

  /// Writes whether the line is furniture, and its element.
  public func beginLine(_ line: CanvasLine) {
    writer.write(line.isFurniture ? "  furniture" : "  line")
    if let element = line.element {
      for word in [element.name] + element.types { writer.write(" \(word)") }
    }
    writer.write("\n")
  }

  /// Writes the run's position, face, text and glyphs.
  public func draw(_ run: GlyphRun) {
    writer.write(run.isSpace ? "    space " : "    run ")
    write(run.origin)
    writer.write(" ")
    writer.write(points: run.size.rawValue)
    writer.write(" \(run.face.postScriptName) ")
    if run.horizontalScale != 1 {
      writer.write("scale ")
      writer.write(run.horizontalScale, decimals: 3)
      writer.write(" ")
    }
    writer.writeJSON(String(decoding: run.text, as: UTF16.self))
    for glyph in run.glyphs { writer.write(" \(glyph.id)@\(glyph.x)") }
    if run.endsInHyphen { writer.write(" hyphen") }
    if let link = run.link {
      writer.write(" -> ")
      writer.writeJSON(link)
    }
    writer.write("\n")
  }

  /// Writes the image's place and name.
  public func draw(_ image: ImageMark) {
    writer.write("    image ")
    write(image.rect.origin)
    writer.write(" ")
    write(image.rect.size)
    writer.write(" ")
    writer.writeJSON(image.image.href)
    if !image.image.alternativeText.isEmpty {
      writer.write(" alt ")
      writer.writeJSON(image.image.alternativeText)
    }
    writer.write("\n")
  }

  /// Writes the kind of every shape.
  public func draw(_ shapes: [PageShape]) {
    for shape in shapes { writer.write("    shape \(Self.name(of: shape))\n") }
  }

  /// Writes the rectangle.
  public func beginClip(_ rect: Rect) {
    writer.write("    clip ")
    write(rect.origin)
    writer.write(" ")
    write(rect.size)
    writer.write("\n")
  }

  /// Writes where it ends.
  public func endClip() { writer.write("    end clip\n") }

  /// Writes nothing.
  public func endLine() {}
  /// Writes nothing.
  public func endPage() {}

  private static func name(of shape: PageShape) -> String {
    switch shape {
    case .rect: "rect"
    case .outlines: "outlines"
    case .strokedOutlines: "stroke"
    case .line: "line"
    case .wave: "wave"
    case .side: "side"
    case .tiles(let tiles): "tiles \(tiles.columns) x \(tiles.rows)"
    case .path: "path"
    case .strokedPath: "stroked path"
    case .clipped(let shapes, _): "clipped \(shapes.count)"
    case .group(let name, let shapes): "group \(name) of \(shapes.count)"
    }
  }

  private func write(_ point: Point) {
    writer.write(points: point.x.rawValue)
    writer.write(",")
    writer.write(points: point.y.rawValue)
  }

  private func write(_ size: Size) {
    writer.write(points: size.width.rawValue)
    writer.write("x")
    writer.write(points: size.height.rawValue)
  }
}
