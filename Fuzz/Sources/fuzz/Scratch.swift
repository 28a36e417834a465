import Foundation

/// Temporary files of this process, in memory if the machine has `/dev/shm`.
enum Scratch {
  private static let root: String = {
    let memory = "/dev/shm"
    let parent =
      FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
    let path = "\(parent)/paginate-fuzz-\(getpid())"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(atPath: Scratch.root) }
    return path
  }()

  /// Ignores errors of `body`: they mean that the book was refused.
  static func withFile(_ bytes: [UInt8], named name: String, _ body: (String) throws -> Void) {
    withFolder([(name, bytes)]) { try body("\($0)/\(name)") }
  }

  static func withFolder(_ files: [(name: String, bytes: [UInt8])], _ body: (String) throws -> Void)
  {
    for (name, bytes) in files {
      let path = "\(root)/\(name)"
      try? FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
    }
    defer {
      for file in files { try? FileManager.default.removeItem(atPath: "\(root)/\(file.name)") }
    }
    try? body(root)
  }
}
