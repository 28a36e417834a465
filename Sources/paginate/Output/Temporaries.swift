import Foundation
import Paginator
import Synchronization

/// Files and folders that are being filled beside their final places. Their names cannot be
/// guessed, and each is locked (flock) while its writer lives: the lock goes with the process, so
/// that the next run recognizes what a killed one left.
enum Temporaries {
  private static let suffix = ".paginate-tmp"
  /// Descriptors that hold the locks, by path.
  private static let live = Mutex<[String: Int32]>([:])

  /// Creates a file that only this user can read, beside `final`.
  /// - Returns: its path, and a descriptor to write to.
  static func file(beside final: String) throws -> (path: String, descriptor: Int32) {
    try create(beside: final) { path in
      open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
  }

  /// Creates a folder that only this user can enter, beside `final`.
  static func folder(beside final: String) throws -> (path: String, descriptor: Int32) {
    try create(beside: final) { path in
      guard mkdir(path, 0o700) == 0 else { return -1 }
      return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
  }

  private static func create(
    beside final: String, _ open: (String) -> Int32
  ) throws -> (path: String, descriptor: Int32) {
    removeAbandoned(beside: final)
    let (folder, name) = OutputFile.split(final)
    var reason = EEXIST
    for _ in 0..<16 {
      let random = String(UInt64.random(in: .min ... .max), radix: 36)
      let path = "\(folder)/.\(name.prefix(80)).\(random)\(suffix)"
      let descriptor = open(path)
      guard descriptor >= 0 else {
        reason = errno
        // A folder can be gone before it is opened, taken for an abandoned one: see below.
        if [EEXIST, ENOENT].contains(reason) { continue }
        throw OutputFile.cannotCreate(final, reason)
      }
      // Another run may take it for an abandoned one before it is locked.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, isSame(path, descriptor) {
        live.withLock { $0[path] = descriptor }
        return (path, descriptor)
      }
      close(descriptor)
    }
    throw OutputFile.cannotCreate(final, reason)
  }

  private static func isSame(_ path: String, _ descriptor: Int32) -> Bool {
    var own = stat()
    var there = stat()
    return fstat(descriptor, &own) == 0 && lstat(path, &there) == 0 && own.st_ino == there.st_ino
      && own.st_dev == there.st_dev
  }

  /// Forgets a temporary that has been moved to its place or removed.
  static func release(_ path: String) {
    if let descriptor = live.withLock({ $0.removeValue(forKey: path) }) { close(descriptor) }
  }

  static func discard(_ path: String) {
    remove(path)
    release(path)
  }

  private static let isEnding = Atomic<Bool>(false)

  /// Holds a thread that is about to write once the run is being ended: it would only fill what is
  /// being emptied.
  static func waitIfEnding() {
    while isEnding.load(ordering: .relaxed) { sleep(1) }
  }

  /// Removes all temporaries of this run, which ends. Another thread may be in the middle of writing
  /// into a folder, so removal is tried until nothing is left.
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
  }

  private static func remove(_ path: String) {
    // Never through a link: `removeItem` takes the link itself.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Removes what runs that were killed left in the folder of `final`.
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

/// SIGINT, SIGTERM and SIGHUP end a run without leaving anything half-written.
enum Signals {
  /// Has a thread of its own wait for the signals. Called while there is one thread: the others
  /// inherit from it that they are not interrupted.
  static func prepare() {
    var wanted = sigset_t()
    sigemptyset(&wanted)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // One that the parent ignores (nohup, a background job) stays ignored.
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
