/// The room on which the size of an image depends, apart from its measure.
struct ImageRoom {
  /// The greatest height.
  var most: Int
  /// The height to which percentages refer; nil if it is not given. Percentages are then `auto`
  /// (CSS 2, section 10.5).
  var around: Int?
  /// Whether the box around it cuts off what is wider.
  var isCropped = false
  /// Whether it may extend into the margins.
  var mayOverhang = false
  /// Whether it has the size of its style, although that is larger than the room.
  var keepsSize = false

  /// The room without that of a box's edges.
  func reduced(by edges: Int) -> ImageRoom {
    var room = self
    room.most -= edges
    return room
  }
}

/// The size of a replaced element (CSS 2, sections 10.3.2 and 10.6.2).
enum ImageLayout {
  /// The widest image that extends into the margins, as a share of its measure.
  private static let mostOverhang = 1.15

  /// An image with its padding, its borders and, in a line, its margins.
  ///
  /// - Parameter isInLine: whether the image has its own margins; otherwise a block around it has
  ///   them.
  static func box(
    of image: ImageReference, style: BoxProperties, isInLine: Bool, width: Int,
    heights: ImageRoom, metrics: LineMetrics
  ) -> AttachmentLayout {
    let around = Length(rawValue: width)
    let padding = style.edges(against: around)
    let margin = isInLine ? style.margins(against: around) : BoxInsets()
    var inner = style
    var image = image
    if NestedLayout.isEndless(width) {
      // A share of a width that depends on the image itself is `auto` (CSS Sizing 3, section 5.2.2).
      for share in [\BoxProperties.width, \.minWidth, \.maxWidth]
      where inner[keyPath: share].fraction != 0 {
        inner[keyPath: share] = .auto
      }
      if image.attributeWidth.fraction != 0 { image.attributeWidth = .auto }
    }
    if style.sizesBorderBox { image.leaveRoom(for: padding, &inner) }
    // What of a formula's picture is only room for its ink, its negative margins take back.
    let margins = image.isFormula ? margin.horizontal : max(0, margin.horizontal)
    var layout = size(
      of: image, style: inner,
      room: (width, max(0, width - padding.horizontal - margins)),
      heights: heights.reduced(by: padding.vertical),
      metrics: metrics)
    var style = style
    // The part of a formula that is below its baseline is scaled with it.
    if layout.isScaledDown, let scale = image.formulaScale(at: layout.height),
      case .length(let shift) = style.verticalAlign
    {
      style.verticalAlign = .length(shift * scale)
    }
    layout.width += padding.horizontal + margin.horizontal
    layout.height += padding.vertical + margin.vertical
    // The bottom of the margin box is on the baseline (CSS 2, section 10.8.1).
    layout.descent = LineSetter.shifted(
      0, style, height: layout.height, xHeight: metrics.xHeight)
    layout.margin = margin
    layout.padding = padding
    return layout
  }

  /// - Parameter room: the measure, to which percentages refer, and the width left for the image.
  private static func size(
    of image: ImageReference, style: BoxProperties, room: (measure: Int, free: Int),
    heights: ImageRoom, metrics: LineMetrics
  ) -> AttachmentLayout {
    let base = Length(rawValue: room.measure)
    let around = Length(rawValue: heights.around ?? 0)
    func used(_ dimension: Dimension, _ attribute: Dimension, of base: Length) -> Length? {
      if !dimension.isAuto { return dimension.resolved(against: base) }
      return attribute.isAuto ? nil : attribute.resolved(against: base)
    }
    var style = style
    var attributeHeight = image.attributeHeight
    if heights.around == nil {
      for height in [\BoxProperties.height, \.minHeight, \.maxHeight]
      where style[keyPath: height].fraction != 0 {
        style[keyPath: height] = .auto
      }
      if attributeHeight.fraction != 0 { attributeHeight = .auto }
    }
    var size = size(
      of: image, style, width: used(style.width, image.attributeWidth, of: base),
      height: used(style.height, attributeHeight, of: around), measure: base)
    let hasRatio = style.ratio(of: image) != nil
    limit(&size, style, hasRatio: hasRatio, base: base, around: around)
    // A drawing without proportions, 300 pixels wide as nothing says how wide it is, shows a part of itself.
    if !hasRatio, !heights.isCropped, !heights.keepsSize, !image.isPlaceholder {
      size.width = min(size.width, Length(rawValue: room.free))
    }
    return fitted(size, style, room: room, heights, metrics)
  }

  /// The size of a replaced element without a size of its own: 300 x 150 pixels (CSS 2, section
  /// 10.3.2).
  private static let defaultReplacedSize = Size(width: 225, height: 112.5)

  /// The size of an image before limits (CSS 2, sections 10.3.2 and 10.6.2).
  /// - Parameters:
  ///   - width, height: as asked for; nil for `auto`.
  ///   - measure: the width of an image that has only a ratio.
  private static func size(
    of image: ImageReference, _ style: BoxProperties, width: Length?, height: Length?,
    measure: Length
  ) -> Size {
    let ratio = style.ratio(of: image)
    let ownWidth = image.size?.width ?? image.naturalWidth
    let hasOwnHeight = ownWidth == nil || !style.changesRatio(of: image)
    let ownHeight = hasOwnHeight ? image.size?.height ?? image.naturalHeight : nil
    let unknown = defaultReplacedSize
    switch (width, height) {
    case (let width?, let height?): return Size(width: width, height: height)
    case (let width?, nil):
      return Size(
        width: width, height: ratio.map { width * (1 / $0) } ?? ownHeight ?? unknown.height)
    case (nil, let height?):
      return Size(width: ratio.map { height * $0 } ?? ownWidth ?? unknown.width, height: height)
    case (nil, nil):
      if let ratio, ownWidth == nil || ownHeight == nil {
        let width = ownWidth ?? ownHeight.map { $0 * ratio } ?? measure
        return Size(width: width, height: ownHeight ?? width * (1 / ratio))
      }
      return Size(width: ownWidth ?? unknown.width, height: ownHeight ?? unknown.height)
    }
  }

