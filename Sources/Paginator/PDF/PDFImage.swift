internal import CGIF
internal import CPNG
internal import CRsvg
internal import CWebP
internal import Digests
internal import Foundation

/// An image in the form of PDF (ISO 32000-1, section 8.9), before it is written to the file.
struct PDFImage: Sendable {
  /// Identifies the image in all chapters.
  let key: String
  var width: Int
  var height: Int
  var colorSpace: ColorSpace
  /// The ICC profile of its colors; nil for none.
  var profile: [UInt8]?
  var bitsPerComponent = 8
  /// Other entries of the dictionary: a filter with its parameters.
  var entries = ""
  var data: [UInt8]
  /// Whether `data` was compressed by `Deflater`; otherwise `entries` names its filter.
  var isCompressed = false
  /// The opacity of every pixel, compressed; nil for an opaque image.
  var mask: [UInt8]?
  /// The vectors of a drawing, instead of `data`; nil for an image of pixels.
  var drawing: PDFDrawing?

  /// The colors of an image, apart from its profile.
  enum ColorSpace: Equatable, Sendable {
    case gray, rgb, cmyk
    /// RGB colors of a palette, in hexadecimal.
    case indexed(String)

    /// The number of components of a color.
    var components: Int {
      switch self {
      case .gray: 1
      case .rgb, .indexed: 3
      case .cmyk: 4
      }
    }

    /// - Parameter profile: the stream of the ICC profile; nil for none.
    func value(_ profile: PDFFile.Reference?) -> String {
      let base =
        profile.map { "[/ICCBased \($0)]" }
        ?? [1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"][components] ?? ""
      guard case .indexed(let colors) = self else { return base }
      return "[/Indexed\(base) \(colors.utf8.count / 6 - 1)<\(colors)>]"
    }
  }

  static func key(_ image: ImageReference) -> String {
    image.sourceDigest ?? SHA256.hash(image.bytes).map { hexByte($0) }.joined()
  }
}

/// Converts images for PDF: JPEG and plain PNG data are used as they are, other images are decoded.
struct PDFImageReader {
  private let deflater = Deflater()
  /// The limit of decoded pixels, in bytes: larger images are a finding.
  private static let mostBytes = 1 << 29

  /// - Parameter size: the size on the page, used for drawings.
  /// - Returns: nil for an image that cannot be decoded.
  func image(_ image: ImageReference, size: Size) -> PDFImage? {
    guard var result = read(image, size) else { return nil }
    result.profile = ImageProfile.profile(of: image, components: result.colorSpace.components)
    return result
  }

  private func read(_ image: ImageReference, _ size: Size) -> PDFImage? {
    let key = PDFImage.key(image)
    switch image.mediaType {
    case "image/jpeg": return Self.jpeg(image.bytes, key)
    case "image/png":
      return Self.plainPNG(image.bytes, key) ?? decoded(image.bytes, key, Self.png)
    case "image/gif": return decoded(image.bytes, key, Self.gif)
    case "image/webp": return decoded(image.bytes, key, Self.webP)
    case ImageHeader.svgMediaType: return drawing(image, size, key)
    default: return nil
    }
  }

  // MARK: Data that PDF takes as it is

  private static func jpeg(_ bytes: [UInt8], _ key: String) -> PDFImage? {
    let spaces: [Int: PDFImage.ColorSpace] = [1: .gray, 3: .rgb, 4: .cmyk]
    guard let frame = ImageHeader.jpegFrame(bytes), frame.bitsPerComponent == 8,
      let space = spaces[frame.components]
    else { return nil }
    let isInverted = frame.components == 4 && frame.isAdobe
    return PDFImage(
      key: key, width: frame.width, height: frame.height, colorSpace: space,
      entries: "/Filter/DCTDecode" + (isInverted ? "/Decode[1 0 1 0 1 0 1 0]" : ""), data: bytes)
  }

