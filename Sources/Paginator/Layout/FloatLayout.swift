/// A floated box after it is set, with the width and height that it takes from the lines next to
/// it.
struct FloatLayout {
  let side: FloatSide
  /// The margin box.
  let width: Int
  let height: Int
  /// Placed from the margin box's top left corner.
  let setLines: SetLines
  let boxes: [BoxFragment]
  /// The outline that lines go around, if it is not the margin box.
  let outline: FloatOutline?
}

/// A float that waits for text next to it.
struct PendingFloat {
  let layout: FloatLayout
  /// Its first paragraph.
  let paragraph: Int
  let block: Int32
  /// How many of the empty blocks since the previous row are before it.
  var emptyBlocks: Int
}
