/// The parts of a frame's lines that are painted after the lines, or before them: what is in a relatively
/// positioned inline box, or is one itself (CSS 2, appendix E). A box counts if its level is given, or if
/// it is moved and more than text.
struct InlineParts {
  /// What is painted by itself on one line.
  struct Part {
    /// An index into `ChapterLayout.lines`.
    let line: Int
    let id: ID
    /// The levels of the inline boxes around it that have one, and its own, with the offsets where the boxes
    /// begin.
    let levels: [(index: Int, start: Int32)]
    /// Whether it is a stacking context: inner boxes with a negative level are below its own background,
    /// too, since that is painted with its text.
    let isContext: Bool
    /// `opacity` of the inline boxes around it, multiplied, and its own.
    var opacity = 1.0
  }

  /// An inline box or an attachment.
  enum ID: Hashable {
    /// An index into `AttributedText.inlineEdges`.
    case box(Int)
    /// An index into `AttributedText.attachments`.
    case attachment(Int32)
  }

  /// The segments of a line that are drawn together.
  struct Selection {
    /// For each segment of the line, the part that draws it; nil for the line itself.
    fileprivate let owners: [ID?]
    var part: ID?

    /// - Parameter offset: of a segment in its line.
    func holds(_ offset: Int) -> Bool {
      owners.indices.contains(offset) ? owners[offset] == part : part == nil
    }
  }

  private(set) var parts: [Part] = []
  /// By line, who draws its segments.
  private(set) var selections: [Int: Selection] = [:]
  private let layout: ChapterLayout
  private var openEdges = OpenEdges()
  private var text: AttributedText { layout.text }

  init(_ layout: ChapterLayout, _ frame: PageFrame) {
    self.layout = layout
    guard !frame.lines.isEmpty, !layout.text.paragraphs.isEmpty else { return }
    let first = layout.lines[frame.lines.lowerBound].paragraph
    let last = layout.lines[frame.lines.upperBound - 1].paragraph
    let edges = layout.text.inlineEdges
    var index = edges.partitioningIndex { $0.paragraph >= first }
    var paragraphs: Set<Int32> = []
    while index < edges.count, edges[index].paragraph <= last {
      if isLifted(index) { paragraphs.insert(edges[index].paragraph) }
      index += 1
    }
    let hasAttachments = !layout.text.attachments.isEmpty
    if paragraphs.isEmpty, !hasAttachments { return }
    for line in frame.lines {
      let fragment = layout.lines[line]
      if paragraphs.contains(fragment.paragraph) || hasAttachments && holdsLifted(fragment) {
        divide(line)
      }
    }
  }

  /// Whether an inline box is painted by itself.
  private func isLifted(_ edge: Int) -> Bool {
    guard text.inlineEdges[edge].isStart else { return false }
    let box = text.styles[Int(text.inlineEdges[edge].style)].box
    return box.isInlineGroup
      || box.position == .relative
        && (box.stackLevel != nil || box.isMoved && (box.isDrawn || box.hasPicture))
  }

  /// Whether an image, or a box that is more than text, is painted by itself. What is out of the flow has
  /// layers of its own.
  private func isLifted(_ segment: Segment) -> Bool {
    guard segment.kind == .attachment else { return false }
    let attachment = text.attachments[Int(segment.word)]
    guard !attachment.isPositioned, !attachment.isFloat else { return false }
    let box = attachment.style.box
    return box.position == .relative
      && (box.stackLevel != nil || box.isMoved && (attachment.isImage || box.isDrawn))
  }

  private func holdsLifted(_ line: LineFragment) -> Bool {
    layout.segments[line.segmentRange].contains(where: isLifted)
  }

  private mutating func divide(_ line: Int) {
    let fragment = layout.lines[line]
    var open = openEdges.before(fragment, in: layout)
    var owners: [ID?] = []
    var found: Set<ID> = []
    // The inline boxes around each one.
    var outer: [Int: [Int]] = [:]
    func levels() -> [(index: Int, start: Int32)] {
      open.filter(isLifted).compactMap { edge in
        let box = text.styles[Int(text.inlineEdges[edge].style)].box
        return box.inlineLevel.map { ($0, text.inlineEdges[edge].offset) }
      }
    }
    func add(_ id: ID, _ level: Int?, at start: Int32, in outer: [(index: Int, start: Int32)]) {
      guard found.insert(id).inserted else { return }
      parts.append(
        Part(line: line, id: id, levels: outer + [(level ?? 0, start)], isContext: level != nil))
    }
    for segment in layout.segments[fragment.segmentRange] {
      let edge = segment.isBoxEdge ? Int(segment.word) : -1
      if edge >= 0, text.inlineEdges[edge].isStart, !open.contains(edge) { open.append(edge) }
      let box = open.last(where: isLifted)
      var owner = box.map(ID.box)
      if let box {
        outer[box] = Array(open.prefix { $0 != box })
        let style = text.styles[Int(text.inlineEdges[box].style)].box
        let around = levels().dropLast(style.inlineLevel == nil ? 0 : 1)
        add(.box(box), style.inlineLevel, at: text.inlineEdges[box].offset, in: Array(around))
      }
      if isLifted(segment) {
        owner = .attachment(segment.word)
        let attachment = text.attachments[Int(segment.word)]
        add(
          .attachment(segment.word), attachment.style.box.stackLevel, at: attachment.offset,
          in: levels())
      }
      owners.append(owner)
      if edge >= 0, !text.inlineEdges[edge].isStart,
        text.inlineEdges[edge].offset <= fragment.end
      {
        _ = open.popLast()
      }
    }
    for index in parts.indices.suffix(found.count) {
      guard case .box(let box) = parts[index].id else { continue }
      let around = outer[box] ?? []
      parts[index].opacity = (around + [box]).reduce(1) {
        $0 * (text.styles[Int(text.inlineEdges[$1].style)].box.opacity ?? 1)
      }
    }
    if !found.isEmpty { selections[line] = Selection(owners: owners) }
  }
}

extension BoxProperties {
  /// The `z-index` of an inline box that is a stacking context; nil for others.
  fileprivate var inlineLevel: Int? {
    isInlineGroup ? position == .static ? 0 : stackLevel ?? 0 : stackLevel
  }

  /// Whether a relatively positioned box has offsets.
  fileprivate var isMoved: Bool { offsets.all.contains { !$0.isAuto } }
}
