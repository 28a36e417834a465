extension UnicodeBidi {
  /// The control characters equivalent to `unicode-bidi` (CSS Writing Modes 4, section 2.4.1); nil
  /// for `normal`.
  func controls(isRightToLeft: Bool) -> (open: String, close: String)? {
    switch self {
    case .embed: (isRightToLeft ? "\u{202B}" : "\u{202A}", "\u{202C}")
    case .override: (isRightToLeft ? "\u{202E}" : "\u{202D}", "\u{202C}")
    case .isolate: (isRightToLeft ? "\u{2067}" : "\u{2066}", "\u{2069}")
    case .isolatedOverride:
      (isRightToLeft ? "\u{2067}\u{202E}" : "\u{2066}\u{202D}", "\u{202C}\u{2069}")
    case .plaintext: ("\u{2068}", "\u{2069}")
    case .normal: nil
    }
  }
}
