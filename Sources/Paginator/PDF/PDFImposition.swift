/// How the pages of a PDF are put together on sheets of paper.
public struct PDFImposition: Equatable, Sendable {
  /// The order of the pages on the sheets.
  public enum Scheme: String, CaseIterable, Sendable {
    /// Facing pages side by side, in reading order.
    case twoUp = "2up"
    /// Sheets of four pages, folded once and put into one another (saddle stitch).
    case booklet
    /// Signatures of sixteen pages: sheets with eight pages on each side, folded three times.
    case sixteen = "16"
  }

  /// The order of the pages.
  public let scheme: Scheme
  /// How much closer to the spine the pages of a leaf are than those of the leaf around it, in
  /// points: the thickness of the paper.
  public let creep: Length

  /// Pages in the order of a scheme.
  public init(_ scheme: Scheme, creep: Length = 0) {
    self.scheme = scheme
    self.creep = max(0, creep)
  }
}

extension PDFProfile {
  /// How many sheets of paper a book takes that is folded; nil for pages that are not put together
  /// to be folded.
  public func sheetCount(of pagination: Pagination) -> Int? {
    guard let first = pagination.pages.first else { return nil }
    return imposition?.scheme.signature(
      pageCount: pagination.pages.count, isFirstLeft: first.side == .left,
      isRightToLeft: pagination.isRightToLeft)?.sheetCount
  }
}

extension PDFImposition.Scheme {
  /// How the pages of a book that is folded fill sheets.
  struct Signature {
    /// The number of blank pages before the first one.
    let lead: Int
    let sheetCount: Int
    /// How many pages are on the two sides of a sheet.
    let pagesPerSheet: Int

    /// The number of pages with the blank ones.
    var pageCount: Int { sheetCount * pagesPerSheet }
  }

  /// - Parameter isRightToLeft: whether the book is bound at the right.
  /// - Returns: nil for sheets that are not folded.
  func signature(pageCount: Int, isFirstLeft: Bool, isRightToLeft: Bool) -> Signature? {
    guard self != .twoUp else { return nil }
    let unit = self == .booklet ? 4 : 16
    // A book begins with a recto: a blank page goes before a first page that is none.
    let lead = isFirstLeft == isRightToLeft ? 0 : 1
    return Signature(
      lead: lead, sheetCount: (pageCount + lead + unit - 1) / unit, pagesPerSheet: unit)
  }
}

/// One side of a sheet.
struct PDFSheet: Equatable {
  /// The place of a page on a sheet.
  struct Slot: Equatable {
    /// The page's index in the book.
    let page: Int
    let column: Int
    /// Counted from the top.
    let row: Int
    /// Whether the page is upside down.
    var isTurned = false
    /// Whether the spine is at the left edge of the page when it is read.
    let hasSpineAtLeft: Bool
    /// The number of leaves around the page's leaf.
    var depth = 0
  }

  let label: String
  let slots: [Slot]
}

/// Assigns the pages of a book to sheets.
struct PDFSheetPlan {
  /// A page, as far as imposition needs it.
  struct Page {
    let label: String
    let isLeft: Bool
  }

  let columns: Int
  let rows: Int
  private(set) var sheets: [PDFSheet] = []

  /// - Parameter isRightToLeft: whether the book is bound at the right.
  init(_ scheme: PDFImposition.Scheme, _ pages: [Page], isRightToLeft: Bool) {
    (columns, rows) = scheme == .sixteen ? (4, 2) : (2, 1)
    if scheme == .twoUp {
      addSpreads(pages, isRightToLeft: isRightToLeft)
    } else {
      addForms(scheme, pages, isRightToLeft: isRightToLeft)
    }
  }

