/// Encodes a chapter's lines, boxes and pages as bytes: all that is compared, without glyphs.
enum ChapterOutline {
  static func bytes(of layout: ChapterLayout) -> [UInt8] {
    var writer = NumberWriter()
    writer.write(layout.lines.count)
    for line in layout.lines { writer.write(line) }
    writer.write(layout.boxes.count)
    for box in layout.boxes { writer.write(box) }
    writer.write(layout.attachments.count)
    for (index, attachment) in layout.attachments.sorted(by: { $0.key < $1.key }) {
      writer.write(Int(index))
      writer.write(attachment)
    }
    writer.write(layout.pages.count)
    for page in layout.pages { writer.write(page) }
    writer.write(layout.suitsLeft.map { $0 ? 1 : 0 } ?? 2)
    return writer.bytes
  }

  /// - Returns: nil if the bytes are not an outline.
  static func layout(
    _ bytes: [UInt8], of chapter: Chapter, findings: [Finding]
  ) -> ChapterLayout? {
    var reader = NumberReader(bytes)
    let lines = reader.readList { $0.readLine() }
    let boxes = reader.readList { $0.readBox() }
    let attachments = reader.readList {
      (Int32(truncatingIfNeeded: $0.read()), $0.readAttachment())
    }
    let pages = reader.readList { $0.readPage() }
    let side = reader.read()
    guard reader.isWhole, isSound(lines, boxes, pages, of: chapter.text) else { return nil }
    return ChapterLayout(
      of: chapter,
      ChapterContent(
        set: SetLines(
          lines: lines, attachments: Dictionary(attachments, uniquingKeysWith: { a, _ in a })),
        boxes: boxes, pages: pages,
        findings: findings, suitsLeft: side == 2 ? nil : side == 1,
        hasGlyphs: false))
  }
}

extension ChapterOutline {
  /// Whether every index is in range: a complete file may still be wrong.
  private static func isSound(
    _ lines: [LineFragment], _ boxes: [BoxFragment], _ pages: [PageLayout],
    of text: AttributedText
  ) -> Bool {
    func isRange(_ start: Int, _ end: Int) -> Bool {
      0 <= start && start <= end && end <= text.length
    }
    /// Whether each frame goes on where the one before it ends.
    func isTiled(_ frames: [PageFrame]) -> Bool {
      zip(frames, frames.dropFirst()).allSatisfy {
        $0.lines.upperBound == $1.lines.lowerBound && $0.boxes.upperBound == $1.boxes.lowerBound
      }
    }
    return lines.allSatisfy {
      text.paragraphs.indices.contains(Int($0.paragraph)) && isRange(Int($0.start), Int($0.end))
    }
      && boxes.allSatisfy { text.blocks.indices.contains(Int($0.block)) }
      && pages.allSatisfy { page in
        page.frames.allSatisfy {
          $0.lines.upperBound <= lines.count && $0.boxes.upperBound <= boxes.count
        } && isTiled(page.frames)
          && isRange(page.start, page.end)
          && page.notes.allSatisfy { text.notes.indices.contains(Int($0.note)) }
      }
  }
}

/// Writes integers of variable length, small ones in few bytes: seven bits per byte, the sign in
/// the lowest bit.
private struct NumberWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ values: Int...) {
    for value in values {
      var rest = UInt(bitPattern: value << 1 ^ value >> (Int.bitWidth - 1))
      while rest >= 0x80 {
        bytes.append(UInt8(rest & 0x7F | 0x80))
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
  }

  mutating func write(_ line: LineFragment) {
    write(Int(line.paragraph), Int(line.start), Int(line.end) - Int(line.start))
    write(line.x, line.y, line.width, line.height, line.baseline, line.usedX, line.usedWidth)
    write(line.extra, Int(line.stretchCount), Int(line.letterExtra))
    write(Int(line.glyphStretch), Int(line.flags.rawValue))
  }

  mutating func write(_ box: BoxFragment) {
    write(Int(box.block), box.x, box.y, box.width, box.height)
    let sides = [box.hasTop, box.hasBottom, box.hasLeft, box.hasRight]
    write(sides.enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) })
  }

  mutating func write(_ attachment: AttachmentLayout) {
    let flags = (attachment.isScaledDown ? 1 : 0) | (attachment.isInLeading ? 2 : 0)
    write(attachment.width, attachment.height, attachment.descent, flags)
    for insets in [attachment.margin, attachment.padding] {
      write(insets.top, insets.right, insets.bottom, insets.left)
    }
    write(attachment.float == nil ? 0 : 1)
    if let place = attachment.float { write(place.x, place.y, place.isFromPage ? 1 : 0) }
  }

  mutating func write(_ page: PageLayout) {
    write(page.start, page.end, page.usedHeight, page.noteAreaTop)
    write(page.containerSize.width.rawValue, page.containerSize.height.rawValue)
    write(page.frames.count)
    for frame in page.frames {
      write(frame.rect.minX.rawValue, frame.rect.minY.rawValue)
      write(frame.rect.width.rawValue, frame.rect.height.rawValue)
      write(frame.lines.lowerBound, frame.lines.count, frame.boxes.lowerBound, frame.boxes.count)
    }
    write(page.notes.count)
    for note in page.notes {
      write(Int(note.note), note.lines.lowerBound, note.lines.count, note.y)
      write(note.isContinued ? 1 : 0)
    }
  }
}

