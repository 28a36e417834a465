/// One axis of an absolutely positioned box: its two offsets in the padding box of the block to which
/// they refer (CSS 2, sections 10.3.7 and 10.6.4). In 1/1024 points.
struct PositionedSide {
  enum Axis { case horizontal, vertical }

  let axis: Axis
  /// The size of the padding box.
  let room: Int
  /// The offset from its left or top edge; nil for `auto`.
  let before: Int?
  /// The offset from its right or bottom edge; nil for `auto`.
  let after: Int?

  init(_ axis: Axis, _ before: Dimension, _ after: Dimension, room: Int) {
    self.axis = axis
    self.room = room
    self.before = before.isAuto ? nil : before.resolved(against: Length(rawValue: room)).rawValue
    self.after = after.isAuto ? nil : after.resolved(against: Length(rawValue: room)).rawValue
  }

  /// The room that the offsets leave for the margin box.
  var available: Int { max(0, room - (before ?? 0) - (after ?? 0)) }

  /// The size of the margin box of a box without a size of its own, if both offsets are given.
  var stretched: Int? { before == nil || after == nil ? nil : available }

  /// Where a margin box begins that is `size` high or wide, with margins of `auto` counted as zero;
  /// nil if both offsets are `auto`.
  ///
  /// - Parameter fromEnd: whether the offset from the right counts where all is given, as in text from
  ///   right to left.
  func start(
    of size: Int, _ marginBefore: Dimension, _ marginAfter: Dimension, fromEnd: Bool = false
  ) -> Int? {
    guard let before else { return after.map { room - $0 - size } }
    guard let after else { return before }
    let free = room - before - after - size
    switch (marginBefore.isAuto, marginAfter.isAuto) {
    // Equal margins may be negative only from top to bottom (CSS 2, sections 10.3.7 and 10.6.4).
    case (true, true) where free > 0 || axis == .vertical: return before + free / 2
    case (true, true): return before + (fromEnd ? free : 0)
    case (true, false): return before + free
    case (false, false) where fromEnd: return before + free
    default: return before
    }
  }
}

extension LineSetter {
  /// Sizes a positioned box by the offsets that were found for it.
  ///
  /// - Parameters:
  ///   - known: as it was sized first.
  ///   - vertical: nil where the height of the block around it is not known yet.
  /// - Returns: nil if its size does not depend on the offsets.
  func sized(
    positioned attachment: Attachment, _ known: AttachmentLayout, _ horizontal: PositionedSide,
    _ vertical: PositionedSide?, pageHeight: Length
  ) throws -> AttachmentLayout? {
    let isEndless = NestedLayout.isEndless(horizontal.room)
    guard !isEndless || attachment.awaitsRoom && known.nested == nil,
      Self.depends(on: horizontal, vertical, attachment, width: known.width)
    else { return nil }
    let least = leastWidth(attachment.style)
    let isTooNarrow = horizontal.stretched.map { $0 < least } ?? false
    let fitting = max(horizontal.available, minContentWidth(of: attachment, known))
    let around = BoxRoom(
      available: isTooNarrow ? least : fitting, width: horizontal.room,
      height: vertical?.room, stretchedWidth: isEndless || isTooNarrow ? nil : horizontal.stretched,
      stretchedHeight: vertical?.stretched)
    var layout: AttachmentLayout
    switch attachment.content {
    case .text(let inner):
      layout = try box(inner, style: attachment.style, around, pageHeight: pageHeight, xHeight: 0)
    case .image(let image):
      layout = ImageLayout.box(
        of: image, style: attachment.style.box, isInLine: true, width: horizontal.room,
        heights: ImageRoom(
          most: pageHeight.rawValue, around: vertical?.room),
        metrics: strut)
    default: return nil
    }
    layout.float = known.float
    return layout
  }

  /// The width of a box as wide as its content under which it is not made narrower, as it was sized first (CSS 2,
  /// section 10.3.7: shrink-to-fit); 0 for other boxes, and for text that may be divided anywhere.
  private func minContentWidth(of attachment: Attachment, _ known: AttachmentLayout) -> Int {
    let style = attachment.style
    guard style.box.width.isAuto, let nested = known.nested,
      style.text.overflowWrap != .anywhere, style.text.wordBreak != .breakWord
    else { return 0 }
    return known.width - nested.give
  }

  /// The width up to which the offsets of a box that may cut words do not make it narrower than its
  /// text. Such a box is made for a page number, which runs out of it on screens.
  private func leastWidth(_ style: TextStyle) -> Int {
    style.box.width.isAuto && style.text.overflowWrap != .normal
      ? style.text.font.size.rawValue * 3 : 0
  }

  /// Whether the size of a box may be another one in the room that its offsets leave.
  private static func depends(
    on horizontal: PositionedSide, _ vertical: PositionedSide?, _ attachment: Attachment,
    width: Int
  ) -> Bool {
    let box = attachment.style.box
    let widths = [
      box.width, box.minWidth, box.maxWidth, box.margin.left, box.margin.right, box.padding.left,
      box.padding.right,
    ]
    return width > horizontal.available || box.width.isAuto && horizontal.stretched != nil
      || widths.contains { $0.fraction != 0 }
      || vertical != nil
        && (box.height.isAuto && box.heightIsOfContent != true && vertical?.stretched != nil
          || attachment.heightIsShare)
  }

  private var strut: LineMetrics { metrics[0] }
}

extension Attachment {
  /// Whether its height depends on that of the block around it.
  var heightIsShare: Bool {
    if BoxRoom.heights.contains(where: { style.box[keyPath: $0].fraction != 0 }) { return true }
    guard case .image(let image) = content, style.box.height.isAuto else { return false }
    return image.attributeHeight.fraction != 0
  }
}

extension AttachmentLayout {
  /// The distance from the top of the margin box to the baseline of its first line; to the bottom of
  /// a box without one.
  ///
  /// - Parameter width: that to which the box's margins refer.
  func firstBaseline(_ box: BoxProperties, _ width: Int) -> Int {
    guard let line = nested?.lines.first(where: { $0.segmentCount > 0 }) else {
      return height - descent
    }
    return box.margins(against: Length(rawValue: width)).top + line.y + line.baseline
  }
}
