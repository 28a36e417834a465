/// Text with its attributes: what a chapter is once it is read. A sequence of paragraphs; nesting
/// is an attribute (`blocks`). All offsets are UTF-16 code units.
public struct AttributedText: Sendable {
  /// The characters. An attachment stands as U+FFFC, a forced line break as U+2028.
  public internal(set) var units: [UInt16] = []
  /// Sorted by `start`; each run reaches to the next one's start. The first starts at 0.
  public internal(set) var runs: [AttributeRun] = []
  /// Styles that runs, paragraphs, blocks and edges name by index.
  public internal(set) var styles: [TextStyle] = []
  /// In order; together they cover the text.
  public internal(set) var paragraphs: [Paragraph] = []
  /// The boxes that paragraphs are in, outer ones before inner ones.
  public internal(set) var blocks: [TextBlock] = []
  /// Where the characters come from; sorted by `start`.
  public internal(set) var sources: [SourceSpan] = []
  /// Images and other things at U+FFFC, in order of their offsets.
  public internal(set) var attachments: [Attachment] = []
  /// Elements that have an id or a type, with where they begin, in order.
  public internal(set) var anchors: [Anchor] = []
  /// Targets that runs name by index.
  public internal(set) var links: [Link] = []
  /// Where inline boxes with horizontal margin, border or padding begin and end; in text order.
  public internal(set) var inlineEdges: [InlineEdge] = []
  /// Values given to named strings (`string-set`), in order.
  public internal(set) var namedStrings: [NamedString] = []
  /// What goes to the foot of the page that their calls are on; in the order of the calls.
  public internal(set) var notes: [Note] = []

  /// Attributes of the program's own; runs name them.
  public internal(set) var customs: [CustomAttributes] = []
  /// Whether paragraphs end at separators in the text, as in text made by program. A book's end
  /// where its blocks do.
  var paragraphsFollowText = false
  /// Styles that no text has any more: their places are given to new ones.
  var styleSlots = StyleSlots()

  /// An empty text.
  public init() {}

  /// UTF-16 code units.
  public var length: Int { units.count }

  /// Whether it is nothing but paragraphs that end at separators, as a program makes it.
  var isWithoutBlocks: Bool { paragraphsFollowText && blocks.isEmpty && notes.isEmpty }

  /// Every image, those in boxes, markers and notes too.
  var images: [ImageReference] {
    let own = attachments.flatMap { attachment -> [ImageReference] in
      switch attachment.content {
      case .image(let image): [image]
      case .text(let inner), .marker(let inner), .leader(let inner): inner.images
      }
    }
    return own + notes.flatMap(\.text.images)
  }

  /// The characters of a range.
  public func string(in range: Range<Int>) -> String {
    String(decoding: units[range], as: UTF16.self)
  }

  /// The beginning of what stands at an offset, for messages.
  func excerpt(at offset: Int, count: Int = 40) -> String {
    string(in: offset..<min(offset + count, length))
  }

  /// The index of the run that holds an offset.
  func runIndex(at offset: Int) -> Int {
    max(0, runs.partitioningIndex { Int($0.start) > offset } - 1)
  }

  /// The index of the paragraph that holds an offset; of the last one before it, in between.
  func paragraphIndex(at offset: Int) -> Int {
    max(0, paragraphs.partitioningIndex { Int($0.start) > offset } - 1)
  }

  /// The style at an offset and the range over which it holds.
  public func style(at offset: Int) -> (style: TextStyle, effectiveRange: Range<Int>) {
    let index = runIndex(at: offset)
    let end = index + 1 < runs.count ? Int(runs[index + 1].start) : length
    return (styles[Int(runs[index].style)], Int(runs[index].start)..<end)
  }

  /// The place in the source that a character comes from: a node and a UTF-16 offset in its text.
  /// Nil for generated text.
  public func source(of offset: Int) -> (node: Int, offset: Int)? {
    guard let index = sourceIndex(at: offset), sources[index].node >= 0 else { return nil }
    let span = sources[index]
    // An attachment's place is its element.
    return (Int(span.node), Int(span.nodeOffset) + (span.isLinear ? offset - Int(span.start) : 0))
  }

  /// The first character that comes from a place of the source or lies behind it; nil when there
  /// is none.
  public func offset(ofNode node: Int, offset nodeOffset: Int) -> Int? {
    for (index, span) in sources.enumerated() where span.node >= 0 {
      let end = index + 1 < sources.count ? Int(sources[index + 1].start) : length
      if Int(span.node) > node { return Int(span.start) }
      guard Int(span.node) == node else { continue }
      let reach = Int(span.nodeOffset) + (end - Int(span.start))
      if nodeOffset < reach {
        return Int(span.start) + max(0, nodeOffset - Int(span.nodeOffset))
      }
    }
    return nil
  }

