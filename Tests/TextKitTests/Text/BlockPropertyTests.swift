import Paginator
import Support
import Testing

/// Each property of the blocks and tables that a program sets, in the square font: its characters are 10 points wide
/// and high.
@Suite("TextKit: properties of blocks")
struct BlockPropertyTests {
  /// "aa" without a block, "bb" in it, and "cc" without one.
  private static func lines(_ change: (inout ParagraphBlock) -> Void) throws -> [TextLine] {
    try chain(change).frames()[0].lines
  }

  private static func chain(_ change: (inout ParagraphBlock) -> Void) throws -> Chain {
    var block = ParagraphBlock()
    change(&block)
    let storage = TextStorage("aa\n", attributes: Chain.attributes())
    storage.append(
      AttributedText("bb\n", attributes: Chain.attributes { $0.textBlocks = [block] }))
    storage.append(AttributedText("cc", attributes: Chain.attributes()))
    return try Chain(storage, size: Size(width: 100, height: 200))
  }

  @Test("T80: margins, borders and padding move the text of a block and what follows it")
  func edges() throws {
    let lines = try Self.lines {
      $0.margin = Insets(top: 1, right: 2, bottom: 3, left: 4)
      $0.borderWidths = Insets(top: 5, right: 6, bottom: 7, left: 8)
      $0.padding = Insets(top: 1, right: 1, bottom: 1, left: 1)
    }
    #expect(lines.map(\.usedRect.minX) == [0, 13, 0])
    #expect(lines.map(\.rect.minY) == [0, 17, 38])
    #expect(lines[1].rect.width == 78)
  }

  @Test("T80: a width is a length or a share of the width around, within its limits")
  func widths() throws {
    for (width, change) in [
      (40, { $0.width = .sum(40) }), (50, { $0.width = .sum(0, fraction: 0.5) }),
      (100, { _ in }), (30, { $0.maximumWidth = .sum(30) }),
      (
        60,
        {
          $0.width = .sum(20); $0.minimumWidth = .sum(10, fraction: 0.5)
        }
      ),
      (
        70,
        {
          $0.minimumWidth = .sum(70); $0.maximumWidth = .sum(30)
        }
      ),
    ] as [(Length, (inout ParagraphBlock) -> Void)] {
      #expect(try Self.lines(change)[1].rect.width == width)
    }
  }

  @Test("T80: a height is kept, within its limits; text that needs more is drawn over what follows")
  func heights() throws {
    for (next, change) in [
      (20, { _ in }), (40, { $0.height = 30 }), (15, { $0.height = 5 }),
      (35, { $0.minimumHeight = 25 }), (18, { $0.maximumHeight = 8 }),
      (
        30,
        {
          $0.height = 40; $0.maximumHeight = 20
        }
      ),
      (
        50,
        {
          $0.minimumHeight = 40; $0.maximumHeight = 20
        }
      ),
    ] as [(Length, (inout ParagraphBlock) -> Void)] {
      let found = try Self.lines(change)[2].rect.minY
      #expect(found == next, "\(found.points), not \(next.points)")
    }
  }

  @Test("T80: each border has its width and its color", .enabled(if: Pixels.areAvailable))
  func borders() throws {
    let chain = try Self.chain {
      $0.borderWidths = Insets(top: 4, right: 3, bottom: 2, left: 1)
      // Only red is looked at.
      $0.borderColors = Edges(
        top: Color(red: 10, green: 0, blue: 0), right: Color(red: 20, green: 0, blue: 0),
        bottom: Color(red: 30, green: 0, blue: 0), left: Color(red: 40, green: 0, blue: 0))
    }
    var drawing = SVGDrawing(size: Size(width: 100, height: 100))
    try drawing.draw(chain.manager, containerAt: 0)
    let picture = try Pixels(drawing.svg(), zoom: 1)
    func column(_ ys: ClosedRange<Int>) -> [Int] { ys.map { picture.red(x: 60, y: Double($0)) } }
    func row(_ xs: ClosedRange<Int>) -> [Int] { xs.map { picture.red(x: Double($0), y: 19) } }
    // The block is from y 10 to 26; its text ends before x 60.
    #expect(column(9...15) == [255, 10, 10, 10, 10, 255, 255])
    #expect(column(22...26) == [255, 255, 30, 30, 255])
    #expect(row(95...99) == [255, 255, 20, 20, 20])
    #expect(row(0...0) == [40])
    var block = ParagraphBlock()
    block.borderColor = Color(red: 1, green: 2, blue: 3)
    #expect(block.borderColors == Edges(Color(red: 1, green: 2, blue: 3)))
  }

