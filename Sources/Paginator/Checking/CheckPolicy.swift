/// The changes that a check allows.
public struct CheckPolicy: Equatable, Sendable {
  /// What may change of the pages.
  public enum Pages: Equatable, Sendable {
    /// Every page begins and ends with the same text as before.
    case exact
    /// The total number of pages may change by this number.
    case within(Int)
    /// The total number of pages is the same.
    case total
  }

  /// The page changes that the check allows.
  public var pages = Pages.exact
  /// Whether every document must begin on a page with the same label as before.
  public var chapterStarts = false
  /// Whether every document must begin on the same side as before.
  public var parity = false
  /// The number of pages in a signature: the page count must be a multiple of it, as for
  /// `PageGoal.multiple`.
  public var multipleOf: Int?

  /// Creates a policy with default values.
  public init() {}

  /// Reads "exact", "total", "±3", "+-3" or "+/-3".
  public static func pages(_ text: String) -> Pages? {
    switch text {
    case "exact": return .exact
    case "total": return .total
    default:
      guard let sign = ["±", "+-", "+/-"].first(where: text.hasPrefix) else { return nil }
      var digits = text.dropFirst(sign.count)
      if digits.first == " " { digits.removeFirst() }
      // `Int` also reads a sign.
      guard digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
      return Int(digits).map { .within($0) }
    }
  }

  /// The violations of the policy, one sentence each.
  public func violations(_ comparison: Comparison) -> [String] {
    let old = comparison.old
    let new = comparison.new
    var result: [String] = []
    let growth = new.pages.count - old.pages.count
    switch pages {
    case .exact:
      if !comparison.isSame {
        result.append(
          growth == 0
            ? comparison.moved.count == 1
              ? "1 page has other text than it had"
              : "\(comparison.moved.count) pages have other text than they had"
            : "the book has \(new.pages.count) pages and had \(old.pages.count)")
      }
    case .total where growth != 0:
      result.append("the book has \(new.pages.count) pages and had \(old.pages.count)")
    case .within(_) where abs(growth) > allowance:
      result.append(
        "the book has \(new.pages.count) pages and had \(old.pages.count), which is more than +-\(allowance)"
      )
    case .total, .within: break
    }
    if chapterStarts || parity { result += chapterViolations(old, new) }
    return result + violations(pageCount: new.pages.count)
  }

  /// The violations that follow from the number of pages alone, whatever it was before.
  public func violations(pageCount: Int) -> [String] {
    guard let multipleOf, multipleOf > 0,
      !PageGoal.multiple(of: multipleOf).isReached(by: pageCount)
    else { return [] }
    return ["\(pageCount) pages are no multiple of \(multipleOf)"]
  }

  private var allowance: Int { if case .within(let count) = pages { count } else { 0 } }

  private func chapterViolations(_ old: BookRecord, _ new: BookRecord) -> [String] {
    func starts(_ record: BookRecord) -> [String: BookRecord.Page] {
      Dictionary(
        record.pages.filter { !$0.isBlank }.map { ($0.document, $0) },
        uniquingKeysWith: { a, _ in a })
    }
    let before = starts(old)
    let after = starts(new)
    return new.documents.compactMap { document in
      guard let a = before[document.href], let b = after[document.href] else { return nil }
      if chapterStarts, a.label != b.label {
        return "\"\(document.href)\" begins on page \(b.label) and began on \(a.label)"
      }
      if parity, a.side != b.side {
        return "\"\(document.href)\" begins on a \(b.side) page and began on a \(a.side) one"
      }
      return nil
    }
  }
}
