internal import CLibZip
internal import Foundation

extension Publication {
  /// The name of the list in a folder of outputs; it names the files that a run wrote there.
  package static let outputList = ".paginate-files"
  /// The end of the names of temporary files, which begin with a dot.
  package static let temporarySuffix = ".paginate-tmp"

  static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(".") && name.hasSuffix(temporarySuffix)
  }

  /// The bytes of any file of the container; nil when there is none of that path.
  public func file(_ path: String) throws(PublicationError) -> [UInt8]? {
    try container.bytes(path)
  }

  /// A copy of the EPUB in which some files have other bytes. Everything else is unchanged,
  /// including the order of the entries; an unpacked EPUB is packed. The copy is in memory; no file
  /// is written.
  /// - Throws: `PublicationError` that names the file, if there is no file to replace or if a file of
  ///   the book cannot be read.
  public func copy(replacing files: [String: [UInt8]]) throws -> [UInt8] {
    switch container.storage {
    case .archive(let archive): try copyArchive(archive, replacing: files)
    case .folder(let folder): try pack(folder, replacing: files)
    case .loose: throw PublicationError.badPackage(path, "not an EPUB: there is no container")
    }
  }

  private func copyArchive(
    _ original: ZIPArchive, replacing files: [String: [UInt8]]
  ) throws -> [UInt8] {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw PublicationError.unreadable(path)
    }
    return try withArchive([UInt8](bytes)) { archive in
      for name in files.keys.sorted() {
        // Not by its name, whose characters may be composed otherwise in the archive.
        guard let index = original.entries[name]?.index else { throw missing(name) }
        var stat = zip_stat_t()
        zip_stat_index(archive, index, 0, &stat)
        guard let source = Self.source(files[name] ?? [], archive),
          zip_file_replace(archive, index, source, 0) == 0
        else { throw PublicationError.cannotWrite(path) }
        zip_set_file_compression(archive, index, Int32(stat.comp_method), 0)
        // The copy does not depend on the time at which it is made.
        zip_file_set_mtime(archive, index, stat.mtime, 0)
      }
    }
  }

  private func pack(_ folder: URL, replacing files: [String: [UInt8]]) throws -> [UInt8] {
    var list = FileList()
    try list.add(folder, "", within: [folder.standardizedFileURL.resolvingSymlinksInPath()])
    let names = list.names
    if let name = Set(files.keys).subtracting(names).min() { throw missing(name) }
    return try withArchive([]) { archive in
      // The media type comes first and is not compressed (EPUB 3.3, section 4.3.3).
      let mediaType = Array("application/epub+zip".utf8)
      try add("mimetype", mediaType, method: ZIP_CM_STORE, archive)
      for name in names.sorted() where name != "mimetype" {
        let file = folder.appendingPathComponent(name)
        guard let bytes = files[name] ?? Container.read(file, within: [folder]) else {
          throw PublicationError.unreadable(file.path)
        }
        try add(name, bytes, method: ZIP_CM_DEFLATE, archive)
      }
    }
  }

  private func missing(_ name: String) -> PublicationError {
    .badPackage(path, "there is no file \"\(name)\" to replace")
  }

  private func add(
    _ name: String, _ bytes: [UInt8], method: Int32, _ archive: OpaquePointer
  ) throws {
    guard let source = Self.source(bytes, archive) else { throw PublicationError.cannotWrite(path) }
    let index = zip_file_add(archive, name, source, UInt32(ZIP_FL_ENC_UTF_8))
    guard index >= 0 else { throw PublicationError.cannotWrite(path) }
    zip_set_file_compression(archive, UInt64(index), method, 0)
    // 1 January 1980, the earliest date of the format.
    zip_file_set_dostime(archive, UInt64(index), 0, 0x21, 0)
  }

  /// A copy of the bytes that libzip frees.
  private static func source(_ bytes: [UInt8], _ archive: OpaquePointer) -> OpaquePointer? {
    guard let buffer = copied(bytes) else { return nil }
    return zip_source_buffer(archive, buffer, UInt64(bytes.count), 1)
  }

  private static func copied(_ bytes: [UInt8]) -> UnsafeMutableRawPointer? {
    guard let buffer = malloc(max(1, bytes.count)) else { return nil }
    bytes.withUnsafeBytes { if let base = $0.baseAddress { memcpy(buffer, base, bytes.count) } }
    return buffer
  }

  /// Changes an archive in memory.
  /// - Parameter bytes: the bytes of the archive; empty for a new one.
  /// - Returns: the bytes of the changed archive.
  private func withArchive(
    _ bytes: [UInt8], _ body: (OpaquePointer) throws -> Void
  ) throws -> [UInt8] {
    guard let buffer = Self.copied(bytes),
      let source = zip_source_buffer_create(buffer, UInt64(bytes.count), 1, nil)
    else { throw PublicationError.cannotWrite(path) }
    zip_source_keep(source)
    defer { zip_source_free(source) }
    guard let archive = zip_open_from_source(source, bytes.isEmpty ? ZIP_TRUNCATE : 0, nil) else {
      zip_source_free(source)
      throw PublicationError.unreadable(path)
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
    return try read(source)
  }

  private func read(_ source: OpaquePointer) throws -> [UInt8] {
    var stat = zip_stat_t()
    guard zip_source_stat(source, &stat) == 0, zip_source_open(source) == 0 else {
      throw PublicationError.cannotWrite(path)
    }
    defer { zip_source_close(source) }
    let count = Int(stat.size)
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      used = max(0, Int(zip_source_read(source, buffer.baseAddress, UInt64(count))))
    }
    guard bytes.count == count else { throw PublicationError.cannotWrite(path) }
    return bytes
  }
}

/// The paths of all files of an unpacked EPUB. Links to folders of the book are followed, as when
/// the book is read.
private struct FileList {
  private(set) var names: [String] = []
  private var folderCount = 0
  /// The most entries of an archive without extensions (APPNOTE.TXT, section 4.4.22).
  private static let most = 65_535

  /// - Parameter outer: the folders around this one, the book's first, with links resolved.
  mutating func add(_ folder: URL, _ path: String, within outer: [URL]) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let file = folder.appendingPathComponent(name)
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
      guard !Publication.isTemporary(name) else { continue }
      guard isFolder.boolValue else {
        names.append(path + name)
        continue
      }
      // What earlier runs wrote beside the book is no part of it.
      let list = file.appendingPathComponent(Publication.outputList).path
      guard !FileManager.default.fileExists(atPath: list) else { continue }
      let resolved = file.standardizedFileURL.resolvingSymlinksInPath()
      folderCount += 1
      // A link that leads out of the book is not read, and one to a folder around it has no end.
      guard Container.isInside(resolved, outer[0]), !outer.contains(resolved),
        names.count + folderCount <= Self.most
      else { throw PublicationError.unreadable(file.path) }
      try add(file, path + name + "/", within: outer + [resolved])
    }
  }
}
