internal import Foundation

/// The lossless archive: one JSON object with a format and a version (`Schemas/
/// attributed-text.schema.json`). Equal texts give the same bytes: an archive has nothing that was
/// deleted from the text.
extension AttributedText {
  /// The version this library writes; it reads no other.
  public static let archiveVersion = 1
  private static let format = "paginator-attributed-text"

  private struct Archive: Codable {
    var format: String
    var version: Int
    var content: AttributedText
  }

  /// The text with its attributes as JSON, which the archive's initializer reads.
  /// - Throws: `EncodingError` for a number that JSON cannot express.
  public func archive() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let archive = Archive(format: Self.format, version: Self.archiveVersion, content: self)
    return Array(try encoder.encode(archive)) + [0x0A]
  }

  /// Reads an archive.
  /// - Throws: `BookError` for bytes that are not an archive, have another version, or are
  ///   inconsistent.
  public init(archive bytes: [UInt8]) throws {
    struct Header: Codable {
      var format: String
      var version: Int
    }
    let decoder = JSONDecoder()
    guard let header = try? decoder.decode(Header.self, from: Data(bytes)),
      header.format == Self.format
    else { throw BookError(.badInput, "this is not an archive of attributed text") }
    guard header.version == Self.archiveVersion else {
      throw BookError(
        .badInput,
        "the archive has version \(header.version); this library reads \(Self.archiveVersion)")
    }
    do {
      self = try decoder.decode(Archive.self, from: Data(bytes)).content
    } catch {
      throw BookError(.badInput, "the archive of attributed text is damaged: \(error)")
    }
    if let problem { throw BookError(.badInput, "the archive is damaged: \(problem)") }
  }

  /// Why the tables are inconsistent; nil if they are consistent.
  private var problem: String? {
    let end = Int32(units.count)
    func isIn(_ index: Int32, _ count: Int) -> Bool { index >= 0 && Int(index) < count }
    func isNone(_ index: Int32, orIn count: Int) -> Bool { index == -1 || isIn(index, count) }
    guard units.isEmpty || runs.first?.start == 0,
      zip(runs, runs.dropFirst()).allSatisfy({ $0.start < $1.start }),
      runs.allSatisfy({
        $0.start <= end && isIn($0.style, styles.count) && isNone($0.link, orIn: links.count)
          && isNone($0.custom, orIn: customs.count)
      })
    else { return "its runs do not cover the text" }
    guard (paragraphs.first?.start ?? 0) == 0, (paragraphs.last?.end ?? 0) == end,
      zip(paragraphs, paragraphs.dropFirst()).allSatisfy({ $0.end == $1.start }),
      paragraphs.allSatisfy({
        $0.start <= $0.end && isIn($0.style, styles.count) && isNone($0.block, orIn: blocks.count)
          && isNone($0.marker, orIn: attachments.count)
          && isNone($0.firstLineStyle, orIn: styles.count)
      })
    else { return "its paragraphs do not cover the text" }
    guard
      blocks.enumerated().allSatisfy({ index, block in
        isIn(block.style, styles.count) && block.parent >= -1 && block.parent < Int32(index)
      })
    else { return "a block lies in one that comes after it" }
    guard blocks.allSatisfy({ $0.kind.isInRange }) else {
      return "a cell or column has too many columns or rows, or fewer than none"
    }
    let firstLines = firstLineStyles.flatMap { [$0.own, $0.firstLine, $0.paragraph, $0.style] }
    guard firstLines.allSatisfy({ isIn($0, styles.count) }) else {
      return "a first line has an unknown style"
    }
    let offsets =
      attachments.map(\.offset) + anchors.map(\.offset) + notes.map(\.offset)
      + namedStrings.map(\.offset)
    guard offsets.allSatisfy({ $0 >= -1 && $0 <= end }),
      sources.allSatisfy({ $0.start >= 0 && $0.start <= end }),
      zip(sources, sources.dropFirst()).allSatisfy({ $0.start <= $1.start }),
      hasSortedAttachments,
      inlineEdges.allSatisfy({
        $0.offset >= 0 && $0.offset <= end && isIn($0.style, styles.count)
          && isIn($0.paragraph, paragraphs.count + 1)
      })
    else { return "something is outside the text" }
    return nestedTexts.lazy.compactMap(\.problem).first
  }

  /// In text made by a program, attachments are found by their order.
  private var hasSortedAttachments: Bool {
    let offsets = attachments.map { $0.offset < 0 ? Int32.max : $0.offset }
    return !paragraphsFollowText || zip(offsets, offsets.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// The texts of boxes, markers and notes.
  private var nestedTexts: [AttributedText] {
    notes.map(\.text) + attachments.compactMap(\.content.text)
  }
}

extension AttributedText: Codable {
  private enum Key: String, CodingKey {
    case string, units, runs, styles, paragraphs, blocks, sources, attachments, anchors, links
    case inlineEdges, namedStrings, notes, customs, paragraphsFollowText, firstLineStyles, pictures
  }

  private struct Picture: Codable {
    let file: StyleFile
    let image: ImageReference
  }

  /// Throws `DecodingError` if a part is missing or of another type.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: Key.self)
    if let string = try container.decodeIfPresent(String.self, forKey: .string) {
      units = Array(string.utf16)
    } else {
      units = try container.decode([UInt16].self, forKey: .units)
    }
    runs = try container.decode([AttributeRun].self, forKey: .runs)
    styles = try container.decode([TextStyle].self, forKey: .styles)
    paragraphs = try container.decode([Paragraph].self, forKey: .paragraphs)
    blocks = try container.decode([TextBlock].self, forKey: .blocks)
    sources = try container.decode([SourceSpan].self, forKey: .sources)
    attachments = try container.decode([Attachment].self, forKey: .attachments)
    anchors = try container.decode([Anchor].self, forKey: .anchors)
    links = try container.decode([Link].self, forKey: .links)
    inlineEdges = try container.decode([InlineEdge].self, forKey: .inlineEdges)
    namedStrings = try container.decode([NamedString].self, forKey: .namedStrings)
    notes = try container.decode([Note].self, forKey: .notes)
    customs = try container.decode([CustomAttributes].self, forKey: .customs)
    paragraphsFollowText = try container.decode(Bool.self, forKey: .paragraphsFollowText)
    firstLineStyles =
      try container.decodeIfPresent([FirstLineStyle].self, forKey: .firstLineStyles) ?? []
    for picture in try container.decodeIfPresent([Picture].self, forKey: .pictures) ?? [] {
      pictures[picture.file] = picture.image
    }
    // Archives of earlier versions have deleted attachments.
    if paragraphsFollowText, !paragraphs.contains(where: { $0.marker >= 0 }) {
      dropDeletedAttachments()
    }
  }

  /// Writes the text as a string, or as code units if it has half of a surrogate pair. What no text
  /// refers to is left out.
  public func encode(to encoder: any Encoder) throws { try compacted.write(to: encoder) }

  private func write(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    // A `String` cannot contain half of a surrogate pair.
    let string = self.string
    if string.utf16.elementsEqual(units) {
      try container.encode(string, forKey: .string)
    } else {
      try container.encode(units, forKey: .units)
    }
    try container.encode(runs, forKey: .runs)
    try container.encode(styles, forKey: .styles)
    try container.encode(paragraphs, forKey: .paragraphs)
    try container.encode(blocks, forKey: .blocks)
    try container.encode(sources, forKey: .sources)
    try container.encode(attachments, forKey: .attachments)
    try container.encode(anchors, forKey: .anchors)
    try container.encode(links, forKey: .links)
    try container.encode(inlineEdges, forKey: .inlineEdges)
    try container.encode(namedStrings, forKey: .namedStrings)
    try container.encode(notes, forKey: .notes)
    try container.encode(customs, forKey: .customs)
    try container.encode(paragraphsFollowText, forKey: .paragraphsFollowText)
    if !firstLineStyles.isEmpty { try container.encode(firstLineStyles, forKey: .firstLineStyles) }
    if !pictures.isEmpty {
      try container.encode(
        pictures.inOrder.map { Picture(file: $0.key, image: $0.value) }, forKey: .pictures)
    }
  }
}

