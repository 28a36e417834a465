/// The parts of a frame in the order in which they are painted (CSS 2, appendix E): boxes with a negative
/// `z-index`, the flow, positioned boxes in the order of the document, boxes with a positive `z-index`. Text
/// and backgrounds of one part are painted in the order of the document, so that software that reads the
/// page gets the text in its order: a positioned block is a part of its own only if something else
/// is in its place.
struct PaintLayers {
  /// What is painted together: the boxes of blocks, then lines, or a positioned box of a line.
  struct Layer {
    fileprivate var place: [Step]
    /// Indices into `ChapterLayout.boxes`.
    var boxes: [Int] = []
    /// Indices into `ChapterLayout.lines`.
    var lines: [Int] = []
    /// The attachment of a line, which has no boxes and lines in this frame.
    var attachment: (line: Int, index: Int32)?
    /// The part of a box that is stretched along a block, an index into `ChapterLayout.boxes`.
    var stretched: Int?
    /// What is painted apart from its line.
    var part: InlineParts.Part?
    /// The blocks around it that are painted as groups, the outermost first.
    var groups: [Int32] = []
  }

  /// One stacking level: a layer's place is that of the stacking contexts around it, and its own.
  fileprivate struct Step: Hashable, Comparable {
    let index: Int
    /// The offset in the text where its box begins.
    let start: Int32
    let block: Int32

    /// What is not positioned: above the boxes of a negative level.
    static let flow = Step(index: 0, start: -1, block: -1)

    static func < (one: Step, other: Step) -> Bool {
      (one.index, one.start, one.block) < (other.index, other.start, other.block)
    }
  }

  private(set) var layers: [Layer] = []
  /// The attachments that are layers.
  private(set) var attachments: Set<Int32> = []
  /// By line, which of its segments are layers.
  let selections: [Int: InlineParts.Selection]
  private let layout: ChapterLayout
  private var text: AttributedText { layout.text }
  /// The positioned blocks that are layers.
  private var lifted: [Int32: Step] = [:]

  init(_ layout: ChapterLayout, _ frame: PageFrame) {
    self.layout = layout
    let stretched = Set(frame.boxes.lazy.map { layout.boxes[$0].stretched }.filter { $0 >= 0 })
    let placed = layout.placedAttachments(in: frame).filter { !stretched.contains($0.index) }
    let inline = InlineParts(layout, frame)
    selections = inline.selections
    lift(PositionedBlocks(layout, frame, placed))
    attachments = Set(placed.map(\.index)).union(stretched)
    if lifted.isEmpty, stretched.isEmpty, placed.isEmpty, inline.parts.isEmpty {
      layers = [Layer(place: [], boxes: Array(frame.boxes), lines: Array(frame.lines))]
    } else {
      divide(frame, placed, inline.parts)
    }
    for index in layers.indices { layers[index].boxes = ordered(layers[index].boxes) }
  }

  private mutating func lift(_ positioned: PositionedBlocks) {
    guard !positioned.lifted.isEmpty else { return }
    var starts: [Int32: Int32] = [:]
    for block in positioned.lifted { starts[block] = .max }
    for paragraph in text.paragraphs {
      for outer in text.blocks(around: paragraph.block) where starts[outer] == .max {
        starts[outer] = paragraph.start
      }
    }
    for (block, start) in starts {
      lifted[block] = Step(
        index: text.box(of: block).contextLevel ?? 0, start: start, block: block)
    }
  }

  private mutating func divide(
    _ frame: PageFrame, _ placed: [(line: Int, index: Int32)], _ parts: [InlineParts.Part]
  ) {
    var numbers: [[Step]: Int] = [:]
    func number(of place: [Step]) -> Int {
      if let number = numbers[place] { return number }
      numbers[place] = layers.count
      layers.append(Layer(place: place))
      return layers.count - 1
    }
    for index in frame.boxes {
      let block = layout.boxes[index].block
      if layout.boxes[index].stretched >= 0 {
        // It is in the place of the whole box.
        let place = place(ofAttachment: layout.boxes[index].stretched, in: block)
        layers.append(Layer(place: place, stretched: index))
        continue
      }
      layers[number(of: place(in: block, isOwn: lifted[block] != nil))].boxes.append(index)
    }
    for index in frame.lines {
      layers[number(of: place(in: layout.block(ofLine: index)))].lines.append(index)
    }
    for (line, index) in placed {
      let place = place(ofAttachment: index, in: layout.block(ofLine: line))
      layers.append(Layer(place: place, attachment: (line, index)))
    }
    for part in parts {
      var place = contexts(around: layout.block(ofLine: part.line))
      place += part.levels.map { Step(index: $0.index, start: $0.start, block: .max) }
      if part.isContext { place.append(.flow) }
      layers.append(Layer(place: place, part: part))
    }
    layers.sort { $0.place.lexicographicallyPrecedes($1.place) }
    for index in layers.indices {
      layers[index].groups = layers[index].place.map(\.block).filter {
        text.blocks.indices.contains(Int($0)) && text.box(of: $0).isGroup
      }
    }
  }

