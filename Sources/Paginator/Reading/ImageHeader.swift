internal import Foundation
internal import Markup

/// The metadata of an image that layout needs, read from its header without decoding pixels.
enum ImageHeader {
  struct Summary {
    let mediaType: String
    /// CSS pixels; nil for a drawing without a size of its own.
    let width: Double?
    let height: Double?
    var ratio: Double?
    /// EXIF orientation, 1...8.
    var orientation = 1
    /// The resolution that it states; nil for none.
    var density: PixelDensity?
    /// Whether a drawing keeps its proportions in a box of others, and is in its middle.
    var isScaledEvenly = false
  }

  /// - Returns: nil if the bytes are broken or in another format.
  static func read(_ bytes: [UInt8]) -> Summary? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return png(bytes) }
    if bytes.starts(with: [0xFF, 0xD8]) { return jpeg(bytes) }
    if bytes.starts(with: Array("GIF8".utf8)) { return gif(bytes) }
    if bytes.starts(with: Array("RIFF".utf8)), bytes.count > 30 { return webp(bytes) }
    return svg(bytes)
  }

  private static func big16(_ bytes: [UInt8], _ at: Int) -> Int {
    at + 1 < bytes.count ? Int(bytes[at]) << 8 | Int(bytes[at + 1]) : 0
  }
  private static func big32(_ bytes: [UInt8], _ at: Int) -> Int {
    big16(bytes, at) << 16 | big16(bytes, at + 2)
  }
  private static func little16(_ bytes: [UInt8], _ at: Int) -> Int {
    at + 1 < bytes.count ? Int(bytes[at]) | Int(bytes[at + 1]) << 8 : 0
  }

  private static func sized(_ type: String, _ width: Int, _ height: Int) -> Summary? {
    guard width > 0, height > 0, width < 1 << 24, height < 1 << 24 else { return nil }
    return Summary(mediaType: type, width: Double(width), height: Double(height))
  }

  /// PNG: the header chunk must be intact and a data chunk must follow.
  private static func png(_ bytes: [UInt8]) -> Summary? {
    guard bytes.count > 33, Array(bytes[12..<16]) == Array("IHDR".utf8), big32(bytes, 8) == 13,
      CyclicRedundancy.png(bytes[12..<29]) == UInt32(truncatingIfNeeded: big32(bytes, 29))
    else { return nil }
    let depth = Int(bytes[24])
    let allowed: [UInt8: [Int]] = [
      0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
    ]
    guard allowed[bytes[25]]?.contains(depth) ?? false else { return nil }
    var at = 33
    var density: PixelDensity?
    while at + 8 <= bytes.count {
      let length = big32(bytes, at)
      let chunk = bytes[at + 4..<at + 8]
      if chunk.elementsEqual("IDAT".utf8) {
        var result = sized("image/png", big32(bytes, 16), big32(bytes, 20))
        result?.density = density
        return result
      }
      // Dots a meter (ISO 15948, section 11.3.5.3); other units have no size.
      if chunk.elementsEqual("pHYs".utf8), length == 9, at + 17 <= bytes.count, bytes[at + 16] == 1
      {
        density = Self.density(big32(bytes, at + 8), big32(bytes, at + 12), perInch: 0.0254)
      }
      at += length + 12
    }
    return nil
  }

  /// - Parameter factor: the dots an inch that a dot of the unit is.
  private static func density(_ across: Int, _ down: Int, perInch factor: Double) -> PixelDensity? {
    guard across > 0, down > 0 else { return nil }
    return PixelDensity(across: Double(across) * factor / 96, down: Double(down) * factor / 96)
  }

  private static func gif(_ bytes: [UInt8]) -> Summary? {
    guard bytes.count > 13 else { return nil }
    return sized("image/gif", little16(bytes, 6), little16(bytes, 8))
  }

  private static func webp(_ bytes: [UInt8]) -> Summary? {
    guard Array(bytes[8..<12]) == Array("WEBP".utf8) else { return nil }
    switch Array(bytes[12..<16]) {
    case Array("VP8 ".utf8):
      return sized("image/webp", little16(bytes, 26) & 0x3FFF, little16(bytes, 28) & 0x3FFF)
    case Array("VP8L".utf8):
      let bits = little16(bytes, 21) | little16(bytes, 23) << 16
      return sized("image/webp", (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    case Array("VP8X".utf8):
      let width = little16(bytes, 24) | Int(bytes[26]) << 16
      let height = little16(bytes, 27) | Int(bytes[29]) << 16
      return sized("image/webp", width + 1, height + 1)
    default: return nil
    }
  }

  private static func jpeg(_ bytes: [UInt8]) -> Summary? {
    guard let frame = jpegFrame(bytes),
      var result = sized("image/jpeg", frame.width, frame.height)
    else { return nil }
    result.orientation = frame.orientation
    result.density = frame.density
    return result
  }

  /// The values of a JPEG's frame header and of the segments before it (ITU T.81, annex B).
  struct JPEGFrame {
    var width = 0
    var height = 0
    var bitsPerComponent = 0
    var components = 0
    var orientation = 1
    var density: PixelDensity?
    /// Whether there is an Adobe segment: Adobe's programs write inverted CMYK values.
    var isAdobe = false
  }

  static func jpegFrame(_ bytes: [UInt8]) -> JPEGFrame? {
    var frame = JPEGFrame()
    var at = 2
    while at + 9 < bytes.count {
      guard bytes[at] == 0xFF else { return nil }
      let marker = bytes[at + 1]
      if marker == 0xFF {
        at += 1
        continue
      }
      if marker >= 0xC0 && marker <= 0xCF && ![0xC4, 0xC8, 0xCC].contains(marker) {
        frame.bitsPerComponent = Int(bytes[at + 4])
        frame.height = big16(bytes, at + 5)
        frame.width = big16(bytes, at + 7)
        frame.components = Int(bytes[at + 9])
        return frame
      }
      // Dots an inch or a centimeter (JFIF 1.02); other units have no size.
      if marker == 0xE0, at + 16 <= bytes.count, bytes[(at + 4)...].starts(with: "JFIF".utf8),
        let factor = [1: 1, 2: 2.54][bytes[at + 11]]
      {
        frame.density = density(big16(bytes, at + 12), big16(bytes, at + 14), perInch: factor)
      }
      if marker == 0xE1 {
        frame.orientation = exifOrientation(bytes, at + 4) ?? frame.orientation
      }
      if marker == 0xEE, bytes[(at + 4)...].starts(with: "Adobe".utf8) { frame.isAdobe = true }
      let length = big16(bytes, at + 2)
      guard length >= 2 else { return nil }
      at += length + 2
    }
    return nil
  }

  /// Tag 0x112 of the first directory of an EXIF segment.
  private static func exifOrientation(_ bytes: [UInt8], _ start: Int) -> Int? {
    guard start + 14 < bytes.count, Array(bytes[start..<start + 4]) == Array("Exif".utf8) else {
      return nil
    }
    let base = start + 6
    let isLittle = bytes[base] == 0x49
    func read16(_ at: Int) -> Int { isLittle ? little16(bytes, at) : big16(bytes, at) }
    let offset = isLittle ? little16(bytes, base + 4) : big16(bytes, base + 6)
    let directory = base + offset
    for entry in 0..<min(read16(directory), 64) {
      let at = directory + 2 + entry * 12
      if read16(at) == 0x112 {
        let value = read16(at + 8)
        return (1...8).contains(value) ? value : nil
      }
    }
    return nil
  }

  static let svgMediaType = "image/svg+xml"

  /// SVG: width and height of the root, or the ratio of its viewBox.
  private static func svg(_ bytes: [UInt8]) -> Summary? {
    guard let (tree, _) = try? Markup.parse(bytes, path: "image"), let root = tree.root,
      tree.isElement(root, "svg", in: Namespace.svg)
    else { return nil }
    return svg(tree, root)
  }

  /// The size of an `svg` element, in its own file or inside a document.
  ///
  /// - Parameter fonts: the sizes that font-relative units refer to, in points; the initial one for
  ///   a file.
  static func svg(
    _ tree: ElementTree, _ root: Int, fonts: (own: Double, root: Double) = (12, 12)
  ) -> Summary {
    let width = svgLength(tree.attribute("width", of: root), fonts)
    let height = svgLength(tree.attribute("height", of: root), fonts)
    var ratio: Double?
    var isScaledEvenly = false
    if let box = tree.attribute("viewBox", of: root) {
      let numbers = box.split { $0 == " " || $0 == "," || $0 == "\n" }.compactMap { Double($0) }
      if numbers.count == 4, numbers[2] > 0, numbers[3] > 0 {
        ratio = numbers[2] / numbers[3]
        // SVG 2, section 8.6: by default, all of the viewBox is visible, in the middle.
        let fit = tree.attribute("preserveAspectRatio", of: root) ?? ""
        isScaledEvenly = fit.isEmpty || fit.contains("xMidYMid") && !fit.contains("slice")
      }
    }
    if let width, let height, height > 0 { ratio = width / height }
    return Summary(
      mediaType: svgMediaType, width: width, height: height, ratio: ratio,
      isScaledEvenly: isScaledEvenly)
  }

  private static func svgLength(_ text: String?, _ fonts: (own: Double, root: Double)) -> Double? {
    guard let text = text?.trimmingCharacters(in: .whitespaces), !text.hasSuffix("%") else {
      return nil
    }
    let number = text.prefix { $0.isNumber || $0 == "." }
    guard let value = Double(number), value > 0 else { return nil }
    let name = text.dropFirst(number.count).lowercased()
    guard let unit = LengthUnit(rawValue: name.isEmpty ? "px" : name) else { return nil }
    return (unit.points ?? points(unit, fonts)).map { value * $0 / 0.75 }
  }

  /// Points in one unit of the font.
  private static func points(_ unit: LengthUnit, _ fonts: (own: Double, root: Double)) -> Double? {
    switch unit {
    case .em, .ic: fonts.own
    case .rem: fonts.root
    case .ex, .ch: fonts.own / 2
    default: nil
    }
  }
}

/// The checksum of PNG chunks (ISO 15948, annex D).
private enum CyclicRedundancy {
  static func png(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 != 0 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }
}
