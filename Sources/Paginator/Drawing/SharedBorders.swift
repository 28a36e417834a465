extension TextBlock.Kind {
  fileprivate var isRowOrCell: Bool {
    if case .cell = self { return true }
    return self == .row
  }
}

/// Collapsed borders wait until the backgrounds in their table are painted, also those of what is
/// in its cells (CSS Tables 3, section 5.3.3). Where borders meet, the stronger one is on top: of
/// equal ones, that of the cell further to the top and to the left.
struct SharedBorders {
  private let text: AttributedText
  /// The tables around the current box, and the cells whose borders wait.
  private var tables: [(table: Int32, cells: [BoxFragment])] = []

  init(_ text: AttributedText) { self.text = text }

  /// Takes the borders of a cell that shares them, or those of a row where it has no cell.
  /// - Returns: the rest of the box; nil if nothing of it is left.
  mutating func background(of fragment: BoxFragment) -> BoxFragment? {
    guard fragment.borders != nil, fragment.block >= 0 else { return fragment }
    let kind = text.blocks[Int(fragment.block)].kind
    guard kind.isRowOrCell else { return fragment }
    let table = table(around: fragment.block)
    if tables.last?.table != table { tables.append((table, [])) }
    tables[tables.count - 1].cells.append(fragment)
    let box = text.box(of: fragment.block)
    guard kind != .row, box.hasBackground || box.hasShadow else {
      return nil
    }
    var background = fragment
    // The widths stay: background images may begin inside the borders.
    background.borders?.top.style = .hidden
    background.borders?.right.style = .hidden
    background.borders?.bottom.style = .hidden
    background.borders?.left.style = .hidden
    return background
  }

  private func table(around cell: Int32) -> Int32 {
    text.blocks(around: cell).first { text.blocks[Int($0)].kind == .table } ?? -1
  }

  /// The borders of the tables that do not contain a block, from the weakest to the strongest.
  mutating func finished(before block: Int32) -> [BoxFragment] {
    var result: [BoxFragment] = []
    while let last = tables.last, block < 0 || !text.isBlock(block, inside: last.table) {
      tables.removeLast()
      result += ordered(last.cells)
    }
    return result
  }

  private func ordered(_ cells: [BoxFragment]) -> [BoxFragment] {
    var sides: [SharedSide] = []
    for cell in cells {
      let isHidden = !text.style(of: cell.block).text.isVisible
      if !isHidden { sides += SharedSide.sides(of: cell) }
    }
    guard let first = sides.first, sides.contains(where: { $0.side != first.side }) else {
      // The lines of double borders meet at the corners of their cell.
      return sides.first?.isPlain ?? false ? SharedSide.joined(sides).map(\.fragment) : cells
    }
    // Of equal sides, that of the first cell is drawn last.
    let sorted = sides.enumerated().sorted { one, other in
      let (first, second) = (one.element.side, other.element.side)
      return (first.width.rawValue, first.style.rank, -one.offset)
        < (second.width.rawValue, second.style.rank, -other.offset)
    }.map(\.element)
    return SharedSide.joined(sorted).map(\.fragment)
  }
}

/// A side of a cell that shares its borders, or those of several cells in one line.
///
/// Where a rule passes several cells, it is drawn once: pieces that only touch have hairline gaps between them on every
/// screen.
private struct SharedSide {
  let side: BorderSide
  /// Top, right, bottom, left.
  let index: Int
  /// The cell with no other side, or all of the cells together.
  private(set) var fragment: BoxFragment

  var isVertical: Bool { index % 2 == 1 }
  /// Whether it is one line of one color.
  var isPlain: Bool { side.style != .double && !side.hasShades }

  /// The visible sides of a cell.
  static func sides(of cell: BoxFragment) -> [SharedSide] {
    guard let borders = cell.borders else { return [] }
    let has = [cell.hasTop, cell.hasRight, cell.hasBottom, cell.hasLeft]
    return borders.all.indices.compactMap { index in
      guard has[index], borders.all[index].isVisible else { return nil }
      var part = cell
      part.hasTop = index == 0
      part.hasRight = index == 1
      part.hasBottom = index == 2
      part.hasLeft = index == 3
      return SharedSide(side: borders.all[index], index: index, fragment: part)
    }
  }

  /// What pieces of one line have in common.
  private struct Line: Hashable {
    let side: BorderSide
    let isVertical: Bool
    /// The line's left or upper edge.
    let edge: Int
  }

  private var line: Line {
    let width = side.width.rawValue
    let edge =
      switch index {
      case 0: fragment.y
      case 1: fragment.x + fragment.width - width
      case 2: fragment.y + fragment.height - width
      default: fragment.x
      }
    return Line(side: side, isVertical: isVertical, edge: edge)
  }

  /// Where it begins and ends on its line.
  private var range: Range<Int> {
    isVertical
      ? fragment.y..<fragment.y + max(0, fragment.height)
      : fragment.x..<fragment.x + max(0, fragment.width)
  }

  private mutating func extend(to range: Range<Int>) {
    if isVertical {
      (fragment.y, fragment.height) = (range.lowerBound, range.count)
    } else {
      (fragment.x, fragment.width) = (range.lowerBound, range.count)
    }
  }

  /// The sides, with one in place of those that touch in one line. It is where the last of them was.
  static func joined(_ sides: [SharedSide]) -> [SharedSide] {
    var lines: [Line: [Int]] = [:]
    // What is outside a cell with something cut off is not drawn: its sides stay its own.
    for number in sides.indices where sides[number].isPlain && !sides[number].fragment.isCut {
      lines[sides[number].line, default: []].append(number)
    }
    var sides: [SharedSide?] = sides
    for numbers in lines.values where numbers.count > 1 {
      let ordered = numbers.compactMap { number in
        sides[number].map { (number: number, range: $0.range) }
      }.sorted { ($0.range.lowerBound, $0.number) < ($1.range.lowerBound, $1.number) }
      guard var (kept, whole) = ordered.first else { continue }
      for piece in ordered.dropFirst() {
        guard piece.range.lowerBound <= whole.upperBound else {
          (kept, whole) = piece
          continue
        }
        sides[min(kept, piece.number)] = nil
        kept = max(kept, piece.number)
        whole = whole.lowerBound..<max(whole.upperBound, piece.range.upperBound)
        sides[kept]?.extend(to: whole)
      }
    }
    return sides.compactMap { $0 }
  }
}
