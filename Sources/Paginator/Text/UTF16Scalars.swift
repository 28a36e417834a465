/// Reads scalars from UTF-16; an unpaired surrogate becomes U+FFFD.
enum UTF16Scalars {
  static func scalar(_ units: UnsafeBufferPointer<UInt16>, at index: Int) -> (UInt32, Int) {
    let unit = UInt32(units[index])
    guard unit & 0xF800 == 0xD800 else { return (unit, 1) }
    guard unit < 0xDC00, index + 1 < units.count, units[index + 1] & 0xFC00 == 0xDC00 else {
      return (0xFFFD, 1)
    }
    return (0x10000 + (unit - 0xD800) << 10 + UInt32(units[index + 1]) - 0xDC00, 2)
  }

  /// Whether an offset is between the halves of a surrogate pair.
  @inline(__always)
  static func isInPair(_ offset: Int, _ units: UnsafeBufferPointer<UInt16>) -> Bool {
    units[offset] & 0xFC00 == 0xDC00 && units[offset - 1] & 0xFC00 == 0xD800
  }
}

func isMark(_ scalar: UInt32) -> Bool {
  guard scalar >= 0x300, let value = Unicode.Scalar(scalar) else { return false }
  switch value.properties.generalCategory {
  case .nonspacingMark, .spacingMark, .enclosingMark: return true
  default: return false
  }
}

func isIgnorable(_ scalar: UInt32) -> Bool {
  scalar >= 0xAD && Unicode.Scalar(scalar)?.properties.isDefaultIgnorableCodePoint ?? false
    || scalar < 0x20
}

/// Whether a character by itself has ink: a letter, a number, a punctuation mark or a symbol.
func isVisible(_ scalar: UInt32) -> Bool {
  // The blank pattern of Braille, the place of an object, and the note head without ink.
  guard let value = Unicode.Scalar(scalar), ![0x2800, 0xFFFC, 0x1D159].contains(scalar),
    !isIgnorable(scalar)
  else { return false }
  switch value.properties.generalCategory {
  case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .surrogate,
    .privateUse, .unassigned, .nonspacingMark, .spacingMark, .enclosingMark:
    return false
  default: return true
  }
}