/// Reads what a `NumberWriter` wrote.
private struct NumberReader {
  private let bytes: [UInt8]
  private var index = 0
  private var isShort = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether all bytes were read, and no more were needed.
  var isWhole: Bool { !isShort && index == bytes.count }

  mutating func read() -> Int {
    var result: UInt = 0
    var shift: UInt = 0
    while index < bytes.count, shift < UInt(UInt.bitWidth) {
      let byte = bytes[index]
      index += 1
      result |= UInt(byte & 0x7F) << shift
      if byte < 0x80 { return Int(bitPattern: result >> 1) ^ -Int(bitPattern: result & 1) }
      shift += 7
    }
    isShort = true
    return 0
  }

  private mutating func read32() -> Int32 { Int32(truncatingIfNeeded: read()) }

  mutating func readList<Item>(_ item: (inout NumberReader) -> Item) -> [Item] {
    let count = read()
    // Every item takes at least one byte.
    guard count >= 0, count <= bytes.count - index else {
      isShort = true
      return []
    }
    return (0..<count).map { _ in item(&self) }
  }

  private mutating func readRange() -> Range<Int> {
    let start = read()
    let count = read()
    let (end, overflow) = start.addingReportingOverflow(count)
    guard start >= 0, count >= 0, !overflow else {
      isShort = true
      return 0..<0
    }
    return start..<end
  }

  mutating func readLine() -> LineFragment {
    let paragraph = read32()
    let start = read32()
    return LineFragment(
      paragraph: paragraph, start: start, end: start &+ read32(), firstSegment: 0, segmentCount: 0,
      x: read(), y: read(), width: read(), height: read(), baseline: read(), usedX: read(),
      usedWidth: read(), extra: read(), stretchCount: read32(), letterExtra: read32(),
      glyphStretch: Int16(truncatingIfNeeded: read()),
      flags: LineFragment.Flags(rawValue: UInt16(truncatingIfNeeded: read())))
  }

  mutating func readBox() -> BoxFragment {
    var box = BoxFragment(
      block: read32(), x: read(), y: read(), width: read(), height: read(), hasTop: false,
      hasBottom: false)
    let sides = read()
    box.hasTop = sides & 1 != 0
    box.hasBottom = sides & 2 != 0
    box.hasLeft = sides & 4 != 0
    box.hasRight = sides & 8 != 0
    return box
  }

  mutating func readAttachment() -> AttachmentLayout {
    var attachment = AttachmentLayout(width: read(), height: read(), descent: read(), nested: nil)
    let flags = read()
    (attachment.isScaledDown, attachment.isInLeading) = (flags & 1 != 0, flags & 2 != 0)
    attachment.margin = readInsets()
    attachment.padding = readInsets()
    if read() != 0 {
      attachment.float = FloatPlace(x: read(), y: read(), isFromPage: read() != 0)
    }
    return attachment
  }

  private mutating func readInsets() -> BoxInsets {
    BoxInsets(top: read(), right: read(), bottom: read(), left: read())
  }

  private mutating func readLength() -> Length { Length(rawValue: read()) }

  mutating func readPage() -> PageLayout {
    let (start, end, usedHeight, noteAreaTop) = (read(), read(), read(), read())
    let size = Size(width: readLength(), height: readLength())
    var page = PageLayout(
      filling: size, lines: 0..<0, boxes: 0..<0, start: start, end: end, usedHeight: usedHeight)
    page.noteAreaTop = noteAreaTop
    page.frames = readList { reader in
      PageFrame(
        rect: Rect(
          x: reader.readLength(), y: reader.readLength(), width: reader.readLength(),
          height: reader.readLength()),
        lines: reader.readRange(), boxes: reader.readRange())
    }
    page.notes = readList { reader in
      NoteFragment(
        note: reader.read32(), lines: reader.readRange(), y: reader.read(),
        isContinued: reader.read() != 0)
    }
    return page
  }
}
