/// An element of the structure tree (ISO 32000-1, section 14.7).
struct PDFElement: Sendable {
  enum Kid: Sendable {
    /// Index in the chapter's elements.
    case element(Int)
    /// Marked content of a page, by the page's index in the chapter.
    case content(page: Int, id: Int)
    /// A link's annotation.
    case annotation(page: Int, index: Int)
  }

  let role: Role
  /// Index in the chapter's elements; -1 for the chapter itself.
  let parent: Int
  var kids: [Kid] = []
  var language: String?
  var alternativeText: String?
  /// Attribute objects (section 14.7.5), in PDF syntax.
  var attributes = ""
  /// The target, for a link element that no element of the document corresponds to.
  var target: String?
  /// Whether it was made for content that has no element of its own.
  var isAnonymous = false
  /// Where it is, in points from the page's bottom left corner, if all of it is on one page.
  private var place = Place.unknown

  private enum Place: Sendable {
    case unknown
    case box(page: Int, rect: Rect)
    case severalPages
  }

  init(role: Role, parent: Int) {
    self.role = role
    self.parent = parent
  }

  /// Notes that a rectangle of a page belongs to it.
  mutating func cover(_ rect: Rect, page: Int) {
    switch place {
    case .unknown: place = .box(page: page, rect: rect)
    case .box(page, let known): place = .box(page: page, rect: known.union(rect))
    case .box, .severalPages: place = .severalPages
    }
  }

  /// Its box as an attribute object of layout (section 14.8.5.4.3); nil unless it is on one page.
  var bounds: PDFBytes? {
    guard case .box(_, let rect) = place else { return nil }
    var bytes = PDFBytes("<</O/Layout/BBox[")
    for value in [rect.minX, rect.minY, rect.maxX, rect.maxY] {
      bytes.write(points: value.rawValue)
    }
    bytes.write("]>>")
    return bytes
  }

  /// The page of its first marked content, which its other content names only if it is on another
  /// page.
  var firstPage: Int? {
    for case .content(let page, _) in kids { return page }
    return nil
  }

  /// The standard structure types that books need (section 14.8.4).
  enum Role: String, Sendable {
    case part = "Part", section = "Sect", division = "Div", quotation = "BlockQuote"
    case paragraph = "P"
    case heading1 = "H1", heading2 = "H2", heading3 = "H3"
    case heading4 = "H4", heading5 = "H5", heading6 = "H6"
    case contents = "TOC", contentsItem = "TOCI"
    case list = "L", item = "LI", label = "Lbl", body = "LBody"
    case table = "Table", row = "TR", headerCell = "TH", cell = "TD"
    case tableHead = "THead", tableBody = "TBody", tableFoot = "TFoot", caption = "Caption"
    case figure = "Figure", formula = "Formula", note = "Note", reference = "Reference"
    case link = "Link", span = "Span", quote = "Quote", code = "Code"
    case ruby = "Ruby", rubyBase = "RB", rubyText = "RT", rubyParenthesis = "RP"

    /// Whether it contains elements only and no text.
    var isGroup: Bool {
      switch self {
      case .part, .section, .division, .quotation, .list, .item, .table, .row, .tableHead,
        .tableBody, .tableFoot, .note, .contents, .contentsItem:
        true
      default: false
      }
    }

    /// Whether it has the attribute of a box.
    var hasBounds: Bool { [.figure, .formula, .table].contains(self) }

    /// Whether it contains rows or cells of a table.
    var isTablePart: Bool { [.tableHead, .tableBody, .tableFoot, .row].contains(self) }

    /// Whether it belongs into a ruby annotation only.
    var isRubyPart: Bool { [.rubyBase, .rubyText, .rubyParenthesis].contains(self) }

    /// The heading level, 1 to 6; nil for a role that is not a heading.
    var headingLevel: Int? {
      rawValue.count == 2 && rawValue.hasPrefix("H") ? Int(rawValue.dropFirst()) : nil
    }
  }
}
