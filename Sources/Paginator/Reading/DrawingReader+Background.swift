internal import Markup

/// The background of a drawing's outermost element. It is a box of CSS that renderers of drawings pass over; drawing
/// programs write one into the files that they export.
extension DrawingReader {
  /// A shape that covers all of the drawing; nil without a background of one color.
  var background: String? {
    // The background of an inline drawing is that of its box.
    guard document == nil, let style = tree.attribute("style", of: root),
      let color = Self.backgroundColor(style)
    else { return nil }
    let fill = XMLText.escaped("fill:\(color);stroke:none")
    // A drawing is clipped to its box, whose proportions may be others than those of the coordinates.
    return
      "<rect x=\"-5000%\" y=\"-5000%\" width=\"10000%\" height=\"10000%\" style=\"\(fill)\"/>"
  }

  /// The color that declarations give to the background.
  static func backgroundColor(_ style: String) -> String? {
    var color: String?
    for (name, value) in DrawingStyles.declarations(in: style)
    where ["background", "background-color"].contains(name) && !value.isEmpty {
      let isOneColor =
        value.wholeMatch(of: #/#[0-9a-fA-F]{3,8}|[a-zA-Z]+|(rgb|hsl)a?\([^()]*\)/#) != nil
      color = isOneColor && !["none", "transparent"].contains(value.lowercased()) ? value : nil
    }
    return color
  }
}
