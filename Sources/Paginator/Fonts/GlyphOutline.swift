internal import CHarfBuzz

extension FontFace {
  /// A glyph's outline as SVG path data in font units, y down; empty for a blank glyph.
  func outline(of glyph: UInt32) -> [UInt8] {
    let path = OutlinePath()
    draw(glyph, with: path)
    return path.bytes
  }
}

/// Writes the drawing of one glyph as path data. Nothing else has access while HarfBuzz draws.
private final class OutlinePath: OutlinePen {
  @exclusivity(unchecked) private(set) var bytes: [UInt8] = []

  override func move(to place: Place) { begin(0x4D, place) }
  override func line(to place: Place) { begin(0x4C, place) }
  override func curve(_ control: Place, to end: Place) {
    begin(0x51, control)
    add(end)
  }
  override func curve(_ first: Place, _ second: Place, to end: Place) {
    begin(0x43, first)
    add(second)
    add(end)
  }
  override func close() { bytes.append(0x5A) }

  private func begin(_ command: UInt8, _ place: Place) {
    bytes.append(command)
    number(place.x, first: true)
    number(-place.y, first: false)
  }

  private func add(_ place: Place) {
    number(place.x, first: false)
    number(-place.y, first: false)
  }

  /// Font units are whole numbers, except for implied points and variations: one decimal is
  /// written.
  private func number(_ value: Float, first: Bool) {
    let tenths = Int((value * 10).rounded())
    if !first && tenths >= 0 { bytes.append(0x20) }
    if tenths < 0 { bytes.append(0x2D) }
    let (whole, tenth) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    digits(whole)
    if tenth != 0 {
      bytes.append(0x2E)
      bytes.append(0x30 + UInt8(tenth))
    }
  }

  private func digits(_ number: UInt) {
    if number >= 10 { digits(number / 10) }
    bytes.append(0x30 + UInt8(number % 10))
  }
}

/// Receives the drawing of one glyph, in font units, y up.
class OutlinePen {
  typealias Place = (x: Float, y: Float)

  func move(to place: Place) {}
  func line(to place: Place) {}
  func curve(_ control: Place, to end: Place) {}
  func curve(_ first: Place, _ second: Place, to end: Place) {}
  func close() {}
}

extension FontFace {
  /// Draws a glyph's outline.
  func draw(_ glyph: UInt32, with pen: OutlinePen) {
    withFont { font in
      hb_font_get_glyph_shape(
        font, glyph, outlineFunctions.pointer, Unmanaged.passUnretained(pen).toOpaque())
    }
  }
}

private func pen(_ data: UnsafeMutableRawPointer?) -> OutlinePen {
  // HarfBuzz hands on the pen that `draw` gave it.
  Unmanaged<OutlinePen>.fromOpaque(data!).takeUnretainedValue()
}

/// HarfBuzz's table of drawing callbacks; made once, immutable, shared.
private struct OutlineFunctions: @unchecked Sendable {
  let pointer: OpaquePointer

  init() {
    pointer = hb_draw_funcs_create()
    hb_draw_funcs_set_move_to_func(
      pointer, { _, data, _, x, y, _ in pen(data).move(to: (x, y)) }, nil, nil)
    hb_draw_funcs_set_line_to_func(
      pointer, { _, data, _, x, y, _ in pen(data).line(to: (x, y)) }, nil, nil)
    hb_draw_funcs_set_quadratic_to_func(
      pointer,
      { _, data, _, controlX, controlY, x, y, _ in
        pen(data).curve((controlX, controlY), to: (x, y))
      }, nil, nil)
    hb_draw_funcs_set_cubic_to_func(
      pointer,
      { _, data, _, x1, y1, x2, y2, x, y, _ in pen(data).curve((x1, y1), (x2, y2), to: (x, y)) },
      nil, nil)
    hb_draw_funcs_set_close_path_func(pointer, { _, data, _, _ in pen(data).close() }, nil, nil)
    hb_draw_funcs_make_immutable(pointer)
  }
}

private let outlineFunctions = OutlineFunctions()
