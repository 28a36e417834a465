internal import CRsvg
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
    image.sourceDigest ?? hexDigits(SHA256.hash(image.bytes))
  }
}

/// Reads images for PDF: JPEG and plain PNG data are used as they are; other images are decoded, and
/// so are images that are converted.
struct PDFImageReader {
  private let converter: ImageConverter?
  private let deflater: Deflater

  /// - Parameters:
  ///   - converter: converts RGB images; nil if they stay as they are.
  ///   - deflater: compresses what was decoded.
  init(converter: ImageConverter?, deflater: Deflater = Deflater()) {
    self.converter = converter
    self.deflater = deflater
  }

  /// - Parameter size: the size on the page, used for drawings.
  /// - Returns: nil for an image that cannot be decoded.
  func image(_ image: ImageReference, size: Size) -> PDFImage? {
    let key = PDFImage.key(image)
    if image.mediaType == ImageHeader.svgMediaType { return drawing(image, size, key) }
    let plain = plain(image, key)
    if let plain, converter == nil || plain.colorSpace.components != 3 { return plain }
    guard let pixels = ImagePixels(image) else { return plain }
    return self.image(pixels, key, ImageProfile.profile(of: image, components: pixels.colors))
  }

  private func plain(_ image: ImageReference, _ key: String) -> PDFImage? {
    let made: PDFImage? =
      switch image.mediaType {
      case "image/jpeg": Self.jpeg(image.bytes, key)
      case "image/png": Self.plainPNG(image.bytes, key)
      default: nil
      }
    guard var made else { return nil }
    made.profile = ImageProfile.profile(of: image, components: made.colorSpace.components)
    return made
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
      image.colorSpace = .indexed(hexDigits(palette))
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

  /// - Parameter profile: the ICC profile of the pixels; nil for none.
  private func image(_ pixels: ImagePixels, _ key: String, _ profile: [UInt8]?) -> PDFImage {
    let (colors, mask) = pixels.parts
    let converted =
      pixels.colors == 3
      ? converter?.convert(colors, depth: pixels.depth, profile: profile) : nil
    let components = converted == nil ? pixels.colors : converter?.components ?? 3
    return PDFImage(
      key: key, width: pixels.width, height: pixels.height,
      colorSpace: components == 4 ? .cmyk : components == 1 ? .gray : .rgb,
      profile: converted == nil ? profile : nil, bitsPerComponent: pixels.depth * 8,
      data: deflater.compress(converted ?? colors), isCompressed: true,
      mask: mask.map { deflater.compress($0) })
  }

  // MARK: Drawings

  /// Vectors and text; pixels where that fails. A unit is a pixel at 300 pixels per inch.
  private func drawing(_ image: ImageReference, _ size: Size, _ key: String) -> PDFImage? {
    let most = 6000.0
    let longer = max(size.width.points, size.height.points) / 72 * 300
    // Both sides get the same scale: a drawing keeps its proportions.
    let scale = longer > most ? most / longer : 1
    func pixels(_ length: Length) -> Int {
      min(max(1, Int((length.points / 72 * 300 * scale).rounded(.up))), Int(most))
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
      ImagePixels(width: width, height: height, bytes: bytes), "\(key)@\(width)x\(height)", nil)
  }
}
