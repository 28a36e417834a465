internal import Foundation

/// Applies `text-transform` to the characters of a word, one by one (CSS Text 3, section 2.1), with
/// rules for single languages (Unicode, SpecialCasing; CLDR's transforms for Greek and Dutch).
struct TextTransformer {
  private let transform: TextTransform
  private let upper: Bool
  private let language: String
  /// Whether a letter or number has occurred since the start of the word, or of a part of it.
  private var isInsideWord: Bool
  /// Whether the last character of a Greek word set in capitals had an accent.
  private var followsAccent = false
  private var capitalizesNext = false

  /// - Parameters:
  ///   - upper: whether to set capitals whatever the style says, as for small capitals.
  ///   - isInsideWord: whether the text continues a word.
  init(_ transform: TextTransform, upper: Bool, language: String?, isInsideWord: Bool = false) {
    self.transform = transform
    self.upper = upper
    self.isInsideWord = isInsideWord
    // Text that stays as it is is the same in all languages.
    let language = transform.isEmpty && !upper ? nil : language
    self.language = language.map(LanguageTag.primary) ?? ""
  }

  /// - Parameter next: the next character of the word; 0 for none.
  mutating func add(_ scalar: UInt32, next: UInt32, emit: (UInt32) -> Void) {
    guard !transform.isEmpty || upper, let value = Unicode.Scalar(scalar) else {
      return emit(scalar)
    }
    let transform = transform
    let isLetter = Self.isLetter(value)
    let isWordStart = isLetter && !isInsideWord
    defer { note(value, isLetter: isLetter) }
    if upper || transform.contains(.uppercase) {
      // The word ή, "or", keeps the accent that tells it from the article.
      if language == "el", scalar == 0x3AE, isWordStart, !Self.isCased(next) { return emit(0x389) }
      return uppercase(value) { emit(Self.formed($0, transform)) }
    }
    if transform.contains(.capitalize), isWordStart || capitalizesNext {
      // Dutch capitalizes both letters of ij.
      capitalizesNext = isWordStart && language == "nl" && scalar == 0x69 && next == 0x6A
      return title(value) { emit(Self.formed($0, transform)) }
    }
    if transform.contains(.lowercase) {
      return lowercase(value, isLast: !Self.isCased(next)) { emit(Self.formed($0, transform)) }
    }
    emit(Self.formed(scalar, transform))
  }

  /// Takes account of the preceding characters of a word, which are set in an earlier piece.
  mutating func skip(_ units: UnsafeBufferPointer<UInt16>, upTo end: Int) {
    var index = 0
    while index < end {
      let (scalar, width) = UTF16Scalars.scalar(units, at: index)
      if let value = Unicode.Scalar(scalar) { note(value, isLetter: Self.isLetter(value)) }
      index += width
    }
  }

  private mutating func note(_ value: Unicode.Scalar, isLetter: Bool) {
    if isLetter {
      isInsideWord = true
    } else if !Self.isNeutral(value) {
      isInsideWord = false
    }
  }

