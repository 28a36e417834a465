import CLinux
import Foundation
import Paginator

/// Files are written completely or not at all.
enum OutputFile {
  /// Writes to a temporary file next to the final place, then renames it: a reader sees the old
  /// file or the new one. If the path is a link, its target is replaced. An existing device or pipe,
  /// and what is open already (`/dev/stdout`), is written to directly.
  /// - Throws: `BookError` if that fails; the old file is unchanged then.
  static func write(_ bytes: [UInt8], to path: String, isDurable: Bool = true) throws {
    try write(to: path, isDurable: isDurable) { try $0.write(bytes) }
  }

  /// The same for content that is not in memory as a whole.
  /// - Parameter isDurable: whether it waits for the disk, so that the file is whole after a power cut.
  /// - Throws: also what `content` throws; the old file is unchanged then.
  static func write(
    to path: String, isDurable: Bool = true, _ content: (inout Writer) throws -> Void
  ) throws {
    let place = try target(of: path)
    let mode = mode(of: place)
    guard isReplaced(place, mode) else { return try write(into: place, mode, path, content) }
    let temporary = try fill(beside: place, named: path, isDurable: isDurable, content)
    try move(temporary, to: place, named: path, isDurable: isDurable)
  }

  /// Writes a temporary file next to a place, whose folder is made if it is missing.
  /// - Parameter path: the place as the user named it.
  /// - Returns: the path of the temporary file.
  static func fill(
    beside place: String, named path: String, isDurable: Bool,
    _ content: (inout Writer) throws -> Void
  ) throws -> String {
    try InputFiles.refuse(place, named: path)
    let (temporary, descriptor) = try Temporaries.file(beside: place)
    do {
      try Writer.fill(descriptor, path, content)
      guard fchmod(descriptor, permissions(of: mode(of: place))) == 0,
        !isDurable || fsync(descriptor) == 0
      else { throw cannotWrite(path, reason(errno)) }
    } catch {
      Temporaries.discard(temporary)
      throw error
    }
    return temporary
  }

  /// Moves a temporary file to its place.
  static func move(
    _ temporary: String, to place: String, named path: String, isDurable: Bool
  ) throws {
    guard rename(temporary, place) == 0 else {
      let error = cannotCreate(path, errno)
      Temporaries.discard(temporary)
      throw error
    }
    Temporaries.release(temporary)
    if isDurable { synchronize(folder: split(place).folder) }
  }

