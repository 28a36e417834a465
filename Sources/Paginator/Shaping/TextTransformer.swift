/// `text-transform` for one character (CSS Text 3, section 2.1), with the mappings that depend on
/// the language left to the few languages that have them.
enum TextTransformer {
  static func transform(
    _ scalar: UInt32, _ transform: TextTransform, isWordStart: Bool, upper: Bool,
    language: String?, emit: (UInt32) -> Void
  ) {
    if transform.isEmpty && !upper {
      emit(scalar)
      return
    }
    guard let value = Unicode.Scalar(scalar) else {
      emit(scalar)
      return
    }
    let wantsUpper =
      upper || transform.contains(.uppercase) || transform.contains(.capitalize) && isWordStart
    if wantsUpper {
      if let special = turkic(scalar, language, upper: true) {
        emit(special)
        return
      }
      let isTitle = transform.contains(.capitalize) && !upper && !transform.contains(.uppercase)
      let mapping = isTitle ? value.properties.titlecaseMapping : value.properties.uppercaseMapping
      for mapped in mapping.unicodeScalars { emit(fullWidth(mapped.value, transform)) }
    } else if transform.contains(.lowercase) {
      if let special = turkic(scalar, language, upper: false) {
        emit(special)
        return
      }
      for mapped in value.properties.lowercaseMapping.unicodeScalars {
        emit(fullWidth(mapped.value, transform))
      }
    } else {
      emit(fullWidth(scalar, transform))
    }
  }

  /// Turkish and Azeri have a dotless i.
  private static func turkic(_ scalar: UInt32, _ language: String?, upper: Bool) -> UInt32? {
    guard let language, language.hasPrefix("tr") || language.hasPrefix("az") else { return nil }
    switch (scalar, upper) {
    case (0x69, true): return 0x130
    case (0x49, false): return 0x131
    case (0x130, false): return 0x69
    default: return nil
    }
  }

  private static func fullWidth(_ scalar: UInt32, _ transform: TextTransform) -> UInt32 {
    guard transform.contains(.fullWidth) else { return scalar }
    return (0x21...0x7E).contains(scalar) ? scalar + 0xFEE0 : scalar == 0x20 ? 0x3000 : scalar
  }
}
