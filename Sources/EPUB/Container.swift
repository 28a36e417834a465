internal import Foundation

/// The files of a book: in an archive, in a folder, or in the folder of a single document.
struct Container: Sendable {
  enum Storage: Sendable {
    case archive(ZIPArchive)
    case folder(URL)
    /// The folder of a single document, and the folder to which URLs from the root refer.
    case loose(folder: URL, root: URL)
  }

  let storage: Storage
  /// The path of the book as given, for messages.
  let path: String
  /// The bytes that replace those of files, by path.
  var replaced: [String: [UInt8]] = [:]

  /// The bytes of a file by its path in the container; nil when there is none.
  func bytes(_ name: String) throws(PublicationError) -> [UInt8]? {
    if let bytes = replaced[name] { return bytes }
    switch storage {
    // Equal strings are canonically equivalent, as names in a container are (EPUB 3.3, section
    // 4.2.3).
    case .archive(let archive): return try archive.bytes(of: name)
    case .folder(let folder), .loose(let folder, _):
      if let bytes = Self.read(folder.appendingPathComponent(name), within: [folder]) {
        return bytes
      }
      return Self.equivalent(to: name, in: folder).flatMap { Self.read($0, within: [folder]) }
    }
  }

  /// A file whose name has the same characters, composed otherwise: macOS writes names decomposed, and Linux compares
  /// their bytes.
  private static func equivalent(to name: String, in folder: URL) -> URL? {
    guard name.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
    var found = folder
    for part in name.split(separator: "/") {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: found.path)) ?? []
      guard let own = names.sorted().first(where: { $0 == part }) else { return nil }
      found.appendPathComponent(own)
    }
    return found
  }

  /// The bytes of a file if it is inside one of the folders after symbolic links are resolved.
  static func read(_ file: URL, within folders: [URL]) -> [UInt8]? {
    let resolved = file.standardizedFileURL.resolvingSymlinksInPath()
    var isFolder: ObjCBool = false
    guard folders.contains(where: { isInside(resolved, $0) }),
      FileManager.default.fileExists(atPath: resolved.path, isDirectory: &isFolder),
      !isFolder.boolValue, let data = FileManager.default.contents(atPath: resolved.path)
    else { return nil }
    return [UInt8](data)
  }

  static func isInside(_ file: URL, _ folder: URL) -> Bool {
    file.path.hasPrefix(folder.path.hasSuffix("/") ? folder.path : folder.path + "/")
  }
}
