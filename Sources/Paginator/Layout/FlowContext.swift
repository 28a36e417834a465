/// What a flow hands on to the flows inside it, and to what it asks for.
struct FlowContext {
  let setter: LineSetter
  /// The height of a page's content area, to which images are fitted.
  var pageHeight: Length
  /// Whether text that does not wrap is broken, too: that of a cell which has no room for it.
  var wrapsAll = false
  /// The number of glyphs before the flow; counted only for a delegate that spaces lines.
  var glyphsBefore = 0
}