  private func sourceIndex(at offset: Int) -> Int? {
    let index = sources.partitioningIndex { Int($0.start) > offset } - 1
    return index >= 0 ? index : nil
  }

  /// Puts the text `count` times one after the other: one paragraph of generated text.
  mutating func repeatText(_ count: Int) {
    guard paragraphs.count == 1, count > 1 else { return }
    let once = units
    units.reserveCapacity(once.count * count)
    for _ in 1..<count { units.append(contentsOf: once) }
    paragraphs[0].end = Int32(units.count)
  }

  /// Whether the characters of a run were made by the style and are not in the source.
  func isGenerated(at offset: Int) -> Bool {
    guard let index = sourceIndex(at: offset) else { return true }
    return sources[index].node < 0
  }

  /// Sentences that must hold; checked in debug builds.
  func checkInvariants() {
    assert(runs.first.map { $0.start == 0 } ?? units.isEmpty, "the first run starts at 0")
    assert(
      zip(runs, runs.dropFirst()).allSatisfy { $0.start < $1.start },
      "runs are sorted and not empty")
    assert(
      zip(paragraphs, paragraphs.dropFirst()).allSatisfy { $0.end == $1.start },
      "paragraphs tile the text")
    assert(paragraphs.last.map { Int($0.end) == units.count } ?? units.isEmpty, "to its end")
  }
}

/// A stretch of text with one style. Plain numbers: there are many.
public struct AttributeRun: Codable, Sendable {
  /// Where the run begins; UTF-16 units from the text's start.
  public var start: Int32
  /// In `AttributedText.styles`.
  public var style: Int32
  /// In `AttributedText.links`, or -1.
  public var link: Int32
  /// In `AttributedText.customs`, or -1.
  public var custom: Int32 = -1
}

/// A paragraph: its range, which holds no separator, and the innermost block around it.
public struct Paragraph: Hashable, Codable, Sendable {
  /// Where the paragraph begins; UTF-16 units from the text's start.
  public var start: Int32
  /// Where the paragraph ends.
  public var end: Int32
  /// In `AttributedText.blocks`.
  public var block: Int32
  /// The style of the block whose line boxes these are, in `AttributedText.styles`.
  public var style: Int32
  /// The list marker in front of the first line, in `AttributedText.attachments`, or -1.
  public var marker: Int32 = -1
  /// Whether an earlier paragraph of the same block went before it, so that the first-line
  /// indent is not due again.
  public var continuesBlock = false
  /// The style of the text of the first line, where `::first-line` gives one; else -1.
  public var firstLineStyle: Int32 = -1

  /// The paragraph's characters.
  public var range: Range<Int> { Int(start)..<Int(end) }
}

/// A box around paragraphs, as AppKit's text block: a section, quote, list, table, cell.
public struct TextBlock: Codable, Sendable {
  /// What a box does.
  public enum Kind: Codable, Sendable, Equatable {
    case block
    case table
    case rowGroup(isHeader: Bool)
    case row
    case cell(column: Int, columns: Int, rows: Int)
    /// One column of a table, or several alike: its style says how wide they are. Nothing is in it.
    case column(columns: Int)
    /// Taken out of the flow: absolutely positioned.
    case positioned
    /// At the side of the text that follows.
    case floating
  }

  /// What the box does.
  public var kind: Kind
  /// In the same table; -1 for the outermost.
  public var parent: Int32
  /// In `styles`.
  public var style: Int32
  /// The element in the source tree, or -1.
  public var node: Int32
  /// Begun in an earlier chapter: no top margin, border or padding here.
  public var continuesBefore = false
  /// Goes on in a later chapter.
  public var continuesAfter = false
}

/// Where characters come from: a linear stretch of one text node, an element, or nowhere.
public struct SourceSpan: Codable, Sendable {
  /// Where it begins; UTF-16 units from the text's start.
  public var start: Int32
  /// The node in the element tree; -1 for generated text.
  public var node: Int32
  /// The UTF-16 offset in the node's text of the character at `start`.
  public var nodeOffset: Int32
  /// Whether characters follow one another as in the node; false for an element's attachment.
  public var isLinear = true
}

/// What U+FFFC stands for, or a list marker beside a paragraph.
public struct Attachment: Codable, Sendable {
  /// What stands at an attachment's character.
  public indirect enum Content: Codable, Sendable {
    case image(ImageReference)
    /// A box set by itself: inline-block and inline-table.
    case text(AttributedText)
    /// A list marker outside the paragraph, or generated text.
    case marker(AttributedText)
    /// Fills up its line with a pattern (CSS GCPM 3 draft, `leader()`).
    case leader(AttributedText)
  }
  /// What stands there.
  public var content: Content
  /// Of the element that it comes from.
  public var style: TextStyle
  /// The element in its document's tree.
  public var node: Int
  /// Where in the text it stands; -1 for a marker, which is beside it.
  public var offset: Int32 = -1
}

