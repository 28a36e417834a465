extension TextStorage {
  /// The managers that lay this text out, in the order in which they were made.
  public var layoutManagers: [LayoutManager] { observers.compactMap { $0 as? LayoutManager } }
}
