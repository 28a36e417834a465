import Foundation

/// What is at a path, and where it leads.
enum Paths {
  enum Kind { case file, folder }

  /// What is at a path, or where its link leads; nil if nothing is there.
  static func kind(of path: String) -> Kind? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    return isFolder.boolValue ? .folder : .file
  }

  /// A path from the root, without links.
  static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }

  /// A path from the root, without links in its folders. The file itself may be a link.
  static func inResolvedFolder(_ path: String) -> String {
    let url = URL(fileURLWithPath: path).standardizedFileURL
    return url.deletingLastPathComponent().resolvingSymlinksInPath()
      .appendingPathComponent(url.lastPathComponent).path
  }
}
