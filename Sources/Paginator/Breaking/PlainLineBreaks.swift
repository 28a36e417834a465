/// Finds the UAX #14 boundaries of text that is mostly letters, spaces and common marks, and leaves the rest to ICU.
///
/// ICU starts anew at each boundary, so that a text may be cut at boundaries and its parts asked about one by one.
/// Between words of letters, stops, commas and quotation marks, every boundary is after a space (LB18); inside of
/// them, there is none (LB13, LB19, LB28, LB29). In Chinese and Japanese, quotation marks open and close as brackets
/// do: a sample tells whether this is so in a locale (`sample`).
struct PlainLineBreaks {
  /// What the rules say of a unit.
  private enum Kind {
    case letter
    /// Class QU.
    case quotation
    /// Class IS: it stays with what is before it.
    case stop
    /// Class EX: so does this, but a line may end between it and a letter.
    case exclamation
    case space
    case other
  }

  /// The boundaries of the last text: UTF-16 offsets in order, excluding 0 and including the end.
  private(set) var found: [Int32] = []
  /// Whether one of our own rules may apply to the last text (`SlashBreaks`, `OperatorBreaks`, `QuotationBreaks`,
  /// `HebrewBreaks`).
  private(set) var mayNeedOwnRules = false

  /// A plain text with the marks in all places.
  static let sample = Array(
    ("ab, c. d: e; f! g? h\" i' j‘ k’ l“ m”"
      + " n \"o 'p ‘q ’r “s ”t, ”u. ‘v’ “w” x,” y.’ z!’ a’b c”d e“f ”“g").utf16)

  /// The boundaries of the sample.
  static var ofSample: [Int32] {
    var breaks = PlainLineBreaks()
    sample.withUnsafeBufferPointer { sample in breaks.find(in: sample) { _ in [] } }
    return breaks.found
  }

  /// Takes over the boundaries of a text that are all from ICU.
  mutating func take(_ boundaries: ArraySlice<Int32>) {
    found.removeAll(keepingCapacity: true)
    found.append(contentsOf: boundaries)
    mayNeedOwnRules = true
  }

  /// Finds the boundaries of a text.
  /// - Parameter ask: asks ICU for the boundaries of a part of the text.
  mutating func find(
    in units: UnsafeBufferPointer<UInt16>, ask: (Range<Int>) -> ArraySlice<Int32>
  ) {
    found.removeAll(keepingCapacity: true)
    mayNeedOwnRules = false
    guard !units.isEmpty else { return }
    // The last known boundary, and whether the text from there on is one plain word so far.
    var (start, isPlain) = (0, true)
    var (last, beforeSpaces) = (Kind.space, Kind.other)
    var index = 0
    while index < units.count {
      let kind = Self.kind(units[index])
      switch kind {
      case .letter where last == .space, .quotation where last == .space:
        if beforeSpaces != .other {
          end(start..<index, isPlain, ask)
          start = index
          isPlain = true
        } else {
          isPlain = index == 0
        }
      case .letter where last == .exclamation: isPlain = false
      case .letter, .quotation: break
      case .stop, .exclamation: isPlain = isPlain && last != .space
      case .space: if last != .space { beforeSpaces = last }
      case .other:
        isPlain = false
        mayNeedOwnRules = mayNeedOwnRules || Self.mayNeedOwnRules(units[index])
      }
      last = kind
      index += 1
      // Nothing happens between letters.
      if kind == .letter {
        while index < units.count, Self.isLetter(units[index]) { index += 1 }
      }
    }
    end(start..<units.count, isPlain, ask)
  }

  @inline(__always)
  private mutating func end(
    _ part: Range<Int>, _ isPlain: Bool, _ ask: (Range<Int>) -> ArraySlice<Int32>
  ) {
    if isPlain {
      found.append(Int32(part.upperBound))
    } else {
      for offset in ask(part) { found.append(Int32(part.lowerBound) + offset) }
    }
  }

  @inline(__always)
  private static func isLetter(_ unit: UInt16) -> Bool { 0x61...0x7A ~= unit | 0x20 }

  @inline(__always)
  private static func kind(_ unit: UInt16) -> Kind {
    if isLetter(unit) { return .letter }
    return switch unit {
    case 0x20: .space
    case 0x2C, 0x2E, 0x3A, 0x3B: .stop
    case 0x21, 0x3F: .exclamation
    case 0x22, 0x27, 0x2018, 0x2019, 0x201C, 0x201D: .quotation
    default: .other
    }
  }

  /// Whether a unit of the kind `other` is a slash, a sign of an operator, an opening mark or beyond the scripts of Europe.
  private static func mayNeedOwnRules(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x26, 0x28, 0x2F, 0x3C...0x3E, 0x5B, 0x7B, 0x7C, 0xA1, 0xBF, 0x201A, 0x201E: true
    case 0x2000...0x206F: false
    default: unit >= 0x0590
    }
  }
}
