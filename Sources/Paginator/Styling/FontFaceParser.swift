/// Reads the descriptors of `@font-face` (CSS Fonts 4, section 4; CSS Fonts 5, section 2).
struct FontFaceParser {
  var family: String?
  var sources: [(StyleSheet.SourceKind, String)] = []
  var axes: [String: StyleValue] = [:]
  /// The second weight of a range; nil if the rule has one weight or none.
  var heaviest: Int?
  var descriptors = FaceDescriptors()

  /// - Parameter report: receives the descriptors that are not supported, or have such a value.
  static func face(
    _ declarations: [CSSDeclaration], report: (Finding.Rule, CSSDeclaration) -> Void
  ) -> FontFaceParser {
    var result = FontFaceParser()
    for declaration in declarations {
      switch result.set(declaration.name.asciiLowercased, declaration.value) {
      case true?: break
      case false?: report(.unsupportedValue, declaration)
      case nil: report(.unsupportedProperty, declaration)
      }
    }
    return result
  }

  /// - Returns: whether the value is valid; nil for a descriptor that is not supported.
  private mutating func set(_ name: String, _ value: [CSSValue]) -> Bool? {
    var values = ValueParser(value)
    switch name {
    case "font-family":
      guard case .list(let names) = PropertyGrammar.fontFamily(&values),
        case .string(let first) = names.first
      else { return false }
      family = first
    case "src": sources = Self.sources(value)
    case "font-weight", "font-style", "font-stretch":
      axes[name] = DeclarationParser.longhand(name, &values)
      // A variable font has a range of weights.
      if name == "font-weight" {
        heaviest =
          if case .number(let last) = PropertyGrammar.fontWeight(&values) { Int(last) } else { nil }
      }
    // How fonts are loaded does not matter in print.
    case "font-display": break
    case "unicode-range":
      guard let ranges = Self.ranges(value) else { return false }
      descriptors.characters = ranges
    case "font-feature-settings":
      guard let settings = PropertyGrammar.featureSettings(&values), values.isAtEnd else {
        return false
      }
      descriptors.features = FontFeature.list(settings)
    case "size-adjust":
      guard let share = Self.share(&values), share > 0 else { return false }
      // Smaller faces are invisible, and the size of a fallback face in percent has a bound.
      descriptors.sizeAdjust = max(share, 0.01)
    case "ascent-override", "descent-override", "line-gap-override":
      return setMetric(name, &values)
    default: return nil
    }
    return true
  }

  private mutating func setMetric(_ name: String, _ values: inout ValueParser) -> Bool {
    let isNormal = values.keyword(of: ["normal"]) != nil
    let share = isNormal ? nil : Self.share(&values)
    guard isNormal || share != nil else { return false }
    switch name {
    case "ascent-override": descriptors.ascent = share
    case "descent-override": descriptors.descent = share
    default: descriptors.lineGap = share
    }
    return true
  }

  /// A percentage as a fraction of at most 10: no text needs more.
  private static func share(_ values: inout ValueParser) -> Double? {
    guard case .percentage(let percent)? = values.dimension([.percentage, .nonNegative]),
      values.isAtEnd
    else { return nil }
    return min(percent / 100, 10)
  }

  /// The ranges of characters, separated by commas, in order and without overlaps; nil for anything
  /// else.
  private static func ranges(_ values: [CSSValue]) -> [ClosedRange<UInt32>]? {
    var ranges: [ClosedRange<UInt32>] = []
    for part in values.split(separator: .token(.comma), omittingEmptySubsequences: false) {
      let own = LayerOrder.trimmed(part)
      guard own.count == 1, case .token(.unicodeRange(let low, let high)) = own.first,
        low <= high, high <= 0x10_FFFF
      else { return nil }
      ranges.append(low...high)
    }
    return ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
      guard let last = merged.last, range.lowerBound <= last.upperBound + 1 else {
        return merged.append(range)
      }
      merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
    }
  }

  private static func sources(_ values: [CSSValue]) -> [(StyleSheet.SourceKind, String)] {
    var parser = ValueParser(values)
    var result: [(StyleSheet.SourceKind, String)] = []
    while !parser.isAtEnd {
      if let url = parser.url() {
        result.append((.url, url))
      } else if case .function(let name, let content) = parser.peek, name.asciiLowercased == "local"
      {
        let words = content.compactMap { value -> String? in
          switch value {
          case .token(.ident(let word)), .token(.string(let word)): word
          default: nil
          }
        }
        result.append((.local, words.joined(separator: " ")))
        parser.advance()
      } else {
        parser.advance()
      }
    }
    return result
  }
}

extension FontFeature {
  /// The features of a parsed `font-feature-settings`; none for `normal`.
  static func list(_ value: StyleValue) -> [FontFeature] {
    guard case .list(let items) = value else { return [] }
    return items.compactMap { item in
      guard case .function(let tag, let arguments) = item,
        case .number(let number) = arguments.first
      else { return nil }
      return FontFeature(tag: tag, value: Int(number))
    }
  }
}
