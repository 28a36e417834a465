/// How images are turned, and how large their pixels are (CSS Images 3, section 5.7; CSS Images 4, section 6.2).
/// Indirect, because every style has room for one.
public indirect enum ImageForm: Hashable, Codable, Sendable {
  /// `image-orientation`; nil for `from-image`.
  public enum Orientation: Hashable, Codable, Sendable {
    /// As the pixels are stored.
    case none
    /// Turned clockwise by quarters, and then mirrored from left to right.
    case turned(quarters: Int, isFlipped: Bool)

    /// The camera's orientation that shows an image so (EXIF 2.3, tag 274).
    var exif: Int {
      switch self {
      case .none: 1
      case .turned(let quarters, let isFlipped):
        (isFlipped ? [2, 5, 4, 7] : [1, 6, 3, 8])[quarters & 3]
      }
    }
  }
  /// `image-resolution`; nil for a pixel of CSS for each pixel of the image.
  public enum Resolution: Hashable, Codable, Sendable {
    /// The number of pixels on a pixel of CSS.
    case given(Double)
    /// That of the file, or the given one for a file that states none.
    case fromImage(otherwise: Double)
  }

  /// Both.
  case form(Orientation?, Resolution?)
}

extension TextProperties {
  /// `image-orientation`; nil for `from-image`.
  public var imageOrientation: ImageForm.Orientation? {
    get { if case .form(let orientation, _)? = imageForm { orientation } else { nil } }
    set { setImageForm(newValue, imageResolution) }
  }

  /// `image-resolution`; nil for a pixel of CSS for each pixel of the image.
  public var imageResolution: ImageForm.Resolution? {
    get { if case .form(_, let resolution)? = imageForm { resolution } else { nil } }
    set { setImageForm(imageOrientation, newValue) }
  }

  private mutating func setImageForm(
    _ orientation: ImageForm.Orientation?, _ resolution: ImageForm.Resolution?
  ) {
    imageForm = orientation == nil && resolution == nil ? nil : .form(orientation, resolution)
  }
}

extension BoxProperties {
  /// Sets the form of all its images.
  mutating func setForm(ofPictures form: ImageForm) {
    picture?.form = form
    lowerPictures = lowerPictures?.map { picture in
      var picture = picture
      picture.form = form
      return picture
    }
    borderPicture?.form = form
  }
}

/// How many pixels an image has on a pixel of CSS.
public struct PixelDensity: Hashable, Codable, Sendable {
  /// From left to right.
  public var across: Double
  /// From top to bottom.
  public var down: Double
}

extension ImageReference {
  /// The image turned and sized by a style. A drawing has neither pixels nor an orientation.
  func formed(by form: ImageForm?) -> ImageReference {
    guard case .form(let orientation, let resolution)? = form, mediaType != "image/svg+xml",
      !isPlaceholder, let size
    else { return self }
    // Across and down in the file.
    var (width, height) = (size.width, size.height)
    if self.orientation >= 5 { swap(&width, &height) }
    switch resolution {
    case nil: break
    case .given(let density): (width, height) = (width * (1 / density), height * (1 / density))
    case .fromImage(let other):
      width = width * (1 / (density?.across ?? other))
      height = height * (1 / (density?.down ?? other))
    }
    var image = self
    image.orientation = orientation?.exif ?? self.orientation
    image.size =
      image.orientation >= 5
      ? Size(width: height, height: width) : Size(width: width, height: height)
    return image
  }
}
