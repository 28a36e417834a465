internal import CDeflate

/// The color profile (ICC) of an image file.
enum ImageProfile {
  /// The limit of a profile's size. Those of printing conditions have two megabytes.
  private static let mostBytes = 1 << 22

  /// - Parameter components: the number of components of the image's colors.
  /// - Returns: nil without a profile, and for one that does not fit the image.
  static func profile(of image: ImageReference, components: Int) -> [UInt8]? {
    let found: [UInt8]? =
      switch image.mediaType {
      case "image/jpeg": jpeg(image.bytes)
      case "image/png": png(image.bytes)
      case "image/webp": webP(image.bytes)
      default: nil
      }
    return found.flatMap { isValid($0, components) ? $0 : nil }
  }

  /// Whether a profile may be a PDF's (ISO 32000-1, section 8.6.5.5): an input, display, output or
  /// color space profile of the right color space.
  static func isValid(_ bytes: [UInt8], _ components: Int) -> Bool {
    guard bytes.count > 132, bytes.count <= mostBytes, number(bytes, 0) == bytes.count,
      text(bytes, 36) == "acsp", bytes[8] <= 4
    else { return false }
    let spaces = ["GRAY": 1, "RGB ": 3, "CMYK": 4]
    return ["scnr", "mntr", "prtr", "spac"].contains(text(bytes, 12))
      && spaces[text(bytes, 16)] == components
  }

  private static func number(_ bytes: [UInt8], _ at: Int) -> Int {
    (0..<4).reduce(0) { $0 << 8 | Int(bytes[at + $1]) }
  }

  private static func text(_ bytes: [UInt8], _ at: Int) -> String {
    String(decoding: bytes[at..<at + 4], as: UTF8.self)
  }

  /// A profile is cut into numbered APP2 segments (ICC.1:2010, annex B.4).
  private static func jpeg(_ bytes: [UInt8]) -> [UInt8]? {
    let name = Array("ICC_PROFILE\0".utf8)
    var parts: [UInt8: ArraySlice<UInt8>] = [:]
    var at = 2
    while at + 4 <= bytes.count, bytes[at] == 0xFF {
      let marker = bytes[at + 1]
      if marker == 0xFF {
        at += 1
        continue
      }
      // The image data follows the start of scan.
      if marker == 0xDA { break }
      let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
      guard length >= 2, at + 2 + length <= bytes.count else { break }
      let body = bytes[at + 4..<at + 2 + length]
      if marker == 0xE2, body.count > name.count + 2, body.starts(with: name) {
        let number = body[body.startIndex + name.count]
        if parts[number] == nil { parts[number] = body.dropFirst(name.count + 2) }
      }
      at += length + 2
    }
    guard !parts.isEmpty else { return nil }
    return parts.keys.sorted().flatMap { parts[$0] ?? [] }
  }

  /// The chunk `iCCP`: a name, a zero, the method, compressed data (PNG, section 11.3.3.3).
  private static func png(_ bytes: [UInt8]) -> [UInt8]? {
    var at = 8
    while at + 12 <= bytes.count {
      let length = number(bytes, at)
      guard length <= bytes.count - at - 12 else { return nil }
      let kind = text(bytes, at + 4)
      if kind == "iCCP" {
        let body = bytes[at + 8..<at + 8 + length]
        guard let end = body.prefix(80).firstIndex(of: 0), end + 2 < body.endIndex else {
          return nil
        }
        return inflate(Array(body[(end + 2)...]))
      }
      if kind == "IDAT" { return nil }
      at += length + 12
    }
    return nil
  }

  /// - Returns: nil for broken data, and for more than the limit.
  static func inflate(_ data: [UInt8]) -> [UInt8]? {
    guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(decompressor) }
    var limit = 1 << 16
    while limit <= mostBytes {
      var count = 0
      var result = LIBDEFLATE_SUCCESS
      let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, used in
        result = libdeflate_zlib_decompress(
          decompressor, data, data.count, buffer.baseAddress, limit, &count)
        used = result == LIBDEFLATE_SUCCESS ? count : 0
      }
      if result == LIBDEFLATE_SUCCESS { return bytes }
      guard result == LIBDEFLATE_INSUFFICIENT_SPACE else { return nil }
      limit *= 8
    }
    return nil
  }

  /// The chunk `ICCP` of a RIFF file.
  private static func webP(_ bytes: [UInt8]) -> [UInt8]? {
    var at = 12
    while at + 8 <= bytes.count {
      let length = (0..<4).reduce(0) { $0 | Int(bytes[at + 4 + $1]) << ($1 * 8) }
      guard length <= bytes.count - at - 8 else { return nil }
      if text(bytes, at) == "ICCP" { return Array(bytes[at + 8..<at + 8 + length]) }
      at += 8 + length + length % 2
    }
    return nil
  }
}
