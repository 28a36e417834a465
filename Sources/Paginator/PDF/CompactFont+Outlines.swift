extension CompactFont {
  /// A font that is made from the outlines of glyphs, for faces whose own outlines PDF does not
  /// have, such as those of `CFF2`. Glyphs keep their numbers; the others are blank.
  static func drawn(_ face: FontFace, _ glyphs: [UInt16]) -> [UInt8] {
    let used = Set(glyphs)
    let count = Int(glyphs.max() ?? 0) + 1
    let drawings = (0..<count).map { glyph in
      used.contains(UInt16(glyph))
        ? CharString.drawing(of: UInt32(glyph), in: face) : [CharString.end]
    }
    let box = face.headBox.flatMap { integer($0) } + [UInt8(Operator.fontBox)]
    let name = face.postScriptName.isEmpty ? face.family : face.postScriptName
    return numbered(
      Parts(
        name: Array(name.utf8.filter { 0x21...0x7E ~= $0 }.prefix(63)),
        entries: matrix(unitsPerEm: face.metrics.unitsPerEm) + box, count: count,
        globalRoutines: two(0), glyphs: index(drawings), dictionary: [], routines: []))
  }

  /// The operator FontMatrix; nothing for the usual thousand units per em.
  private static func matrix(unitsPerEm: Int) -> [UInt8] {
    guard unitsPerEm != 1000, unitsPerEm > 0 else { return [] }
    let scale = real(1 / Double(unitsPerEm))
    return scale + integer(0) + integer(0) + scale + integer(0) + integer(0) + [12, 7]
  }

  /// A positive number below one, as nibbles of its decimal digits (Technical Note 5176, section 4).
  private static func real(_ value: Double) -> [UInt8] {
    var nibbles: [UInt8] = [0xA]
    var rest = value
    for _ in 0..<14 {
      rest *= 10
      let digit = UInt8(min(9, max(0, rest.rounded(.down))))
      nibbles.append(digit)
      rest -= Double(digit)
    }
    nibbles += [0xF, 0xF].prefix(nibbles.count % 2 == 0 ? 2 : 1)
    return [30]
      + stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
  }
}

/// Writes the outline of one glyph as a Type 2 charstring (Adobe Technical Note 5177).
private final class CharString: OutlinePen {
  static let end: UInt8 = 14

  private var bytes: [UInt8] = []
  /// The current point, in 1/65536 units, as readers compute it from the rounded distances.
  private var x = 0
  private var y = 0
  private var last: Place = (0, 0)

  static func drawing(of glyph: UInt32, in face: FontFace) -> [UInt8] {
    let string = CharString()
    // The width comes before the first operator.
    string.number(bounded(Float(face.advance(of: glyph))))
    face.draw(glyph, with: string)
    return string.bytes + [end]
  }

  override func move(to place: Place) { add(21, [place]) }
  override func line(to place: Place) { add(5, [place]) }
  override func curve(_ control: Place, to end: Place) {
    let start = last
    func third(_ place: Place) -> Place {
      (place.x + (control.x - place.x) * 2 / 3, place.y + (control.y - place.y) * 2 / 3)
    }
    add(8, [third(start), third(end), end])
  }
  override func curve(_ first: Place, _ second: Place, to end: Place) {
    add(8, [first, second, end])
  }

  private func add(_ command: UInt8, _ places: [Place]) {
    for place in places {
      let (nextX, nextY) = (Self.bounded(place.x), Self.bounded(place.y))
      number(nextX - x)
      number(nextY - y)
      (x, y) = (nextX, nextY)
      last = place
    }
    bytes.append(command)
  }

  /// A coordinate in 1/65536 units. Distances between bounded coordinates are valid operands.
  private static func bounded(_ value: Float) -> Int {
    value.isFinite ? Int((Double(min(max(value, -16_000), 16_000)) * 65_536).rounded()) : 0
  }

  private func number(_ value: Int) {
    let (whole, fraction) = (value >> 16, value & 0xFFFF)
    switch whole {
    case _ where fraction != 0:
      bytes.append(255)
      for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    case -107...107: bytes.append(UInt8(whole + 139))
    case 108...1131:
      bytes.append(UInt8(247 + ((whole - 108) >> 8)))
      bytes.append(UInt8((whole - 108) & 0xFF))
    case -1131 ... -108:
      bytes.append(UInt8(251 + ((-whole - 108) >> 8)))
      bytes.append(UInt8((-whole - 108) & 0xFF))
    default:
      bytes.append(28)
      for shift in [8, 0] { bytes.append(UInt8(truncatingIfNeeded: whole >> shift)) }
    }
  }
}
