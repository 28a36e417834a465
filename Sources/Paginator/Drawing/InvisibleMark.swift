/// The mark that is drawn for a character that is not seen. Marks are shapes, not glyphs: fonts
/// often lack glyphs for them.
struct InvisibleMark {
  private let invisible: TextRenderer.Invisible
  /// An eighth of the font size.
  private let unit: Length

  init(_ invisible: TextRenderer.Invisible) {
    self.invisible = invisible
    unit = invisible.fontSize * 0.125
  }

  func draw(in context: inout DrawingContext) {
    switch invisible.kind {
    case .space: dot(context: &context)
    case .noBreakSpace: ring(context: &context)
    case .tab: arrow(context: &context)
    case .lineSeparator: returnArrow(hasTail: false, context: &context)
    case .paragraphSeparator: returnArrow(hasTail: true, context: &context)
    case .control: bar(context: &context)
    }
  }

  private var middle: Point {
    Point(x: invisible.rect.minX + invisible.rect.width * 0.5, y: invisible.baseline - unit * 2)
  }

  private func square(_ side: Length) -> Rect {
    Rect(x: middle.x - side * 0.5, y: middle.y - side * 0.5, width: side, height: side)
  }

  private func dot(context: inout DrawingContext) {
    context.fill(square(unit), invisible.color, cornerRadius: unit * 0.5)
  }

  private func ring(context: inout DrawingContext) {
    context.stroke(square(unit * 1.5), invisible.color, width: unit * 0.5)
  }

  private func bar(context: inout DrawingContext) {
    context.line(
      from: Point(x: invisible.rect.minX, y: invisible.baseline + unit),
      to: Point(x: invisible.rect.minX, y: invisible.baseline - unit * 6), invisible.color,
      width: unit * 0.5)
  }

  private func line(_ start: Point, _ end: Point, _ context: inout DrawingContext) {
    context.line(from: start, to: end, invisible.color, width: unit * 0.5)
  }

  private func arrow(context: inout DrawingContext) {
    let inset = min(unit, invisible.rect.width * 0.25)
    let start = Point(x: invisible.rect.minX + inset, y: middle.y)
    let end = Point(x: max(start.x, invisible.rect.maxX - inset), y: middle.y)
    line(start, end, &context)
    head(at: end, back: -unit, &context)
  }

  private func head(at tip: Point, back: Length, _ context: inout DrawingContext) {
    line(tip, Point(x: tip.x + back, y: tip.y - unit), &context)
    line(tip, Point(x: tip.x + back, y: tip.y + unit), &context)
  }

  /// An arrow to the left; with a tail, it comes down from a line above.
  private func returnArrow(hasTail: Bool, context: inout DrawingContext) {
    let tip = Point(x: invisible.rect.minX + unit, y: middle.y)
    let bend = Point(x: tip.x + unit * 4, y: middle.y)
    line(tip, bend, &context)
    if hasTail { line(bend, Point(x: bend.x, y: bend.y - unit * 3), &context) }
    head(at: tip, back: unit, &context)
  }
}

extension TextRenderer.Invisible.Kind {
  /// The kind of a character; nil for one that is seen.
  init?(_ unit: UInt16) {
    switch unit {
    case 0x20: self = .space
    case 0xA0, 0x202F: self = .noBreakSpace
    case 0x09: self = .tab
    case 0x0B, 0x2028: self = .lineSeparator
    case 0x0A, 0x0C, 0x0D, 0x85, 0x2029: self = .paragraphSeparator
    case 0x00..<0x20, 0x7F..<0xA0, 0xAD, 0x061C, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F,
      0xFEFF:
      self = .control
    default: return nil
    }
  }

  /// Whether it is shown by `LayoutManager.showsControlCharacters`.
  var isControl: Bool { self == .control }
}

/// Finds the invisible characters of a frame.
struct InvisibleCharacters {
  let text: AttributedText
  let origin: Point
  /// Whether spaces, tabs and separators are shown, and control characters.
  let showsWhitespace: Bool
  let showsControls: Bool

  /// Draws the marks of a line.
  func draw(_ line: TextLine, _ renderer: TextRenderer, in context: inout DrawingContext) {
    let boxes = Dictionary(
      line.boxes.map { ($0.range.lowerBound, $0) }, uniquingKeysWith: { first, _ in first })
    // A character without room of its own is where the one before it ends.
    var edge = (line.isRightToLeft ? line.usedRect.maxX : line.usedRect.minX).rawValue
    for offset in line.characterRange {
      let box = boxes[offset]
      if let box { edge = box.isRightToLeft ? box.x : box.x + box.width }
      guard let kind = TextRenderer.Invisible.Kind(text.units[offset]),
        kind.isControl ? showsControls : showsWhitespace
      else { continue }
      // The line feed after a carriage return is part of the same separator.
      if text.units[offset] == 0x0A, offset > 0, text.units[offset - 1] == 0x0D { continue }
      let style = text.style(at: offset).style
      renderer.drawInvisible(
        TextRenderer.Invisible(
          kind: kind,
          rect: Rect(
            x: Length(rawValue: box?.x ?? edge) + origin.x, y: line.rect.minY + origin.y,
            width: Length(rawValue: box?.width ?? 0), height: line.rect.height),
          baseline: line.baseline + origin.y, fontSize: style.text.font.size,
          color: style.text.color.lightened, characterIndex: offset), in: &context)
    }
  }
}

extension Color {
  /// Half way to white.
  fileprivate var lightened: Color {
    func half(_ part: UInt8) -> UInt8 { UInt8((Int(part) + 255) / 2) }
    return Color(red: half(red), green: half(green), blue: half(blue), alpha: alpha)
  }
}
