/// Backgrounds and shadows. A background image has layers, each of which has a value of its own.
extension Property {
  static let backgrounds: [Property] = [
    value("background-color", .shows(.allElements), .color, .box(\.background)) { $0.color($1) },
    layered(
      "background-image", .moves(.allElements), BackgroundGrammar.image,
      .box(.field(\.topPicture.file), .field(\.topPicture.gradient))
    ) {
      $2.file = $1.file
      $2.gradient = $0.gradient($1)
    },
    layered(
      "background-repeat", .paints(.allElements), BackgroundGrammar.repetition,
      .box(.field(\.topPicture.repeatsAcross), .field(\.topPicture.repeatsDown))
    ) {
      guard case .list(let words) = $1, words.count == 2 else { return }
      $2.repeatsAcross = $0.keyword(words[0], or: .repeat)
      $2.repeatsDown = $0.keyword(words[1], or: .repeat)
    },
    layered(
      "background-position-x", .paints(.allElements), BackgroundGrammar.across, .box(\.topPicture.x)
    ) {
      $2.x = $0.place($1)
    },
    layered(
      "background-position-y", .paints(.allElements), BackgroundGrammar.down, .box(\.topPicture.y)
    ) {
      $2.y = $0.place($1)
    },
    layered(
      "background-size", .paints(.allElements), BackgroundGrammar.size, .box(\.topPicture.scale)
    ) {
      $2.scale = $0.pictureScale($1)
    },
    layered(
      "background-origin", .paints(.allElements), BackgroundGrammar.area, .box(\.topPicture.origin)
    ) {
      $2.origin = $0.keyword($1, or: .padding)
    },
    layered(
      "background-clip", .paints(.allElements), BackgroundGrammar.area, .box(\.topPicture.clip)
    ) {
      $2.clip = $0.keyword($1, or: .border)
    },
    // Nothing scrolls on a page, so that `local` is `scroll`.
    layered(
      "background-attachment", .paints(.allElements), BackgroundGrammar.attachment,
      .box(\.topPicture.isFixed)
    ) {
      $2.isFixed = $1 == .keyword("fixed") ? true : nil
    },
    value("box-shadow", .moves(.allElements), .custom(ShadowGrammar.shadows), .box(\.shadows)) {
      $0.shadows($1)
    },
    flag(
      "box-decoration-break", .moves(.allElements), .box(\.clonesDecoration), on: "clone",
      off: "slice"),
  ]

  /// - Parameter set: sets the value of one layer.
  private static func layered(
    _ name: String, _ effect: PropertyEffect,
    _ parse: @escaping @Sendable (inout ValueParser) -> StyleValue?, _ copy: PropertyCopy,
    _ set: @escaping PictureLayers.Setter
  ) -> Property {
    custom(name, effect, BackgroundGrammar.layers(parse), copy) {
      $0.setPictures(name, PictureLayers(values: $1.layers, set: set))
    }
  }
}

extension BoxProperties {
  /// The top layer of the background. A box without an image keeps no picture, so that its style equals that of
  /// other boxes.
  fileprivate var topPicture: BackgroundPicture {
    get { picture ?? BackgroundPicture() }
    set { picture = newValue == BackgroundPicture() ? nil : newValue }
  }
}

/// The values that one property gives the layers of a background, from the top layer down.
struct PictureLayers {
  typealias Setter = @Sendable (StyleComputer, StyleValue, inout BackgroundPicture) -> Void

  let values: [StyleValue]
  let set: Setter
}

extension StyleComputer {
  fileprivate mutating func setPictures(_ property: String, _ layers: PictureLayers) {
    pictureLayers[property] = layers
    var picture = box.topPicture
    layers.set(self, layers.values[0], &picture)
    box.topPicture = picture
  }

  /// Applies the values of the layers below the first one. There are as many layers as images; a list
  /// that is shorter is repeated (CSS Backgrounds 3, section 2.1).
  mutating func finishPictures() {
    finishLayers()
    if let form = text.imageForm { box.setForm(ofPictures: form) }
  }

  private mutating func finishLayers() {
    guard let images = pictureLayers["background-image"]?.values, images.count > 1 else { return }
    box.picture = box.picture ?? BackgroundPicture()
    box.lowerPictures = (1..<images.count).map { layer in
      var picture = BackgroundPicture()
      for layers in pictureLayers.values {
        layers.set(self, layers.values[layer % layers.values.count], &picture)
      }
      return picture
    }
  }

  /// A list is an edge with a distance towards the middle.
  func place(_ value: StyleValue) -> Dimension {
    guard case .list(let parts) = value, parts.count == 2 else {
      return lengths.dimension(value) ?? .zero
    }
    let (edge, distance) = (lengths.dimension(parts[0]), lengths.dimension(parts[1]))
    guard let edge, let distance else { return .zero }
    var place = edge
    place.add(distance, times: edge.fraction > 0 ? -1 : 1)
    return place
  }

  fileprivate func pictureScale(_ value: StyleValue) -> BackgroundPicture.Scale {
    switch value {
    case .keyword("cover"): .cover
    case .keyword("contain"): .contain
    case .list(let sizes) where sizes.count == 2:
      .lengths(
        width: lengths.dimension(sizes[0]) ?? .auto, height: lengths.dimension(sizes[1]) ?? .auto)
    default: .lengths(width: .auto, height: .auto)
    }
  }
}
