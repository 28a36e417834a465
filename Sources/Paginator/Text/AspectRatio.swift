/// `aspect-ratio`: the width of a box divided by its height, where one of them is `auto` (CSS Sizing 4, section
/// 4.1).
public struct AspectRatio: Hashable, Codable, Sendable {
  /// Width divided by height.
  public var value: Double
  /// Whether an image keeps its own proportions (`auto`). The ratio is then that of the content box.
  public var isAuto: Bool

  /// A ratio; `nil` if one of the sides is 0 or the other one has no end.
  public init?(width: Double, height: Double, isAuto: Bool = false) {
    guard width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
    // No box has more extreme proportions.
    value = min(max(width / height, 1e-4), 1e4)
    self.isAuto = isAuto
  }
}

extension BoxProperties {
  /// The ratio of an image: its own, unless a style gives another one.
  func ratio(of image: ImageReference) -> Double? {
    guard let aspectRatio else { return image.naturalRatio }
    return (aspectRatio.isAuto ? image.naturalRatio : nil) ?? aspectRatio.value
  }

  /// Whether a style gives an image other proportions than its own.
  func changesRatio(of image: ImageReference) -> Bool {
    aspectRatio != nil && ratio(of: image) != image.naturalRatio
  }

  /// The box with the width, or the limits of its width, that its ratio and a `height` or its limits give that are
  /// lengths; nil if they give none.
  var withWidthByRatio: BoxProperties? {
    guard let aspectRatio, width.isAuto, widthKeyword == nil else { return nil }
    // The edges that belong to the sizes of the box and not to its proportions.
    let edges = aspectRatio.isAuto && sizesBorderBox ? definiteEdges : (across: 0, down: 0)
    guard let edges else { return nil }
    func across(_ down: Length) -> Length {
      max(0, down - edges.down) * aspectRatio.value + edges.across
    }
    var box = self
    guard let given = height.definite else {
      return height.isAuto && limit(&box, by: across) ? box : nil
    }
    let height = max(min(given, maxHeight.definite ?? .infinite), minHeight.definite ?? 0)
    box.width = Dimension(length: across(height))
    // The box is not narrower than its content, unless it cuts that off (section 4.1.1).
    if minWidth.isAuto, minWidthContent == nil, !overflows.across.scrolls,
      overflows.across != .hidden
    {
      box.minWidthContent = .keyword(.minContent)
    }
    return box
  }

  /// Limits a width by the limits of the height (section 4.2). A least width never is above the greatest.
  /// - Returns: whether there are such limits.
  private func limit(_ box: inout BoxProperties, by across: (Length) -> Length) -> Bool {
    guard maxHeight.definite != nil || minHeight.definite ?? 0 > 0 else { return false }
    if let most = maxHeight.definite,
      maxWidth.isAuto || maxWidth.definite.map({ $0 > across(most) }) ?? false
    {
      box.maxWidth = Dimension(length: across(most))
    }
    if let least = minHeight.definite, least > 0, minWidth.isAuto, minWidthContent == nil {
      box.minWidth = Dimension(length: min(across(least), maxWidth.definite ?? .infinite))
    }
    return true
  }

  /// The borders plus padding; nil where a part of these is a percentage.
  private var definiteEdges: (across: Length, down: Length)? {
    guard padding.all.allSatisfy({ $0.fraction == 0 }) else { return nil }
    return (
      padding.left.length + padding.right.length + border.left.width + border.right.width,
      padding.top.length + padding.bottom.length + border.top.width + border.bottom.width
    )
  }
}