  /// A new word begins after a hyphen, a bracket or a quotation mark, but not after an apostrophe.
  private static func isNeutral(_ value: Unicode.Scalar) -> Bool {
    switch value.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format: true
    case .finalPunctuation where value == "\u{2019}": true
    case .otherPunctuation where value == "'" || value == "." || value == "\u{B7}": true
    default: false
    }
  }

  /// Where the character is on which the form of a sigma before an offset depends: after characters that case
  /// ignores (Unicode, table 3-17, Final_Sigma).
  static func passIgnored(_ units: UnsafeBufferPointer<UInt16>, from offset: Int) -> Int {
    var end = offset
    for _ in 0..<mostNeutral where end < units.count {
      let (scalar, width) = UTF16Scalars.scalar(units, at: end)
      guard Unicode.Scalar(scalar)?.properties.isCaseIgnorable ?? false else { break }
      end += width
    }
    return end
  }

  static let sigma: UInt32 = 0x3A3

  /// How many characters without effect on words are passed over, at most.
  private static let mostNeutral = 16

  /// Whether text after an offset continues a word that began in the text before it.
  static func continuesWord(
    _ units: UnsafeBufferPointer<UInt16>, at offset: Int, from start: Int
  ) -> Bool {
    var end = offset
    for _ in 0..<mostNeutral where end > start {
      let isPair = units[end - 1] & 0xFC00 == 0xDC00 && end - 1 > start
      end -= isPair ? 2 : 1
      guard let value = Unicode.Scalar(UTF16Scalars.scalar(units, at: end).0) else { return false }
      if isLetter(value) { return true }
      if !isNeutral(value) { return false }
    }
    return false
  }

  private static func isLetter(_ value: Unicode.Scalar) -> Bool {
    switch value.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber:
      true
    // Circled letters have case.
    default: value.properties.isAlphabetic && !value.properties.isDiacritic
    }
  }

  private static func isCased(_ scalar: UInt32) -> Bool {
    Unicode.Scalar(scalar)?.properties.isCased ?? false
  }

  // MARK: Case

  private mutating func uppercase(_ value: Unicode.Scalar, emit: (UInt32) -> Void) {
    if let special = turkic(value.value, upper: true) { return emit(special) }
    if language == "el" { return greekUppercase(value, emit: emit) }
    for mapped in value.properties.uppercaseMapping.unicodeScalars { emit(mapped.value) }
  }

  private func title(_ value: Unicode.Scalar, emit: (UInt32) -> Void) {
    if let special = turkic(value.value, upper: true) { return emit(special) }
    for mapped in value.properties.titlecaseMapping.unicodeScalars { emit(mapped.value) }
  }

  private func lowercase(_ value: Unicode.Scalar, isLast: Bool, emit: (UInt32) -> Void) {
    if let special = turkic(value.value, upper: false) { return emit(special) }
    // A sigma at the end of a word has its own form.
    if value.value == Self.sigma, isInsideWord, isLast { return emit(0x3C2) }
    for mapped in value.properties.lowercaseMapping.unicodeScalars { emit(mapped.value) }
  }

  /// Turkish and Azeri have a dotless i.
  private func turkic(_ scalar: UInt32, upper: Bool) -> UInt32? {
    guard language == "tr" || language == "az" else { return nil }
    switch (scalar, upper) {
    case (0x69, true): return 0x130
    case (0x49, false): return 0x131
    case (0x130, false): return 0x69
    default: return nil
    }
  }

  /// Greek capitals have no accents. A diaeresis replaces an accent that separated two vowels.
  private mutating func greekUppercase(_ value: Unicode.Scalar, emit: (UInt32) -> Void) {
    let parts = Array(String(value).decomposedStringWithCanonicalMapping.unicodeScalars)
    guard let base = parts.first else { return }
    var hasAccent = false
    var hasDiaeresis = false
    var others: [UInt32] = []
    for mark in parts.dropFirst() {
      switch mark.value {
      case 0x300, 0x301, 0x342, 0x313, 0x314, 0x345: hasAccent = hasAccent || mark.value <= 0x342
      case 0x308: hasDiaeresis = true
      default: others.append(mark.value)
      }
    }
    // A separate accent character is removed too.
    if parts.count == 1, [0x300, 0x301, 0x342, 0x313, 0x314].contains(base.value) {
      followsAccent = true
      return
    }
    let isParted = followsAccent && (base == "\u{3B9}" || base == "\u{3C5}") && !hasAccent
    for mapped in base.properties.uppercaseMapping.unicodeScalars { emit(mapped.value) }
    if hasDiaeresis || isParted { emit(0x308) }
    others.forEach(emit)
    followsAccent = hasAccent
  }

  // MARK: Other forms

  /// The transformed character, as far as it does not depend on adjacent characters. A face must
  /// have it to set the text.
  static func shown(_ scalar: UInt32, _ transform: TextTransform) -> UInt32 {
    guard let value = Unicode.Scalar(scalar) else { return scalar }
    var shown = scalar
    if transform.contains(.uppercase) {
      shown = value.properties.uppercaseMapping.unicodeScalars.first?.value ?? scalar
    } else if transform.contains(.lowercase) {
      shown = value.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar
    }
    return formed(shown, transform)
  }

  /// The marks that a change of case adds to a character: i with a dot above for "İ".
  static func addedMarks(
    _ scalar: UInt32, _ transform: TextTransform, language: String?
  ) -> [UInt32] {
    guard scalar >= 0x80, !transform.isDisjoint(with: [.uppercase, .lowercase]),
      let properties = Unicode.Scalar(scalar)?.properties,
      // These have rules of their own, which add none.
      !["tr", "az", "el"].contains(language.map(LanguageTag.primary))
    else { return [] }
    let mapping =
      transform.contains(.uppercase) ? properties.uppercaseMapping : properties.lowercaseMapping
    return mapping.unicodeScalars.dropFirst().filter {
      $0.properties.canonicalCombiningClass != .notReordered
    }
    .map(\.value)
  }

  private static func formed(_ scalar: UInt32, _ transform: TextTransform) -> UInt32 {
    var scalar = scalar
    if let variant = transform.mathVariant { scalar = variant.form(of: scalar) }
    if transform.contains(.fullSizeKana) { scalar = KanaForms.fullSize(scalar) }
    return transform.contains(.fullWidth) ? KanaForms.fullWidth(scalar) : scalar
  }
}

