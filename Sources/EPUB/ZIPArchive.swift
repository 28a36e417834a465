internal import CLibZip
internal import Foundation
internal import Synchronization

/// Limits on the size of an archive, as its directory states it.
public struct ContainerLimits: Sendable {
  /// The maximum size of an entry, unpacked, in bytes.
  public var entry: Int
  /// The maximum size of all entries, unpacked, in bytes.
  public var total: Int
  /// Unpacked size divided by packed size, for entries of more than a megabyte.
  public var ratio: Int
  /// The maximum number of entries.
  public var entries: Int

  /// Limits, with defaults for those that are not given.
  public init(
    entry: Int = 256 << 20, total: Int = 2 << 30, ratio: Int = 250, entries: Int = 65_535
  ) {
    self.entry = entry
    self.total = total
    self.ratio = ratio
    self.entries = entries
  }
}

/// A ZIP file, read entry by entry (EPUB 3.3, section 4.3). Its whole directory is checked before
/// any entry is unpacked.
final class ZIPArchive: Sendable {
  struct Entry: Sendable {
    let index: UInt64
    let size: Int
  }

  let entries: [String: Entry]
  /// In the order of the archive's directory.
  let names: [String]
  /// The archive's name for messages.
  private let path: String
  /// libzip's handle; only one caller may use it at a time.
  private let handle: Mutex<OpaquePointer>

  /// - Parameter path: the archive as the user named it.
  init(_ file: URL, named path: String, limits: ContainerLimits) throws(PublicationError) {
    var code: Int32 = 0
    guard let pointer = zip_open(file.path, ZIP_RDONLY, &code) else {
      let isCutOff = code == ZIP_ER_NOZIP && Self.isArchive(path)
      throw .damagedContainer(
        path,
        isCutOff
          ? "the file is cut off, its list of entries is missing: copy or download it again"
          : Self.message(code))
    }
    do {
      (names, entries) = try Self.directory(of: pointer, path: path, limits: limits)
    } catch {
      zip_discard(pointer)
      throw error
    }
    self.path = path
    handle = Mutex(pointer)
  }

  /// Whether a file begins with the header of an entry (APPNOTE 4.3.7).
  static func isArchive(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    return (try? file.read(upToCount: 4)) == Data([0x50, 0x4B, 0x03, 0x04])
  }

  deinit { handle.withLock { zip_discard($0) } }

  func bytes(of name: String) throws(PublicationError) -> [UInt8]? {
    guard let entry = entries[name] else { return nil }
    return try handle.withLock { handle throws(PublicationError) in
      guard let file = zip_fopen_index(handle, entry.index, 0) else {
        throw .damagedContainer(path, "\"\(name)\" cannot be opened: \(Self.text(handle))")
      }
      defer { zip_fclose(file) }
      var count: Int64 = 0
      // Read one byte more than the stated size: libzip then compares the checksum, and a wrong
      // size is detected.
      let bytes = [UInt8](unsafeUninitializedCapacity: entry.size + 1) { buffer, filled in
        guard let start = buffer.baseAddress else { return }
        while filled <= entry.size {
          count = zip_fread(file, start + filled, UInt64(entry.size + 1 - filled))
          guard count > 0 else { break }
          filled += Int(count)
        }
      }
      guard count == 0, bytes.count == entry.size else {
        throw .damagedContainer(path, "\"\(name)\" is damaged: its bytes do not match its checksum")
      }
      return bytes
    }
  }

  // MARK: The directory

  private static func directory(
    of pointer: OpaquePointer, path: String, limits: ContainerLimits
  ) throws(PublicationError) -> ([String], [String: Entry]) {
    let count = zip_get_num_entries(pointer, 0)
    guard count <= limits.entries else {
      throw .refusedContainer(path, "it holds \(count) entries, over \(limits.entries)")
    }
    var names: [String] = []
    var entries: [String: Entry] = [:]
    var total = 0
    for index in 0..<UInt64(max(0, count)) {
      var stat = zip_stat_t()
      guard zip_stat_index(pointer, index, 0, &stat) == 0, let text = stat.name else {
        throw .damagedContainer(path, Self.text(pointer))
      }
      let name = String(cString: text)
      try check(stat, name, index, of: pointer, path: path, limits: limits)
      if name.hasSuffix("/") { continue }
      let size = Int(clamping: stat.size)
      let (sum, overflows) = total.addingReportingOverflow(size)
      guard !overflows, sum <= limits.total else {
        throw .refusedContainer(path, "it unpacks to more than \(limits.total >> 20) MB")
      }
      total = sum
      guard entries.updateValue(Entry(index: index, size: size), forKey: name) == nil else {
        throw .refusedContainer(path, "it holds two entries of the name \"\(name)\"")
      }
      names.append(name)
    }
    return (names, entries)
  }

  private static func check(
    _ stat: zip_stat_t, _ name: String, _ index: UInt64, of pointer: OpaquePointer, path: String,
    limits: ContainerLimits
  ) throws(PublicationError) {
    if let problem = ContainerPath.problem(of: name) {
      throw .refusedContainer(path, "the entry \"\(name)\" has \(problem)")
    }
    guard stat.encryption_method == UInt16(ZIP_EM_NONE) else {
      throw .encrypted(path, "the entry \"\(name)\"")
    }
    guard [ZIP_CM_STORE, ZIP_CM_DEFLATE].contains(Int32(stat.comp_method)) else {
      throw .refusedContainer(
        path, "the entry \"\(name)\" is packed by a method that EPUB does not allow")
    }
    var system: UInt8 = 0
    var attributes: UInt32 = 0
    zip_file_get_external_attributes(pointer, index, 0, &system, &attributes)
    // For a file from Unix, the upper 16 bits are its mode; the type of a link is 0o12.
    if system == UInt8(ZIP_OPSYS_UNIX), attributes >> 28 == 0o12 {
      throw .refusedContainer(path, "the entry \"\(name)\" is a symbolic link")
    }
    guard stat.size <= UInt64(limits.entry) else {
      throw .refusedContainer(
        path, "the entry \"\(name)\" claims \(stat.size) bytes, over \(limits.entry >> 20) MB")
    }
    if stat.size > 1 << 20, stat.size / max(1, stat.comp_size) > UInt64(limits.ratio) {
      throw .refusedContainer(
        path,
        "the entry \"\(name)\" unpacks to \(stat.size / max(1, stat.comp_size)) times its size, over \(limits.ratio)"
      )
    }
  }

  private static func text(_ pointer: OpaquePointer) -> String {
    String(cString: zip_strerror(pointer))
  }

  private static func message(_ code: Int32) -> String {
    var error = zip_error_t()
    zip_error_init_with_code(&error, code)
    defer { zip_error_fini(&error) }
    return String(cString: zip_error_strerror(&error))
  }
}
