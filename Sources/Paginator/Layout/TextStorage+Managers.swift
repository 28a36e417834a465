extension TextStorage {
  /// The managers that lay this text out, in the order in which they were made.
  public var layoutManagers: [LayoutManager] { observers.compactMap { $0 as? LayoutManager } }
}

extension LayoutManager {
  /// A manager of a text for as long as `body` takes; the storage lives so long.
  static func withManager<Result>(
    of text: AttributedText, typesetter: Typesetter, _ body: (LayoutManager) throws -> Result
  ) rethrows -> Result {
    let storage = TextStorage(text)
    return try withExtendedLifetime(storage) {
      try body(LayoutManager(storage: storage, typesetter: typesetter))
    }
  }
}
