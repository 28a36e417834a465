public import Foundation

/// A book as its container gives it: documents in reading order and the resources they name.
///
/// Immutable once opened; every chapter's task reads from the same one.
public struct Publication: Sendable {
  /// A document of the spine.
  public struct Document: Sendable {
    /// The path from the publication's root, as messages and the page map name it.
    public let href: String
    public init(href: String) { self.href = href }
  }

  public let documents: [Document]
  /// The book's file or folder, as given.
  public let path: String
  /// The folder that relative URLs of the documents may reach into, and nothing above it.
  public let folder: URL
  /// The folder that URLs starting with "/" mean.
  public let root: URL

  /// Opens a single XHTML file.
  /// - Parameter root: resolves URLs from the root and widens what may be read; the file's own
  ///   folder when nil.
  /// - Throws: `PublicationError` when there is no such file, or it is not a document.
  public static func open(_ path: String, root: String? = nil) throws(PublicationError)
    -> Publication
  {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw PublicationError.noSuchInput(path)
    }
    guard !isFolder.boolValue else { throw PublicationError.folder(path) }
    guard !path.lowercased().hasSuffix(".epub") else {
      throw PublicationError.unsupportedContainer(path)
    }
    let file = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath()
    let folder = file.deletingLastPathComponent()
    let rootFolder =
      root.map { URL(fileURLWithPath: $0).standardizedFileURL.resolvingSymlinksInPath() } ?? folder
    return Publication(
      documents: [Document(href: file.lastPathComponent)], path: path, folder: folder,
      root: rootFolder)
  }

  /// The bytes of a document of the spine.
  public func bytes(of document: Document) throws(PublicationError) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: folder.path + "/" + document.href) else {
      throw PublicationError.unreadable(path)
    }
    return [UInt8](data)
  }
}

public enum PublicationError: Error, Sendable, CustomStringConvertible {
  case noSuchInput(String)
  case unreadable(String)
  case unsupportedContainer(String)
  case folder(String)

  public var description: String {
    switch self {
    case .noSuchInput(let path): "no such file \"\(path)\""
    case .unreadable(let path): "cannot read \"\(path)\""
    case .unsupportedContainer(let path):
      "\"\(path)\" is an EPUB, and EPUBs are not read yet: give one of its XHTML documents"
    case .folder(let path):
      "\"\(path)\" is a folder, and unpacked EPUBs are not read yet: give an XHTML file"
    }
  }
}