  /// A PNG that is opaque and not interlaced: PDF decodes its data with the same filters.
  private static func plainPNG(_ bytes: [UInt8], _ key: String) -> PDFImage? {
    var image: PDFImage?
    var data: [UInt8] = []
    var palette: [UInt8] = []
    var at = 8
    while at + 12 <= bytes.count {
      let length = (0..<4).reduce(0) { $0 << 8 | Int(bytes[at + $1]) }
      guard length <= bytes.count - at - 12 else { return nil }
      let body = bytes[at + 8..<at + 8 + length]
      switch String(decoding: bytes[at + 4..<at + 8], as: UTF8.self) {
      case "IHDR": image = header(Array(body), key)
      case "PLTE": palette = Array(body)
      case "tRNS": return nil
      case "IDAT": data += body
      default: break
      }
      at += length + 12
    }
    guard var image else { return nil }
    if case .indexed = image.colorSpace {
      guard !palette.isEmpty, palette.count % 3 == 0, palette.count <= 768 else { return nil }
      image.colorSpace = .indexed(palette.map { hexByte($0) }.joined())
    }
    image.data = data
    return image
  }

  private static func header(_ header: [UInt8], _ key: String) -> PDFImage? {
    guard header.count == 13, header[12] == 0 else { return nil }
    func number(_ at: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(header[at + $1]) } }
    let spaces: [UInt8: (PDFImage.ColorSpace, Int)] = [
      0: (.gray, 1), 2: (.rgb, 3), 3: (.indexed(""), 1),
    ]
    guard let (space, colors) = spaces[header[9]] else { return nil }
    let width = number(0)
    let bits = Int(header[8])
    return PDFImage(
      key: key, width: width, height: number(4), colorSpace: space, bitsPerComponent: bits,
      entries: "/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors \(colors)"
        + "/BitsPerComponent \(bits)/Columns \(width)>>", data: [])
  }

  // MARK: Decoded data

  /// Decoded pixels, row by row.
  private struct Pixels {
    let width: Int
    let height: Int
    /// 1 gray, 2 gray and alpha, 3 RGB, 4 RGB and alpha.
    var channels = 4
    /// The bytes of a sample: 1 or 2.
    var depth = 1
    let bytes: [UInt8]
  }

  private func decoded(
    _ bytes: [UInt8], _ key: String, _ decode: ([UInt8]) -> Pixels?
  ) -> PDFImage? {
    guard let pixels = decode(bytes) else { return nil }
    return image(pixels, key)
  }

  private func image(_ pixels: Pixels, _ key: String) -> PDFImage {
    let count = pixels.width * pixels.height
    let hasAlpha = pixels.channels % 2 == 0
    let (pixel, color) = (
      pixels.channels * pixels.depth, (pixels.channels - (hasAlpha ? 1 : 0)) * pixels.depth
    )
    var colors = pixels.bytes
    var mask: [UInt8] = []
    if hasAlpha {
      colors = []
      colors.reserveCapacity(count * color)
      mask.reserveCapacity(count * pixels.depth)
      for start in stride(from: 0, to: count * pixel, by: pixel) {
        colors.append(contentsOf: pixels.bytes[start..<start + color])
        mask.append(contentsOf: pixels.bytes[start + color..<start + pixel])
      }
    }
    let isOpaque = mask.allSatisfy { $0 == 255 }
    return PDFImage(
      key: key, width: pixels.width, height: pixels.height,
      colorSpace: pixels.channels < 3 ? .gray : .rgb, bitsPerComponent: pixels.depth * 8,
      data: deflater.compress(colors), isCompressed: true,
      mask: isOpaque ? nil : deflater.compress(mask))
  }

  private static func png(_ bytes: [UInt8]) -> Pixels? {
    let image = shim_png_decode(bytes, bytes.count, mostBytes)
    guard let data = image.bytes else { return nil }
    defer { free(data) }
    let (width, height, channels) = (Int(image.width), Int(image.height), Int(image.channels))
    let depth = Int(image.depth) / 8
    return Pixels(
      width: width, height: height, channels: channels, depth: depth,
      bytes: Array(UnsafeBufferPointer(start: data, count: width * height * channels * depth)))
  }

  private static func webP(_ bytes: [UInt8]) -> Pixels? {
    var width: Int32 = 0
    var height: Int32 = 0
    guard WebPGetInfo(bytes, bytes.count, &width, &height) != 0,
      Int(width) * Int(height) <= mostBytes / 4,
      let data = WebPDecodeRGBA(bytes, bytes.count, &width, &height)
    else { return nil }
    defer { WebPFree(data) }
    return Pixels(
      width: Int(width), height: Int(height),
      bytes: Array(UnsafeBufferPointer(start: data, count: Int(width) * Int(height) * 4)))
  }

  /// The input of the GIF decoder.
  private final class Source {
    let bytes: [UInt8]
    var at = 0
    init(_ bytes: [UInt8]) { self.bytes = bytes }
  }

