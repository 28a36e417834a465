import Markup
import Support
import Testing

@testable import Paginator

/// HTML's presentational attributes, which map to CSS (HTML, section 15.3).
@Suite("Presentational attributes")
struct HintTests {
  private func style(
    of text: String, _ body: String, css: String = "", usesAuthorStyles: Bool = true
  ) async throws -> TextStyle {
    var book = SmallBook(css: css)
    book.usesAuthorStyles = usesAuthorStyles
    let pagination = try await book.set(body)
    let chapter = try #require(pagination.chapters.first).text
    let offset = try #require(chapter.string.firstRange(of: text)).lowerBound
    return chapter.style(
      at: chapter.string.utf16.distance(from: chapter.string.startIndex, to: offset)
    )
    .style
  }

  private func block(
    _ kind: (TextBlock.Kind) -> Bool, _ body: String, css: String = ""
  ) async throws -> TextStyle {
    let text = try #require(try await SmallBook(css: css).set(body).chapters.first).text
    return text.styles[Int(try #require(text.blocks.first { kind($0.kind) }).style)]
  }

  private func isCell(_ kind: TextBlock.Kind) -> Bool {
    if case .cell = kind { true } else { false }
  }

  @Test("attributes set the alignment, font and colour of text")
  func text() async throws {
    #expect(try await style(of: "x", "<p align='RIGHT'>x</p>").text.align == .right)
    #expect(try await style(of: "x", "<div align='center'><p>x</p></div>").text.align == .center)
    #expect(try await style(of: "x", "<p align='sideways'>x</p>").text.align == .start)
    // "+2" is x-large: 18 points, where medium is 12.
    let font = try await style(of: "x", "<font size='+2' color='aa0000' face='A, \"B C\"'>x</font>")
    #expect(font.text.font.size == 18 && font.text.font.families == ["A", "B C"])
    #expect(font.text.color == Color(red: 0xAA, green: 0, blue: 0))
    #expect(try await style(of: "x", "<font size='1'>x</font>").text.font.size == 9)
  }

  @Test(
    "author rules and style attributes override them; without author styles they have no effect")
  func cascade() async throws {
    let body = "<p align='right'>x</p>"
    #expect(try await style(of: "x", body, css: "p { text-align: center }").text.align == .center)
    #expect(
      try await style(of: "x", "<p align='right' style='text-align: center'>x</p>").text.align
        == .center)
    #expect(try await style(of: "x", body, usesAuthorStyles: false).text.align == .start)
    #expect(
      try await style(of: "x", "<p style='text-align: center'>x</p>", usesAuthorStyles: false).text
        .align == .start)
  }

  @Test("table attributes set cell padding, borders, spacing, width and alignment")
  func tables() async throws {
    let table = """
      <table border='2' cellpadding='4' cellspacing='3' width='50%' align='center'>\
      <tr><td bgcolor='#00ff00' valign='top' nowrap=''>x</td></tr></table>
      """
    let cell = try await block(isCell, table)
    #expect(cell.box.padding.left.length == 3 && cell.box.border.left.width == 0.75)
    #expect(cell.box.background == Color(red: 0, green: 255, blue: 0))
    #expect(cell.box.verticalAlign == .top && cell.text.whiteSpace == .nowrap)
    let box = try await block({ $0 == .table }, table)
    #expect(box.box.border.top.width == 1.5 && box.text.borderSpacing.width == 2.25)
    #expect(
      box.box.width.fraction == 0.5 && box.box.margin.left.isAuto && box.box.margin.right.isAuto)
    let bare = try await block(isCell, "<table border='0'><tr><td>x</td></tr></table>")
    #expect(bare.box.border.left.width == 0 && bare.box.padding.left.length == 0.75)
  }

  @Test("`rules` and `frame` draw lines between the parts of a table and around it")
  func rules() async throws {
    func sides(_ attributes: String, _ kind: (TextBlock.Kind) -> Bool) async throws -> [Length] {
      let table = "<table \(attributes)><tbody><tr><td>x</td></tr></tbody></table>"
      let box = try await block(kind, table).box.border
      return [box.top.width, box.right.width, box.bottom.width, box.left.width]
    }
    let line = Length(points: 0.75)
    #expect(try await sides("rules='cols' border='2'", isCell) == [0, line, 0, line])
    #expect(try await sides("rules='all'", isCell) == [line, line, line, line])
    #expect(try await sides("rules='rows'", isCell) == [0, 0, 0, 0])
    #expect(try await sides("RULES='no'", isCell) == [0, 0, 0, 0])
    #expect(try await sides("rules='rows'", { $0 == .row }) == [line, 0, line, 0])
    #expect(
      try await sides("rules='groups'", { $0 == .rowGroup(isHeader: false) }) == [line, 0, line, 0])
    #expect(try await sides("frame='hsides'", { $0 == .table }) == [line, 0, line, 0])
    #expect(try await sides("border='4' frame='lhs'", { $0 == .table }) == [0, 0, 0, 3])
    #expect(try await sides("rules='all'", { $0 == .table }) == [0, 0, 0, 0])
  }

  @Test("fields match the states that their attributes give them")
  func fields() async throws {
    let css = """
      b { display: none; font-weight: normal } :checked + b.c, :disabled + b.d, :enabled + b.e {
      display: inline } input { display: none }
      """
    func shown(_ field: String) async throws -> String {
      try await SmallBook(css: css).lines(
        "<p>x\(field)<b class='c'>c</b>\(field)<b class='d'>d</b>\(field)<b class='e'>e</b></p>"
      )[0].joined()
    }
    #expect(try await shown("<input type='checkbox' checked='checked'/>") == "xce")
    #expect(try await shown("<input type='checkbox' disabled='disabled'/>") == "xd")
    #expect(try await shown("<input type='text' checked='checked'/>") == "xe")
    #expect(try await shown("<i></i>") == "x")
    let set = "<fieldset disabled='disabled' style='all: unset'>"
    let inside = try await SmallBook(css: css).lines("\(set)<input/><b class='d'>d</b></fieldset>")
    #expect(inside == [["d"]])
  }
}