  /// The place of a positioned box that is an attachment.
  private func place(ofAttachment index: Int32, in block: Int32) -> [Step] {
    let attachment = text.attachments[Int(index)]
    let level = attachment.style.box.stackLevel ?? 0
    return contexts(around: block) + [Step(index: level, start: attachment.offset, block: .max)]
  }

  /// The place of what is in a block.
  /// - Parameter isOwn: whether it is the box of a layer, which is below all that the box holds.
  private func place(in block: Int32, isOwn: Bool = false) -> [Step] {
    let contexts = contexts(around: block)
    let own = text.blocks(around: block).first { lifted[$0] != nil }
    guard let own, let step = lifted[own], contexts.last != step else {
      return isOwn ? contexts : contexts + [.flow]
    }
    return contexts + [step]
  }

  /// The stacking contexts around what is in a block, the outermost first.
  private func contexts(around block: Int32) -> [Step] {
    text.blocks(around: block).filter { text.box(of: $0).contextLevel != nil }
      .compactMap { lifted[$0] }.reversed()
  }

  /// Floats are painted over the blocks in the flow, each with all that it holds.
  private func ordered(_ boxes: [Int]) -> [Int] {
    let floats = boxes.map { self.floats(around: layout.boxes[$0].block) }
    guard floats.contains(where: { !$0.isEmpty }) else { return boxes }
    return boxes.indices.sorted {
      floats[$0] == floats[$1] ? $0 < $1 : floats[$0].lexicographicallyPrecedes(floats[$1])
    }.map { boxes[$0] }
  }

  private func floats(around block: Int32) -> [Int32] {
    var floats: [Int32] = []
    for outer in text.blocks(around: block) {
      if text.blocks[Int(outer)].kind == .floating { floats.append(outer) }
      if lifted[outer] != nil { break }
    }
    return floats.reversed()
  }
}

/// The positioned blocks of a frame, and which of them are painted by themselves.
private struct PositionedBlocks {
  private(set) var lifted: [Int32] = []
  private let layout: ChapterLayout
  private let frame: PageFrame

  /// What is painted in one place.
  private struct Area {
    let rect: Rect
    let block: Int32
    /// Text hides nothing.
    let isText: Bool
    let isLine: Bool
  }

  private struct Areas {
    let all: [Area]
    /// Those that text is compared with: all that are not text, and text that is not positioned itself.
    /// Text of two positioned blocks is in its order anyway.
    let besideText: [Area]

    init(all: [Area], in text: AttributedText) {
      self.all = all
      besideText = all.filter { area in
        !area.isText || !text.blocks(around: area.block).contains { text.isPositioned($0) }
      }
    }
  }

  /// - Parameter placed: the positioned boxes in lines.
  init(
    _ layout: ChapterLayout, _ frame: PageFrame, _ placed: [(line: Int, index: Int32)]
  ) {
    (self.layout, self.frame) = (layout, frame)
    let positioned = blocks()
    guard !positioned.isEmpty else { return }
    let areas = Areas(
      all: areas() + placed.map { area(of: $0.index, inLine: $0.line) }, in: layout.text)
    let inside = inside(areas.all)
    lifted = positioned.filter {
      layout.text.box(of: $0).contextLevel != nil || holdsPlacedImage($0, inside[$0] ?? [])
        || meetsOthers($0, inside[$0] ?? [], areas)
    }.sorted()
  }

  private func blocks() -> Set<Int32> {
    var found: Set<Int32> = []
    var last: Int32 = -1
    func add(around block: Int32) {
      if block == last { return }
      last = block
      for outer in layout.text.blocks(around: block)
      where layout.text.isPositioned(outer) {
        found.insert(outer)
      }
    }
    for index in frame.boxes { add(around: layout.boxes[index].block) }
    for index in frame.lines { add(around: layout.block(ofLine: index)) }
    return found
  }

