/// Preformatted text whose lines do not fit is set in smaller type (`pre-scale-min`) where all of them then fit: a
/// folded line of code or of a table of characters is hard to read.
///
/// A step before layout, from text to text, like `TableScaling`.
struct PreformattedScaling {
  private var flow: Flow
  private var text: AttributedText { flow.text }

  /// Sizes are multiples of this share: a book has few sizes of code.
  private static let step = 0.05
  /// Smaller type cannot be read, whatever the style says.
  private static let leastSize: Length = 6

  /// The text with its wide preformatted blocks in smaller type; nil if all of them fit, or none can.
  ///
  /// - Parameter measure: the width of the pages' text.
  static func scaled(
    _ text: AttributedText, measure: Length, typesetter: Typesetter
  ) throws -> AttributedText? {
    guard text.styles.contains(where: { $0.text.scalesPreformatted }) else { return nil }
    var scaling = Self(flow: try Flow(measuring: text, in: measure, typesetter))
    // Listings of one chapter that are set smaller have one size.
    var (wide, smallest) = ([Wide](), 1.0)
    var next = 0
    while next < text.paragraphs.count {
      let (found, end) = try scaling.listings(from: next)
      next = end
      guard let found else { continue }
      wide.append(found)
      smallest = min(smallest, found.scale)
    }
    guard !wide.isEmpty else { return nil }
    var result = text
    for found in wide {
      let scale = max(smallest, found.least)
      for listing in found.listings {
        result.scaleType(of: listing.block, listing.paragraphs, by: scale)
      }
    }
    return result
  }

  /// The largest multiple of the step that is no larger than a scale.
  static func stepped(_ scale: Double) -> Double { (scale / step + 0.001).rounded(.down) * step }

  /// A block of preformatted text.
  private struct Listing {
    let block: Int32
    let paragraphs: Range<Int>
  }

  /// Listings that are set smaller together, such as code and the numbers of its lines, with the share of their size at
  /// which they fit, and the least one allowed.
  private struct Wide {
    var listings: [Listing]
    let scale: Double
    let least: Double
  }

  /// - Returns: what is too wide of the table, the listing or the paragraph at a place, and where that ends.
  private mutating func listings(from first: Int) throws -> (found: Wide?, end: Int) {
    let inner = text.paragraphs[first].block
    if let table = flow.enclosingTable(of: inner) {
      let paragraphs = flow.paragraphs(of: table, from: first)
      return (try listings(in: table, paragraphs), paragraphs.upperBound)
    }
    guard let block = text.preformattedBlock(around: inner) else { return (nil, first + 1) }
    let paragraphs = flow.paragraphs(of: block, from: first)
    guard var found = try wide(Listing(block: block, paragraphs: paragraphs)) else {
      return (nil, paragraphs.upperBound)
    }
    if let numbers = lineNumbers(before: first) { found.listings.append(numbers) }
    return (found, paragraphs.upperBound)
  }

  /// - Returns: nil for text that fits, or would not fit at the smallest size.
  private mutating func wide(_ listing: Listing) throws -> Wide? {
    let (block, paragraphs) = (listing.block, listing.paragraphs)
    let frame = flow.geometry.frame(of: block, containerWidth: flow.width)
    guard frame.width > 0, paragraphs.contains(where: { mayBeWider($0, than: frame.width) }),
      !beginsWithFloat(paragraphs.lowerBound, in: block),
      !paragraphs.contains(where: { holdsFloat(text.paragraphs[$0], in: block) })
    else { return nil }
    let widths = try flow.context.intrinsicWidths(of: block, paragraphs, available: frame.width)
    guard widths.most > frame.width + LineWidths.rounding else { return nil }
    return wide([listing], at: Double(frame.width) / Double(widths.most))
  }

  /// The same for a table of nothing but code, as where the numbers of its lines are in a cell of their own.
  private mutating func listings(in table: Int32, _ paragraphs: Range<Int>) throws -> Wide? {
    let parent = text.blocks[Int(table)].parent
    guard text.style(of: table).text.typeScale == nil, text.isOnlyInBlocks(parent) else {
      return nil
    }
    var listings: [Listing] = []
    var next = paragraphs.lowerBound
    while next < paragraphs.upperBound {
      guard let block = text.listing(around: text.paragraphs[next].block) else { return nil }
      let own = flow.paragraphs(of: block, from: next)
      guard !own.contains(where: { holdsFloat(text.paragraphs[$0], in: block) }) else { return nil }
      listings.append(Listing(block: block, paragraphs: own))
      next = own.upperBound
    }
    let frame = flow.geometry.frame(of: parent, containerWidth: flow.width)
    // A half: other cells are beside the longest line.
    guard paragraphs.contains(where: { mayBeWider($0, than: frame.width / 2) }) else { return nil }
    var layout = TableLayout(flow: flow, table: table, paragraphs: paragraphs)
    guard let scale = try layout.fittingScaleOfLines(in: frame), scale < 1 else { return nil }
    return wide(listings, at: scale)
  }

