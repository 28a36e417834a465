internal import CLibZip
internal import Foundation

extension Publication {
  /// The bytes of any file of the container; nil when there is none of that path.
  public func file(_ path: String) throws(PublicationError) -> [UInt8]? {
    try container.bytes(path)
  }

  /// Writes a copy of the EPUB in which some files have other bytes. Everything else, the order
  /// of the entries included, is as it was; an unpacked EPUB comes out packed.
  /// - Throws: `PublicationError` when the copy cannot be written; nothing is left then.
  public func writeCopy(to path: String, replacing files: [String: [UInt8]]) throws {
    let target = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath()
    let own = URL(fileURLWithPath: self.path).standardizedFileURL.resolvingSymlinksInPath()
    guard target != own else { throw PublicationError.sameFile(path) }
    let folder = target.deletingLastPathComponent().path
    guard access(folder, W_OK) == 0 else { throw PublicationError.cannotWrite(path) }
    let staging = path + ".\(ProcessInfo.processInfo.processIdentifier).tmp"
    do {
      switch container.storage {
      case .archive: try Self.copyArchive(from: self.path, to: staging, replacing: files)
      case .folder(let folder): try Self.pack(folder, to: staging, replacing: files)
      case .loose:
        throw PublicationError.badPackage(self.path, "not an EPUB: there is no container")
      }
      guard rename(staging, path) == 0 else { throw PublicationError.cannotWrite(path) }
    } catch {
      unlink(staging)
      throw error
    }
  }

  private static func copyArchive(
    from original: String, to path: String, replacing files: [String: [UInt8]]
  ) throws {
    guard let bytes = FileManager.default.contents(atPath: original),
      FileManager.default.createFile(atPath: path, contents: bytes)
    else { throw PublicationError.cannotWrite(path) }
    try withArchive(path, flags: 0) { archive in
      for name in files.keys.sorted() {
        let index = zip_name_locate(archive, name, 0)
        guard index >= 0 else { throw PublicationError.cannotWrite(path) }
        var stat = zip_stat_t()
        zip_stat_index(archive, UInt64(index), 0, &stat)
        guard let source = source(files[name] ?? [], archive),
          zip_file_replace(archive, UInt64(index), source, 0) == 0
        else { throw PublicationError.cannotWrite(path) }
        zip_set_file_compression(archive, UInt64(index), Int32(stat.comp_method), 0)
        // The copy says nothing of when it was made.
        zip_file_set_mtime(archive, UInt64(index), stat.mtime, 0)
      }
    }
  }

  private static func pack(
    _ folder: URL, to path: String, replacing files: [String: [UInt8]]
  ) throws {
    let names =
      FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    try withArchive(path, flags: ZIP_CREATE | ZIP_EXCL) { archive in
      // The media type comes first and is not packed (EPUB 3.3, section 4.3.3).
      let mediaType = Array("application/epub+zip".utf8)
      try add("mimetype", mediaType, method: ZIP_CM_STORE, archive, path)
      for name in names.sorted() where name != "mimetype" {
        let file = folder.appendingPathComponent(name)
        guard let bytes = files[name] ?? Container.read(file, within: [folder]) else { continue }
        try add(name, bytes, method: ZIP_CM_DEFLATE, archive, path)
      }
    }
  }

  private static func add(
    _ name: String, _ bytes: [UInt8], method: Int32, _ archive: OpaquePointer, _ path: String
  ) throws {
    guard let source = source(bytes, archive) else { throw PublicationError.cannotWrite(path) }
    let index = zip_file_add(archive, name, source, UInt32(ZIP_FL_ENC_UTF_8))
    guard index >= 0 else { throw PublicationError.cannotWrite(path) }
    zip_set_file_compression(archive, UInt64(index), method, 0)
    // 1 January 1980, the first day that the format knows.
    zip_file_set_dostime(archive, UInt64(index), 0, 0x21, 0)
  }

  /// A copy of the bytes that libzip frees.
  private static func source(_ bytes: [UInt8], _ archive: OpaquePointer) -> OpaquePointer? {
    guard let buffer = malloc(max(1, bytes.count)) else { return nil }
    bytes.withUnsafeBytes { if let base = $0.baseAddress { memcpy(buffer, base, bytes.count) } }
    return zip_source_buffer(archive, buffer, UInt64(bytes.count), 1)
  }

  private static func withArchive(
    _ path: String, flags: Int32, _ body: (OpaquePointer) throws -> Void
  ) throws {
    var code: Int32 = 0
    guard let archive = zip_open(path, flags, &code) else {
      throw PublicationError.cannotWrite(path)
    }
    do {
      try body(archive)
    } catch {
      zip_discard(archive)
      throw error
    }
    guard zip_close(archive) == 0 else {
      zip_discard(archive)
      throw PublicationError.cannotWrite(path)
    }
  }
}
