import Foundation
import Testing

/// Imposed PDFs, read with poppler. A sheet of paper is folded here as a binder folds it.
@Suite(
  "imposition", .enabled(if: PDFTools.areThere, "Scripts/setup installs qpdf and poppler-utils"))
struct ImpositionTests {
  /// A word of a sheet, with its place in points from the top left corner.
  private struct Word {
    let sheet: Int
    let page: Int
    let x: Double
    let y: Double
  }

  /// Books whose pages have one word each: W01, W02 and so on, at the left edge of the page.
  private func withBook(pages: Int, _ test: (URL) throws -> Void) throws {
    try Program.withFolder { folder in
      let words = (1...pages).map { "<p>W\($0 < 10 ? "0" : "")\($0)</p>" }.joined()
      let style = """
        body { margin: 0 } @page { size: 100pt 150pt; margin: 20pt 0 0 0; @top-left { content: none } \
        @top-right { content: none } @bottom-center { content: none } }
        p { break-before: page; margin: 0; text-indent: 0; font-size: 10pt }
        """
      try Program.put(
        """
        <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title>\
        <style>\(style)</style></head><body>\(words)</body></html>
        """, "b.xhtml", in: folder)
      try PDFTools.profile(space: "CMYK").write(to: folder.appendingPathComponent("P.icc"))
      try test(folder)
    }
  }

  private func words(_ options: String, _ folder: URL) throws -> [Word] {
    let result = try Program.shell(
      "$PAGINATE b.xhtml -q --style none --pdf b.pdf \(options) && qpdf --check b.pdf >/dev/null"
        + " && pdftotext -bbox b.pdf -", in: folder)
    #expect(result.status == 0, "\(result.errors)")
    var sheet = -1
    return result.output.split(separator: "\n").compactMap { line in
      if line.contains("<page ") { sheet += 1 }
      guard line.contains("<word "), let name = line.firstRange(of: ">W") else { return nil }
      let numbers = line.split(separator: "\"").compactMap { Double($0) }
      let page = Int(line[name.upperBound...].prefix { $0.isNumber }) ?? 0
      return Word(sheet: sheet, page: page, x: numbers[0], y: numbers[1])
    }
  }

  @Test("2up puts facing pages side by side")
  func facingPages() throws {
    try withBook(pages: 4) { folder in
      let found = try words("--impose 2up", folder)
      #expect(found.map(\.page) == [1, 2, 3, 4])
      #expect(found.map(\.sheet) == [0, 1, 1, 2])
      // Page 1 is a right page: alone, in the right half of a sheet of 200 points.
      #expect(found.map { Int($0.x) } == [100, 0, 100, 0])
    }
  }

  @Test("the command says how many sheets of paper a folded book takes")
  func sheetCount() throws {
    try withBook(pages: 10) { folder in
      let line = "$PAGINATE b.xhtml --style none --pdf b.pdf --impose"
      let booklet = try Program.shell("\(line) booklet", in: folder)
      #expect(booklet.output == "10 pages on 3 sheets: b.pdf\n", "\(booklet.errors)")
      let spreads = try Program.shell("\(line) 2up", in: folder)
      #expect(spreads.output == "10 pages: b.pdf\n", "\(spreads.errors)")
    }
  }

  @Test("the sheets of a booklet, put into one another, have the pages in order")
  func booklet() throws {
    try withBook(pages: 10) { folder in
      let found = try words("--impose booklet", folder)
      // Three sheets; the last two pages of twelve are blank.
      #expect(found.map(\.sheet).max() == 5 && found.count == 10)
      func page(_ side: Int, isRight: Bool) -> Int {
        found.first { $0.sheet == side && ($0.x >= 100) == isRight }?.page ?? 0
      }
      // Sheets lie in one another, folded at the middle: through the fronts' right halves and the
      // backs' left halves to the innermost sheet, and out again.
      var order: [Int] = []
      for sheet in 0..<3 {
        order += [page(sheet * 2, isRight: true), page(sheet * 2 + 1, isRight: false)]
      }
      for sheet in (0..<3).reversed() {
        order += [page(sheet * 2 + 1, isRight: true), page(sheet * 2, isRight: false)]
      }
      #expect(order == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0])
    }
  }

  /// A face of paper: its page, and whether it is upside down as it lies.
  private struct Face: Equatable {
    var page: Int
    var isTurned: Bool
  }

  /// A place of the folded sheet: the faces from the top to the bottom.
  private typealias Stack = [Face]

  /// Folds the left half of columns over the right one, or behind it. The halves are mirrored: each
  /// column meets its image at the fold.
  private func folded(columns: [[Stack]], over: Bool) -> [[Stack]] {
    let half = columns.count / 2
    return (0..<half).map { index in
      let (right, left) = (columns[half + index], columns[half - 1 - index])
      return zip(left, right).map { left, right in
        over ? Array(left.reversed()) + right : right + Array(left.reversed())
      }
    }
  }

