/// An image in place of borders (CSS Backgrounds 3, section 6).
extension Property {
  static let borderImages: [Property] = [
    custom(
      "border-image-source", .moves(.allElements), .custom(BackgroundGrammar.image),
      .box(.field(\.ownBorderPicture.file), .field(\.ownBorderPicture.gradient))
    ) {
      $0.box.ownBorderPicture.file = $1.file
      $0.box.ownBorderPicture.gradient = $0.gradient($1)
    },
    custom(
      "border-image-slice", .paints(.allElements), .custom(BorderImageGrammar.slices),
      .box(.field(\.ownBorderPicture.slices), .field(\.ownBorderPicture.isFilled))
    ) {
      guard case .list(let parts) = $1, let sides = parts.first.flatMap($0.distances) else {
        return
      }
      $0.box.ownBorderPicture.slices = sides
      $0.box.ownBorderPicture.isFilled = parts.count > 1
    },
    value(
      "border-image-width", .paints(.allElements), .custom(BorderImageGrammar.widths),
      .box(\.ownBorderPicture.widths)
    ) {
      $0.distances($1)
    },
    value(
      "border-image-outset", .paints(.allElements), .custom(BorderImageGrammar.outsets),
      .box(\.ownBorderPicture.outsets)
    ) {
      $0.distances($1)
    },
    custom(
      "border-image-repeat", .paints(.allElements), .custom(BorderImageGrammar.repetition),
      .box(.field(\.ownBorderPicture.repeatsAcross), .field(\.ownBorderPicture.repeatsDown))
    ) {
      guard case .list(let words) = $1, words.count == 2 else { return }
      $0.box.ownBorderPicture.repeatsAcross = $0.keyword(words[0], or: .stretch)
      $0.box.ownBorderPicture.repeatsDown = $0.keyword(words[1], or: .stretch)
    },
  ]
}

extension BoxProperties {
  /// A box with the initial values keeps none, so that its style equals that of other boxes.
  fileprivate var ownBorderPicture: BorderPicture {
    get { borderPicture ?? BorderPicture() }
    set { borderPicture = newValue == BorderPicture() ? nil : newValue }
  }
}
