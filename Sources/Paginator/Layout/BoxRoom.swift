/// The room for a box in a line, in 1/1024 points.
struct BoxRoom: Hashable {
  /// The most width of its margin box.
  var available: Int
  /// The size of the containing block, to which percentages refer; the height only if it is given.
  var width: Int
  var height: Int?
  /// The size that offsets leave for the margin box of a positioned box, where it has no size of its
  /// own; nil where they do not.
  var stretchedWidth: Int?
  var stretchedHeight: Int?

  /// The properties whose percentages refer to the width.
  static var widths: [WritableKeyPath<BoxProperties, Dimension>] {
    [
      \.width, \.minWidth, \.maxWidth, \.padding.left, \.padding.right, \.padding.top,
      \.padding.bottom,
    ]
  }
  static var margins: [WritableKeyPath<BoxProperties, Dimension>] {
    [\.margin.left, \.margin.right, \.margin.top, \.margin.bottom]
  }
  /// Those of them that are sizes.
  static var sizes: [WritableKeyPath<BoxProperties, Dimension>] {
    [\.width, \.minWidth, \.maxWidth]
  }
  /// The properties whose percentages refer to the height.
  static var heights: [WritableKeyPath<BoxProperties, Dimension>] {
    [\.height, \.minHeight, \.maxHeight]
  }

  /// The room for the border box.
  func without(_ margins: BoxInsets) -> BoxRoom {
    var inner = self
    inner.available -= margins.horizontal
    inner.stretchedWidth = stretchedWidth.map { max(0, $0 - margins.horizontal) }
    inner.stretchedHeight = stretchedHeight.map { max(0, $0 - margins.vertical) }
    return inner
  }

  /// What the layout of a box depends on: two rooms in which it has the same layout are equal.
  func essential(to box: BoxProperties?) -> BoxRoom {
    var room = self
    // Nothing depends on what margins take of an endless width.
    if NestedLayout.isEndless(available) { room.available = NestedLayout.endless }
    if NestedLayout.isEndless(width) { room.width = NestedLayout.endless }
    func hasShare(_ properties: [WritableKeyPath<BoxProperties, Dimension>]) -> Bool {
      box.map { box in properties.contains { box[keyPath: $0].fraction != 0 } } ?? false
    }
    if !hasShare(Self.widths) { room.width = 0 }
    if !hasShare(Self.heights) { room.height = nil }
    return room
  }
}
