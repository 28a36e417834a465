/// Insets at the four sides of a box, in 1/1024 points.
struct BoxInsets: Equatable, Sendable {
  var top = 0
  var right = 0
  var bottom = 0
  var left = 0
  var horizontal: Int { left + right }
  var vertical: Int { top + bottom }
}

extension BoxInsets {
  fileprivate init(_ edges: Edges<Dimension>, against around: Length) {
    top = edges.top.resolved(against: around).rawValue
    right = edges.right.resolved(against: around).rawValue
    bottom = edges.bottom.resolved(against: around).rawValue
    left = edges.left.resolved(against: around).rawValue
  }
}

extension BoxProperties {
  /// The used widths of the padding (CSS 2, section 8.4).
  ///
  /// - Parameter around: the width of the containing block, to which percentages refer; at the top and
  ///   bottom too.
  func padding(against around: Length) -> BoxInsets { BoxInsets(padding, against: around) }

  /// The used widths of the borders plus the padding: what is between the content box and the border
  /// box (CSS 2, section 8.1).
  ///
  /// - Parameter around: the width of the containing block.
  func edges(against around: Length) -> BoxInsets {
    var edges = padding(against: around)
    edges.top += border.top.width.rawValue
    edges.right += border.right.width.rawValue
    edges.bottom += border.bottom.width.rawValue
    edges.left += border.left.width.rawValue
    return edges
  }

  /// The size of the content box where the box that `box-sizing` names has a given size (CSS Sizing 3,
  /// section 3.3).
  ///
  /// - Parameter edges: the borders plus padding on both sides.
  func contentSize(_ given: Int, edges: Int) -> Int {
    max(0, given - (sizesBorderBox ? edges : 0))
  }

  /// The height of the content box, from `height`, `min-height` and `max-height` (CSS 2, sections 10.5 to
  /// 10.7).
  ///
  /// - Parameters:
  ///   - content: that of the content.
  ///   - edges: the borders plus padding at the top and the bottom.
  ///   - length: a size as a length; nil for `auto`.
  func contentHeight(content: Int, edges: Int, _ length: (Dimension) -> Int?) -> Int {
    func asked(_ size: Dimension) -> Int? { length(size).map { contentSize($0, edges: edges) } }
    return max(min(asked(height) ?? content, asked(maxHeight) ?? .max), asked(minHeight) ?? 0)
  }

  /// The used widths of the margins; 0 for `auto` (CSS 2, section 8.3).
  ///
  /// - Parameter around: the width of the containing block.
  func margins(against around: Length) -> BoxInsets { BoxInsets(margin, against: around) }
}
