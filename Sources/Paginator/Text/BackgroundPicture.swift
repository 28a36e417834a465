/// An image behind a box (CSS Backgrounds 3, section 3). Positions and sizes are relative
/// to a box given by `origin`.
public struct BackgroundPicture: Hashable, Codable, Sendable {
  /// How the image repeats in one direction.
  public enum Repetition: String, Codable, Sendable {
    /// As often as needed, with the last copies cut off.
    case `repeat`
    /// As often as it fits, with equal gaps.
    case space
    /// Scaled so that it fits a whole number of times.
    case round
    /// Once.
    case noRepeat = "no-repeat"
  }
  /// A box of an element.
  public enum Area: String, Codable, Sendable {
    /// With its borders.
    case border = "border-box"
    /// Inside its borders.
    case padding = "padding-box"
    /// Inside its padding.
    case content = "content-box"
  }
  /// `background-size`.
  public enum Scale: Hashable, Codable, Sendable {
    /// The smallest size that covers the box.
    case cover
    /// The largest size that fits into the box.
    case contain
    /// The width and the height; `auto` keeps the image's ratio.
    case lengths(width: Dimension, height: Dimension)
  }

  /// `background-image`; nil for none or a gradient.
  public var file: StyleFile?
  /// `background-image`, if it is a gradient. Optional in archives.
  public var gradient: Gradient?
  /// `background-repeat` from left to right.
  public var repeatsAcross = Repetition.repeat
  /// `background-repeat` from top to bottom.
  public var repeatsDown = Repetition.repeat
  /// `background-position`: a fraction of the room that the image leaves, plus a length.
  public var x = Dimension.zero
  /// The same, down.
  public var y = Dimension.zero
  /// `background-size`: the size of one copy.
  public var scale = Scale.lengths(width: .auto, height: .auto)
  /// `background-origin`: the box to which `x` and `y` refer.
  public var origin = Area.padding
  /// `background-clip`: the box that the image does not leave.
  public var clip = Area.border
  /// `background-attachment: fixed`: positions and sizes are relative to the page's text area, whichever box
  /// it is behind; nil for `scroll`. Optional in archives.
  public var isFixed: Bool?

  /// `image-orientation` and `image-resolution`; nil for their initial values. Optional in archives.
  var form: ImageForm?

  /// With the initial values.
  public init() {}

  fileprivate var hasImage: Bool { file != nil || gradient != nil }
}

extension BoxProperties {
  /// Whether it has a background image or an image as its border, whether or not that can be read.
  var hasPicture: Bool {
    if borderPicture?.hasImage ?? false { return true }
    guard let picture else { return false }
    return picture.hasImage || lowerPictures?.contains(where: \.hasImage) ?? false
  }

  /// The layers of its background images, from the top layer down.
  var pictures: [BackgroundPicture] { (picture.map { [$0] } ?? []) + (lowerPictures ?? []) }
}

/// A layer of a box's background, or the image of its border.
struct BoxPicture {
  let picture: BackgroundPicture
  /// Nil for a layer of the background.
  var border: BorderPicture?
  /// Nil for a gradient.
  let image: ImageReference?
  /// The area on the page to which its place refers; nil for that of the box.
  var area: Rect?
}

/// A file that a style names.
public struct StyleFile: Hashable, Codable, Sendable {
  /// The URL as in the style.
  public var url: String
  /// The path of the stylesheet, to which the URL is relative; empty for that of the document.
  public var base: String

  /// A URL that is relative to a path.
  public init(url: String, base: String = "") {
    self.url = url
    self.base = base
  }
}

extension [StyleFile: ImageReference] {
  /// The files and their images in an order that does not depend on hashes.
  var inOrder: [Element] {
    sorted { ($0.key.url, $0.key.base) < ($1.key.url, $1.key.base) }
  }
}
