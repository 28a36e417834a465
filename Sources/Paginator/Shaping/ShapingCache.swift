internal import Synchronization

/// The shaped words of a book, shared by all chapters: each word is shaped once.
///
/// Every shaper keeps its own copy of the words that it has used. Each worker therefore asks the
/// cache once per distinct word, and there is little contention for the locks.
public final class ShapingCache: Sendable {
  /// The library in which faces are found.
  public let fonts: FontLibrary

  /// What a word is found by. It is valid as long as its characters.
  struct Key {
    let style: Int32
    let context: UInt32
    let units: UnsafeBufferPointer<UInt16>
    /// The hash of all three from `WordTable`, which is known before the lookup.
    let hash: Int
  }
  /// A word with its glyphs, as pieces of one face each.
  struct Entry: Sendable {
    var pieces: [ShapedWord]
    var glyphs: [Glyph]
    /// Findings about its characters, reported wherever the word is set.
    var findings: [Finding] = []
  }
  private struct Styles {
    var byKey: [ShapingKey: ShapingStyle] = [:]
    var byTextStyle: [ObjectIdentifier: (ShapingStyle, TextStyle)] = [:]
    var faces: [FontFace] = []
    var faceIndex: [ObjectIdentifier: Int32] = [:]
  }

  private struct Words: Sendable {
    private var table = WordTable(capacity: 256)
    private var entries: [Entry] = []
    var count: Int { entries.count }

    func find(_ key: Key) -> Entry? {
      table.find(key.units, key.style, key.context, key.hash).map { entries[Int($0)] }
    }

    mutating func insert(_ entry: Entry, _ key: Key) {
      guard find(key) == nil else { return }
      table.insert(key.units, key.style, key.context, key.hash, Int32(entries.count))
      entries.append(entry)
    }
  }

  private final class Shard: Sendable {
    let words = Mutex(Words())
  }
  private let shards: [Shard] = (0..<16).map { _ in Shard() }
  private let styles = Mutex(Styles())

  /// Makes the glyphs instead of HarfBuzz; nil for HarfBuzz.
  let glyphGenerator: (any GlyphGenerator)?

  /// An empty cache.
  public init(fonts: FontLibrary, glyphGenerator: (any GlyphGenerator)? = nil) {
    self.fonts = fonts
    self.glyphGenerator = glyphGenerator
  }

  func word(_ key: Key, make: () -> Entry) -> Entry {
    // The low bits are those that the tables use.
    let shard = shards[key.hash >> 40 & 15]
    if let known = shard.words.withLock({ $0.find(key) }) { return known }
    // Two workers may shape the same word at once: they get the same glyphs.
    let entry = make()
    shard.words.withLock { $0.insert(entry, key) }
    return entry
  }

  /// How many words it has.
  var wordCount: Int { shards.reduce(0) { $0 + $1.words.withLock(\.count) } }

  /// The shaping style of a text style.
  /// - Throws: `BookError` when there is no usable font.
  func shapingStyle(_ style: TextStyle) throws -> ShapingStyle {
    let identity = ObjectIdentifier(style)
    if let known = styles.withLock({ $0.byTextStyle[identity] }) { return known.0 }
    let matched = try fonts.match(style.text.font.request)
    let face = matched.list[matched.textFace].face
    let features = FontFeatures.features(of: style.text, face: face)
    let wantsSmallCaps = features.contains { ["smcp", "c2sc"].contains($0.tag) && $0.value > 0 }
    let maySynthesizeSmallCaps = style.text.font.synthesizes(.smallCaps)
    let key = ShapingKey(
      faces: matched.list.map { ObjectIdentifier($0.face) }, familyCount: matched.familyCount,
      synthesizesBold: matched.list[0].synthesizesBold,
      synthesizesItalic: matched.list[0].synthesizesItalic, findings: matched.findings.all,
      features: features, alternates: FontFeatures.alternates(of: style.text, in: matched.list),
      language: style.text.language, languageSystem: style.text.font.languageSystem,
      transform: style.text.transform,
      synthesizesSmallCaps: wantsSmallCaps && maySynthesizeSmallCaps
        && !face.substitutionFeatures.contains("smcp"),
      maySynthesizeSmallCaps: maySynthesizeSmallCaps)
    return styles.withLock { state in
      var findings = matched.findings
      if key.synthesizesSmallCaps {
        findings.report(
          .synthesizedFont,
          "\"\(face.family)\" has no small capitals: smaller capitals replace them")
      }
      let made =
        state.byKey[key]
        ?? ShapingStyle(
          key, id: Int32(state.byKey.count), faces: matched.list.map(\.face),
          findings: findings.all)
      state.byKey[key] = made
      // The styles of released texts must not accumulate in a shared cache.
      if state.byTextStyle.count >= Self.mostTextStyles { state.byTextStyle.removeAll() }
      state.byTextStyle[identity] = (made, style)
      return made
    }
  }

  private static let mostTextStyles = 4096

  /// A small number for a face, the same in every shaper.
  func index(of face: FontFace) -> Int32 {
    styles.withLock { state in
      if let known = state.faceIndex[ObjectIdentifier(face)] { return known }
      let index = Int32(state.faces.count)
      state.faces.append(face)
      state.faceIndex[ObjectIdentifier(face)] = index
      return index
    }
  }

  var faces: [FontFace] { styles.withLock { $0.faces } }
}
