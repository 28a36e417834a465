internal import CNettle

/// SHA-256 (FIPS 180-4), from Nettle.
public struct SHA256: Sendable {
  private var context = sha256_ctx()

  /// A hash before the first byte.
  public init() { nettle_sha256_init(&context) }

  /// Adds bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    nettle_sha256_update(&context, bytes.count, start.assumingMemoryBound(to: UInt8.self))
  }

  /// Adds bytes.
  public mutating func update(_ bytes: some Collection<UInt8>) {
    if bytes.withContiguousStorageIfAvailable({ update(UnsafeRawBufferPointer($0)) }) == nil {
      Array(bytes).withUnsafeBytes { update($0) }
    }
  }

  /// The digest, 32 bytes. Resets the hash.
  public mutating func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    nettle_sha256_digest(&context, digest.count, &digest)
    return digest
  }

  /// The SHA-256 of some bytes: 32 bytes.
  public static func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }
}

/// Bytes as lower-case hexadecimal digits, two for each.
public func hexDigits(_ bytes: some Collection<UInt8>) -> String {
  let digits = Array("0123456789abcdef".utf8)
  // A collection of any type is walked by calls through its witnesses.
  let bytes = Array(bytes)
  return String(unsafeUninitializedCapacity: bytes.count * 2) { text in
    for (index, byte) in bytes.enumerated() {
      text[index * 2] = digits[Int(byte >> 4)]
      text[index * 2 + 1] = digits[Int(byte & 15)]
    }
    return bytes.count * 2
  }
}

/// SHA-1, only for EPUB's obfuscated fonts.
public enum SHA1 {
  /// The SHA-1 of some bytes: 20 bytes.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var context = sha1_ctx()
    nettle_sha1_init(&context)
    nettle_sha1_update(&context, bytes.count, bytes)
    var digest = [UInt8](repeating: 0, count: Int(SHA1_DIGEST_SIZE))
    nettle_sha1_digest(&context, digest.count, &digest)
    return digest
  }
}
