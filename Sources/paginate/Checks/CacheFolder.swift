import Foundation
import Paginator

/// The folder of a cache: its required owner and its limits.
struct CacheFolder {
  /// How much is kept: the entries that were not used for longest are removed first.
  struct Bounds {
    var megabytes = 512
    var days = 30
  }

  private static let endings = [
    LayoutCache.bookEnding, LayoutCache.chapterEnding, BatchResults.ending,
  ]

  /// - Parameter trusts: whether the folder may belong to another user, as in a container of a CI
  ///   job that restored it.
  /// - Throws: `BookError` if another user could have written its content.
  static func open(_ path: String, trusts: Bool) throws {
    try OutputFile.createFolder(path)
    guard !trusts else { return }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let entries = names.filter(isEntry).map { path + "/" + $0 }
    for place in [path] + entries.sorted() {
      var status = stat()
      guard lstat(place, &status) == 0 else { continue }
      let isLink = status.st_mode & S_IFMT == S_IFLNK
      guard !isLink || place == path, place != path || stat(place, &status) == 0 else {
        throw refused(place, "is a link")
      }
      guard status.st_uid == geteuid() else { throw refused(place, "belongs to another user") }
      guard status.st_mode & 0o022 == 0 else { throw refused(place, "can be written by others") }
    }
  }

  private static func refused(_ place: String, _ why: String) -> BookError {
    BookError(
      .badUsage,
      "the cache \"\(place)\" \(why), so what it says cannot be trusted: remove it, or give --trust-cache"
    )
  }

  /// Entries are named by a digest; other files in the folder do not belong to the cache.
  private static func isEntry(_ name: String) -> Bool {
    guard let ending = endings.first(where: name.hasSuffix) else { return false }
    let key = name.dropLast(ending.count)
    return key.count == LayoutCache.keyLength && key.allSatisfy(\.isHexDigit)
  }

  /// Removes entries that were last used before the limit, then the oldest ones while the total is
  /// too large.
  static func prune(_ path: String, to bounds: Bounds) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    var entries: [(path: String, size: Int, changed: Int)] = []
    for name in names where isEntry(name) {
      var status = stat()
      guard lstat(path + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        continue
      }
      entries.append((path + "/" + name, Int(status.st_size), Int(status.st_mtim.tv_sec)))
    }
    let oldest = time(nil) - bounds.days * 86_400
    var total = entries.reduce(0) { $0 + $1.size }
    for entry in entries.sorted(by: { ($0.changed, $0.path) < ($1.changed, $1.path) })
    where entry.changed < oldest || total > bounds.megabytes << 20 {
      if unlink(entry.path) == 0 { total -= entry.size }
    }
  }
}
