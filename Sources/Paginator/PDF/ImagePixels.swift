internal import CColor
internal import CGIF
internal import CPNG
internal import CWebP
internal import Foundation

/// The decoded pixels of an image, row by row.
struct ImagePixels {
  let width: Int
  let height: Int
  /// 1 gray, 2 gray and alpha, 3 RGB, 4 RGB and alpha.
  var channels = 4
  /// The bytes of a sample: 1 or 2.
  var depth = 1
  let bytes: [UInt8]

  /// The limit of decoded pixels, in bytes: larger images are a finding.
  private static let mostBytes = 1 << 29

  private var hasAlpha: Bool { channels % 2 == 0 }
  /// The number of channels without that of the opacity.
  var colors: Int { hasAlpha ? channels - 1 : channels }

  /// The colors, and the opacity of each pixel; nil for an opaque image.
  var parts: (colors: [UInt8], mask: [UInt8]?) {
    guard hasAlpha else { return (bytes, nil) }
    let count = width * height
    let (pixel, color) = (channels * depth, colors * depth)
    var own = [UInt8](repeating: 0, count: count * color)
    var mask = [UInt8](repeating: 0, count: count * depth)
    for index in 0..<count {
      let start = index * pixel
      for offset in 0..<color { own[index * color + offset] = bytes[start + offset] }
      for offset in 0..<depth { mask[index * depth + offset] = bytes[start + color + offset] }
    }
    return (own, mask.allSatisfy { $0 == 255 } ? nil : mask)
  }
}

extension ImagePixels {
  /// Decodes an image file; nil for one that cannot be decoded, and for a JPEG file that is not in
  /// color.
  init?(_ image: ImageReference) {
    let pixels: ImagePixels? =
      switch image.mediaType {
      case "image/jpeg": Self.jpeg(image.bytes)
      case "image/png": Self.png(image.bytes)
      case "image/gif": Self.gif(image.bytes)
      case "image/webp": Self.webP(image.bytes)
      default: nil
      }
    guard let pixels else { return nil }
    self = pixels
  }

  private static func jpeg(_ bytes: [UInt8]) -> ImagePixels? {
    var (width, height): (Int32, Int32) = (0, 0)
    guard ImageHeader.jpegFrame(bytes)?.components == 3,
      let data = ccolor_jpeg(bytes, bytes.count, mostBytes, &width, &height)
    else { return nil }
    defer { free(data) }
    let count = Int(width) * Int(height) * 3
    return ImagePixels(
      width: Int(width), height: Int(height), channels: 3,
      bytes: Array(UnsafeBufferPointer(start: data, count: count)))
  }

  private static func png(_ bytes: [UInt8]) -> ImagePixels? {
    let image = shim_png_decode(bytes, bytes.count, mostBytes)
    guard let data = image.bytes else { return nil }
    defer { free(data) }
    let (width, height, channels) = (Int(image.width), Int(image.height), Int(image.channels))
    let depth = Int(image.depth) / 8
    return ImagePixels(
      width: width, height: height, channels: channels, depth: depth,
      bytes: Array(UnsafeBufferPointer(start: data, count: width * height * channels * depth)))
  }

  private static func webP(_ bytes: [UInt8]) -> ImagePixels? {
    var width: Int32 = 0
    var height: Int32 = 0
    guard WebPGetInfo(bytes, bytes.count, &width, &height) != 0,
      Int(width) * Int(height) <= mostBytes / 4,
      let data = WebPDecodeRGBA(bytes, bytes.count, &width, &height)
    else { return nil }
    defer { WebPFree(data) }
    return ImagePixels(
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
  private static func gif(_ bytes: [UInt8]) -> ImagePixels? {
    let source = Source(bytes)
    var failure: Int32 = 0
    let opened = withExtendedLifetime(source) {
      DGifOpen(
        Unmanaged.passUnretained(source).toOpaque(),
        { file, target, count in
          guard let file, let target else { return 0 }
          let source = Unmanaged<Source>.fromOpaque(file.pointee.UserData).takeUnretainedValue()
          let part = min(Int(count), source.bytes.count - source.at)
          guard part > 0 else { return 0 }
          source.bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            target.update(from: start + source.at, count: part)
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

  private static func firstFrame(of file: UnsafeMutablePointer<GifFileType>) -> ImagePixels? {
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
    return ImagePixels(width: width, height: height, bytes: pixels)
  }
}