  /// Signatures: one of all pages for a booklet.
  private mutating func addForms(
    _ scheme: PDFImposition.Scheme, _ pages: [Page], isRightToLeft: Bool
  ) {
    guard let first = pages.first,
      let signature = scheme.signature(
        pageCount: pages.count, isFirstLeft: first.isLeft, isRightToLeft: isRightToLeft)
    else { return }
    let isBooklet = scheme == .booklet
    let (lead, count) = (signature.lead, signature.pageCount)
    let size = isBooklet ? count : signature.pagesPerSheet
    let forms = isBooklet ? Self.nested(count) : Self.signature
    for start in stride(from: 0, to: count, by: size) {
      for form in forms {
        var slots: [PDFSheet.Slot] = []
        for place in form.places {
          let (page, position) = (start + place.position - lead, place.position)
          guard pages.indices.contains(page) else { continue }
          slots.append(
            PDFSheet.Slot(
              page: page, column: isRightToLeft ? columns - 1 - place.column : place.column,
              row: place.row, isTurned: place.isTurned,
              hasSpineAtLeft: (position % 2 == 0) != isRightToLeft,
              depth: min(position, size - 1 - position) / 2))
        }
        let number = isBooklet ? form.sheet : start / size + 1
        sheets.append(PDFSheet(label: "\(number) \(form.isFront ? "front" : "back")", slots: slots))
      }
    }
  }

  /// Facing pages: a left page with the right page that follows it or, in a book that is bound at
  /// the right, precedes it.
  private mutating func addSpreads(_ pages: [Page], isRightToLeft: Bool) {
    var open: [PDFSheet.Slot] = []
    func label(_ slots: [PDFSheet.Slot]) -> String {
      slots.map { pages[$0.page].label }.joined(separator: "–")
    }
    for (index, page) in pages.enumerated() {
      let column = page.isLeft ? 0 : 1
      let beginsSpread = page.isLeft != isRightToLeft
      if !open.isEmpty, beginsSpread || open.contains(where: { $0.column == column }) {
        sheets.append(PDFSheet(label: label(open), slots: open))
        open.removeAll()
      }
      open.append(
        PDFSheet.Slot(page: index, column: column, row: 0, hasSpineAtLeft: !page.isLeft))
    }
    if !open.isEmpty { sheets.append(PDFSheet(label: label(open), slots: open)) }
  }

  // MARK: Forms

  /// The places on one side of a sheet, for a book that is bound at the left.
  private struct Form {
    struct Place {
      /// The page's position in the signature, counted from 0.
      let position: Int
      let column: Int
      let row: Int
      let isTurned: Bool
    }

    let sheet: Int
    let isFront: Bool
    let places: [Place]
  }

  /// The forms of sheets that are folded once and put into one another.
  private static func nested(_ count: Int) -> [Form] {
    var forms: [Form] = []
    for sheet in 0..<count / 4 {
      let (first, last) = (2 * sheet, count - 1 - 2 * sheet)
      forms.append(form(sheet: sheet + 1, isFront: true, [[last, first]]))
      forms.append(form(sheet: sheet + 1, isFront: false, [[first + 1, last - 1]]))
    }
    return forms
  }

  /// The two forms of a sheet that is folded three times at right angles. The heads of both rows
  /// meet at the second fold.
  private static let signature: [Form] = [
    form(sheet: 1, isFront: true, [[4, 11, 8, 7], [3, 12, 15, 0]]),
    form(sheet: 1, isFront: false, [[6, 9, 10, 5], [1, 14, 13, 2]]),
  ]

  /// - Parameter rows: the positions of the pages, from the top; the upper of two rows is upside
  ///   down.
  private static func form(sheet: Int, isFront: Bool, _ rows: [[Int]]) -> Form {
    var places: [Form.Place] = []
    for (row, positions) in rows.enumerated() {
      for (column, position) in positions.enumerated() {
        places.append(
          Form.Place(
            position: position, column: column, row: row, isTurned: row + 1 < rows.count))
      }
    }
    return Form(sheet: sheet, isFront: isFront, places: places)
  }
}
