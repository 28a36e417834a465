/// The wanted number of pages of a book.
public enum PageGoal: Equatable, Sendable {
  /// This number of pages.
  case exactly(Int)
  /// This number of pages or fewer.
  case atMost(Int)
  /// A multiple of a number, for whole signatures. For an even number above two, the blank back of a
  /// last right-hand page counts.
  case multiple(of: Int)

  /// Reads "320", "<=320" or "16x".
  /// - Returns: nil for anything else.
  public init?(_ text: String) {
    func number(_ text: Substring) -> Int? {
      Int(text).flatMap { (1...1_000_000).contains($0) ? $0 : nil }
    }
    if text.hasPrefix("<="), let count = number(text.dropFirst(2)) {
      self = .atMost(count)
    } else if text.hasSuffix("x"), let count = number(text.dropLast()) {
      self = .multiple(of: count)
    } else if let count = number(text[...]) {
      self = .exactly(count)
    } else {
      return nil
    }
  }

  func isReached(by count: Int) -> Bool { distance(of: count) == 0 }

  /// The pages that count for the goal: with the blank back of the last leaf, if signatures of more
  /// than one leaf are wanted.
  public func sides(of count: Int) -> Int {
    guard case .multiple(let factor) = self, Self.countsBacks(factor) else { return count }
    return count + count % 2
  }

  /// Whether a multiple of a number is one of leaves and not of pages.
  static func countsBacks(_ factor: Int) -> Bool { factor > 2 && factor % 2 == 0 }

  /// How many pages a count is away from the goal.
  func distance(of count: Int) -> Int {
    switch self {
    case .exactly(let wanted): abs(count - wanted)
    case .atMost(let most): max(0, count - most)
    case .multiple(let factor): min(sides(of: count) % factor, factor - count % factor)
    }
  }
}
