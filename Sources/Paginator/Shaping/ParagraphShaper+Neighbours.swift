internal import CUnicode

/// Effects between adjacent words: joining letters, letter spacing, white space at the end of a
/// line.
extension ParagraphShaper {
  // MARK: Joining

  /// Sets whether the letters of a word join the letters before and after it: across elements
  /// without width, and across a line break in the word.
  func setJoins(
    _ context: inout Shaper.Context, _ units: UnsafeBufferPointer<UInt16>, _ range: Range<Int>
  ) {
    context.joinsBefore =
      Joining.joins(
        units, stride(from: range.lowerBound - 1, through: currentBase, by: -1), side: 1) == true
      && !hasRoom(at: range.lowerBound)
    context.joinsAfter =
      Joining.joins(units, stride(from: range.upperBound, to: currentEnd, by: 1), side: 2) == true
      && !hasRoom(at: range.upperBound)
  }

  /// Whether an inline box begins or ends at an offset with a margin, a border or padding.
  private func hasRoom(at offset: Int) -> Bool {
    let first = text.inlineEdges.partitioningIndex { Int($0.offset) >= offset }
    return text.inlineEdges[first...].prefix { Int($0.offset) == offset }.contains {
      let box = text.styles[Int($0.style)].box
      return box.margin.left != .zero || box.padding.left != .zero || box.border.left.width > 0
        || box.margin.right != .zero || box.padding.right != .zero || box.border.right.width > 0
    }
  }

  // MARK: Indents of spaces

  /// Keeps the widths of spaces before the first text of a paragraph, and of a line after a forced break: they
  /// are an indent, which is the same in all lines of a justified paragraph.
  func keepIndents(of paragraph: Paragraph, _ segments: inout [Segment], from first: Int) {
    // Its properties are read in place: a copy of them costs more than setting a word.
    let style = text.styles[Int(paragraph.style)]
    guard style.text.align == .justify || style.text.alignLast == .justify else { return }
    var isIndent = true
    for index in first..<segments.count {
      switch segments[index].kind {
      case .space, .noBreakSpace: if isIndent { segments[index].isRigid = true }
      case .lineBreak: isIndent = true
      case .edge, .tab: break
      case .attachment where text.isOutOfFlow(segments[index]): break
      case .word, .attachment: isIndent = false
      }
    }
  }

  // MARK: Slanted letters

  /// The least distance between a slanted glyph and an upright one, in thousandths of an em.
  private static let leastInkGap = 30

  /// Adds space after slanted words whose last glyph leans into the upright glyph that follows,
  /// "if?", "(of)", "f²", and between glyphs of two faces whose ink overlaps, such as a slash and a
  /// phonetic sign that the face does not have. The outlines determine how much.
  func correctItalics(_ segments: inout [Segment], from first: Int) {
    var last: Int?
    for index in first..<segments.count {
      let segment = segments[index]
      if segment.kind == .edge, segment.width == 0 { continue }
      defer { last = segment.kind == .word ? index : nil }
      guard let before = last, segment.kind == .word else { continue }
      let slanted = segments[before]
      let (old, new) = (traits[Int(slanted.style)], traits[Int(segment.style)])
      let leans = old.isItalic && !new.isItalic
      guard old.correctsItalics, slanted.level == 0, segment.level == 0,
        leans || segment.width > 0 && !shaper.haveSameFace(slanted.word, segment.word),
        let gap = shaper.inkGap(
          between: slanted.word, and: segment.word, place: place(of: segment, after: slanted)),
        gap < (leans ? Self.leastInkGap : 0)
      else { continue }
      segments[before].width +=
        sizes[Int(slanted.style)].size * (Self.leastInkGap - gap) / 1000
    }
  }

  /// How large and how high the second of two words is, such as an exponent.
  private func place(of next: Segment, after word: Segment) -> InkPlace {
    let size = sizes[Int(word.style)].size
    guard size > 0 else { return InkPlace() }
    let styles = textFonts.text.styles
    let rise =
      styles[Int(next.style)].text.drawnRise - styles[Int(word.style)].text.drawnRise
    return InkPlace(
      size: sizes[Int(next.style)].size * 1000 / size,
      rise: min(max(rise, -size * 4), size * 4) * 1000 / size)
  }

  // MARK: Letter space

  /// The space between two characters is the letter spacing of the innermost element that contains
  /// both (CSS Text 4, section 8.2): after an element's last character, that of its parent.
  func setSpace(after edge: InlineEdge, _ segments: inout [Segment]) {
    guard let space = edge.letterSpacing, !edge.isStart,
      let last = segments.lastIndex(where: { $0.kind != .edge }), segments[last].end == edge.offset,
      segments[last].start >= currentBase
    else { return }
    setTrailing(Int32(clamping: space.rawValue), of: &segments[last])
  }

  func setTrailing(_ space: Int32, of segment: inout Segment) {
    // A directional control has no width.
    guard segment.trailing != space, segment.kind != .attachment, segment.width != 0 else { return }
    segment.width += Int(space) - Int(segment.trailing)
    segment.trailing = space
  }

  /// Where the direction changes, characters are adjacent that do not follow each other in the
  /// text: the paragraph is the element that contains both, so its letter spacing is used.
  func spaceTurns(_ segments: inout [Segment], from first: Int, _ paragraph: Paragraph) {
    guard !levels.isEmpty, segments.count > first + 1 else { return }
    let own = Int32(clamping: fonts[Int(paragraph.style)].letterSpacing)
    var last = first
    for index in first + 1..<segments.count where segments[index].kind != .edge {
      if segments[index].level != segments[last].level, segments[last].kind == .word {
        setTrailing(own, of: &segments[last])
      }
      last = index
    }
  }

  // MARK: White space

  /// Whether a segment is white space that is removed at the end of a line, or hangs there (CSS
  /// Text 3, section 4.1.3).
  @inline(__always)
  func isLoose(_ segment: Segment) -> Bool { textFonts.isLoose(segment) }

  /// Whether white space takes room at the end of a line: `white-space: break-spaces`.
  @inline(__always)
  func breaksSpaces(_ segment: Segment) -> Bool { textFonts.breaksSpaces(segment) }

  /// Whether a segment is an edge at which a box begins.
  @inline(__always)
  func isStartEdge(_ segment: Segment) -> Bool { textFonts.isStartEdge(segment) }

  /// Whether a segment is a space that is removed at the end of a line; other white space hangs.
  @inline(__always)
  func isRemoved(_ segment: Segment) -> Bool { textFonts.isRemoved(segment) }
}

/// What is asked for every segment. A shaper is copied for a call of its methods.
extension TextFonts {
  @inline(__always)
  fileprivate func isLoose(_ segment: Segment) -> Bool {
    switch segment.kind {
    case .space: return !breaksSpaces(segment)
    case .word where segment.length == 1: return isSeparator(segment)
    default: return false
    }
  }

  @inline(__always)
  fileprivate func breaksSpaces(_ segment: Segment) -> Bool {
    special.breaksSpaces && traits[Int(segment.style)].breaksSpaces
  }

  fileprivate func isStartEdge(_ segment: Segment) -> Bool {
    segment.word >= 0 && text.inlineEdges[Int(segment.word)].isStart
  }

  fileprivate func isRemoved(_ segment: Segment) -> Bool {
    segment.kind == .space && text.styles[Int(segment.style)].text.whiteSpace.collapses
  }

  private func isSeparator(_ segment: Segment) -> Bool {
    let unit = text.units[Int(segment.start)]
    guard SpaceSeparators.contains(unit) || unit == 0x20 else { return false }
    return !breaksSpaces(segment)
  }
}
