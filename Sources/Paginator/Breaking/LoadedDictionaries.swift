internal import Foundation
internal import Synchronization

/// Dictionaries by language tag, each loaded once.
final class LoadedDictionaries<Dictionary: Sendable>: Sendable {
  private let byTag = Mutex<[String: Dictionary?]>([:])

  func dictionary(_ tag: String, load: () -> Dictionary?) -> Dictionary? {
    byTag.withLock { known in
      if let found = known[tag] { return found }
      let made = load()
      known[tag] = .some(made)
      return made
    }
  }

  var all: [Dictionary] {
    byTag.withLock { known in
      known.keys.sorted().compactMap { known[$0] ?? nil }
    }
  }
}

/// Finds dictionary files by language: exactly, then by language and a usual region, then by any.
struct DictionaryFiles: Sendable {
  /// Searched in order.
  let folders: [String]
  let prefix: String

  /// The paths of the files for a tag, the best first.
  func paths(for tag: String) -> [String] {
    let primary = String(tag.prefix { $0 != "-" })
    var result: [String] = []
    for folder in folders {
      let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        .filter { $0.hasPrefix(prefix) && $0.hasSuffix(".dic") }
      let byTag = Swift.Dictionary(
        names.map { (self.tag(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
      let name =
        byTag[tag] ?? byTag[primary] ?? Self.usual[primary].flatMap { byTag[$0] }
        ?? names.first { self.tag(of: $0).hasPrefix(primary + "-") }
      if let name { result.append(folder + "/" + name) }
    }
    return result
  }

  /// The languages there are dictionaries for, in order.
  var languages: [String] {
    Set(
      folders.flatMap { folder in
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
          .filter { $0.hasPrefix(prefix) && $0.hasSuffix(".dic") }.map { tag(of: $0) }
      }
    ).sorted()
  }

  /// `hyph_en_US.dic` is "en-us".
  private func tag(of name: String) -> String {
    name.dropFirst(prefix.count).dropLast(4).lowercased().replacing("_", with: "-")
  }

  private static let usual = ["en": "en-us", "de": "de-de", "pt": "pt-pt", "fr": "fr-fr"]
}