/// The full-width and full-size forms of East Asian characters.
enum KanaForms {
  /// Half-width katakana from U+FF61 on.
  private static let katakana =
    Array(
      "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
        .unicodeScalars
    ).map(\.value) + [0x3099, 0x309A]
  private static let symbols: [UInt32: UInt32] = [
    0x20: 0x3000, 0xA2: 0xFFE0, 0xA3: 0xFFE1, 0xA5: 0xFFE5, 0xA6: 0xFFE4, 0xAC: 0xFFE2,
    0xAF: 0xFFE3, 0x20A9: 0xFFE6, 0x2985: 0xFF5F, 0x2986: 0xFF60, 0xFFE8: 0x2502,
    0xFFE9: 0x2190, 0xFFEA: 0x2191, 0xFFEB: 0x2192, 0xFFEC: 0x2193, 0xFFED: 0x25A0,
    0xFFEE: 0x25CB, 0xFFA0: 0x3164,
  ]

  static func fullWidth(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x21...0x7E: scalar + 0xFEE0
    case 0xFF61...0xFF9F: katakana[Int(scalar - 0xFF61)]
    case 0xFFA1...0xFFBE: scalar - 0xFFA1 + 0x3131
    case 0xFFC2...0xFFC7: scalar - 0xFFC2 + 0x314F
    case 0xFFCA...0xFFCF: scalar - 0xFFCA + 0x3155
    case 0xFFD2...0xFFD7: scalar - 0xFFD2 + 0x315B
    case 0xFFDA...0xFFDC: scalar - 0xFFDA + 0x3161
    default: symbols[scalar] ?? scalar
    }
  }

  private static let fullSizes: [UInt32: UInt32] = {
    let small = "ぁぃぅぇぉゕゖっゃゅょゎァィゥェォヵヶッャュョヮㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｯｬｭｮ"
    let full = "あいうえおかけつやゆよわアイウエオカケツヤユヨワクシストヌハヒフヘホムラリルレロｱｲｳｴｵﾂﾔﾕﾖ"
    let pairs = zip(small.unicodeScalars, full.unicodeScalars)
    return Dictionary(pairs.map { ($0.value, $1.value) }, uniquingKeysWith: { a, _ in a })
  }()

  static func fullSize(_ scalar: UInt32) -> UInt32 { fullSizes[scalar] ?? scalar }
}
