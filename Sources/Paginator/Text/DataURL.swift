internal import Foundation

/// `data:` URLs, which contain the bytes of a resource (RFC 2397).
public enum DataURL {
  /// A `data:` URL of an image's bytes.
  public static func of(_ image: ImageReference) -> String {
    of(image.bytes, mediaType: image.mediaType)
  }

  static func of(_ bytes: [UInt8], mediaType: String) -> String {
    "data:\(mediaType);base64," + Data(bytes).base64EncodedString()
  }
}