  /// A table with one row: "a" in two lines, and "b".
  private static func row(
    _ change: (inout ParagraphTable, inout ParagraphBlock) -> Void
  ) throws -> Chain {
    var table = ParagraphTable()
    table.isFixed = true
    var second = ParagraphBlock()
    change(&table, &second)
    let first = ParagraphBlock(cell: ParagraphTableCell(table, row: 0, column: 0))
    second.cell = ParagraphTableCell(table, row: 0, column: 1)
    let storage = TextStorage("", attributes: Chain.attributes())
    storage.append(
      AttributedText("a\u{2028}a\n", attributes: Chain.attributes { $0.textBlocks = [first] }))
    storage.append(
      AttributedText("b\n", attributes: Chain.attributes { $0.textBlocks = [second] }))
    storage.append(AttributedText("c", attributes: Chain.attributes()))
    return try Chain(storage, size: Size(width: 100, height: 200))
  }

  @Test(
    "T80: the text of a cell is at the top, in the middle or at the bottom of its row",
    arguments: [
      (.top, 0), (.middle, 5), (.bottom, 10), (.baseline, 0),
    ] as [(ParagraphBlock.VerticalAlignment, Length)])
  func verticalAlignment(alignment: ParagraphBlock.VerticalAlignment, y: Length) throws {
    let lines = try Self.row { $1.verticalAlignment = alignment }.frames()[0].lines
    #expect(lines[2].rect.minY == y)
  }

  @Test("T80: a table has its width, spaces between its cells, and a background")
  func tables() throws {
    func cells(_ change: (inout ParagraphTable, inout ParagraphBlock) -> Void) throws -> [Length] {
      let lines = try Self.row(change).frames()[0].lines
      return [lines[0].rect.minX, lines[2].rect.minX, lines[3].rect.minY]
    }
    #expect(try cells { _, _ in } == [0, 50, 20])
    #expect(try cells { table, _ in table.width = .sum(60) } == [0, 30, 20])
    #expect(try cells { table, _ in table.width = .sum(0, fraction: 0.8) } == [0, 40, 20])
    // 100 less three gaps of 4 leaves 44 for each column.
    #expect(try cells { table, _ in table.cellSpacing = 4 } == [4, 52, 28])
    let chain = try Self.row { table, _ in
      table.background = Color(red: 255, green: 255, blue: 0)
    }
    var drawing = SVGDrawing(size: Size(width: 100, height: 100))
    try drawing.draw(chain.manager, containerAt: 0)
    let svg = String(decoding: drawing.svg(), as: UTF8.self)
    #expect(svg.contains(/<rect x="0" y="0" width="100" height="20"[^>]*fill="#ffff00"/))
  }

  @Test("T80: adjacent cells share a border, of which half is in each; empty cells can be hidden")
  func sharedBorders() throws {
    func borders(_ change: (inout ParagraphTable) -> Void) throws -> (x: Length, rects: Int) {
      var table = ParagraphTable()
      table.isFixed = true
      change(&table)
      let storage = TextStorage("", attributes: Chain.attributes())
      for (column, string) in ["a", "", "b"].enumerated() {
        var cell = ParagraphBlock(cell: ParagraphTableCell(table, row: 0, column: column))
        cell.borderWidths = Insets(top: 4, right: 4, bottom: 4, left: 4)
        cell.background = Color(red: 255, green: 255, blue: 0)
        storage.append(
          AttributedText(string + "\n", attributes: Chain.attributes { $0.textBlocks = [cell] }))
      }
      let chain = try Chain(storage, size: Size(width: 108, height: 200))
      var drawing = SVGDrawing(size: Size(width: 108, height: 100))
      try drawing.draw(chain.manager, containerAt: 0)
      let svg = String(decoding: drawing.svg(), as: UTF8.self)
      return (
        try chain.frames()[0].lines[2].usedRect.minX, svg.ranges(of: "fill=\"#ffff00\"").count
      )
    }
    // Three columns of 36: the text of the third is 4 from its edge.
    let separate = try borders { _ in }
    #expect(separate.x == 76)
    #expect(separate.rects == 3)
    // The table's edges are half a border wide: columns begin at 2, each (108 - 4) / 3 wide.
    let shared = try borders { $0.collapsesBorders = true }
    #expect(abs((shared.x - 73.333).points) < 0.01, "\(shared.x.points)")
    #expect(try borders { $0.hidesEmptyCells = true }.rects == 2)
  }
}
