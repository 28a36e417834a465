/// What the document reader makes of a style in code. With the style it is made of, a derivation says all
/// that the made style depends on: two derivations that are equal give the same style.
enum Derivation: Hashable {
  // MARK: Blocks

  /// The block inside an inline box.
  case atomicBlock
  /// What the content of an inline box inherits.
  case atomicContent
  /// A block with the width that its height and `aspect-ratio` give.
  case widthByRatio
  /// A run-in box in the lines of a block, and one that is a block itself.
  case runIn
  case blockOfRunIn
  /// The empty block that clears floats for a line break.
  case clearingBlock
  /// What replaces embedded content that is not set.
  case fallback
  /// The block that replaces an inline block, by the alignment of its parent's lines.
  case tallInline(TextAlign, isFromRight: Bool)
  /// Text that takes the place of an inline block.
  case keptLine
  /// A positioned box that is set in the flow.
  case inFlow
  /// The paragraph that holds a positioned box between two blocks.
  case positionedLine

  // MARK: Images and formulas

  /// The text that stands for an image.
  case alternativeText
  case blockImage
  case contentImage
  case fillingImage
  case formulaBlock
  /// The block around a block image; with the width of an image whose width is a percentage.
  case imageBlock(share: Dimension?)

  // MARK: Markers

  case bullet
  case insideMarker(TextTransform)
  case marker(TextTransform)
  case squareMarker

  // MARK: Tables

  /// A column in a group, by the group's style.
  case column(group: Int)
  case emptyTable
  case tableWithoutCells
  case tableWrapper
  case wrappedTable

  // MARK: Ruby

  case annotation(RubyShare)
  case inLineAnnotation
  case rubyBase

  // MARK: Notes

  case note
  /// The block around a note, by the style of its document's body.
  case noteArea(body: Int?)

  // MARK: First letters

  /// A first letter in an inline element, by the element's style.
  case letter(inline: Int)
  /// A large number at the start of a paragraph.
  case numeral
  /// A sunken initial letter, by its paragraph's style.
  case initialLetter(InitialLetter)
  /// A raised initial letter, by its paragraph's style.
  case raisedLetter(paragraph: Int)
  /// A paragraph with a raised initial letter, by the letter's style.
  case belowRaised(letter: Int)

  /// What a sunken initial letter depends on besides its style.
  struct InitialLetter: Hashable {
    let paragraph: Int
    /// The lines beside it.
    let lines: Int
    /// By how much its ink passes its advance.
    let lean: Length
    /// The characters whose outline the text flows around; nil if it flows around the box.
    let shape: [UInt16]?
  }
}
