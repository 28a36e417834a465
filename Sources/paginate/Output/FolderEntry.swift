import Foundation

/// What is in a folder or one of its subfolders. Links are followed to tell what they are, but not
/// into folders.
struct FolderEntry {
  /// The path from the folder.
  let path: String
  let isFolder: Bool

  /// Everything in a folder, in the order of the system; nil if it cannot be read. Looks at each file
  /// only where the folder does not tell what it is.
  static func all(in folder: String) -> [FolderEntry]? {
    var found: [FolderEntry] = []
    return add(folder, "", &found) ? found : nil
  }

  private static func add(
    _ folder: String, _ prefix: String, _ found: inout [FolderEntry]
  ) -> Bool {
    guard let stream = opendir(folder) else { return false }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      let path = folder + "/" + name
      let kind = Int(entry.pointee.d_type)
      let isOwn = kind == Int(DT_DIR) || kind == Int(DT_UNKNOWN) && isFolder(path, lstat)
      let isRegular = kind == Int(DT_REG)
      guard isOwn || isRegular || access(path, F_OK) == 0 else { continue }
      found.append(
        FolderEntry(
          path: prefix + name, isFolder: isOwn || !isRegular && isFolder(path, stat)))
      if isOwn { _ = add(path, prefix + name + "/", &found) }
    }
    return true
  }

  private static func isFolder(
    _ path: String, _ look: (UnsafePointer<CChar>, UnsafeMutablePointer<stat>) -> Int32
  ) -> Bool {
    var status = stat()
    return look(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
