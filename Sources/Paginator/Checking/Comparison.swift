/// Compares two paginations of a book: which pages moved, and where the difference begins and ends.
public struct Comparison: Sendable {
  /// How a page of the new pagination corresponds to the old one.
  public enum Fate: Equatable, Sendable {
    /// The same composition under the same number.
    case unchanged
    /// The same composition under another number.
    case shifted(from: Int)
    /// Composed differently: it corresponds to this page of the old pagination.
    case reflowed(from: Int)
    /// The old pagination has no corresponding page.
    case inserted
  }

  /// A paragraph with more or fewer lines than before.
  public struct ParagraphChange: Equatable, Sendable {
    /// Its href.
    public let document: String
    /// Counted from 1 in its document.
    public let paragraph: Int
    /// The page of the new pagination, counted from 1.
    public let page: Int
    /// Lines that it had.
    public let before: Int
    /// Lines that it has.
    public let after: Int
  }

  /// The first line that breaks at a different place.
  public struct LineChange: Equatable, Sendable {
    /// The page of the new pagination.
    public let page: Int
    /// Counted from 1 on its page.
    public let line: Int
    /// Its href.
    public let document: String
    /// Where the line begins, in UTF-16 units of the document.
    public let start: Int
    /// Where the line ended.
    public let oldEnd: Int
    /// Where the line ends.
    public let newEnd: Int
    /// Whether it ended in a hyphen.
    public let wasHyphenated: Bool
    /// Whether it ends in a hyphen.
    public let isHyphenated: Bool
  }

  /// An image, or an element with an id, that is on a different page.
  public struct Moved: Equatable, Sendable {
    /// Its href, with the id.
    public let name: String
    /// The page that it was on, counted from 1.
    public let from: Int
    /// The page that it is on, counted from 1.
    public let to: Int
  }

  /// The earlier pagination.
  public let old: BookRecord
  /// The later pagination.
  public let new: BookRecord
  /// The documents whose source changed.
  public let editedDocuments: Set<String>
  /// By index in `new.pages`.
  public let fates: [Fate]
  /// The numbers of old pages that no new page corresponds to.
  public let removed: [Int]
  /// The numbers of the pages that do not begin and end with the same text as before.
  public let moved: [Int]
  /// The first page that begins or ends with other text; nil if no page moved.
  public let firstDifference: Int?
  /// The first line that breaks at a different place; nil if there is none.
  public let firstLine: LineChange?
  /// The first page from which both paginations are the same again: its new and its old number.
  public let meeting: (new: Int, old: Int)?
  /// Changed paragraphs, in documents whose number of paragraphs did not change.
  public let paragraphs: [ParagraphChange]
  /// The images that are on different pages.
  public let images: [Moved]
  /// The elements with ids that are on different pages.
  public let anchors: [Moved]

  /// Compares two paginations.
  public init(old: BookRecord, new: BookRecord) {
    self.old = old
    self.new = new
    let alignment = PageAlignment(old.pages, new.pages)
    fates = alignment.fates
    removed = alignment.removed
    editedDocuments = Self.editedDocuments(old, new)
    moved = Self.moved(old, new, editedDocuments, fates)
    firstDifference = moved.first
    let lines = LineComparison(old, new)
    firstLine = lines.first
    meeting = moved.first.flatMap { alignment.meeting(after: $0 - 1) }
    paragraphs = lines.paragraphs
    images = Self.placed(old.images, new.images)
    anchors = Self.placed(old.anchors, new.anchors)
  }

  /// Whether every page begins and ends with the same text as before. Its lines, and text between, may differ.
  public var isSame: Bool { moved.isEmpty && old.pages.count == new.pages.count }
  /// Whether nothing differs at all.
  public var isIdentical: Bool { isSame && !fates.contains { $0 != .unchanged } && removed.isEmpty }

  // MARK: Text

  private static func editedDocuments(_ old: BookRecord, _ new: BookRecord) -> Set<String> {
    func digests(_ record: BookRecord) -> [String: String] {
      Dictionary(
        record.inputs.filter { $0.kind == "document" }.map { ($0.name, $0.digest) },
        uniquingKeysWith: { a, _ in a })
    }
    let before = digests(old)
    return Set(digests(new).filter { before[$0.key] != $0.value }.keys)
  }

