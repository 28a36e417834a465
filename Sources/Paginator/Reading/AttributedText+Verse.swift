/// Verse in paragraphs whose lines end at `br`, as converters write it (`verse-turnover`). A step after reading, from the
/// shape of a paragraph alone: it is the same on every page size.
extension AttributedText {
  /// The most characters of a line of verse, and those that most of its lines have at most: fewer than a line of a
  /// book has.
  private static let longestVerse = 80
  private static let usualVerse = 64
  private static let lineBreak: UInt16 = 0x2028

  /// Sets paragraphs of verse line by line: none of their lines has the indent of prose, what is turned over is indented,
  /// words are not divided, and between two of them is a line if the book gives no space.
  mutating func setVerse() {
    guard styles.contains(where: \.text.mayBeVerse), units.contains(Self.lineBreak) else { return }
    let found = verse()
    guard !found.isEmpty else { return }
    var verseStyles = VerseStyles()
    // The order of styles is part of the text: it must not depend on hashes.
    for index in found.sorted() {
      setVerse(index, afterGap: isBelowVerse(index, in: found), &verseStyles)
    }
  }

  private mutating func setVerse(_ index: Int, afterGap: Bool, _ verseStyles: inout VerseStyles) {
    let paragraph = paragraphs[index]
    splitRun(at: paragraph.start)
    splitRun(at: paragraph.end)
    var run = runIndex(at: Int(paragraph.start))
    while run < runs.count, runs[run].start < paragraph.end {
      let isOwn = runs[run].style == paragraph.style
      verseStyles.replace(&runs[run].style, in: &styles, afterGap: isOwn && afterGap)
      run += 1
    }
    verseStyles.replace(&paragraphs[index].style, in: &styles, afterGap: afterGap)
    verseStyles.replace(&blocks[Int(paragraph.block)].style, in: &styles, afterGap: afterGap)
  }

  /// The paragraphs that are verse: those of three lines, or two in a quotation, by themselves, and others of two lines
  /// next to such ones.
  private func verse() -> Set<Int> {
    var found: Set<Int> = []
    var couplets: [Int] = []
    for index in paragraphs.indices {
      switch verseLines(of: index) {
      case ...1: break
      case 2 where isQuoted(index): found.insert(index)
      case 2: couplets.append(index)
      default: found.insert(index)
      }
    }
    for index in couplets where found.contains(index - 1) && areSiblings(index - 1, index) {
      found.insert(index)
    }
    for index in couplets.reversed()
    where found.contains(index + 1) && areSiblings(index, index + 1) {
      found.insert(index)
    }
    return found
  }

  /// Whether a paragraph stands in from both sides of the text around it, as a quotation does.
  private func isQuoted(_ index: Int) -> Bool {
    let own = paragraphs[index].block
    return own >= 0
      && blocks(around: blocks[Int(own)].parent).contains { outer in
        let box = box(of: outer)
        return blocks[Int(outer)].kind == .block
          && [BoxSide.left, .right].allSatisfy {
            box.margin[$0] != .zero || box.padding[$0] != .zero
          }
      }
  }

  /// How many lines a paragraph has if it looks like verse; 0 for other paragraphs. Images and floats are none of verse.
  private func verseLines(of index: Int) -> Int {
    let paragraph = paragraphs[index]
    guard paragraph.block >= 0, blocks[Int(paragraph.block)].kind == .block, paragraph.marker < 0,
      paragraph.firstLineStyle < 0, !paragraph.continuesBlock,
      styles[Int(paragraph.style)].text.mayBeVerse
    else { return 0 }
    var (lines, longLines, length) = (0, 0, 0)
    for unit in units[paragraph.range] + [Self.lineBreak] {
      if unit == 0xFFFC { return 0 }
      guard unit == Self.lineBreak else {
        length += 1
        continue
      }
      if length > Self.longestVerse { return 0 }
      if length > Self.usualVerse { longLines += 1 }
      if length > 0 { lines += 1 }
      length = 0
    }
    return longLines * 4 <= lines ? lines : 0
  }

  /// Whether a paragraph follows another one of verse, and no space between them is given.
  private func isBelowVerse(_ index: Int, in verse: Set<Int>) -> Bool {
    guard verse.contains(index - 1) else { return false }
    let (above, own) = (paragraphs[index - 1].block, paragraphs[index].block)
    return above != own
      && blocks(around: above).prefix { !isBlock(own, inside: $0) }.allSatisfy {
        hasNoSpace($0, .bottom)
      }
      && blocks(around: own).prefix { !isBlock(above, inside: $0) }.allSatisfy {
        hasNoSpace($0, .top)
      }
  }

  private func hasNoSpace(_ block: Int32, _ side: BoxSide) -> Bool {
    let box = box(of: block)
    return blocks[Int(block)].kind == .block && box.margin[side] == .zero
      && box.padding[side] == .zero && !box.border[side].isVisible
  }

  /// Whether two paragraphs are the only ones of blocks in the same block.
  private func areSiblings(_ first: Int, _ second: Int) -> Bool {
    let (own, next) = (paragraphs[first].block, paragraphs[second].block)
    return own >= 0 && own != next && blocks[Int(own)].parent == blocks[Int(next)].parent
  }
}

/// Styles and their copies for verse, by index.
private struct VerseStyles {
  private var copies: [Key: Int32] = [:]

  private struct Key: Hashable {
    let style: Int32
    let isAfterGap: Bool
  }

  /// Replaces a style with its copy, which is made on first use.
  ///
  /// - Parameter afterGap: whether a line of space is above the block of this style.
  mutating func replace(_ style: inout Int32, in styles: inout [TextStyle], afterGap: Bool) {
    let key = Key(style: style, isAfterGap: afterGap)
    if let known = copies[key] {
      style = known
      return
    }
    let own = styles[Int(style)]
    var box = own.box
    if afterGap { box.margin.top = Dimension(length: own.text.usualLine) }
    style = Int32(styles.count)
    copies[key] = style
    styles.append(own.replacing(text: own.text.asVerse, box: box))
  }
}

extension TextProperties {
  /// Whether a paragraph in this style is verse if it looks like it: lines that are centered, or whose indent the book
  /// gives, are as the book has them.
  fileprivate var mayBeVerse: Bool {
    verseTurnover != nil && indentsProse == true && whiteSpace == .normal
  }

  /// The same for text whose lines begin at forced breaks.
  fileprivate var asVerse: TextProperties {
    var result = self
    result.indent = Dimension(length: verseTurnover ?? 0)
    result.indentHangs = true
    result.indentEachLine = true
    result.indentsProse = nil
    if align == .justify { result.align = .start }
    result.wrap = .stable
    if hyphens == .auto { result.hyphens = .manual }
    return result
  }

  /// The height of a line, about where it depends on the font.
  fileprivate var usualLine: Length {
    switch lineHeight {
    case .length(let length): length
    case .number(let factor): font.size * factor
    case .normal: font.size * 1.2
    }
  }
}