  private func areas() -> [Area] {
    let boxes = layout.boxes[frame.boxes].map {
      Area(
        rect: Rect(raw: $0.x, $0.y, $0.width, $0.height), block: $0.block, isText: false,
        isLine: false)
    }
    let lines = frame.lines.map {
      Area(
        rect: layout.lines[$0].usedRect, block: layout.block(ofLine: $0),
        isText: !layout.holdsImage(inLine: $0), isLine: true)
    }
    return boxes + lines
  }

  private func area(of attachment: Int32, inLine index: Int) -> Area {
    Area(
      rect: layout.rect(of: attachment, inLine: index), block: layout.block(ofLine: index),
      isText: false, isLine: true)
  }

  /// Whether a block is the line of a positioned image between two blocks: its place is not that of the
  /// line.
  private func holdsPlacedImage(_ block: Int32, _ own: [Area]) -> Bool {
    layout.text.box(of: block).position == .static
      && own.contains { $0.isLine && !$0.isText && $0.block == block }
  }

  /// Whether a block is over or under something that is not around it. Most pages with many
  /// positioned blocks have only text in them, which is compared with little.
  private func meetsOthers(_ block: Int32, _ own: [Area], _ areas: Areas) -> Bool {
    let text = layout.text
    return own.contains { one in
      (one.isText ? areas.besideText : areas.all).contains { other in
        one.rect.overlaps(other.rect) && !text.isBlock(other.block, inside: block)
          && (other.isLine || !text.isBlock(block, inside: other.block))
      }
    }
  }

  /// The areas inside each block.
  private func inside(_ areas: [Area]) -> [Int32: [Area]] {
    var result: [Int32: [Area]] = [:]
    for area in areas {
      for outer in layout.text.blocks(around: area.block) where layout.text.isPositioned(outer) {
        result[outer, default: []].append(area)
      }
    }
    return result
  }
}

extension Rect {
  fileprivate func overlaps(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}

extension AttributedText {
  /// Whether a block is painted with the positioned boxes.
  fileprivate func isPositioned(_ block: Int32) -> Bool {
    blocks[Int(block)].kind == .positioned || box(of: block).position != .static
      || box(of: block).isGroup
  }
}

extension ChapterLayout {
  /// The block that holds a line; -1 for none.
  fileprivate func block(ofLine index: Int) -> Int32 {
    text.paragraphs.isEmpty ? -1 : text.paragraphs[Int(lines[index].paragraph)].block
  }

  fileprivate func holdsImage(inLine index: Int) -> Bool {
    if text.attachments.isEmpty { return false }
    return lines[index].segmentRange.contains {
      segments[$0].kind == .attachment && text.attachments[Int(segments[$0].word)].isImage
    }
  }

  /// The place of a positioned box in a line.
  fileprivate func rect(of attachment: Int32, inLine index: Int) -> Rect {
    let line = lines[index]
    guard let box = attachments[attachment], let place = box.float else { return line.rect }
    let x = place.isFromPage ? place.x : line.x + place.x
    return Rect(raw: x, line.y + place.y, box.width, box.height)
  }

  /// The positioned boxes in lines of a frame, if they or the lines hold more than text, or if they lie
  /// over later lines. Only the frame is searched: a text may have many attachments.
  fileprivate func placedAttachments(in frame: PageFrame) -> [(line: Int, index: Int32)] {
    if text.attachments.isEmpty { return [] }
    var found: [(line: Int, index: Int32)] = []
    for line in frame.lines {
      for segment in segments[lines[line].segmentRange] where segment.kind == .attachment {
        let attachment = text.attachments[Int(segment.word)]
        if attachment.isPositioned, !attachment.isImage { found.append((line, segment.word)) }
      }
    }
    guard !found.isEmpty, !frame.lines.contains(where: holdsImage(inLine:)) else { return found }
    // There may be many lines that show nothing, each with a positioned box.
    let shown = frame.lines.filter { !lines[$0].usedRect.isEmpty }
    return found.filter {
      text.attachments[Int($0.index)].style.box.stackLevel != nil
        || attachments[$0.index]?.nested?.isOnlyText != true
        || isOver(shown, after: $0.line, rect(of: $0.index, inLine: $0.line))
    }
  }

  private func isOver(_ shown: [Int], after line: Int, _ rect: Rect) -> Bool {
    shown.contains { $0 > line && lines[$0].usedRect.overlaps(rect) }
  }

  private var isOnlyText: Bool { boxes.isEmpty && text.attachments.isEmpty }
}