  private static func moved(
    _ old: BookRecord, _ new: BookRecord, _ changed: Set<String>, _ fates: [Fate]
  ) -> [Int] {
    let growth = growth(old, new)
    func begins(_ index: Int) -> Bool {
      let a = old.pages[index]
      let b = new.pages[index]
      guard a.document == b.document, a.isBlank == b.isBlank, a.label == b.label, a.side == b.side
      else { return false }
      guard changed.contains(b.document) else { return a.start == b.start }
      // In an edited document, a page is the same if it begins with the same words and, unless it
      // is the same to its end, its distance from the page before changed by no more than the text
      // grew or a line holds: more would be another place with the same words.
      guard a.text == b.text else { return false }
      if fates[index] == .unchanged { return true }
      let line = min(a.lines.first?.length ?? 0, b.lines.first?.length ?? 0)
      let before = index > 0 ? drift(index - 1, b.document) : 0
      return abs(b.start - a.start - before) <= max(abs(growth[b.document] ?? 0), line - 1)
    }
    /// How much later in its document a page begins than before; 0 on the last page of another one.
    func drift(_ index: Int, _ document: String) -> Int {
      let (a, b) = (old.pages[index], new.pages[index])
      return a.document == document && b.document == document ? b.start - a.start : 0
    }
    let common = min(old.pages.count, new.pages.count)
    let sameStart = (0..<common).map(begins)
    /// A page ends where the next one begins. If only the first words of the next page were edited,
    /// this page's end is the same.
    func ends(_ index: Int) -> Bool {
      guard index + 1 < common else { return old.pages.count == new.pages.count }
      let a = old.pages[index + 1]
      let b = new.pages[index + 1]
      guard a.document == b.document else { return false }
      return sameStart[index + 1] || a.start == b.start && a.label == b.label
    }
    var result: [Int] = []
    for index in 0..<max(old.pages.count, new.pages.count) {
      guard index < common else {
        if index < new.pages.count { result.append(index + 1) }
        continue
      }
      if !sameStart[index] || !ends(index) { result.append(index + 1) }
    }
    return result
  }

  /// How much longer each document's text is than before, in UTF-16 units.
  private static func growth(_ old: BookRecord, _ new: BookRecord) -> [String: Int] {
    let before = Dictionary(
      old.documents.map { ($0.href, $0.length) }, uniquingKeysWith: { a, _ in a })
    return Dictionary(
      new.documents.map { ($0.href, $0.length - (before[$0.href] ?? 0)) },
      uniquingKeysWith: { a, _ in a })
  }

  private static func placed(
    _ old: [BookRecord.Placed], _ new: [BookRecord.Placed]
  ) -> [Moved] {
    // A name that occurs several times is compared occurrence by occurrence.
    var before: [String: [Int]] = [:]
    for item in old { before[item.name, default: []].append(item.page) }
    var seen: [String: Int] = [:]
    return new.compactMap { item in
      let index = seen[item.name, default: 0]
      seen[item.name] = index + 1
      guard let pages = before[item.name], index < pages.count, pages[index] != item.page else {
        return nil
      }
      return Moved(name: item.name, from: pages[index], to: item.page)
    }
  }
}

/// Pairs new pages with old ones: first pages of the same composition, in order; then the pages
/// between them, one to one.
private struct PageAlignment {
  private(set) var fates: [Comparison.Fate]
  private(set) var removed: [Int] = []
  /// Old index by new index, for pages of the same composition.
  private var same: [Int?]

  init(_ old: [BookRecord.Page], _ new: [BookRecord.Page]) {
    fates = [Comparison.Fate](repeating: .inserted, count: new.count)
    same = Self.matches(old, new)
    var nextOld = 0
    var gap: [Int] = []
    for index in 0...new.count {
      guard index == new.count || same[index] != nil else {
        gap.append(index)
        continue
      }
      let until = index < new.count ? same[index] ?? old.count : old.count
      pair(gap, with: nextOld..<until)
      gap.removeAll()
      nextOld = until + 1
      guard index < new.count else { break }
      fates[index] =
        until == index && old[until].label == new[index].label
        ? .unchanged : .shifted(from: until + 1)
    }
  }

  private mutating func pair(_ gap: [Int], with range: Range<Int>) {
    for (offset, index) in gap.enumerated() where offset < range.count {
      fates[index] = .reflowed(from: range.lowerBound + offset + 1)
    }
    if range.count > gap.count {
      removed += (range.lowerBound + gap.count..<range.upperBound).map { $0 + 1 }
    }
  }

  private static func key(_ page: BookRecord.Page) -> String {
    page.isBlank ? "blank " + page.document : page.digest + " " + page.document
  }