  /// - Parameter scale: at which the listings just fit.
  private func wide(_ listings: [Listing], at scale: Double) -> Wide? {
    let code = listings.filter { !text.holdsOnlyNumbers($0.paragraphs) }
    guard !code.isEmpty else { return nil }
    var least = 0.0
    for listing in code {
      let size = listing.paragraphs
        .map { text.styles[Int(text.paragraphs[$0].style)].text.font.size }.min()
      let readable = size.map { Self.leastSize.points / max(0.1, $0.points) } ?? 1
      let asked = text.style(of: listing.block).text.preScaleMin ?? 1
      least = max(least, text.drawsBoxes(in: listing.paragraphs) ? 0 : asked, readable)
    }
    let used = max(Self.stepped(scale), least)
    return used <= scale ? Wide(listings: listings, scale: used, least: least) : nil
  }

  /// - Returns: the numbers of lines in a float before a listing.
  private func lineNumbers(before first: Int) -> Listing? {
    guard first > 0, flow.enclosing(.floating, of: text.paragraphs[first - 1].block) != nil,
      let block = text.listing(around: text.paragraphs[first - 1].block)
    else { return nil }
    var start = first - 1
    while start > 0, text.isBlock(text.paragraphs[start - 1].block, inside: block) { start -= 1 }
    let listing = Listing(block: block, paragraphs: start..<first)
    return text.holdsOnlyNumbers(listing.paragraphs) ? listing : nil
  }

  /// Whether the paragraphs of a listing, from a first one on, follow a float in it.
  private func beginsWithFloat(_ first: Int, in block: Int32) -> Bool {
    first > 0 && text.isBlock(text.paragraphs[first - 1].block, inside: block)
  }

  /// Whether a paragraph of a listing is in a float, such as a button, or has one: how long the lines next to it may
  /// be is not known.
  private func holdsFloat(_ paragraph: Paragraph, in block: Int32) -> Bool {
    text.blocks(around: paragraph.block, within: block)
      .contains { text.blocks[Int($0)].kind == .floating }
      || flow.setter.outOfFlow(in: paragraph).contains { text.attachments[$0].isFloat }
  }

  /// Whether a line of a paragraph might be wider than a measure, at one em for a character.
  private func mayBeWider(_ index: Int, than measure: Int) -> Bool {
    let paragraph = text.paragraphs[index]
    var (longest, length) = (0, 0)
    for unit in text.units[paragraph.range] {
      // A tab takes the room of several characters.
      length = unit == 0x2028 ? 0 : length + (unit == 0x09 ? 8 : 1)
      longest = max(longest, length)
    }
    let hasBoxes = !flow.setter.attachments(in: paragraph).isEmpty
    return hasBoxes
      || longest * text.styles[Int(paragraph.style)].text.font.size.rawValue > measure
  }
}

extension TextProperties {
  /// Whether text is preformatted, and is set smaller where that makes its lines fit.
  var scalesPreformatted: Bool { keepsIndents && preScaleMin ?? 1 < 1 }
}

extension AttributedText {
  /// The outermost block around another one that is preformatted and may be set smaller; nil for a block in a table,
  /// a float or a positioned box, whose measure is not known ahead.
  func preformattedBlock(around block: Int32) -> Int32? {
    isOnlyInBlocks(block) ? listing(around: block) : nil
  }

  /// The outermost block around another one that is preformatted and may be set smaller, inside the cell or the float in
  /// which it is.
  func listing(around block: Int32) -> Int32? {
    var found: Int32?
    for outer in blocks(around: block) {
      let kind = blocks[Int(outer)].kind
      guard kind == .block || kind == .floating else { break }
      if style(of: outer).text.scalesPreformatted { found = outer }
      if kind == .floating { break }
    }
    return found
  }

  /// Whether paragraphs hold nothing but one number a line, as the numbers of lines of code.
  func holdsOnlyNumbers(_ paragraphs: Range<Int>) -> Bool {
    paragraphs.allSatisfy { index in
      var (isInNumber, hasNumber) = (false, false)
      return units[self.paragraphs[index].range].allSatisfy { unit in
        if (0x30...0x39).contains(unit) {
          defer { (isInNumber, hasNumber) = (true, true) }
          return isInNumber || !hasNumber
        }
        isInNumber = false
        if unit == 0x2028 { hasNumber = false }
        return unit.isBlank
      }
    }
  }

  /// Whether characters draw the borders of boxes or tables, which cannot be read where lines are folded. Those of a
  /// tree of folders have no right side.
  fileprivate func drawsBoxes(in paragraphs: Range<Int>) -> Bool {
    paragraphs.contains { index in
      let line = units[self.paragraphs[index].range]
      return line.contains {
        [0x2510, 0x2518, 0x252C, 0x2534, 0x253C].contains($0) || (0x2550..<0x256D).contains($0)
      }
        || line.indices.dropFirst(2).contains {
          line[$0] == 0x2B && line[$0 - 1] == 0x2D && line[$0 - 2] == 0x2D
        }
    }
  }

  /// Whether neither a block nor any around it is in a table or out of the flow.
  func isOnlyInBlocks(_ block: Int32) -> Bool {
    blocks(around: block).allSatisfy { blocks[Int($0)].kind == .block }
  }
}