  /// Creates a new file in a staging folder, which no other process uses: no file of that name
  /// exists.
  static func create(_ bytes: [UInt8], at path: String) throws {
    Temporaries.waitIfEnding()
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw cannotCreate(path, errno) }
    let failure = writeAll(bytes, to: descriptor)
    guard close(descriptor) == 0, failure == nil else {
      throw cannotWrite(path, failure ?? reason(errno))
    }
  }

  private static func write(
    into place: String, _ mode: mode_t?, _ path: String, _ content: (inout Writer) throws -> Void
  ) throws {
    try refuseFolder(mode, named: path)
    // An open file is written to from where it is, not from its start.
    let descriptor =
      openDescriptor(of: place).map { fcntl($0, F_DUPFD_CLOEXEC, 0) }
      ?? open(place, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw cannotCreate(path, errno) }
    do {
      try Writer.fill(descriptor, path, content)
    } catch {
      close(descriptor)
      throw error
    }
    guard close(descriptor) == 0 else { throw cannotWrite(path, reason(errno)) }
  }

  /// - Throws: `BookError` if the file at a place is a folder.
  static func refuseFolder(_ mode: mode_t?, named path: String) throws {
    guard mode.map({ $0 & S_IFMT }) != S_IFDIR else {
      throw BookError(.cannotCreateOutput, "\"\(path)\" is a folder, not a file")
    }
  }

  /// Writes all bytes, in as many calls as needed.
  /// - Returns: the reason of a failure; nil on success.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> String? {
    bytes.withUnsafeBytes { buffer in
      guard let first = buffer.baseAddress else { return nil }
      var start = 0
      while start < buffer.count {
        let count = Foundation.write(descriptor, first + start, buffer.count - start)
        if count < 0, errno == EINTR { continue }
        if count < 0, errno == EAGAIN {
          var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&waiting, 1, -1)
          continue
        }
        guard count > 0 else { return reason(errno) }
        start += count
      }
      return nil
    }
  }

  /// Removes the content of a folder that is our own.
  static func empty(_ folder: String) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      try FileManager.default.removeItem(atPath: folder + "/" + name)
    }
  }

  /// - Parameter name: the folder's name as the user gave it.
  static func createFolder(_ path: String, named name: String? = nil) throws {
    MadeFolders.expect(path)
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      let reason =
        access(URL(fileURLWithPath: path).deletingLastPathComponent().path, W_OK) == 0
        ? "" : ": the folder it is in cannot be written to"
      throw BookError(.cannotCreateOutput, "cannot create the folder \"\(name ?? path)\"\(reason)")
    }
  }

  // MARK: Paths

  /// The folder of a path and the name in it.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.index(after: slash)...]))
  }

  /// The place that a path leads to if its last component is a link, or a chain of links.
  static func target(of path: String) throws -> String {
    var place = path
    var status = stat()
    for _ in 0..<40 {
      guard !isOpen(place), lstat(place, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else {
        return place
      }
      guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: place) else {
        break
      }
      place = link.hasPrefix("/") ? link : split(place).folder + "/" + link
    }
    throw BookError(.cannotCreateOutput, "cannot write \"\(path)\": too many links")
  }

  /// Whether a new file takes the place of the old one, if there is one.
  /// - Parameter mode: that of the old file; nil if there is none.
  static func isReplaced(_ place: String, _ mode: mode_t?) -> Bool {
    guard !isOpen(place) else { return false }
    return mode.map { $0 & S_IFMT == S_IFREG } ?? true
  }

  /// What is wrong with the places of outputs: two in one place, or a file in a folder whose content
  /// is replaced; nil if nothing is.
  static func conflict(of files: [String], folders: [String]) -> String? {
    func resolved(_ path: String) -> String {
      Paths.inResolvedFolder((try? target(of: path)) ?? path)
    }
    let folders = folders.map { (name: $0, place: resolved($0)) }
    var places: [String: String] = [:]
    for file in files where !isStandardOutput(file) {
      let place = resolved(file)
      guard mode(of: place).map({ $0 & S_IFMT == S_IFREG }) ?? true else { continue }
      if let other = places.updateValue(file, forKey: place) {
        return "\"\(file)\" and \"\(other)\" are one place: give each output a file of its own"
      }
      for folder in folders where place.hasPrefix(folder.place + "/") {
        return
          "\"\(file)\" is in the folder \"\(folder.name)\", which is replaced as a whole: give another place"
      }
    }
    guard folders.count == 2 else { return nil }
    let (first, second) = (folders[0].place + "/", folders[1].place + "/")
    guard first.hasPrefix(second) || second.hasPrefix(first) else { return nil }
    return
      "of the folders \"\(folders[0].name)\" and \"\(folders[1].name)\", one contains the other: give another place"
  }

  /// Whether an output goes to standard output, by the name "-" or by a path.
  static func isStandardOutput(_ path: String?) -> Bool {
    guard let path else { return false }
    return path == "-"
      || (try? target(of: path)).flatMap(openDescriptor(of:)) == STDOUT_FILENO
  }

  /// The type and permissions of the file at a place; nil if there is none.
  static func mode(of place: String) -> mode_t? {
    var status = stat()
    return stat(place, &status) == 0 ? status.st_mode : nil
  }

  /// The permissions of the file that takes the place of an old one.
  static func permissions(of old: mode_t?) -> mode_t { old.map { $0 & 0o7777 } ?? 0o666 & ~mask }

  /// Whether a path names a file that a process has open. Such a name need not lead to a path.
  private static func isOpen(_ place: String) -> Bool {
    place.hasPrefix("/proc/") || openDescriptor(of: place) != nil
  }

  /// The descriptor that a path such as `/dev/stdout` or `/proc/self/fd/3` names in this process.
  private static func openDescriptor(of place: String) -> Int32? {
    if place == "/dev/stdout" { return STDOUT_FILENO }
    if place == "/dev/stderr" { return STDERR_FILENO }
    let (folder, name) = split(place)
    let own = ["/dev/fd", "/proc/self/fd", "/proc/thread-self/fd", "/proc/\(getpid())/fd"]
    return own.contains(folder) ? Int32(name) : nil
  }

  // MARK: The system

  /// The process's umask. It is read once, because reading sets it for all threads.
  static let mask: mode_t = {
    let mask = umask(0o77)
    umask(mask)
    return mask
  }()

  static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

  static func cannotCreate(_ path: String, _ code: Int32) -> BookError {
    BookError(.cannotCreateOutput, "cannot write \"\(path)\": \(reason(code))")
  }

  /// Makes a rename durable. Not every file system supports this; the file is complete anyway.
  static func synchronize(folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