  /// Pairs the pages that are in both, in order: those at the beginning and end first, then those
  /// in the middle that occur only once in the old pagination (patience diff).
  private static func matches(_ old: [BookRecord.Page], _ new: [BookRecord.Page]) -> [Int?] {
    let before = old.map(key)
    let after = new.map(key)
    var result = [Int?](repeating: nil, count: after.count)
    var head = 0
    while head < min(before.count, after.count), before[head] == after[head] {
      result[head] = head
      head += 1
    }
    var tail = 0
    while tail < min(before.count, after.count) - head,
      before[before.count - 1 - tail] == after[after.count - 1 - tail]
    {
      result[after.count - 1 - tail] = before.count - 1 - tail
      tail += 1
    }
    var places: [String: [Int]] = [:]
    for index in head..<max(head, before.count - tail) {
      places[before[index], default: []].append(index)
    }
    let pairs = (head..<max(head, after.count - tail)).compactMap { index in
      places[after[index]].flatMap { $0.count == 1 ? (old: $0[0], new: index) : nil }
    }
    for pair in increasing(pairs) { result[pair.new] = pair.old }
    return result
  }

  /// The longest subsequence of the pairs with increasing old indices.
  private static func increasing(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].old < pair.old { low = middle + 1 } else { high = middle }
      }
      previous[index] = low > 0 ? ends[low - 1] : -1
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var result: [(old: Int, new: Int)] = []
    var current = ends.last ?? -1
    while current >= 0 {
      result.append(pairs[current])
      current = previous[current]
    }
    return result.reversed()
  }

  /// The first page after an index that is the same as an old one, and whose next page is too.
  func meeting(after index: Int) -> (new: Int, old: Int)? {
    for new in max(0, index + 1)..<max(0, index + 1, same.count) {
      guard let old = same[new] else { continue }
      if new + 1 == same.count || same[new + 1] == old + 1 { return (new + 1, old + 1) }
    }
    return nil
  }
}

/// The lines of two paginations, document by document.
private struct LineComparison {
  private let documents: [String]
  private let before: [String: [Line]]
  private let after: [String: [Line]]

  init(_ old: BookRecord, _ new: BookRecord) {
    var seen: Set<String> = []
    documents = new.documents.map(\.href).filter { seen.insert($0).inserted }
    before = Self.lines(old)
    after = Self.lines(new)
  }

  private struct Line {
    let page: BookRecord.Page
    /// In the lines of the page.
    let index: Int
    let start: Int
    var value: LineBreaks.Line { page.lines[index] }
  }

  private static func lines(_ record: BookRecord) -> [String: [Line]] {
    var result: [String: [Line]] = [:]
    for page in record.pages {
      var start = page.start
      for index in page.lines.indices {
        result[page.document, default: []].append(Line(page: page, index: index, start: start))
        start += page.lines[index].length
      }
    }
    return result
  }

  var first: Comparison.LineChange? {
    for document in documents {
      guard let a = before[document], let b = after[document] else { continue }
      guard let index = zip(a, b).enumerated().first(where: { $1.0.value != $1.1.value })?.offset
      else { continue }
      return Comparison.LineChange(
        page: b[index].page.number, line: b[index].index + 1, document: document,
        start: b[index].start, oldEnd: b[index].start + a[index].value.length,
        newEnd: b[index].start + b[index].value.length,
        wasHyphenated: a[index].value.isHyphenated, isHyphenated: b[index].value.isHyphenated)
    }
    return nil
  }

  /// Compares paragraphs one by one, in documents whose number of paragraphs did not change.
  var paragraphs: [Comparison.ParagraphChange] {
    var result: [Comparison.ParagraphChange] = []
    for document in documents {
      let a = Self.counts(before[document] ?? [])
      let b = Self.counts(after[document] ?? [])
      guard a.count == b.count else { continue }
      for (index, pair) in zip(a, b).enumerated() where pair.0.lines != pair.1.lines {
        result.append(
          Comparison.ParagraphChange(
            document: document, paragraph: index + 1, page: pair.1.page,
            before: pair.0.lines, after: pair.1.lines))
      }
    }
    return result
  }

  private static func counts(_ lines: [Line]) -> [(lines: Int, page: Int)] {
    var result: [(lines: Int, page: Int)] = []
    var count = 0
    var page = 0
    for line in lines {
      if count == 0 { page = line.page.number }
      count += 1
      if line.value.endsParagraph {
        result.append((count, page))
        count = 0
      }
    }
    return result
  }
}
