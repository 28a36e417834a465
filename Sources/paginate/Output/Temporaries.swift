import EPUB
import Foundation
import Paginator
import Synchronization

/// Temporary files and folders next to their final places. Their names are random, and each is
/// locked (flock) by its process. The lock ends with the process, so the next run recognizes what a
/// killed run left.
enum Temporaries {
  private static let suffix = Publication.temporarySuffix
  /// Descriptors that hold the locks, by path.
  private static let live = Mutex<[String: Int32]>([:])

  /// Whether a file is one of ours, or in a folder of ours, by its name.
  static func isTemporary(_ path: String) -> Bool {
    path.split(separator: "/").contains { $0.hasPrefix(".") && $0.hasSuffix(suffix) }
  }

  /// Creates a file next to `final` that only this user can read. Folders that are missing are made.
  /// - Returns: its path, and a descriptor to write to.
  static func file(beside final: String) throws -> (path: String, descriptor: Int32) {
    try create(beside: final) { path in
      open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
  }

  /// Creates a folder next to `final` that only this user can enter.
  static func folder(beside final: String) throws -> (path: String, descriptor: Int32) {
    try create(beside: final) { path in
      guard mkdir(path, 0o700) == 0 else { return -1 }
      return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
  }

  private static func create(
    beside final: String, _ open: (String) -> Int32
  ) throws -> (path: String, descriptor: Int32) {
    let (folder, name) = OutputFile.split(final)
    if Paths.kind(of: folder) != .folder { try OutputFile.createFolder(folder) }
    removeAbandoned(beside: final)
    var reason = EEXIST
    for _ in 0..<16 {
      let random = String(UInt64.random(in: .min ... .max), radix: 36)
      let path = "\(folder)/.\(name.prefix(80)).\(random)\(suffix)"
      if let descriptor = add(path, open) { return (path, descriptor) }
      reason = errno
      waitIfEnding()
      // Another run may have removed the folder as abandoned before it was opened.
      guard [EEXIST, ENOENT].contains(reason) else { break }
    }
    throw OutputFile.cannotCreate(final, reason)
  }

  /// Creates a temporary, locks it and records it, all before `removeAll` can look for it.
  /// - Returns: nil, with the reason in `errno`, if it was not created or the run ends.
  private static func add(_ path: String, _ open: (String) -> Int32) -> Int32? {
    live.withLock { live in
      guard !isEnding.load(ordering: .relaxed) else { return nil }
      let descriptor = open(path)
      guard descriptor >= 0 else { return nil }
      // Another run may remove it as abandoned before it is locked.
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, isSame(path, descriptor) else {
        close(descriptor)
        errno = ENOENT
        return nil
      }
      live[path] = descriptor
      return descriptor
    }
  }

  private static func isSame(_ path: String, _ descriptor: Int32) -> Bool {
    var own = stat()
    var there = stat()
    return fstat(descriptor, &own) == 0 && lstat(path, &there) == 0 && own.st_ino == there.st_ino
      && own.st_dev == there.st_dev
  }

  /// Releases the lock of a temporary that was moved to its place or removed.
  static func release(_ path: String) {
    if let descriptor = live.withLock({ $0.removeValue(forKey: path) }) { close(descriptor) }
  }

  static func discard(_ path: String) {
    remove(path)
    release(path)
  }

  private static let isEnding = Atomic<Bool>(false)

  /// Blocks a thread that is about to write while the run ends: it would refill a folder that is
  /// being removed.
  static func waitIfEnding() {
    while isEnding.load(ordering: .relaxed) { sleep(1) }
  }

  /// Removes all temporaries of this run, which ends without its outputs, and the folders that it made
  /// for them. Another thread may still write to a folder, so removal is repeated.
  static func removeAll() {
    isEnding.store(true, ordering: .relaxed)
    let paths = live.withLock { Array($0.keys) }
    for path in paths {
      for _ in 0..<100 {
        remove(path)
        if access(path, F_OK) != 0 { break }
        usleep(1000)
      }
    }
    MadeFolders.removeEmpty()
  }

  private static func remove(_ path: String) {
    // `removeItem` removes a link itself, never its target.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Removes what killed runs left in the folder of `final`.
  private static func removeAbandoned(beside final: String) {
    let folder = OutputFile.split(final).folder
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
    for name in names where name.hasPrefix(".") && name.hasSuffix(suffix) {
      let path = folder + "/" + name
      let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      var status = stat()
      if fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
        flock(descriptor, LOCK_EX | LOCK_NB) == 0
      {
        remove(path)
      }
      close(descriptor)
    }
  }
}

/// SIGINT, SIGTERM, SIGHUP and SIGQUIT end a run without leaving incomplete outputs.
enum Signals {
  /// The process then exits with 128 and the number of the signal.
  static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// Starts a thread that waits for the signals. Must be called while there is only one thread, so
  /// that all later threads inherit the signal mask and are not interrupted.
  static func prepare() {
    var wanted = sigset_t()
    sigemptyset(&wanted)
    for number in ending {
      // A signal that the parent ignores (nohup, a background job) stays ignored.
      let before = signal(number, SIG_DFL)
      if isIgnored(before) { signal(number, SIG_IGN) } else { sigaddset(&wanted, number) }
    }
    pthread_sigmask(SIG_BLOCK, &wanted, nil)
    let awaited = wanted
    Thread.detachNewThread {
      var awaited = awaited
      var number: Int32 = 0
      while sigwait(&awaited, &number) != 0 {}
      Temporaries.removeAll()
      _exit(128 + number)
    }
  }

  private static func isIgnored(_ handler: sighandler_t?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
