internal import Synchronization

/// What every worker needs to lay out chapters.
struct LayoutEnvironment: Sendable {
  private(set) var cache: ShapingCache
  private(set) var options: PaginationOptions
  /// Counts the resources that the run uses.
  let meter: BudgetMeter
  private var pool: TypesetterPool?
  /// What books without fonts of their own share; nil for a book alone.
  private let shared: SharedBook.LayoutTools?
  /// The cache of chapter layouts; nil without a cache.
  let store: LayoutStore?
  /// The layouts of the book's last run; nil for a book that is set once.
  let memory: ChapterMemory?

  /// - Parameters:
  ///   - pool: the typesetter pool that the editions of the book share; nil for one edition.
  ///   - shared: what books without fonts of their own share.
  init(
    cache: ShapingCache, options: PaginationOptions, pool: TypesetterPool? = nil,
    shared: SharedBook.LayoutTools? = nil, store: LayoutStore? = nil, memory: ChapterMemory? = nil
  ) {
    self.cache = cache
    self.shared = shared
    self.options = options
    meter = BudgetMeter(options.budgets)
    self.pool = pool
    self.store = store
    self.memory = memory
  }

  var isOneOfSeveral: Bool { pool != nil }

  /// The environment of a book without fonts of its own, with the words that books share.
  var sharing: LayoutEnvironment {
    guard let shared else { return self }
    var result = self
    result.cache = shared.cache
    result.pool = shared.pool
    result.options.fonts = shared.cache.fonts
    return result
  }

  /// A typesetter for one worker. One from the pool keeps the words that it has shaped.
  func typesetter() -> Typesetter {
    let typesetter =
      pool?.take() ?? Typesetter(cache: cache, hyphenation: options.hyphenation)
    if pool != nil, typesetter.shaper.memory == nil {
      typesetter.shaper.memory = ParagraphMemory()
    }
    typesetter.begin(options.breaking)
    return typesetter
  }

  /// Returns a typesetter to the pool.
  func giveBack(_ typesetter: Typesetter) { pool?.put(typesetter) }

  /// A pool of idle typesetters for editions that share fonts and dictionaries. A typesetter
  /// outside the pool belongs to one worker.
  final class TypesetterPool: @unchecked Sendable {
    private let lock = Mutex(())
    private var typesetters: [Typesetter] = []

    func take() -> Typesetter? { lock.withLock { _ in typesetters.popLast() } }
    func put(_ typesetter: Typesetter) { lock.withLock { _ in typesetters.append(typesetter) } }

    /// Another book has other paragraphs.
    func forgetParagraphs() {
      lock.withLock { _ in
        for typesetter in typesetters { typesetter.shaper.memory = nil }
      }
    }
  }
}
