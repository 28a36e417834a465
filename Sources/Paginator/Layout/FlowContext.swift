/// What a flow hands on to the flows inside it, and to what it asks for.
struct FlowContext {
  let setter: LineSetter
  /// The height of a page's content area, to which images are fitted.
  var pageHeight: Length
  /// The page height of text on no page, which no image has to fit: greater than that of any page, but
  /// not infinite, because heights in percent are shares of it.
  static let noPageHeight: Length = 10_000
  /// Whether text that does not wrap is broken, too: that of a cell which has no room for it.
  var wrapsAll = false
  /// Whether words are measured as if they were cut after each character, pictures as if they took no room, and blocks
  /// without the widths that they ask for: what a column of a table needs at least.
  var cutsWords = false
  /// How far its content is at least from the start of the page's measure.
  var start = 0
  /// The number of glyphs before the flow; counted only for a delegate that spaces lines.
  var glyphsBefore = 0
}

extension Flow {
  /// A flow in which the widths of blocks are measured before the text is laid out.
  init(measuring text: AttributedText, in measure: Length, _ typesetter: Typesetter) throws {
    let setter = try LineSetter(text: text, typesetter: typesetter)
    self.init(
      FlowContext(setter: setter, pageHeight: FlowContext.noPageHeight), width: measure.rawValue)
  }
}