extension TextStyle: Codable {
  private enum Key: String, CodingKey { case id, text, box, paragraph, effects }

  /// Throws `DecodingError` if a part is missing or of another type.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      id: try container.decode(Int.self, forKey: .id),
      text: try container.decode(TextProperties.self, forKey: .text),
      box: try container.decode(BoxProperties.self, forKey: .box),
      paragraph: try container.decodeIfPresent(ParagraphStyle.self, forKey: .paragraph),
      effects: try container.decodeIfPresent(TextEffects.self, forKey: .effects))
  }

  /// Writes the optional parts only if they are there.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(id, forKey: .id)
    try container.encode(text, forKey: .text)
    try container.encode(box, forKey: .box)
    try container.encodeIfPresent(paragraph, forKey: .paragraph)
    try container.encodeIfPresent(effects, forKey: .effects)
  }
}

/// The image's bytes are written as base64.
extension ImageReference: Codable {
  private enum Key: String, CodingKey {
    case href, mediaType, bytes, size, ratio, attributeWidth, attributeHeight, orientation
    case alternativeText, isPlaceholder, isDrawnByRenderer, naturalWidth, naturalHeight
    case sourceDigest, isScaledEvenly, density
  }

  /// Throws `DecodingError` if a part is missing or the bytes are not base64.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      href: try container.decode(String.self, forKey: .href),
      mediaType: try container.decode(String.self, forKey: .mediaType),
      bytes: Array(try container.decode(Data.self, forKey: .bytes)),
      size: try container.decodeIfPresent(Size.self, forKey: .size),
      ratio: try container.decodeIfPresent(Double.self, forKey: .ratio),
      alternativeText: try container.decode(String.self, forKey: .alternativeText))
    orientation = try container.decode(Int.self, forKey: .orientation)
    isPlaceholder = try container.decode(Bool.self, forKey: .isPlaceholder)
    attributeWidth = try container.decode(Dimension.self, forKey: .attributeWidth)
    attributeHeight = try container.decode(Dimension.self, forKey: .attributeHeight)
    isDrawnByRenderer = try container.decode(Bool.self, forKey: .isDrawnByRenderer)
    naturalWidth = try container.decodeIfPresent(Length.self, forKey: .naturalWidth)
    naturalHeight = try container.decodeIfPresent(Length.self, forKey: .naturalHeight)
    sourceDigest = try container.decodeIfPresent(String.self, forKey: .sourceDigest)
    isScaledEvenly = try container.decodeIfPresent(Bool.self, forKey: .isScaledEvenly)
    density = try container.decodeIfPresent(PixelDensity.self, forKey: .density)
  }

  /// Writes the image with its bytes: an archive does not depend on other files.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(href, forKey: .href)
    try container.encode(mediaType, forKey: .mediaType)
    try container.encode(Data(bytes), forKey: .bytes)
    try container.encodeIfPresent(size, forKey: .size)
    try container.encodeIfPresent(ratio, forKey: .ratio)
    try container.encode(attributeWidth, forKey: .attributeWidth)
    try container.encode(attributeHeight, forKey: .attributeHeight)
    try container.encode(orientation, forKey: .orientation)
    try container.encode(alternativeText, forKey: .alternativeText)
    try container.encode(isPlaceholder, forKey: .isPlaceholder)
    try container.encode(isDrawnByRenderer, forKey: .isDrawnByRenderer)
    try container.encodeIfPresent(naturalWidth, forKey: .naturalWidth)
    try container.encodeIfPresent(naturalHeight, forKey: .naturalHeight)
    try container.encodeIfPresent(sourceDigest, forKey: .sourceDigest)
    try container.encodeIfPresent(isScaledEvenly, forKey: .isScaledEvenly)
    try container.encodeIfPresent(density, forKey: .density)
  }
}
