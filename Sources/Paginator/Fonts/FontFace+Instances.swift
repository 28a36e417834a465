internal import CHarfBuzz

/// A value on an axis of a variable font.
struct FontVariation: Hashable, Sendable {
  /// Four letters, such as "wght".
  let tag: String
  let value: Double

  var harfBuzz: hb_variation_t {
    hb_variation_t(tag: FontFace.tag(of: tag), value: Float(value))
  }
}

extension FontFace {
  /// The weights that a variable font has; nil for other fonts.
  var weights: ClosedRange<Int>? {
    axis("wght").map { Int(max(1, $0.lowerBound))...Int(max(1, $0.upperBound)) }
  }

  /// The widths that a variable font has, in percent; nil for other fonts.
  var stretches: ClosedRange<Double>? { axis("wdth") }

  private func axis(_ tag: String) -> ClosedRange<Double>? {
    guard let axis = variationAxes.first(where: { $0.tag == tag }), axis.minimum <= axis.maximum
    else { return nil }
    return axis.minimum...axis.maximum
  }

  /// The instance of a variable font with this weight and this width.
  func instance(weight: Int?, stretch: Double?) -> FontFace {
    guard weight != nil || stretch != nil else { return self }
    let axes = variationAxes
    let wanted = [("wght", weight.map(Double.init)), ("wdth", stretch)].compactMap { tag, value in
      value.flatMap { value in
        axes.contains { $0.tag == tag && $0.standard != value }
          ? FontVariation(tag: tag, value: value) : nil
      }
    }
    return instance(wanted)
  }

  /// Identifies the instance among those of the file's face; empty for the default one.
  var instanceName: String {
    variations.map { ";\($0.tag)=\($0.value)" }.joined()
  }

  /// The descriptors of a font rule that select the instance of a file with axes (CSS Fonts 4,
  /// section 4.4); empty for a file without axes.
  var instanceDescriptors: String {
    variationAxes.map { axis in
      let value = variations.first { $0.tag == axis.tag }?.value ?? axis.standard
      return switch axis.tag {
      case "wght": ";font-weight:\(value)"
      case "wdth": ";font-stretch:\(value)%"
      default: ""
      }
    }.joined()
  }

  fileprivate static func tag(of text: String) -> hb_tag_t {
    text.utf8.prefix(4).reduce(0) { $0 << 8 | hb_tag_t($1) }
  }
}
