extension TextStorage {
  /// The managers that lay out this text, in the order in which they were made.
  public var layoutManagers: [LayoutManager] { observers.compactMap { $0 as? LayoutManager } }
}

extension LayoutManager {
  /// Calls `body` with a manager for a text, and keeps the storage alive for that time.
  static func withManager<Result>(
    of text: AttributedText, typesetter: Typesetter, _ body: (LayoutManager) throws -> Result
  ) rethrows -> Result {
    let storage = TextStorage(text)
    return try withExtendedLifetime(storage) {
      try body(LayoutManager(storage: storage, typesetter: typesetter))
    }
  }
}