  /// Fits an image to the page and keeps its aspect ratio, so that it is always shown.
  private static func fitted(
    _ size: Size, _ style: BoxProperties, room: (measure: Int, free: Int), _ heights: ImageRoom,
    _ metrics: LineMetrics
  ) -> AttachmentLayout {
    var size = size
    let base = Length(rawValue: room.measure)
    var layout = AttachmentLayout(width: 0, height: 0, descent: 0)
    let margins = style.margin
    // An image that is to be somewhat wider than its measure extends into the margins.
    let share = heights.mayOverhang ? min(style.width.fraction, Self.mostOverhang) : 0
    let widest =
      heights.isCropped
      ? size.width : max(Length(rawValue: room.free), share > 1 ? base * share : 1)
    let page = Length(rawValue: heights.most)
    let tallest = max(
      page - margins.top.resolved(against: base) - margins.bottom.resolved(against: base), 12)
    let factor = min(
      1, size.width > 0 ? widest.points / size.width.points : 1,
      size.height > 0 ? tallest.points / size.height.points : 1)
    if factor < 0.9999, !heights.keepsSize {
      size = Size(width: size.width * factor, height: min(size.height * factor, tallest))
      layout.isScaledDown = true
    }
    layout.width = size.width.rawValue
    layout.height = size.height.rawValue
    layout.descent = LineSetter.shifted(
      0, style, height: layout.height, xHeight: metrics.xHeight)
    return layout
  }

  private static func limit(
    _ size: inout Size, _ style: BoxProperties, hasRatio: Bool, base: Length, around: Length
  ) {
    func clamp(_ value: Length, _ least: Dimension, _ most: Dimension, _ base: Length) -> Length {
      var value = value
      if !most.isAuto { value = min(value, max(0, most.resolved(against: base))) }
      if !least.isAuto { value = max(value, least.resolved(against: base)) }
      return value
    }
    if hasRatio, style.width.isAuto, style.height.isAuto, size.width > 0, size.height > 0 {
      let huge = Length(rawValue: NestedLayout.endless)
      let most = Size(
        width: clamp(huge, style.minWidth, style.maxWidth, base),
        height: clamp(huge, style.minHeight, style.maxHeight, around))
      let least = Size(
        width: clamp(0, style.minWidth, style.maxWidth, base),
        height: clamp(0, style.minHeight, style.maxHeight, around))
      size = size.keepingRatio(from: least, to: most)
      return
    }
    let width = clamp(size.width, style.minWidth, style.maxWidth, base)
    if width != size.width, size.width > 0 {
      if style.height.isAuto, hasRatio {
        size.height = size.height * (width.points / size.width.points)
      }
      size.width = width
    }
    let height = clamp(size.height, style.minHeight, style.maxHeight, around)
    if height != size.height, size.height > 0 {
      if style.width.isAuto, hasRatio {
        size.width = size.width * (height.points / size.height.points)
      }
      size.height = height
    }
  }
}

extension Size {
  /// The size within limits, in the same proportions where they allow it (CSS 2, section 10.4).
  fileprivate func keepingRatio(from least: Size, to most: Size) -> Size {
    let (across, down) = (width.points, height.points)
    func tall(_ width: Length) -> Length { Length(points: width.points * down / across) }
    func wide(_ height: Length) -> Length { Length(points: height.points * across / down) }
    // The larger reduction, or else the larger enlargement, decides.
    let isWider = most.width.points * down <= most.height.points * across
    let isNarrower = least.width.points * down > least.height.points * across
    let byWidth: Bool
    if width > most.width || height > most.height {
      byWidth = width > most.width && (height <= most.height || isWider)
    } else if width < least.width || height < least.height {
      byWidth = width < least.width && (height >= least.height || isNarrower)
    } else {
      return self
    }
    if byWidth {
      let bounded = min(max(width, least.width), most.width)
      return Size(width: bounded, height: min(max(tall(bounded), least.height), most.height))
    }
    let bounded = min(max(height, least.height), most.height)
    return Size(width: min(max(wide(bounded), least.width), most.width), height: bounded)
  }
}

extension ImageReference {
  /// Takes the edges of a border box from the sizes that its style and the attributes of its element give (CSS
  /// Sizing 3, section 3.3).
  fileprivate mutating func leaveRoom(for edges: BoxInsets, _ style: inout BoxProperties) {
    func reduce(_ size: inout Dimension, by edges: Int) {
      if !size.isAuto { size.length -= Length(rawValue: edges) }
    }
    for size in [\BoxProperties.width, \.minWidth, \.maxWidth] {
      reduce(&style[keyPath: size], by: edges.horizontal)
    }
    for size in [\BoxProperties.height, \.minHeight, \.maxHeight] {
      reduce(&style[keyPath: size], by: edges.vertical)
    }
    reduce(&attributeWidth, by: edges.horizontal)
    reduce(&attributeHeight, by: edges.vertical)
  }

  /// The scale of a formula that is shown at a height; nil for other images.
  fileprivate func formulaScale(at height: Int) -> Double? {
    guard isFormula, let size, size.height > 0 else { return nil }
    return Double(height) / Double(size.height.rawValue)
  }
}
