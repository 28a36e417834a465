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
    var result: AttributedText?
    var next = 0
    while next < text.paragraphs.count {
      guard let block = text.preformattedBlock(around: text.paragraphs[next].block) else {
        next += 1
        continue
      }
      let paragraphs = scaling.flow.paragraphs(of: block, from: next)
      next = paragraphs.upperBound
      if let scale = try scaling.scale(of: block, paragraphs) {
        var scaled = result ?? text
        scaled.scaleType(of: block, paragraphs, by: scale)
        result = scaled
      }
    }
    return result
  }

  /// - Returns: nil for text that fits, or would not fit at the smallest size.
  private mutating func scale(of block: Int32, _ paragraphs: Range<Int>) throws -> Double? {
    let frame = flow.geometry.frame(of: block, containerWidth: flow.width)
    let size = paragraphs.map { text.styles[Int(text.paragraphs[$0].style)].text.font.size }
      .min()
    let readable = size.map { Self.leastSize.points / max(0.1, $0.points) } ?? 1
    let least = max(text.style(of: block).text.preScaleMin ?? 1, readable)
    guard frame.width > 0, paragraphs.contains(where: { mayBeWider($0, than: frame.width) }) else {
      return nil
    }
    let widths = try flow.context.intrinsicWidths(of: block, paragraphs, available: frame.width)
    guard widths.most > frame.width + LineWidths.rounding else { return nil }
    let scale = Double(frame.width) / Double(widths.most)
    let stepped = (scale / Self.step + 0.001).rounded(.down) * Self.step
    let used = max(stepped, least)
    return used <= scale ? used : nil
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
  var scalesPreformatted: Bool { whiteSpace.isPreformatted && preScaleMin ?? 1 < 1 }
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
