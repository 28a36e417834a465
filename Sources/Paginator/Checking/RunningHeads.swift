/// Finds running heads that are missing: margin boxes that ask for a named string and stay empty on
/// every page of a side, or on one page although the other pages of the side have it.
struct RunningHeads {
  private let chapter: NumberedChapter
  /// By page number, the boxes whose text was drawn.
  private var drawn: [Int: Set<Int>] = [:]

  init(_ chapter: NumberedChapter) { self.chapter = chapter }

  /// Adds a page.
  /// - Parameter text: what is drawn in its margin boxes.
  mutating func add(_ page: Pagination.Page, _ text: String) {
    // A long head is shortened, and words may be drawn in parts: their first letters are there.
    for (box, head) in page.furniture where !head.isEmpty {
      let start = head.drop { $0.isWhitespace }.prefix { !$0.isWhitespace }.prefix(2)
      if text.contains(start) { drawn[page.number, default: []].insert(box) }
    }
  }

  /// Reports the heads that are missing on the pages of each side where the chapter goes on.
  func reportMissing(_ report: inout LintReport) {
    for side in [Pagination.Page.Side.left, .right] {
      let pages = chapter.pages.filter { $0.side == side && $0.pageInChapter > 0 }
      guard pages.count > 1 else { continue }
      var seen: [PageTemplate] = []
      for template in pages.map(\.template) where !seen.contains(where: { $0 === template }) {
        seen.append(template)
        let alike = pages.filter { $0.template === template }
        for (index, box) in template.marginBoxes.enumerated() where box.isRunning {
          let empty = alike.filter { !has(index, $0) }
          if empty.count < alike.count {
            reportSingle(empty, box, index, &report)
          } else if alike.count == pages.count {
            report.page = pages[0].number
            report.add(
              .missingHead, "@\(box.name) is empty on the \(side.rawValue) pages of this chapter",
              atText: start(of: pages[0]))
          }
        }
      }
    }
  }

  private func has(_ box: Int, _ page: Pagination.Page) -> Bool {
    drawn[page.number]?.contains(box) ?? false
  }

  /// Reports pages without a head that other pages of their side have.
  private func reportSingle(
    _ pages: [Pagination.Page], _ box: PageTemplate.MarginBox, _ index: Int,
    _ report: inout LintReport
  ) {
    for page in pages where !box.strings.allSatisfy({ mayBeEmpty($0, index, page) }) {
      report.page = page.number
      report.add(
        .missingHead,
        "@\(box.name) is empty on this page, and not on other \(page.side.rawValue) pages",
        atText: start(of: page))
    }
  }

  /// Where the text of a page begins.
  private func start(of page: Pagination.Page) -> Int { chapter.content(of: page)?.start ?? 0 }

  /// Whether a page may do without the value of a string: it is set on this page, whose text then has
  /// the title itself (`first-except`), it was set to nothing, or it was not set yet.
  private func mayBeEmpty(_ string: String, _ box: Int, _ page: Pagination.Page) -> Bool {
    guard let content = chapter.content(of: page) else { return true }
    let named = chapter.layout.text.namedStrings
    let isLast = page.pageInChapter == chapter.layout.pages.count - 1
    let range = content.start..<content.end
    if named.on(range, isLast: isLast).contains(where: { $0.name == string }) { return true }
    let last = named.last { $0.name == string && Int($0.offset) < content.start }
    // The value of another document's string is not known here.
    if let last { return last.value?.isEmpty ?? true }
    return !chapter.pages.contains { $0.number < page.number && has(box, $0) }
  }
}

extension PageTemplate.MarginBox {
  /// The names of the strings that its text has.
  fileprivate var strings: [String] {
    content.compactMap {
      guard case .function("string", let arguments) = $0, case .keyword(let name) = arguments.first
      else { return nil }
      return name
    }
  }
}
