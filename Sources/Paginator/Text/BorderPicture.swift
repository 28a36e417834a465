/// An image in place of the borders of a box (CSS Backgrounds 3, section 6).
public struct BorderPicture: Hashable, Codable, Sendable {
  /// How the middle of a side fills it.
  public enum Repetition: String, CaseIterable, Codable, Sendable {
    /// Scaled to its length.
    case stretch
    /// As often as needed, with the outer copies cut off.
    case `repeat`
    /// As often as it fits when it is scaled a little.
    case round
    /// As often as it fits, with equal gaps.
    case space
  }
  /// A distance from an edge of the image or of the border box.
  public enum Distance: Hashable, Codable, Sendable {
    /// A length, or a fraction of the width or height.
    case dimension(Dimension)
    /// Pixels of the image, or multiples of the border's width.
    case number(Double)
    /// The size of the slice.
    case auto
  }

  /// `border-image-source`; nil for none or a gradient.
  public var file: StyleFile?
  /// `border-image-source`, if it is a gradient.
  public var gradient: Gradient?
  /// `border-image-slice`: where the image is cut, from each of its edges.
  public var slices = Edges(Distance.dimension(Dimension(fraction: 1)))
  /// Whether the middle of the image is drawn, over the background.
  public var isFilled = false
  /// `border-image-width`: how far the image goes into the box.
  public var widths = Edges(Distance.number(1))
  /// `border-image-outset`: how far it begins outside of the border box.
  public var outsets = Edges(Distance.number(0))
  /// `border-image-repeat`, of the upper and lower side.
  public var repeatsAcross = Repetition.stretch
  /// The same, of the sides at the left and the right.
  public var repeatsDown = Repetition.stretch

  /// `image-orientation` and `image-resolution`; nil for their initial values. Optional in archives.
  var form: ImageForm?

  /// With the initial values.
  public init() {}

  var hasImage: Bool { file != nil || gradient != nil }
}

/// The image of a border. Indirect, because every style has room for one.
indirect enum BorderImage: Hashable, Codable, Sendable {
  case picture(BorderPicture)
}

extension BoxProperties {
  /// `border-image`; nil for none.
  public var borderPicture: BorderPicture? {
    get { if case .picture(let picture)? = borderImage { picture } else { nil } }
    set { borderImage = newValue.map { .picture($0) } }
  }
}
