/// Finds where the text of runs is from.
struct ContentSources {
  /// The page's document. `noteDocuments` has the document of each note, by the note's layout and by those of
  /// the boxes in its lines.
  private let document: Int
  private let noteDocuments: [ObjectIdentifier: Int]
  private let hasTables: Bool
  /// Set while a list item's marker is drawn.
  private var labelled: ContentSource?
  /// The node of a range of the text.
  private var origin: (node: Int, range: Range<Int>) = (-1, 0..<0)
  /// The document of the layout that `origin` is about.
  private var ownDocument: Int?
  /// The range of the text that the last source is that of. Most runs have the source of the run before them.
  private var known = (range: 0..<0, source: ContentSource.furniture)

  /// - Parameter chapter: the chapter whose page is drawn.
  init(_ chapter: NumberedChapter) {
    document = chapter.layout.chapter.document
    var notes: [ObjectIdentifier: Int] = [:]
    func add(_ layout: ChapterLayout, of document: Int) {
      notes[ObjectIdentifier(layout)] = document
      for box in layout.attachments.values { box.nested.map { add($0, of: document) } }
    }
    for (index, layout) in chapter.layout.notes {
      add(layout, of: chapter.layout.text.notes[Int(index)].document)
    }
    noteDocuments = notes
    hasTables = chapter.layout.text.hasTables
  }

  /// - Parameter layout: of a text that is in no book.
  init(_ layout: ChapterLayout) {
    document = layout.chapter.document
    noteDocuments = [:]
    hasTables = layout.text.hasTables
  }

  /// For a canvas that does not need them.
  init() {
    document = 0
    noteDocuments = [:]
    hasTables = false
  }

  mutating func beginMarker(_ marker: Int, of line: LineFragment, in layout: ChapterLayout) {
    let item = layout.text.attachments[marker].node
    known.range = 0..<0
    labelled = .label(
      of: item >= 0 ? item : layout.text.blockNode(at: Int(line.start)),
      document: noteDocuments[ObjectIdentifier(layout)] ?? document)
  }

  mutating func endMarker() { labelled = nil }

  /// Prepares for text of another layout.
  mutating func changeLayout() {
    origin = (-1, 0..<0)
    ownDocument = nil
    known.range = 0..<0
  }

  @inline(__always)
  mutating func source(
    of segment: Segment, in layout: ChapterLayout, isFurniture: Bool
  ) -> ContentSource {
    let start = Int(segment.start)
    if known.range.contains(start), segment.length > 0, !isFurniture { return known.source }
    return find(segment, in: layout, isFurniture: isFurniture)
  }

  private mutating func find(
    _ segment: Segment, in layout: ChapterLayout, isFurniture: Bool
  ) -> ContentSource {
    if let labelled { return labelled }
    if isFurniture { return .furniture }
    let start = Int(segment.start)
    let document = ownDocument ?? noteDocuments[ObjectIdentifier(layout)] ?? document
    ownDocument = document
    if !origin.range.contains(start) { origin = layout.text.nodeRange(at: start) }
    if origin.node >= 0, segment.length > 0 {
      known = (origin.range, .node(origin.node, document: document))
      return known.source
    }
    // Generated text before text of the source is in the same element.
    if let node = layout.text.firstNode(in: start..<Int(segment.end)) {
      return .node(node, document: document)
    }
    return .generated(in: layout.text.blockNode(at: start), document: document)
  }

  /// The elements of the tables around a line of the page's document.
  func tables(around line: LineFragment, in layout: ChapterLayout) -> [Int] {
    guard hasTables, noteDocuments[ObjectIdentifier(layout)] == nil else { return [] }
    let block = layout.text.paragraphs[Int(line.paragraph)].block
    return layout.text.blocks(around: block).compactMap { index in
      let block = layout.text.blocks[Int(index)]
      return block.kind == .table && block.node >= 0 ? Int(block.node) : nil
    }
  }
}

extension AttributedText {
  /// Whether there is a table in the text, or in a box in its lines.
  fileprivate var hasTables: Bool {
    blocks.contains { $0.kind == .table }
      || attachments.contains { $0.content.text?.hasTables ?? false }
  }

  /// The element of the innermost block that contains an offset and has an element; -1 for none.
  fileprivate func blockNode(at offset: Int) -> Int {
    guard !paragraphs.isEmpty else { return -1 }
    let block = paragraphs[paragraphIndex(at: offset)].block
    return blocks(around: block).lazy.map { Int(blocks[Int($0)].node) }.first { $0 >= 0 } ?? -1
  }

  /// The node of the character at an offset, and a range around it that has the same node; -1 for
  /// generated text.
  fileprivate func nodeRange(at offset: Int) -> (node: Int, range: Range<Int>) {
    let next = sources.partitioningIndex { Int($0.start) > offset }
    let end = next < sources.count ? Int(sources[next].start) : max(length, offset + 1)
    guard next > 0 else { return (-1, 0..<end) }
    return (Int(sources[next - 1].node), Int(sources[next - 1].start)..<end)
  }
}
