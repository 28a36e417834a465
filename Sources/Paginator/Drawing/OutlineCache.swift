internal import Synchronization

/// Glyph outlines as path data, each computed once for the whole book.
final class OutlineCache: Sendable {
  private let outlines = Mutex<[Int: [UInt8]]>([:])

  func outline(_ glyph: UInt16, of font: FontFace) -> [UInt8] {
    let key = font.number << 16 | Int(glyph)
    if let known = outlines.withLock({ $0[key] }) { return known }
    let made = font.outline(of: UInt32(glyph))
    outlines.withLock { $0[key] = made }
    return made
  }
}
