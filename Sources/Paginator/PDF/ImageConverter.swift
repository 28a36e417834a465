internal import CColor
internal import Digests
internal import Foundation
internal import Synchronization

/// Converts RGB images to the color space of a printing condition: CMYK or gray.
final class ImageConverter: Sendable {
  private let device: [UInt8]
  /// The number of components of the device's color space: 1 or 4.
  let components: Int
  private let transforms = Mutex<[Key: Transform?]>([:])

  private struct Key: Hashable {
    /// The digest of the source profile; empty for sRGB.
    let profile: [UInt8]
    let depth: Int
  }

  /// - Parameter device: an ICC profile of an output device.
  /// - Throws: `BookError` if nothing can be converted for the device.
  init(device: [UInt8], components: Int, name: String) throws {
    self.device = device
    self.components = components
    guard ccolor_is_open() != 0 else {
      throw BookError(.badUsage, "images cannot be converted: install liblcms2-2 and libturbojpeg0")
    }
    guard transform(from: nil, depth: 1) != nil else {
      throw BookError(
        .badInput, "images cannot be converted for \"\(name)\": the profile has no table of colors")
    }
  }

  /// Pixels of the device, row by row; nil if they cannot be converted.
  /// - Parameters:
  ///   - pixels: RGB samples.
  ///   - depth: the bytes of a sample, 1 or 2.
  ///   - profile: the ICC profile of the pixels; nil for sRGB.
  func convert(_ pixels: [UInt8], depth: Int, profile: [UInt8]?) -> [UInt8]? {
    // An invalid profile counts as none.
    let own = profile.flatMap { transform(from: $0, depth: depth) }
    return (own ?? transform(from: nil, depth: depth))?.apply(pixels)
  }

  private func transform(from profile: [UInt8]?, depth: Int) -> Transform? {
    let key = Key(profile: profile.map { SHA256.hash($0) } ?? [], depth: depth)
    return transforms.withLock { known in
      if let transform = known[key] { return transform }
      let made = Transform(device, components, from: profile, depth: depth)
      known[key] = .some(made)
      return made
    }
  }
}

/// A transform of Little CMS, which many threads may use.
private final class Transform: Sendable {
  nonisolated(unsafe) private let handle: OpaquePointer
  private let components: Int
  private let depth: Int

  init?(_ device: [UInt8], _ components: Int, from profile: [UInt8]?, depth: Int) {
    self.components = components
    self.depth = depth
    let source = profile ?? []
    let made = source.withUnsafeBufferPointer {
      ccolor_transform_create(
        device, device.count, Int32(components), profile == nil ? nil : $0.baseAddress, $0.count,
        Int32(depth))
    }
    guard let made else { return nil }
    handle = made
  }

  deinit { ccolor_transform_free(handle) }

  func apply(_ pixels: [UInt8]) -> [UInt8] {
    let count = pixels.count / (3 * depth)
    let size = count * components * depth
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, used in
      ccolor_transform_apply(handle, pixels, buffer.baseAddress, count)
      used = size
    }
  }
}