extension Attachment {
  /// Whether its margins are around it in the line; those of a block are its block's.
  var hasOwnMargins: Bool { style.box.display != "block" || isFloat }

  /// Whether it stands at the side of the lines around its place, and takes no room in its own.
  var isFloat: Bool { ["left", "right"].contains(style.box.float) && offset >= 0 }
}

/// An image by reference, with what layout needs of it.
public struct ImageReference: Hashable, Sendable {
  /// As in the source, for links in the output.
  public var href: String
  /// Such as "image/png".
  public var mediaType: String
  /// The bytes, shared, for embedding.
  public var bytes: [UInt8]
  /// The intrinsic size in points (96 CSS pixels to the inch); nil when the image has none.
  public var size: Size?
  /// Width over height, for SVG with a viewBox alone.
  public var ratio: Double?
  /// The size that `width` and `height` attributes ask for.
  public var attributeWidth: Dimension = .auto
  /// The `height` attribute.
  public var attributeHeight: Dimension = .auto
  /// EXIF orientation, 1...8.
  public var orientation = 1
  /// What is said in the image's place.
  public var alternativeText = ""
  /// Broken or missing: a placeholder is drawn.
  public var isPlaceholder = false
  /// SHA-256 of the file, where `bytes` were made from it and are not its own.
  var sourceDigest: String?
  /// A box whose picture is the renderer's affair; `href` is its name.
  public internal(set) var isDrawnByRenderer = false

  /// - Parameters:
  ///   - href: as links in the output name it.
  ///   - size: in points; nil when the image has none.
  ///   - ratio: width over height, for images that have nothing else.
  ///   - orientation: EXIF's, 1...8.
  public init(
    href: String, mediaType: String, bytes: [UInt8], size: Size?, ratio: Double? = nil,
    orientation: Int = 1, alternativeText: String = "", isPlaceholder: Bool = false
  ) {
    self.href = href
    self.mediaType = mediaType
    self.bytes = bytes
    self.size = size
    self.ratio = ratio
    self.orientation = orientation
    self.alternativeText = alternativeText
    self.isPlaceholder = isPlaceholder
  }

  /// The name of formulas; their bytes are what stands behind the `svg` element's attributes.
  static let formula = "#math"

  /// Width over height; nil when the image says neither size nor ratio.
  var naturalRatio: Double? {
    size.flatMap { $0.height > 0 ? $0.width.points / $0.height.points : nil } ?? ratio
  }

  init(drawnByRenderer name: String) {
    self.init(href: name, mediaType: "", bytes: [], size: nil)
    isDrawnByRenderer = true
  }
}

/// A place that can be pointed at: an id, or an `epub:type` without one.
public struct Anchor: Codable, Sendable {
  /// UTF-16 units from the text's start.
  public var offset: Int32
  /// The element's id; nil where it has a type alone.
  public var id: String?
  /// Its `epub:type` and `role`, word by word.
  public var types: [String]
  /// The element in its document's tree.
  public var node: Int32
  /// The title of a page break marker, as the print edition numbered it.
  public var title: String?
}

/// The beginning or the end of an inline box that takes room of its own in the line.
public struct InlineEdge: Codable, Sendable {
  /// UTF-16 units from the text's start.
  public var offset: Int32
  /// In `AttributedText.paragraphs`: where one paragraph ends another begins, at one offset.
  public var paragraph: Int32
  /// In `styles`.
  public var style: Int32
  /// Whether the element begins here, rather than ends.
  public var isStart: Bool
  /// Between the last character of an element and the next one; nil where that is the element's own.
  var letterSpacing: Length?
}

/// A link's target.
public struct Link: Codable, Sendable {
  /// As the book has it, relative to its document.
  public var href: String
  /// The element in its document's tree.
  public var node: Int32
}

/// A footnote: the place of its call and its own text.
public struct Note: Codable, Sendable {
  /// The last character of the call.
  public var offset: Int32
  /// The note itself.
  public var text: AttributedText
  /// Which document of the publication it comes from.
  public var document: Int
  /// Where it stands there, as "href#id"; nil for one that stood at its call.
  public var place: String?
}

/// A value given to a named string (CSS GCPM 3, section 1.1).
public struct NamedString: Codable, Sendable {
  /// UTF-16 units from the text's start.
  public var offset: Int32
  /// The string's name.
  public var name: String
  /// Nil for a string that is set to what one is that another document has set.
  public var value: String?
  /// The name of that one, which may be its own.
  public var source: String?
}
