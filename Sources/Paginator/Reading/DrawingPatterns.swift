internal import Markup

/// Patterns with a `viewBox` that is much smaller than the drawing's: librsvg leaves them out of pages drawn with it, and
/// of PDFs. Their own units are made smaller, which changes nothing else.
extension DrawingReader {
  /// How many widths of a pattern's `viewBox` the drawing may have.
  private static let mostWidths = 100.0
  private static let usualWidths = 50.0

  /// The factor for the `viewBox` and the content of a pattern; nil for one that stays as it is.
  func patternScale(_ element: Int) -> Double? {
    guard tree.isElement(element, "pattern", in: Namespace.svg),
      let own = viewBox(of: element), own[2] > 0, own[3] > 0
    else { return nil }
    let whole = viewport(of: root)
    let widths = max(whole.width / own[2], whole.height / own[3])
    return widths.isFinite && widths > Self.mostWidths ? widths / Self.usualWidths : nil
  }

  /// The `viewBox` of such a pattern in its new units.
  func scaledViewBox(of pattern: Int) -> String? {
    guard let factor = patternScale(pattern), let box = viewBox(of: pattern) else { return nil }
    return box.map { "\($0 * factor)" }.joined(separator: " ")
  }

  /// The transformation of the children of such a pattern.
  func patternTransform(of child: Int) -> String? {
    let parent = Int(tree.nodes[child].parent)
    return parent >= 0 ? patternScale(parent).map { "scale(\($0))" } : nil
  }
}