  /// Folds the upper row over the lower one, or behind it: what it shows is upside down then.
  private func folded(rows columns: [[Stack]], over: Bool) -> [[Stack]] {
    columns.map { column in
      let upper = column[0].reversed().map { Face(page: $0.page, isTurned: !$0.isTurned) }
      return [over ? upper + column[1] : column[1] + upper]
    }
  }

  @Test("a signature of sixteen, folded three times, has the pages in order and upright")
  func signature() throws {
    try withBook(pages: 20) { folder in
      let found = try words("--impose 16", folder)
      #expect(found.count == 20 && found.map(\.sheet).max() == 3)
      for signature in 0..<2 {
        // Four columns of 100 points and two rows of 150. Turned pages have their left edge, and
        // the word, at the right, and their top at the bottom.
        var faces = [[[Face]]](
          repeating: [[Face]](repeating: [], count: 4), count: 2)
        for side in 0..<2 {
          for word in found where word.sheet == signature * 2 + side {
            let isTurned = word.y < 150 && word.y > 100
            faces[side][Int(word.x) / 100].append(Face(page: word.page, isTurned: isTurned))
          }
        }
        if signature == 1 { continue }
        // The back lies on top; behind each of its faces is the front's in the mirrored column.
        func face(_ side: Int, _ column: Int, turned: Bool) -> Face {
          faces[side][column].first { $0.isTurned == turned } ?? Face(page: 0, isTurned: turned)
        }
        let sheet: [[Stack]] = (0..<4).map { column in
          [true, false].map { turned in
            [face(1, column, turned: turned), face(0, 3 - column, turned: turned)]
          }
        }
        var orders: [[Face]] = []
        for first in [true, false] {
          for second in [true, false] {
            for third in [true, false] {
              let once = folded(columns: sheet, over: first)
              let twice = folded(rows: once, over: second)
              orders.append(folded(columns: twice, over: third)[0][0])
            }
          }
        }
        let wanted = (1...16).map { Face(page: $0, isTurned: false) }
        #expect(orders.contains(wanted), "\(orders)")
      }
      // The rest of the second signature is blank.
      #expect(found.filter { $0.sheet > 1 }.map(\.page).sorted() == [17, 18, 19, 20])
    }
  }

  @Test("inner pages are moved to the spine by the thickness of the paper")
  func creep() throws {
    try withBook(pages: 12) { folder in
      let (flat, moved) = (
        try words("--impose booklet", folder), try words("--impose booklet --creep 2pt", folder)
      )
      for (before, after) in zip(flat, moved) {
        let isRight = before.x >= 100
        // Pages 1, 2, 11 and 12 are on the outermost sheet, 5 to 8 on the innermost.
        let depth = Double(min(before.page - 1, 12 - before.page) / 2)
        #expect(abs(after.x - before.x - (isRight ? -2 : 2) * depth) < 0.01, "\(after)")
        #expect(before.page == after.page && before.y == after.y)
      }
    }
  }

  @Test("sheets for print have marks, page boxes and a bleed between fore-edges")
  func sheetsForPrint() throws {
    try withBook(pages: 16) { folder in
      let print =
        "--pdf-profile print --icc P.icc --bleed 9pt --marks crop,register,color,slug --impose 16"
      let found = try words(print, folder)
      // Four pages of 100 points, two bleeds of 9 between the middle ones, a margin of 9 + 21.
      let boxes = try Program.shell("pdfinfo -box b.pdf; pdfinfo -l 9 b.pdf", in: folder).output
      #expect(boxes.contains("MediaBox:            0.00     0.00   478.00   378.00"))
      #expect(boxes.contains("TrimBox:            30.00    30.00   448.00   348.00"))
      #expect(found.first { $0.page == 13 }.map { Int($0.x) } == 130)
      #expect(found.first { $0.page == 16 }.map { Int($0.x) } == 248)
      let source = try Program.shell(
        "qpdf --qdf --object-streams=disable b.pdf - | strings", in: folder
      ).output
      #expect(source.contains("PDF/X-4") && !source.contains("pdfuaid:part>"))
    }
  }

  @Test("an imposed PDF for readers claims no tags; wrong options are refused")
  func claims() throws {
    try withBook(pages: 3) { folder in
      _ = try words("--impose booklet --creep 0.1mm", folder)
      let source = try Program.shell(
        "qpdf --qdf --object-streams=disable b.pdf - | strings", in: folder
      ).output
      #expect(!source.contains("pdfuaid:part>") && !source.contains("/StructTreeRoot"))
      #expect(!source.contains("pdfaid:part>") && source.contains("/Dests"))
      for (options, text) in [
        ("--impose 3up", "3up"), ("--impose booklet --creep 9in", "creep"),
        ("--impose 2up --creep 1pt", "--creep needs"), ("--creep 1pt", "--creep needs"),
      ] {
        let result = try Program.shell("$PAGINATE b.xhtml -q --pdf c.pdf \(options)", in: folder)
        #expect(result.status == 64 && result.errors.contains(text), "\(result.errors)")
      }
      let alone = try Program.shell("$PAGINATE b.xhtml -q --impose 2up; ls", in: folder)
      #expect(alone.errors.contains("--impose needs --pdf FILE"))
    }
  }
}
