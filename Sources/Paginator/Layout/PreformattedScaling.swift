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
    let setter = try LineSetter(text: text, typesetter: typesetter)
    let context = FlowContext(setter: setter, pageHeight: FlowContext.noPageHeight)
    var scaling = Self(flow: Flow(context, width: measure.rawValue))
    // Listings of one chapter that are set smaller have one size.
    var (wide, smallest) = ([(block: Int32, paragraphs: Range<Int>, fit: Fit)](), 1.0)
    var next = 0
    while next < text.paragraphs.count {
      guard let block = text.preformattedBlock(around: text.paragraphs[next].block) else {
        next += 1
        continue
      }
      let paragraphs = scaling.flow.paragraphs(of: block, from: next)
      next = paragraphs.upperBound
      if let fit = try scaling.fit(of: block, paragraphs) {
        wide.append((block, paragraphs, fit))
        smallest = min(smallest, fit.scale)
      }
    }
    guard !wide.isEmpty else { return nil }
    var result = text
    for (block, paragraphs, fit) in wide {
      result.scaleType(of: block, paragraphs, by: max(smallest, fit.least))
    }
    return result
  }

  /// The share of its size at which a listing fits, and the least one allowed.
  private struct Fit {
    let scale: Double
    let least: Double
  }

  /// - Returns: nil for text that fits, or would not fit at the smallest size.
  private mutating func fit(of block: Int32, _ paragraphs: Range<Int>) throws -> Fit? {
    let frame = flow.geometry.frame(of: block, containerWidth: flow.width)
    let size = paragraphs.map { text.styles[Int(text.paragraphs[$0].style)].text.font.size }
      .min()
    let readable = size.map { Self.leastSize.points / max(0.1, $0.points) } ?? 1
    let least = max(text.style(of: block).text.preScaleMin ?? 1, readable)
    guard frame.width > 0, paragraphs.contains(where: { mayBeWider($0, than: frame.width) }),
      !beginsWithFloat(paragraphs.lowerBound, in: block),
      !paragraphs.contains(where: { holdsFloat(text.paragraphs[$0], in: block) })
    else { return nil }
    let widths = try flow.context.intrinsicWidths(of: block, paragraphs, available: frame.width)
    guard widths.most > frame.width + LineWidths.rounding else { return nil }
    let scale = Double(frame.width) / Double(widths.most)
    let stepped = (scale / Self.step + 0.001).rounded(.down) * Self.step
    let used = max(stepped, least)
    return used <= scale ? Fit(scale: used, least: least) : nil
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

  /// Whether text is preformatted, and what is folded goes on at the indent of its line.
  var keepsIndents: Bool {
    preScaleMin != nil && whiteSpace.isPreformatted
      && !(whiteSpace.wraps && scalesOnlyUnwrapped == true)
  }
}

extension AttributedText {
  /// The outermost block around another one that is preformatted and may be set smaller; nil for a block in a table,
  /// a float or a positioned box, whose measure is not known ahead.
  func preformattedBlock(around block: Int32) -> Int32? {
    var found: Int32?
    for outer in blocks(around: block) {
      guard blocks[Int(outer)].kind == .block else { return nil }
      if style(of: outer).text.scalesPreformatted { found = outer }
    }
    return found
  }
}
