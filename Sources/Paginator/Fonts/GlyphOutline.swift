internal import CHarfBuzz

extension FontFace {
  /// A glyph's outline as SVG path data in font units, y down; empty for a blank glyph.
  func outline(of glyph: UInt32) -> [UInt8] {
    let path = OutlinePath()
    withFont { font in
      hb_font_get_glyph_shape(
        font, glyph, outlineFunctions.pointer, Unmanaged.passUnretained(path).toOpaque())
    }
    return path.bytes
  }
}

/// Receives the drawing of one glyph.
private final class OutlinePath {
  var bytes: [UInt8] = []

  func add(_ command: UInt8, _ values: (Float, Float)...) {
    bytes.append(command)
    for (index, value) in values.enumerated() {
      number(value.0, first: index == 0)
      number(-value.1, first: false)
    }
  }

  /// Font units are whole but for implied points and variations; one decimal is kept of those.
  private func number(_ value: Float, first: Bool) {
    let tenths = Int((value * 10).rounded())
    if !first && tenths >= 0 { bytes.append(0x20) }
    if tenths < 0 { bytes.append(0x2D) }
    let magnitude = tenths.magnitude
    bytes.append(contentsOf: String(magnitude / 10).utf8)
    if magnitude % 10 != 0 {
      bytes.append(0x2E)
      bytes.append(0x30 + UInt8(magnitude % 10))
    }
  }
}

private func path(_ data: UnsafeMutableRawPointer?) -> OutlinePath {
  Unmanaged<OutlinePath>.fromOpaque(data!).takeUnretainedValue()
}

/// HarfBuzz's table of drawing callbacks; made once, immutable, shared.
private struct OutlineFunctions: @unchecked Sendable {
  let pointer: OpaquePointer

  init() {
    pointer = hb_draw_funcs_create()
    hb_draw_funcs_set_move_to_func(
      pointer, { _, data, _, x, y, _ in path(data).add(0x4D, (x, y)) }, nil, nil)
    hb_draw_funcs_set_line_to_func(
      pointer, { _, data, _, x, y, _ in path(data).add(0x4C, (x, y)) }, nil, nil)
    hb_draw_funcs_set_quadratic_to_func(
      pointer,
      { _, data, _, controlX, controlY, x, y, _ in
        path(data).add(0x51, (controlX, controlY), (x, y))
      }, nil, nil)
    hb_draw_funcs_set_cubic_to_func(
      pointer,
      { _, data, _, x1, y1, x2, y2, x, y, _ in path(data).add(0x43, (x1, y1), (x2, y2), (x, y)) },
      nil, nil)
    hb_draw_funcs_set_close_path_func(pointer, { _, data, _, _ in path(data).add(0x5A) }, nil, nil)
    hb_draw_funcs_make_immutable(pointer)
  }
}

private let outlineFunctions = OutlineFunctions()
