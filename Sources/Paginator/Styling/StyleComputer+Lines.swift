/// Properties that control hyphenation, initial letters and microtypography.
extension StyleComputer {
  mutating func limitCharacters(_ value: StyleValue) {
    guard case .list(let items) = value else { return }
    func number(_ index: Int, _ automatic: Int) -> Int {
      guard index < items.count, case .number(let number) = items[index] else { return automatic }
      return Int(number)
    }
    text.hyphenationLimits.word = number(0, 5)
    text.hyphenationLimits.before = number(1, 2)
    text.hyphenationLimits.after = items.count > 2 ? number(2, 2) : number(1, 2)
  }

  /// Limited to 30 lines: a larger letter does not fit on a page.
  func initialLetter(_ value: StyleValue) -> InitialLetter? {
    guard case .list(let items) = value, case .number(let number) = items[0] else { return nil }
    let size = min(number, 30)
    let drop = Int(size.rounded(.down))
    guard items.count > 1 else { return InitialLetter(size: size, sink: drop) }
    switch items[1] {
    case .keyword("raise"): return InitialLetter(size: size, sink: 1)
    case .number(let sink): return InitialLetter(size: size, sink: Int(min(sink, 30)))
    default: return InitialLetter(size: size, sink: drop)
    }
  }

  /// Our own properties, which no specification defines: `margin-kerning`, `margin-kerning-characters`,
  /// `glyph-scaling-limit`, `letter-spacing-limit`, `italic-correction`. Values are limited, because larger ones are
  /// visible.
  mutating func setMicrotypography(_ property: String, _ value: StyleValue) {
    let share = lengths.dimension(value).map { $0.isAuto ? 0 : $0.fraction } ?? 0
    switch property {
    case "margin-kerning":
      text.microtypography.marginKerning = keyword(value) == "auto" ? 1 : min(share, 2)
    case "margin-kerning-characters": text.microtypography.marginCharacters = characterEdges(value)
    case "italic-correction": text.microtypography.correctsItalics = keyword(value) == "auto"
    case "glyph-scaling-limit": text.microtypography.glyphScalingLimit = min(share, 0.05)
    default:
      let length = lengths.length(value, percentOf: 0) ?? 0
      text.microtypography.letterSpacingLimit = min(length, text.font.size * 0.05)
    }
  }

  /// The edges of `margin-kerning-characters`; of a character that is given twice, the last ones.
  private func characterEdges(_ value: StyleValue) -> [CharacterEdges] {
    guard case .list(let items) = value else { return [] }
    var edges: [UInt16: CharacterEdges] = [:]
    for index in stride(from: 0, to: items.count - 2, by: 3) {
      guard case .string(let characters) = items[index] else { continue }
      let sides = items[index + 1...index + 2].map { lengths.dimension($0)?.fraction ?? 0 }
      for unit in characters.utf16 {
        edges[unit] = CharacterEdges(character: unit, left: sides[0], right: sides[1])
      }
    }
    return edges.values.sorted { $0.character < $1.character }
  }
}
