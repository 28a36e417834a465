internal import Digests
internal import Foundation

/// Computes a digest of everything that a chapter's layout depends on: its text, the values of its
/// styles, the faces and dictionaries that they select, and the pages that it is laid out for.
/// Equal digests mean equal lines on equal pages. One per worker.
///
/// It leaves out what layout does not use: source places, anchors, links, named strings, and the
/// bytes of images.
final class ChapterDigester {
  /// What equal digests stand for.
  enum Scope {
    /// Equal lines, boxes and pages, perhaps in other colors.
    case moving
    /// Also equal drawings of them.
    case drawing
  }

  private let environment: LayoutEnvironment
  private let scope: Scope
  private let encoder = JSONEncoder()
  /// Many chapters share a style. It is kept alive, so that no other object gets its identifier.
  private var styles: [ObjectIdentifier: (style: TextStyle, digest: [UInt8])] = [:]
  /// By language tag.
  private var dictionaries: [String: String] = [:]
  private var digest = HashWriter()
  private var scalars = ScalarSet()
  /// The shaping styles of the chapter, each once, in order of first use.
  private var shapings: [ShapingStyle] = []

  init(_ environment: LayoutEnvironment, _ scope: Scope) {
    self.environment = environment
    self.scope = scope
    encoder.outputFormatting = .sortedKeys
  }

  /// - Parameter pages: those that the chapter is laid out for.
  /// - Throws: `BookError` when there is no usable font.
  func digest(_ chapter: Chapter, on pages: ChapterPages) throws -> String {
    let isFirst = pages.isFirst
    digest = HashWriter()
    scalars.removeAll()
    // Characters that layout may add: hyphens, and the ellipsis of a truncated line.
    for scalar in [0x2D, 0x2010, 0x2026] as [UInt32] { scalars.insert(scalar) }
    shapings.removeAll(keepingCapacity: true)
    add(environment.options.breaking)
    digest.add(isFirst, pages.startsOnLeft, chapter.isFixedLayout)
    if let kept = pages.kept { add(kept) }
    digest.add(pages.mostOverrun(chapter).rawValue)
    for (isLeft, isFirst) in [(false, isFirst), (true, isFirst), (false, false), (true, false)] {
      add(
        pages.templates.template(
          PageKind(name: chapter.pageName, isLeft: isLeft, isFirst: isFirst, isBlank: false)))
    }
    try add(chapter.text)
    addFallbacks()
    return digest.finish()
  }

  private func add(_ parameters: BreakParameters) {
    // Only numbers: they are printed in the order of their declaration.
    digest.add("\(parameters)")
  }

  private func add(_ kept: KeptChapter) {
    digest.add(kept.name)
    digest.add(kept.starts.count)
    for start in kept.starts { digest.add(start ?? -1) }
    digest.add(kept.paragraphs.count)
    for paragraph in kept.paragraphs { digest.add(paragraph.length, paragraph.lines) }
  }

  private func add(_ template: PageTemplate) {
    let size = template.contentRect.size
    digest.add(size.width.rawValue, size.height.rawValue, template.noteSeparator.rawValue)
    digest.add(environment.options.pageBreaking(on: template).rawValue)
  }

  // MARK: Text

  private func add(_ text: AttributedText) throws {
    digest.add(text.units)
    scalars.insert(text.units)
    digest.add(text.styles.count)
    for style in text.styles { try add(style) }
    digest.add(text.runs.count)
    for run in text.runs { digest.add(Int(run.start), Int(run.style)) }
    addParagraphs(of: text)
    digest.add(text.inlineEdges.count)
    for edge in text.inlineEdges {
      digest.add(Int(edge.offset), Int(edge.paragraph), Int(edge.style))
      digest.add(edge.isStart)
      digest.add(edge.isContinued ?? false)
      digest.add(edge.letterSpacing?.rawValue ?? .min)
    }
    digest.add(text.attachments.count)
    for attachment in text.attachments { try add(attachment) }
    digest.add(text.notes.count)
    for note in text.notes {
      digest.add(Int(note.offset))
      try add(note.text)
    }
  }

  private func addParagraphs(of text: AttributedText) {
    digest.add(text.paragraphsFollowText)
    digest.add(text.paragraphs.count)
    for paragraph in text.paragraphs {
      digest.add(Int(paragraph.start), Int(paragraph.end), Int(paragraph.block))
      digest.add(Int(paragraph.style), Int(paragraph.marker), Int(paragraph.firstLineStyle))
      digest.add(paragraph.continuesBlock, paragraph.isSpacer == true)
    }
    digest.add(text.firstLineStyles.count)
    for style in text.firstLineStyles {
      digest.add(Int(style.firstLine), Int(style.paragraph), Int(style.style))
      digest.add(Int(style.own))
    }
    digest.add(text.pictures.count)
    for (_, image) in text.pictures.inOrder { add(image) }
    digest.add(text.blocks.count)
    for block in text.blocks {
      add(block.kind)
      digest.add(Int(block.parent), Int(block.style))
      digest.add(block.continuesBefore, block.continuesAfter)
    }
  }

  private func add(_ kind: TextBlock.Kind) {
    switch kind {
    case .block: digest.add(0)
    case .table: digest.add(1)
    case .rowGroup(let isHeader): digest.add(2, isHeader ? 1 : 0)
    case .row: digest.add(3)
    case .cell(let column, let columns, let rows): digest.add(4, column, columns, rows)
    case .positioned: digest.add(5)
    case .floating: digest.add(6)
    case .column(let columns): digest.add(7, columns)
    }
  }

