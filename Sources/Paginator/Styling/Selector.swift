/// A complex selector (Selectors 4, section 3): compounds from right to left, each with the
/// combinator that connects it to the one on its left.
struct Selector: Sendable {
  /// Rightmost first. `combinator` says how `compounds[i]` relates to `compounds[i + 1]`.
  var compounds: [Compound]
  var pseudoElement: PseudoElement?
  var specificity: Specificity

  enum Combinator: Sendable { case descendant, child, nextSibling, subsequentSibling }

  struct Compound: Sendable {
    var type: String?
    var namespace: NamespaceTest = .any
    var ids: [String] = []
    var classes: [String] = []
    var attributes: [AttributeTest] = []
    var pseudoClasses: [PseudoClass] = []
    var combinator: Combinator = .descendant
  }

  enum NamespaceTest: Sendable, Equatable {
    case any
    case exactly(String)
  }

  struct AttributeTest: Sendable {
    enum Operation: Sendable { case exists, equals, includes, dash, prefix, suffix, substring }
    var name: String
    var namespace: NamespaceTest
    var operation: Operation
    var value: String
    var ignoresCase: Bool
  }

  indirect enum PseudoClass: Sendable {
    case not([Selector])
    case matchesAny([Selector])
    case has([RelativeSelector])
    case nthChild(NthPattern, fromEnd: Bool, of: [Selector])
    case nthOfType(NthPattern, fromEnd: Bool)
    case onlyChild
    case onlyOfType
    case root
    case empty
    case link
    case lang([String])
    /// The direction that `dir` gives the element or one around it.
    case direction(isRightToLeft: Bool)
    /// `:-paginate-sign`: the element's text is a number or a sign, such as that of a note's call, and no word.
    case sign
    /// A state of a form's field before anything is typed.
    case field(FieldState)
    /// States that no printed page has: `:hover`, `:visited`, ...
    case never
  }

  /// States of fields (HTML, section 4.16.3).
  enum FieldState: String, Sendable { case checked, enabled, disabled }

  struct RelativeSelector: Sendable {
    var combinator: Combinator
    var selector: Selector
  }
}

enum PseudoElement: String, Sendable {
  case before, after, marker
  case firstLetter = "first-letter"
  case firstLine = "first-line"
  case footnoteCall = "footnote-call"
  case footnoteMarker = "footnote-marker"
}

/// Selectors 4, section 17.
struct Specificity: Comparable, Hashable, Sendable {
  var ids = 0
  var classes = 0
  var types = 0

  static func < (a: Specificity, b: Specificity) -> Bool {
    (a.ids, a.classes, a.types) < (b.ids, b.classes, b.types)
  }
  static func + (a: Specificity, b: Specificity) -> Specificity {
    Specificity(ids: a.ids + b.ids, classes: a.classes + b.classes, types: a.types + b.types)
  }
}

/// `An+B` (CSS Syntax 3, section 6).
package struct NthPattern: Equatable, Sendable {
  package var step: Int
  package var offset: Int

  /// Whether it is the first position alone.
  var isFirst: Bool { step == 0 && offset == 1 }

  func matches(_ position: Int) -> Bool {
    let difference = position - offset
    if step == 0 { return difference == 0 }
    return difference % step == 0 && difference / step >= 0
  }

  /// - Returns: nil if the values do not have this form.
  package static func parse(_ values: [CSSValue]) -> NthPattern? {
    var text = ""
    for value in trimmed(values) {
      guard case .token(let token) = value else { return nil }
      guard let piece = piece(token) else { return nil }
      text += piece
    }
    return parse(text)
  }

  private static func trimmed(_ values: [CSSValue]) -> ArraySlice<CSSValue> {
    var slice = values[...]
    while slice.first == .token(.whitespace) { slice.removeFirst() }
    while slice.last == .token(.whitespace) { slice.removeLast() }
    return slice
  }

  private static func piece(_ token: CSSToken) -> String? {
    switch token {
    case .whitespace: return " "
    case .delim(let sign) where sign == "+" || sign == "-": return String(Character(sign))
    case .ident(let name): return name.asciiLowercased
    case .number(let number) where number.isInteger: return number.text
    case .dimension(let number, let unit) where number.isInteger:
      return number.text + unit.asciiLowercased
    default: return nil
    }
  }

  private static func parse(_ text: String) -> NthPattern? {
    if text == "odd" { return NthPattern(step: 2, offset: 1) }
    if text == "even" { return NthPattern(step: 2, offset: 0) }
    guard let n = text.firstIndex(of: "n") else {
      return signedInteger(text).map { NthPattern(step: 0, offset: $0) }
    }
    let before = String(text[..<n])
    let step: Int?
    switch before {
    case "", "+": step = 1
    case "-": step = -1
    default: step = signedInteger(before)
    }
    guard let step, let offset = offset(String(text[text.index(after: n)...])) else { return nil }
    return NthPattern(step: step, offset: offset)
  }

  /// Parses the text after the `n`: nothing, or a sign and digits with white space only around the
  /// sign.
  private static func offset(_ text: String) -> Int? {
    let parts = text.split(separator: " ")
    guard let first = parts.first else { return 0 }
    guard let sign = first.first, sign == "+" || sign == "-" else { return nil }
    let digits: Substring
    if first.count > 1 {
      guard parts.count == 1 else { return nil }
      digits = first.dropFirst()
    } else {
      guard parts.count == 2 else { return nil }
      digits = parts[1]
    }
    return number(digits).map { sign == "-" ? -$0 : $0 }
  }

  /// Further than any sibling: larger numbers are set to it, so that sums do not overflow.
  private static let most = 1 << 31

  private static func number(_ digits: Substring) -> Int? {
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return min(most, Int(digits) ?? most)
  }

  private static func signedInteger(_ text: String) -> Int? {
    let digits = text.first == "+" || text.first == "-" ? text.dropFirst() : text[...]
    return number(digits).map { text.first == "-" ? -$0 : $0 }
  }
}
