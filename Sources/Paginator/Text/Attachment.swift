/// An object at a character U+FFFC, or a list marker next to a paragraph.
public struct Attachment: Codable, Sendable {
  /// The content of an attachment.
  public indirect enum Content: Codable, Sendable {
    /// An image.
    case image(ImageReference)
    /// A box with its own flow: inline-block and inline-table.
    case text(AttributedText)
    /// A list marker outside the paragraph, or generated text.
    case marker(AttributedText)
    /// Fills the rest of its line with a pattern (CSS GCPM 3 draft, `leader()`).
    case leader(AttributedText)

    /// The text of a box, a marker or a leader; nil for an image.
    var text: AttributedText? {
      switch self {
      case .text(let inner), .marker(let inner), .leader(let inner): inner
      case .image: nil
      }
    }
  }
  /// What is in its place: an image, a box, a marker or a leader.
  public var content: Content
  /// The style of the element that it comes from.
  public var style: TextStyle
  /// The element in its document's tree.
  public var node: Int
  /// The offset in the text; -1 for a marker, which has no character, and for a deleted attachment
  /// of a book.
  public var offset: Int32 = -1
  /// Whether a marker is next to the same line as the one before it in the text's list: that of an
  /// item which begins with a list. Nil for no. Optional in archives.
  var followsMarker: Bool?
  /// The x of a program's attachment, which moves nothing; nil for 0. Optional in archives.
  var boundsX: Length?
}

extension AttributedText {
  /// The markers next to a paragraph's first line, from the outermost item to the innermost.
  func markers(of paragraph: Paragraph) -> Range<Int> {
    let last = Int(paragraph.marker)
    guard last >= 0 else { return 0..<0 }
    var first = last
    while first > 0, attachments[first].followsMarker == true { first -= 1 }
    return first..<last + 1
  }
}

extension Attachment {
  /// Whether it is an image, and not a box, a marker or a leader.
  var isImage: Bool { if case .image = content { true } else { false } }

  /// Whether it is a formula, which is drawn as an image.
  var isFormula: Bool { if case .image(let image) = content { image.isFormula } else { false } }

  /// Whether it is an image, or a box in a line with images and white space only.
  var isPicture: Bool {
    guard case .text(let inner) = content else { return isImage }
    return !inner.attachments.isEmpty && inner.attachments.allSatisfy(\.isPicture)
      && inner.units.allSatisfy { $0 == 0xFFFC || $0 == 0x20 || $0 == 0x0A }
  }

  /// Whether it is an image whose width and height are given.
  var hasSize: Bool {
    guard case .image(let image) = content else { return false }
    return !(style.box.width.isAuto && image.attributeWidth.isAuto)
      && !(style.box.height.isAuto && image.attributeHeight.isAuto)
  }

  /// Whether its margins apply in the line. For a block-level element, they apply to its block.
  var hasOwnMargins: Bool { style.box.display != .block || isOutOfFlow }

  /// Whether it is a float: at the side of the lines near its offset, without width in its own
  /// line.
  var isFloat: Bool { style.box.float.side != nil && offset >= 0 }

  /// Whether it is absolutely positioned: without width and height in its line.
  var isPositioned: Bool { style.box.position.isOutOfFlow && offset >= 0 }

  /// Whether the text on its two sides is set as if it were not there.
  var isOutOfFlow: Bool { isFloat || isPositioned }
}

/// An image, with the properties that layout needs.
public struct ImageReference: Hashable, Sendable {
  /// The URL as in the source, for links in the output.
  public var href: String
  /// Such as "image/png".
  public var mediaType: String
  /// The bytes, shared, for embedding.
  public var bytes: [UInt8]
  /// The intrinsic size in points (96 CSS pixels to the inch); nil when the image has none.
  public var size: Size?
  /// Width divided by height, for SVG images that have only a `viewBox`.
  public var ratio: Double?
  /// The width of an SVG image that has no height.
  var naturalWidth: Length?
  /// The height of an SVG image that has no width.
  var naturalHeight: Length?
  /// Whether a drawing keeps its proportions in a box of others (`preserveAspectRatio`, SVG 2, section
  /// 8.6); nil for false.
  var isScaledEvenly: Bool?
  /// The `width` attribute.
  public var attributeWidth: Dimension = .auto
  /// The `height` attribute.
  public var attributeHeight: Dimension = .auto
  /// EXIF orientation, 1...8.
  public var orientation = 1
  /// The resolution that the file states; nil for none.
  var density: PixelDensity?
  /// The text alternative of the image.
  public var alternativeText = ""
  /// Whether the image is broken or missing; a placeholder is then drawn.
  public var isPlaceholder = false
  /// The SHA-256 of the file, if `bytes` were derived from it and are not its own bytes.
  var sourceDigest: String?
  /// Whether it is a box that the renderer draws; `href` is its name.
  public internal(set) var isDrawnByRenderer = false

  /// An upright image. Its other properties can be set afterwards.
  /// - Parameters:
  ///   - href: the URL for links in the output.
  ///   - size: in points; nil when the image has none.
  ///   - ratio: width divided by height, for images without a size.
  public init(
    href: String, mediaType: String, bytes: [UInt8], size: Size?, ratio: Double? = nil,
    alternativeText: String = ""
  ) {
    self.href = href
    self.mediaType = mediaType
    self.bytes = bytes
    self.size = size
    self.ratio = ratio
    self.alternativeText = alternativeText
  }

  /// The `href` of formulas. Their `bytes` are the part of an `svg` element that begins with the
  /// `viewBox` attribute and ends before the end tag.
  static let formula = "#math"
  /// Whether it is the picture of a formula.
  var isFormula: Bool { href == Self.formula }

  /// Width divided by height; nil if the image has neither a size nor a ratio.
  var naturalRatio: Double? {
    size.flatMap { $0.height > 0 ? $0.width.points / $0.height.points : nil } ?? ratio
  }

  init(drawnByRenderer name: String) {
    self.init(href: name, mediaType: "", bytes: [], size: nil)
    isDrawnByRenderer = true
  }
}
