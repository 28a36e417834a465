/// The inline boxes of a line with `vertical-align: top` or `bottom`. A box includes its inline
/// content, except for inner boxes with such an alignment (the aligned subtrees of CSS 2, section
/// 10.8.1).
struct AlignedBoxes {
  /// The part of a box that is on the line.
  struct Box {
    let edge: TextProperties.LineEdge
    /// How far its content reaches from its own baseline; nil until there is content.
    private var extent: (above: Int, below: Int)?

    init(edge: TextProperties.LineEdge) { self.edge = edge }

    var above: Int { extent?.above ?? 0 }
    var below: Int { extent?.below ?? 0 }
    var height: Int { above + below }

    mutating func include(above: Int, below: Int) {
      let old = extent ?? (above, below)
      extent = (max(old.above, above), max(old.below, below))
    }
  }

  private(set) var boxes: [Box] = []
  /// For each segment of the line, the box that contains it, as an index; -1 for none.
  private(set) var owners: [Int] = []

  /// - Parameters:
  ///   - metrics: returns the metrics of a style, by its index.
  ///   - layout: returns the layout of an attachment, by its index.
  init(
    _ segments: ArraySlice<Segment>, _ text: AttributedText, metrics: (Int32) -> LineMetrics,
    layout: (Int32) -> AttachmentLayout?
  ) {
    var open: [Int] = []
    // A box that began on an earlier line is known by the styles of its text.
    var earlier = -1
    for segment in segments {
      if segment.kind == .attachment, text.attachments[Int(segment.word)].style.box.isAligned {
        owners.append(-1)
        continue
      }
      let edge = segment.isBoxEdge ? text.inlineEdges[Int(segment.word)] : nil
      let own = metrics(segment.style)
      if let edge, edge.isStart {
        open.append(begin(text.styles[Int(edge.style)], own) ?? open.last ?? earlier)
      }
      if edge == nil, open.isEmpty {
        let alignment = text.styles[Int(segment.style)].text.lineAlignment
        if earlier < 0, let alignment {
          boxes.append(Box(edge: alignment))
          earlier = boxes.count - 1
        }
        owners.append(alignment == nil ? -1 : earlier)
      } else {
        owners.append(open.last ?? earlier)
      }
      if let edge {
        if !edge.isStart, open.popLast() == nil, text.styles[Int(edge.style)].box.isAligned {
          earlier = -1
        }
        continue
      }
      guard let owner = owners.last, owner >= 0 else { continue }
      if segment.kind == .attachment {
        guard let box = layout(segment.word) else { continue }
        boxes[owner].include(above: box.height - box.descent, below: box.descent)
      } else {
        boxes[owner].include(above: own.above + own.shift, below: own.below - own.shift)
      }
    }
  }

  /// - Returns: the box that begins; nil if the box is not aligned to the line.
  private mutating func begin(_ style: TextStyle, _ metrics: LineMetrics) -> Int? {
    guard style.box.isAligned, let edge = style.text.lineAlignment else { return nil }
    boxes.append(Box(edge: edge))
    boxes[boxes.count - 1].include(above: metrics.above, below: metrics.below)
    return boxes.count - 1
  }

  /// How far the baseline of a segment's box is below that of the line.
  func drop(at offset: Int, _ line: LineFragment) -> Int {
    guard owners.indices.contains(offset), owners[offset] >= 0 else { return 0 }
    let box = boxes[owners[offset]]
    switch box.edge {
    case .top: return box.above - line.baseline
    case .bottom: return line.height - line.baseline - box.below
    }
  }
}

extension AlignedBoxes {
  /// The aligned boxes of a line of a layout; nil for a line without any.
  init?(_ line: LineFragment, in layout: ChapterLayout) {
    guard line.flags.contains(.alignsBoxes) else { return nil }
    let text = layout.text
    let range = line.segmentRange
    self.init(
      layout.segments[range], text,
      metrics: { LineMetrics(text.styles[Int($0)], layout.fonts[Int($0)]) }
    ) { layout.attachments[$0] }
  }
}

extension Segment {
  /// Whether an inline box begins or ends at the segment.
  var isBoxEdge: Bool { kind == .edge && word >= 0 }
}

extension BoxProperties {
  /// Whether an inline box is aligned to its line and not to its parent.
  var isAligned: Bool { verticalAlign == .top || verticalAlign == .bottom }
}
