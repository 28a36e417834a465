internal import Synchronization

/// What every worker needs to lay out chapters.
struct LayoutEnvironment: Sendable {
  let cache: ShapingCache
  let options: PaginationOptions
  private let bench: Bench?
  /// Where chapters are kept that need not be laid out again; nil for nowhere.
  let store: LayoutStore?

  /// - Parameter bench: shared with other editions of the book; nil where there are none.
  init(
    cache: ShapingCache, options: PaginationOptions, bench: Bench? = nil,
    store: LayoutStore? = nil
  ) {
    self.cache = cache
    var options = options
    options.meter = BudgetMeter(options.budgets)
    self.options = options
    self.bench = bench
    self.store = store
  }

  var isOneOfSeveral: Bool { bench != nil }

  /// A typesetter of one's own, with what it learnt of words in an earlier edition.
  func typesetter() -> Typesetter {
    let typesetter =
      bench?.take() ?? Typesetter(cache: cache, hyphenation: options.hyphenation)
    if bench != nil, typesetter.shaper.memory == nil {
      typesetter.shaper.memory = ParagraphMemory()
    }
    typesetter.begin(options.breaking)
    return typesetter
  }

  /// A typesetter is not needed any more.
  func giveBack(_ typesetter: Typesetter) { bench?.put(typesetter) }

  /// Where typesetters wait between the editions of a book that share fonts and dictionaries. Each
  /// is one worker's as long as it is not here.
  final class Bench: @unchecked Sendable {
    private let lock = Mutex(())
    private var typesetters: [Typesetter] = []

    func take() -> Typesetter? { lock.withLock { _ in typesetters.popLast() } }
    func put(_ typesetter: Typesetter) { lock.withLock { _ in typesetters.append(typesetter) } }
  }
}
