import CLinux
import EPUB
import Foundation
import Paginator

/// A folder that is filled next to its final place and moved there when it is complete. A list in
/// the folder names the files that we wrote: the next run replaces only these.
struct StagedFolder {
  /// The name of the list in the folder; it has one path per line.
  static let listName = Publication.outputList

  let path: String
  private let descriptor: Int32
  /// The final place, with links resolved.
  private let final: String
  /// The folder's name as the user gave it.
  private let name: String

  /// - Throws: `BookError` if the final place contains a file that no earlier run lists as its own,
  ///   or if nothing can be written next to it.
  init(final: String) throws {
    var trimmed = final
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    name = trimmed
    self.final = Self.real(try OutputFile.target(of: trimmed))
    try Self.refuseForeignFiles(in: self.final, named: trimmed)
    (path, descriptor) = try Self.create(beside: self.final, named: trimmed)
  }

  /// The path of an existing folder without "." and "..": its name is needed, and the folder that it
  /// is in.
  private static func real(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Whether this process is in the folder, and so may be the shell that started it. Such a folder is
  /// not moved away: what is in it would be in a folder without a name.
  private var isCurrent: Bool {
    let current = FileManager.default.currentDirectoryPath
    return current == final || current.hasPrefix(final + "/")
  }

  private static func create(
    beside final: String, named name: String
  ) throws -> (path: String, descriptor: Int32) {
    let parent = OutputFile.split(final).folder
    if access(parent, F_OK) != 0 { try OutputFile.createFolder(parent, named: name) }
    guard access(parent, W_OK) == 0 else {
      throw BookError(
        .cannotCreateOutput,
        "cannot create the folder \"\(name)\": the folder it is in cannot be written to")
    }
    return try Temporaries.folder(beside: final)
  }

  private static func refuseForeignFiles(in final: String, named name: String) throws {
    guard let kind = Paths.kind(of: final) else { return }
    guard kind == .folder else {
      throw BookError(.cannotCreateOutput, "\"\(name)\" is a file, not a folder")
    }
    if let foreign = try foreignFile(in: final, named: name) {
      throw BookError(
        .cannotCreateOutput,
        "the folder \"\(name)\" holds \"\(foreign)\", which no earlier run lists as its own: move it away or give another folder"
      )
    }
  }

  /// The first file, link or empty folder that the folder's list does not name.
  /// - Throws: `BookError` if the folder cannot be read: what it holds would be lost.
  private static func foreignFile(in folder: String, named name: String) throws -> String? {
    let list = FileManager.default.contents(atPath: folder + "/" + listName) ?? Data()
    let own = Set(String(decoding: list, as: UTF8.self).split(separator: "\n").map(String.init))
    let paths: [String]
    do {
      paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
    } catch {
      throw BookError(
        .cannotCreateOutput,
        "the folder \"\(name)\" holds what cannot be read: move it away or give another folder")
    }
    // A folder that is not empty is represented by its content.
    let filled = Set(paths.map { OutputFile.split($0).folder })
    return paths.sorted().first { $0 != listName && !own.contains($0) && !filled.contains($0) }
  }

  // MARK: The end

  /// Whether a folder is written to disk before it takes its place.
  enum Durability { case onDisk, inMemory }

  /// Moves the folder to its final place, in one step if the file system supports that.
  func commit(_ durability: Durability = .onDisk) throws {
    guard let entries = FolderEntry.all(in: path) else { throw failure(errno) }
    let paths = entries.filter { !$0.isFolder }.map(\.path).sorted()
    try OutputFile.create(Array((paths.joined(separator: "\n") + "\n").utf8), at: listPath)
    var status = stat()
    let isThere = stat(final, &status) == 0
    guard chmod(path, isThere ? status.st_mode & 0o7777 : 0o777 & ~OutputFile.mask) == 0 else {
      throw failure(errno)
    }
    // Writes all files to disk before their folder is renamed, in one call.
    if durability == .onDisk, clinux_syncfs(descriptor) != 0, errno != ENOSYS {
      throw failure(errno)
    }
    // A file may have been put there since the run began.
    try Self.refuseForeignFiles(in: final, named: name)
    try isThere ? (isCurrent ? refill() : replace(durability)) : place()
    if durability == .onDisk { OutputFile.synchronize(folder: OutputFile.split(final).folder) }
  }

  /// Takes a file of the folder that is at the final place now, instead of writing it again.
  /// - Returns: false if that is not possible.
  func take(_ name: String) -> Bool {
    Temporaries.waitIfEnding()
    return link(final + "/" + name, path + "/" + name) == 0
  }

  private var listPath: String { path + "/" + Self.listName }

  private func place() throws {
    guard rename(path, final) == 0 else { throw failure(errno) }
    Temporaries.release(path)
  }

  private func replace(_ durability: Durability) throws {
    if clinux_exchange(path, final) == 0 {
      // Now the old folder has the temporary name.
      guard durability == .inMemory else { return Temporaries.discard(path) }
      // Those who wait for the new one need not wait for that.
      let old = path
      return DispatchQueue.global(qos: .utility).async { Temporaries.discard(old) }
    }
    switch errno {
    case ENOSYS, EINVAL: try replaceInTwoSteps()
    case EBUSY, EXDEV: try refill()
    default: throw failure(errno)
    }
  }

  /// For file systems that cannot exchange folders: between the two steps there is no folder.
  private func replaceInTwoSteps() throws {
    let (old, _) = try Temporaries.folder(beside: final)
    guard rename(final, old) == 0 else {
      let code = errno
      Temporaries.discard(old)
      throw failure(code)
    }
    guard rename(path, final) == 0 else {
      let code = errno
      rename(old, final)
      Temporaries.release(old)
      throw failure(code)
    }
    Temporaries.release(path)
    Temporaries.discard(old)
  }

  /// For a folder that cannot be moved, such as a mount point: replaces file by file, and the list
  /// last.
  private func refill() throws {
    let old = try FileManager.default.subpathsOfDirectory(atPath: final)
    for name in try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
    where name != Self.listName {
      let source = path + "/" + name
      if Paths.kind(of: source) == .folder {
        try OutputFile.createFolder(final + "/" + name)
      } else {
        try OutputFile.write(
          [UInt8](Data(contentsOf: URL(fileURLWithPath: source))), to: final + "/" + name)
      }
    }
    for name in old.sorted().reversed()
    where name != Self.listName && access(path + "/" + name, F_OK) != 0 {
      Foundation.remove(final + "/" + name)
    }
    let list = [UInt8](try Data(contentsOf: URL(fileURLWithPath: listPath)))
    try OutputFile.write(list, to: final + "/" + Self.listName)
    Temporaries.discard(path)
  }

  private func failure(_ code: Int32) -> BookError {
    BookError(
      .cannotCreateOutput,
      "cannot create the folder \"\(name)\": \(OutputFile.reason(code))")
  }

  func discard() { Temporaries.discard(path) }
}
