internal import Synchronization

/// Limits on the resources that one book may use; a book that exceeds one is refused. The defaults
/// are far above what books need: they guard against hostile or broken input.
public struct Budgets: Sendable, Hashable {
  /// The resource that a limit is for.
  public enum Name: String, Sendable, CaseIterable {
    /// The number of pages of the book.
    case pages
    /// The size of the output, in megabytes (2^20 bytes).
    case output
    /// Characters that styles add to the text (`content`), in UTF-16 code units.
    case generated
    /// Blocks, images and boxes in lines.
    case boxes
    /// Seconds from the start of a book; 0 for no limit.
    case time
  }

  private var values: [Name: Int] = [
    .pages: 100_000, .output: 4096, .generated: 16_000_000, .boxes: 4_000_000, .time: 0,
  ]

  /// The default limits.
  public init() {}

  /// The limit for a resource.
  public subscript(name: Name) -> Int {
    get { values[name] ?? 0 }
    set { values[name] = max(0, newValue) }
  }

  /// The error for a book that exceeds a limit.
  public func exceeded(_ name: Name) -> BookError {
    let limit = self[name]
    let what =
      switch name {
      case .pages: "the book takes more than \(counted(limit, "page"))"
      case .output: "the book's pages take more than \(counted(limit, "megabyte"))"
      case .generated: "the styles add more than \(counted(limit, "character")) to the text"
      case .boxes: "the book has more than \(limit) blocks, images and boxes"
      case .time: "the book takes more than \(counted(limit, "second"))"
      }
    return BookError(.badInput, "\(what): \"--limit \(name.rawValue)=NUMBER\" sets another limit")
  }
}

/// Counts the resources that one edition of a book uses, across all workers.
final class BudgetMeter: Sendable {
  private let budgets: Budgets
  private let most: (pages: Int, generated: Int, boxes: Int)
  private let end: ContinuousClock.Instant?
  private let pages = Atomic(0)
  private let generated = Atomic(0)
  private let boxes = Atomic(0)

  init(_ budgets: Budgets) {
    self.budgets = budgets
    most = (budgets[.pages], budgets[.generated], budgets[.boxes])
    let seconds = budgets[.time]
    end = seconds > 0 ? ContinuousClock.now + .seconds(seconds) : nil
  }

  /// - Parameter unfinished: the pages so far of a chapter that is not finished.
  func check(unfinished: Int = 0) throws(BookError) {
    if let end, ContinuousClock.now > end { throw budgets.exceeded(.time) }
    if pages.load(ordering: .relaxed) + unfinished > most.pages { throw budgets.exceeded(.pages) }
    if generated.load(ordering: .relaxed) > most.generated { throw budgets.exceeded(.generated) }
    if boxes.load(ordering: .relaxed) > most.boxes { throw budgets.exceeded(.boxes) }
  }

  func add(pages count: Int) { pages.add(count, ordering: .relaxed) }
  func add(boxes count: Int) { boxes.add(count, ordering: .relaxed) }

  /// Counts generated text.
  /// - Returns: whether the total is within the limit.
  func mayGenerate(_ count: Int) -> Bool {
    generated.add(count, ordering: .relaxed).newValue <= most.generated
  }
}
