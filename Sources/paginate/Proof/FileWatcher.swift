import Foundation

/// Waits until something happens in the folders of some files: by inotify, and by waiting a tenth of
/// a second where the system has none left or the folder does not support it. It only says when to
/// look; whether a file changed is for the caller to find out.
///
/// Folders are watched rather than files, because most editors replace a file when they save it.
final class FileWatcher {
  /// Created, written, renamed, removed, or changed in its attributes.
  private static let events = UInt32(
    IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB
      | IN_DELETE_SELF | IN_MOVE_SELF)

  /// Some file systems report nothing, such as those of another machine.
  private static let longestWait: Int32 = 1000
  private static let pollInterval: Int32 = 100

  private let descriptor: Int32
  private var folders: Set<String> = []
  private var isComplete = true

  init() {
    // The flags of inotify_init1 are those of open.
    descriptor = inotify_init1(Int32(O_CLOEXEC | O_NONBLOCK))
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Whether every folder is watched, so that no polling is needed.
  var watchesAll: Bool { descriptor >= 0 && isComplete }

  /// Watches the folders of files. A folder that was removed and made again is watched again.
  func watch(_ paths: [String]) {
    guard descriptor >= 0 else { return }
    folders = Set(paths.map { OutputFile.split($0).folder })
    isComplete = folders.allSatisfy { inotify_add_watch(descriptor, $0, Self.events) >= 0 }
  }

  /// Waits until something happens, or until it is time to look anyway.
  func wait() async {
    let limit = watchesAll ? Self.longestWait : Self.pollInterval
    let descriptor = descriptor
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      // A thread of its own: the tasks of the run must not wait for a file.
      DispatchQueue.global().async {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&waiting, descriptor >= 0 ? 1 : 0, limit)
        done.resume()
      }
    }
    forget()
  }

  /// Reads the events that are there: that they came is all that counts. Where something writes all
  /// the time, there are always more.
  private func forget() {
    guard descriptor >= 0 else { return }
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    for _ in 0..<Self.mostReads where read(descriptor, &bytes, bytes.count) <= 0 { return }
  }

  private static let mostReads = 64
}
