import Foundation

/// The size, time and inode of files, which show whether a file changed.
struct InputState: Equatable {
  private var states: [String: [Int]]

  init(of paths: [String]) {
    var states: [String: [Int]] = [:]
    for path in paths {
      var status = stat()
      guard stat(path, &status) == 0 else {
        states[path] = []
        continue
      }
      states[path] = [
        Int(status.st_size), Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec),
        Int(status.st_ino),
      ]
    }
    self.states = states
  }

  /// The state of some of the files.
  func only(_ paths: some Sequence<String>) -> InputState {
    var part = InputState(of: [])
    for path in paths { part.states[path] = states[path] }
    return part
  }

  /// Whether all files that are in both states are unchanged.
  func isPart(of other: InputState) -> Bool {
    states.allSatisfy { other.states[$0.key] == nil || other.states[$0.key] == $0.value }
  }
}
