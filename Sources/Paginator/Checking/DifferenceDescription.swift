/// Describes in sentences what differs on the pages of two compared paginations.
public struct DifferenceDescription: Sendable {
  /// The first page that differs; nil when no page moved.
  public let page: Int?
  /// The page's printed number; nil if there is none.
  public let label: String?
  /// Sentences, the most important first.
  public let sentences: [String]

  /// - Parameter pagination: the new pagination, to quote words from; nil if only maps are
  ///   compared.
  public init(_ comparison: Comparison, pagination: Pagination?) {
    page = comparison.firstDifference
    let pages = comparison.new.pages
    label = page.flatMap { $0 <= pages.count ? pages[$0 - 1].label : nil }
    var sentences: [String] = []
    if let line = comparison.firstLine {
      sentences.append(Self.sentence(line, comparison, pagination))
    }
    if let page, let boundary = Self.boundary(page, comparison) { sentences.append(boundary) }
    sentences += Self.chapters(comparison)
    sentences += Self.things("image", comparison.images)
    if let meeting = comparison.meeting {
      sentences.append(
        meeting.new == meeting.old
          ? "from page \(meeting.new) on the pages are the same again"
          : "from page \(meeting.new) on the pages are those that began with \(meeting.old)")
    } else if page != nil {
      sentences.append("the pages do not become the same again")
    }
    self.sentences = sentences
  }

  private static func sentence(
    _ line: Comparison.LineChange, _ comparison: Comparison, _ pagination: Pagination?
  ) -> String {
    let place = "page \(line.page), line \(line.line)"
    // If the text itself was edited, the words of the old line are not available.
    let isEdited = comparison.editedDocuments.contains(line.document)
    var text = "\(place): \(isEdited ? edited(line, pagination) : event(line, pagination))"
    let change = comparison.paragraphs.first {
      $0.document == line.document && abs($0.page - line.page) <= 1
    }
    if let change {
      let growth = change.after - change.before
      text += ": \(counted(abs(growth), "line")) \(growth > 0 ? "more" : "fewer") in the paragraph"
    }
    return text
  }

  private static func edited(_ line: Comparison.LineChange, _ pagination: Pagination?) -> String {
    guard let word = pagination?.word(at: line.newEnd, in: line.document) else {
      return "the first line whose text or break differs"
    }
    return "the first line whose text or break differs, ending with \"\(word)\""
  }

  private static func event(_ line: Comparison.LineChange, _ pagination: Pagination?) -> String {
    func word(_ offset: Int) -> String? {
      pagination?.word(at: offset, in: line.document).map { "\"\($0)\"" }
    }
    switch (line.wasHyphenated, line.isHyphenated) {
    case (true, false): return "\(word(line.oldEnd) ?? "its last word") is no longer hyphenated"
    case (false, true): return "\(word(line.newEnd) ?? "its last word") is now hyphenated"
    default: break
    }
    let units = abs(line.newEnd - line.oldEnd)
    if line.newEnd > line.oldEnd {
      return "the line takes in \(word(line.newEnd) ?? "\(units) more characters")"
    }
    if line.newEnd < line.oldEnd {
      let next = pagination?.word(after: line.newEnd, in: line.document).map { "\"\($0)\"" }
      return "the line ends before \(next ?? "\(units) characters that it held")"
    }
    return "the line is broken otherwise"
  }

  /// How the first page that moved differs from the old one.
  private static func boundary(_ page: Int, _ comparison: Comparison) -> String? {
    let old = comparison.old.pages
    let new = comparison.new.pages
    guard page <= old.count, page <= new.count else {
      return page > old.count ? "page \(page) is new" : "page \(page) is gone"
    }
    let a = old[page - 1]
    let b = new[page - 1]
    if a.document != b.document {
      return "page \(page) is in \"\(b.document)\", not in \"\(a.document)\""
    }
    if a.isBlank != b.isBlank { return "page \(page) is \(b.isBlank ? "now" : "no longer") blank" }
    if a.label != b.label { return "page \(page) is numbered \(b.label), not \(a.label)" }
    guard a.lines.count != b.lines.count else {
      return a.text == b.text
        ? "page \(page) ends elsewhere in the text"
        : "page \(page) begins with \"\(b.text)\" and began with \"\(a.text)\""
    }
    return "page \(page) holds \(counted(b.lines.count, "line")) and held \(a.lines.count)"
  }

  /// Documents that are new or gone, or that have a different number of pages.
  private static func chapters(_ comparison: Comparison) -> [String] {
    var result: [String] = []
    let before = Dictionary(
      comparison.old.documents.map { ($0.href, $0) }, uniquingKeysWith: { a, _ in a })
    for document in comparison.new.documents {
      guard let old = before[document.href] else {
        result.append("\"\(document.href)\" is new")
        continue
      }
      let growth = document.pages - old.pages
      if growth != 0 {
        result.append(
          "\"\(document.href)\" takes \(counted(document.pages, "page")) and took \(old.pages)")
      }
    }
    let hrefs = Set(comparison.new.documents.map(\.href))
    for document in comparison.old.documents where !hrefs.contains(document.href) {
      result.append("\"\(document.href)\" is gone")
    }
    return result.count > 5
      ? result.prefix(5) + ["and \(result.count - 5) other documents"] : result
  }

  private static func things(_ kind: String, _ moved: [Comparison.Moved]) -> [String] {
    guard let first = moved.first else { return [] }
    let rest = moved.count > 1 ? " (and \(moved.count - 1) more)" : ""
    return ["the \(kind) \"\(first.name)\" moves from page \(first.from) to \(first.to)\(rest)"]
  }
}
