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
      return Self.read(folder.appendingPathComponent(name), within: [folder])
    }
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
