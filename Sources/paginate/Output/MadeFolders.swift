import Foundation
import Synchronization

/// The folders that a run makes for its outputs. A run that fails removes those of them that are empty.
enum MadeFolders {
  /// Outer folders come before those in them.
  private static let made = Mutex<[String]>([])
  /// A run makes few; a program that runs for long must not fill the memory.
  private static let mostMade = 256

  /// Records the folders of a path that are not there: this run, or a process that it starts, is about to
  /// make them.
  static func expect(_ path: String) {
    guard !Temporaries.isTemporary(path) else { return }
    var missing: [String] = []
    var folder = URL(fileURLWithPath: path).standardizedFileURL.path
    while folder != "/", access(folder, F_OK) != 0, missing.count < mostMade {
      missing.append(folder)
      folder = OutputFile.split(folder).folder
    }
    guard !missing.isEmpty else { return }
    made.withLock { made in
      guard made.count + missing.count <= mostMade else { return }
      made += missing.reversed().filter { !made.contains($0) }
    }
  }

  /// Removes the folders that are empty. What is in others stays, whoever wrote it.
  static func removeEmpty() {
    // Only an empty folder can be removed so, and never what a link leads to.
    for folder in made.withLock({ $0 }).reversed() { rmdir(folder) }
  }
}
