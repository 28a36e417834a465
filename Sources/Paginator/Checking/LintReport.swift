internal import EPUB
internal import Markup

/// Collects findings with their places.
struct LintReport {
  private(set) var findings: [Finding] = []
  var page = 0
  private let chapter: NumberedChapter
  /// Where faults of words are that are one finding.
  private struct Group: Hashable {
    let rule: Finding.Rule
    let page: Int
    let box: Int
  }
  /// The indices of the findings of groups.
  private var groups: [Group: Int] = [:]

  init(_ chapter: NumberedChapter) { self.chapter = chapter }

  /// - Parameter isGrouped: whether such faults of one box of a page, such as a table, are one finding with
  ///   their number.
  mutating func add(
    _ rule: Finding.Rule, _ message: String, _ word: LintCanvas.Word, isGrouped: Bool = false
  ) {
    if isGrouped, let node = node(of: word.source) {
      let group = Group(rule: rule, page: page, box: chapter.tree.tree.box(around: node))
      if let known = groups[group] {
        findings[known].count += 1
        return
      }
      groups[group] = findings.count
    }
    add(rule, message, from: word.source)
  }

  /// - Parameter source: what is at fault, or the first content of it.
  mutating func add(_ rule: Finding.Rule, _ message: String, from source: ContentSource?) {
    let location = node(of: source).map { chapter.tree.tree.location(of: $0) }
    findings.append(Finding(rule, message, at: location, page: page))
  }

  private func node(of source: ContentSource?) -> Int? {
    switch source {
    case .node(let own, let document), .generated(let own, let document),
      .label(let own, let document):
      // The trees of other documents, which notes come from, are not here.
      document == chapter.layout.chapter.document && own >= 0 ? own : nil
    case .furniture, nil: nil
    }
  }

  /// - Parameter offset: of the text at fault, in the chapter's text.
  mutating func add(_ rule: Finding.Rule, _ message: String, atText offset: Int) {
    let place = Positions.source(of: offset, in: chapter.layout)
    let location = place.map { chapter.tree.tree.location(of: $0.node, offset: $0.offset ?? 0) }
    findings.append(Finding(rule, message, at: location, page: page))
  }
}

extension ElementTree {
  private static let boxes: Set<String> = [
    "p", "li", "dt", "dd", "pre", "blockquote", "figure", "section", "article", "div", "body",
    "h1", "h2", "h3", "h4", "h5", "h6",
  ]

  /// The table around a node, or else the nearest block.
  fileprivate func box(around node: Int) -> Int {
    var block: Int?
    var next = node
    while next >= 0 {
      if nodes[next].kind == .element {
        let name = name(of: next).local
        if name == "table" { return next }
        if block == nil, Self.boxes.contains(name) { block = next }
      }
      next = Int(nodes[next].parent)
    }
    return block ?? node
  }
}
