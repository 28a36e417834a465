internal import Synchronization

/// Dictionaries by language tag, each loaded once.
final class LoadedDictionaries: Sendable {
  private let byTag = Mutex<[String: HyphenationDictionary?]>([:])

  func dictionary(
    _ tag: String, load: () -> HyphenationDictionary?
  ) -> HyphenationDictionary? {
    byTag.withLock { known in
      if let found = known[tag] { return found }
      let made = load()
      known[tag] = .some(made)
      return made
    }
  }

  var all: [HyphenationDictionary] {
    byTag.withLock { known in
      known.keys.sorted().compactMap { known[$0] ?? nil }
    }
  }
}