  private func add(_ attachment: Attachment) throws {
    try add(attachment.style)
    digest.add(Int(attachment.offset))
    digest.add(attachment.followsMarker == true)
    switch attachment.content {
    case .image(let image): add(image)
    case .text(let inner):
      digest.add("text")
      try add(inner)
    case .marker(let inner):
      digest.add("marker")
      try add(inner)
    case .leader(let inner):
      digest.add("leader")
      try add(inner)
    }
  }

  private func add(_ image: ImageReference) {
    digest.add("image")
    digest.add(image.href)
    digest.add(
      "\(String(describing: image.size)) \(String(describing: image.ratio)) \(image.orientation)"
        + " \(String(describing: image.naturalWidth)) \(String(describing: image.naturalHeight))")
    digest.add("\(image.attributeWidth) \(image.attributeHeight)")
    if let density = image.density { digest.add(String(describing: density)) }
    digest.add(image.isPlaceholder, image.isDrawnByRenderer, image.isScaledEvenly ?? false)
    digest.add(image.alternativeText)
  }

  // MARK: Styles

  private func add(_ style: TextStyle) throws {
    digest.add(digest: try known(style))
    digest.add(try number(of: style))
    if let own = style.text.hyphenateCharacter { scalars.insert(Array(own.utf16)) }
    let divides = style.text.hyphens == .auto || (style.paragraph?.hyphenationFactor ?? 0) > 0
    if divides, let language = style.text.language { digest.add(dictionary(language)) }
  }

  /// The index of a style's shaping style in `shapings`. The cache's own numbers depend on which
  /// worker was first.
  private func number(of style: TextStyle) throws -> Int {
    let shaping = try environment.cache.shapingStyle(style)
    if let known = shapings.firstIndex(where: { $0 === shaping }) { return known }
    let features = shaping.faces.map { shaping.features(in: $0) }
    digest.add("\(features) \(shaping.findings.map(\.message)) \(shaping.languageSystem ?? "")")
    digest.add(shaping.synthesizesBold, shaping.synthesizesItalic, shaping.synthesizesSmallCaps)
    digest.add(shaping.faces.count, shaping.familyCount)
    for face in shaping.faces { add(face) }
    shapings.append(shaping)
    return shapings.count - 1
  }

  private func add(_ face: FontFace) {
    digest.add(face.digest)
    digest.add(face.index)
    if face.descriptors != FaceDescriptors() { digest.add("\(face.descriptors)") }
    if !face.variations.isEmpty { digest.add(face.instanceName) }
  }

  /// The digest of a style's values, without its id.
  private func known(_ style: TextStyle) throws -> [UInt8] {
    if let known = styles[ObjectIdentifier(style)] { return known.digest }
    let made =
      try environment.memory?.styles.digest(of: style) { try digest(of: style) }
      ?? digest(of: style)
    styles[ObjectIdentifier(style)] = (style, made)
    return made
  }

  private func digest(of style: TextStyle) throws -> [UInt8] {
    let style = scope == .moving ? style.movingPart : style
    var hash = SHA256()
    hash.update(try encoder.encode(style.text))
    hash.update(try encoder.encode(style.box))
    hash.update(try encoder.encode(style.paragraph))
    hash.update(try encoder.encode(style.effects))
    return hash.finish()
  }

  /// Digests of the files that a language's dictionary may come from. Does not load them.
  private func dictionary(_ language: String) -> String {
    if let known = dictionaries[language] { return known }
    let paths = environment.options.hyphenation.paths(for: language)
    let made = paths.map { $0 + " " + FileDigest.of($0) }.joined(separator: "\n")
    dictionaries[language] = made
    return made
  }

  /// Adds the machine's fallback faces for characters that a style's own faces do not have.
  private func addFallbacks() {
    let scalars = scalars.all.sorted().filter { !isIgnorable($0) }
    for (number, shaping) in shapings.enumerated() {
      for scalar in scalars where !shaping.faces.contains(where: { $0.covers(scalar) }) {
        digest.add(number, Int(scalar))
        if let face = environment.cache.fonts.fallback(for: scalar, like: shaping.faces[0]) {
          add(face)
        }
      }
    }
  }
}

/// The characters of a text, each once.
private struct ScalarSet {
  private var isIn = [Bool](repeating: false, count: 0x11_0000)
  private(set) var all: [UInt32] = []

  mutating func insert(_ scalar: UInt32) {
    guard !isIn[Int(scalar)] else { return }
    isIn[Int(scalar)] = true
    all.append(scalar)
  }

  mutating func insert(_ units: [UInt16]) {
    units.withUnsafeBufferPointer { units in
      var index = 0
      while index < units.count {
        let (scalar, width) = UTF16Scalars.scalar(units, at: index)
        insert(scalar)
        index += width
      }
    }
  }

  mutating func removeAll() {
    for scalar in all { isIn[Int(scalar)] = false }
    all.removeAll(keepingCapacity: true)
  }
}

/// Hashes numbers and strings so that no two different sequences give the same input to the hash.
private struct HashWriter {
  private var hash = SHA256()
  private var numbers: [Int] = []

  mutating func add(_ values: Int...) { numbers.append(contentsOf: values) }
  mutating func add(_ values: Bool...) { for value in values { numbers.append(value ? 1 : 0) } }

  mutating func add(_ string: String) { add(Array(string.utf16)) }

  /// Hashes the pending numbers, the number of units, and the units.
  mutating func add(_ units: [UInt16]) {
    numbers.append(units.count)
    flush()
    units.withUnsafeBytes { hash.update($0) }
  }

  mutating func add(digest: [UInt8]) {
    flush()
    hash.update(digest)
  }

  private mutating func flush() {
    numbers.withUnsafeBytes { hash.update($0) }
    numbers.removeAll(keepingCapacity: true)
  }

  mutating func finish() -> String {
    flush()
    return hexDigits(hash.finish())
  }
}