  /// The first image of a GIF, on its logical screen (GIF89a, sections 18 to 22).
  private static func gif(_ bytes: [UInt8]) -> Pixels? {
    let source = Source(bytes)
    var failure: Int32 = 0
    let opened = withExtendedLifetime(source) {
      DGifOpen(
        Unmanaged.passUnretained(source).toOpaque(),
        { file, target, count in
          let source = Unmanaged<Source>.fromOpaque(file!.pointee.UserData).takeUnretainedValue()
          let part = min(Int(count), source.bytes.count - source.at)
          guard part > 0, let target else { return 0 }
          source.bytes.withUnsafeBytes {
            target.update(
              from: $0.baseAddress!.advanced(by: source.at).assumingMemoryBound(to: UInt8.self),
              count: part)
          }
          source.at += part
          return Int32(part)
        }, &failure)
    }
    guard let file = opened else { return nil }
    defer { DGifCloseFile(file, nil) }
    guard Int(file.pointee.SWidth) * Int(file.pointee.SHeight) <= mostBytes / 4,
      withExtendedLifetime(source, { DGifSlurp(file) }) == GIF_OK, file.pointee.ImageCount > 0
    else { return nil }
    return firstFrame(of: file)
  }

  private static func firstFrame(of file: UnsafeMutablePointer<GifFileType>) -> Pixels? {
    let (width, height) = (Int(file.pointee.SWidth), Int(file.pointee.SHeight))
    let frame = file.pointee.SavedImages[0]
    guard let map = frame.ImageDesc.ColorMap ?? file.pointee.SColorMap,
      let raster = frame.RasterBits
    else { return nil }
    var control = GraphicsControlBlock()
    let hasControl = DGifSavedExtensionToGCB(file, 0, &control) == GIF_OK
    let transparent = hasControl ? Int(control.TransparentColor) : -1
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    for row in 0..<Int(frame.ImageDesc.Height) {
      for column in 0..<Int(frame.ImageDesc.Width) {
        let (x, y) = (column + Int(frame.ImageDesc.Left), row + Int(frame.ImageDesc.Top))
        let color = Int(raster[row * Int(frame.ImageDesc.Width) + column])
        guard (0..<width).contains(x), (0..<height).contains(y), color != transparent,
          color < Int(map.pointee.ColorCount)
        else { continue }
        let value = map.pointee.Colors[color]
        let at = (y * width + x) * 4
        pixels[at] = value.Red
        pixels[at + 1] = value.Green
        pixels[at + 2] = value.Blue
        pixels[at + 3] = 255
      }
    }
    return Pixels(width: width, height: height, bytes: pixels)
  }

  // MARK: Drawings

  /// Vectors and text; pixels where that fails. A unit is a pixel at 300 pixels per inch.
  private func drawing(_ image: ImageReference, _ size: Size, _ key: String) -> PDFImage? {
    func pixels(_ length: Length) -> Int {
      min(max(1, Int((length.points / 72 * 300).rounded(.up))), 6000)
    }
    let (width, height) = (pixels(size.width), pixels(size.height))
    guard let drawing = PDFDrawing(image.bytes, width: width, height: height) else {
      return picture(image, width, height, key)
    }
    return PDFImage(
      key: "\(key)@\(width)x\(height)", width: width, height: height, colorSpace: .rgb, data: [],
      drawing: drawing)
  }

  private func picture(
    _ image: ImageReference, _ width: Int, _ height: Int, _ key: String
  ) -> PDFImage? {
    guard
      let picture = crsvg_draw(image.bytes, image.bytes.count, Int32(width), Int32(height))
    else { return nil }
    defer { crsvg_free(picture) }
    guard let data = crsvg_pixels(picture) else { return nil }
    let stride = Int(crsvg_stride(picture))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 4)
    for row in 0..<height {
      for column in 0..<width {
        let at = row * stride + column * 4
        let alpha = Int(data[at + 3])
        // Cairo's pixels are blue, green, red, alpha, with premultiplied alpha.
        for part in [2, 1, 0] {
          bytes.append(alpha == 0 ? 255 : UInt8(min(255, Int(data[at + part]) * 255 / alpha)))
        }
        bytes.append(UInt8(alpha))
      }
    }
    return self.image(
      Pixels(width: width, height: height, bytes: bytes), "\(key)@\(width)x\(height)")
  }
}
