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

  /// The box with the width that its ratio and a `height` that is a length give; nil if they give none.
  var withWidthByRatio: BoxProperties? {
    guard let aspectRatio, width.isAuto, widthKeyword == nil, let given = height.definite
    else { return nil }
    let height = max(min(given, maxHeight.definite ?? .infinite), minHeight.definite ?? 0)
    var box = self
    box.width = Dimension(length: height * aspectRatio.value)
    // The box is not narrower than its content, unless it cuts that off (section 4.1.1).
    if minWidth.isAuto, minWidthContent == nil, overflow == .visible || overflow == .clip {
      box.minWidthContent = .keyword(.minContent)
    }
    return box
  }
}
