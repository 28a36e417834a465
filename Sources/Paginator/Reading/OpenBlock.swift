/// A block that is being read.
struct OpenBlock {
  var style: ComputedStyle
  let isAnonymous: Bool
  /// How many paragraphs, anchors and named strings its chapter had when it began; for paragraphs -1
  /// if it began in an earlier chapter.
  private(set) var firstParagraph: Int
  private(set) var firstAnchor: Int
  private(set) var firstString: Int
  /// The marker that waits for a line after this float or positioned box; -1 for none.
  private(set) var heldMarker: Int32

  /// Counts for a new chapter.
  mutating func beginChapter(hasBegun: Bool) {
    firstParagraph = hasBegun ? -1 : 0
    firstAnchor = 0
    firstString = 0
    heldMarker = -1
  }
}

extension AttributedText {
  /// Takes over what belongs to a block with which this chapter begins, although the block was opened
  /// at the end of the chapter before: its places and named strings.
  ///
  /// - Parameters:
  ///   - block: the index of the block in the other chapter; no later one has content.
  ///   - open: what is known of the block.
  mutating func takeEnd(of other: inout AttributedText, from block: Int, _ open: OpenBlock) {
    other.blocks.removeSubrange(block...)
    anchors = other.anchors[open.firstAnchor...].map { anchor in
      var anchor = anchor
      anchor.offset = 0
      return anchor
    }
    other.anchors.removeSubrange(open.firstAnchor...)
    namedStrings = other.namedStrings[open.firstString...].map { string in
      var string = string
      string.offset = 0
      return string
    }
    other.namedStrings.removeSubrange(open.firstString...)
  }
}
