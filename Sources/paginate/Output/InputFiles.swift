import Foundation
import Paginator
import Synchronization

/// The files that this run reads: no output takes the place of one of them, whatever name it has.
enum InputFiles {
  private struct Identity: Hashable {
    let device: dev_t
    let inode: ino_t

    /// Nil for what is not a regular file.
    init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      (device, inode) = (status.st_dev, status.st_ino)
    }
  }

  /// The folder of an unpacked book, without links; nil for a book in one file.
  static func folder(of book: String) -> String? {
    Paths.kind(of: book) == .folder ? Paths.inResolvedFolder(book) : nil
  }

  private static let known = Mutex<Set<Identity>>([])

  static func protect(_ paths: some Sequence<String>) {
    let found = paths.compactMap { Identity(of: $0) }
    known.withLock { $0.formUnion(found) }
  }

  /// - Parameters:
  ///   - place: where an output is about to be written.
  ///   - name: the output as the user named it.
  /// - Throws: `BookError` if the place is that of an input.
  static func refuse(_ place: String, named name: String) throws {
    guard let identity = Identity(of: place), known.withLock({ $0.contains(identity) }) else {
      return
    }
    throw BookError(
      .badUsage, "\"\(name)\" is an input of this run: give the output another name")
  }
}
