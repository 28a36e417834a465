import Foundation

/// Lines of text as an SVG page draws them: one group of the page for each line.
struct DrawnLine {
  /// The SVG of the line, with places measured from its first glyph: equal for lines that look the
  /// same.
  let shape: String
  let text: String
  /// Whether it ends in a hyphen that is not in the text.
  let endsInHyphen: Bool
  let left: Double
  let right: Double
  let baseline: Double

  /// The lines of a page's SVG, without furniture.
  static func lines(of svg: [UInt8]) -> [DrawnLine] {
    String(decoding: svg, as: UTF8.self).split(separator: "\n").compactMap { row in
      row.hasPrefix("<g><text aria-label=") ? DrawnLine(row) : nil
    }
  }

  private init?(_ row: Substring) {
    let parts = row.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    text = String(parts[1])
    endsInHyphen = parts[2].contains("class=\"generated\" aria-label=\"-\"")
    var shape = ""
    var first: (x: Double, y: Double)?
    var (left, right) = (Double.infinity, -Double.infinity)
    for (index, part) in parts[2].components(separatedBy: "translate(").enumerated() {
      guard index > 0 else {
        shape += part
        continue
      }
      guard let end = part.firstIndex(of: ")") else { return nil }
      let numbers = part[..<end].split(separator: " ").compactMap { Double($0) }
      guard let x = numbers.first else { return nil }
      let y = numbers.count > 1 ? numbers[1] : 0
      let origin = first ?? (x, y)
      first = origin
      for distance in [x - origin.x, y - origin.y] { shape += "\((distance * 100).rounded()) " }
      shape += part[end...]
      left = min(left, x)
      right = max(right, x + Self.width(part[end...]))
    }
    guard let first else { return nil }
    self.shape = shape
    (self.left, self.right, baseline) = (left, right, first.y)
  }

  /// From the origin of the first glyph to about the end of the last.
  private static func width(_ group: Substring) -> Double {
    let scaled = group.components(separatedBy: "scale(")
    guard scaled.count > 1 else { return 0 }
    let scale = Double(scaled[1].prefix { $0.isNumber || $0 == "." }) ?? 0
    let last = group.components(separatedBy: " x=\"").last.flatMap { part in
      Double(part.prefix { $0.isNumber || $0 == "." || $0 == "-" })
    }
    return ((last ?? 0) + 500) * scale
  }
}

/// Which lines of changed pages are not what they were: compared as drawn, by their shape and place,
/// over all pages that follow each other, so that a line that only went to the next page is seen as
/// moved.
struct ChangedLines {
  enum Kind: String {
    /// Other words, or words that are new or gone.
    case changed
    /// The same words with other spaces or letters.
    case respaced
    /// The same line at another place.
    case moved
  }

  struct Mark {
    let line: DrawnLine
    let kind: Kind

    /// `[left,right,baseline,"kind"]`.
    var json: String {
      let places = [line.left, line.right, line.baseline].map { number in
        String((number * 100).rounded() / 100)
      }
      return "[\(places.joined(separator: ",")),\"\(kind.rawValue)\"]"
    }
  }

  typealias Page = (number: Int, lines: [DrawnLine])

  private(set) var new: [Int: [Mark]] = [:]
  private(set) var old: [Int: [Mark]] = [:]

  /// More lines than that are compared page by page: the comparison takes quadratic time where all
  /// lines differ.
  private static let mostLines = 1500

  /// - Parameters:
  ///   - pages: pages that follow each other.
  ///   - earlier: the pages that they correspond to.
  mutating func compare(_ pages: [Page], with earlier: [Page]) {
    let count = pages.reduce(0) { $0 + $1.lines.count }
    if count > Self.mostLines, pages.count > 1 {
      for (index, page) in pages.enumerated() {
        compare([page], with: index < earlier.count ? [earlier[index]] : [])
      }
      return
    }
    let after = Self.flat(pages)
    let before = Self.flat(earlier)
    guard max(after.count, before.count) <= 4 * Self.mostLines else { return }
    let change = after.map(\.line.text).difference(from: before.map(\.line.text))
    var isNew = [Bool](repeating: false, count: after.count)
    var isGone = [Bool](repeating: false, count: before.count)
    for step in change {
      switch step {
      case .insert(let offset, _, _): isNew[offset] = true
      case .remove(let offset, _, _): isGone[offset] = true
      }
    }
    for (place, _) in zip(before, isGone).filter(\.1) {
      old[place.page, default: []].append(Mark(line: place.line, kind: .changed))
    }
    for (place, _) in zip(after, isNew).filter(\.1) {
      new[place.page, default: []].append(Mark(line: place.line, kind: .changed))
    }
    let kept = zip(before, isGone).filter { !$0.1 }.map(\.0)
    let same = zip(after, isNew).filter { !$0.1 }.map(\.0)
    for (one, other) in zip(kept, same) { pair(one, other) }
  }

  private typealias Place = (page: Int, index: Int, line: DrawnLine)

  private static func flat(_ pages: [Page]) -> [Place] {
    pages.enumerated().flatMap { index, page in page.lines.map { (page.number, index, $0) } }
  }

  private mutating func pair(_ before: Place, _ after: Place) {
    let kind: Kind
    if before.line.shape != after.line.shape {
      kind = .respaced
    } else if before.index != after.index
      || abs(before.line.baseline - after.line.baseline) > 0.02
      || abs(before.line.left - after.line.left) > 0.02
    {
      kind = .moved
    } else {
      return
    }
    old[before.page, default: []].append(Mark(line: before.line, kind: kind))
    new[after.page, default: []].append(Mark(line: after.line, kind: kind))
  }
}
