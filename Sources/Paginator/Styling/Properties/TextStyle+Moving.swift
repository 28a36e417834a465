extension TextStyle {
  /// The style with what moves nothing reset: two styles for which it is the same give the same lines, boxes and
  /// pages, in other colors for example.
  var movingPart: TextStyle {
    var (text, box) = (text, box)
    for property in PropertyTable.painting {
      switch property.copy {
      case .inherited(let copy): copy(&text, Self.initialText)
      case .own(let copy): copy(&box, Self.initialBox)
      case .read, .nowhere: break
      }
    }
    // Colors of properties that show something; a rule without a color of its own has that of the text.
    if let rule = box.columns?.rule {
      box.columns?.rule.color = (rule.color ?? text.color).visibility
    }
    let outlineColor = box.outline?.side.drawnColor.visibility
    if box.hasOutline { box.outline?.side.color = outlineColor } else { box.outline = nil }
    text.color = text.color.visibility
    box.background = box.background.visibility
    for side in BoxSide.allCases {
      box.border[side].color = box.border[side].drawnColor.visibility
    }
    // No property has these as its value: they come from `text-decoration` and from backgrounds in lines.
    text.decorations = []
    text.inlineBackground = .transparent
    text.inlineOpacity = nil
    return replacing(text: text, box: box)
  }

  private static let initialText = TextProperties()
  private static let initialBox = BoxProperties()
}

extension Color {
  /// The same for all colors that are not fully transparent.
  fileprivate var visibility: Color { isTransparent ? .transparent : .black }
}
