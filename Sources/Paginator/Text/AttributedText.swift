/// Text with its attributes: the form of a chapter after it is read. A sequence of paragraphs;
/// nesting is an attribute (`blocks`). All offsets are UTF-16 code units.
public struct AttributedText: Sendable {
  /// The characters. An attachment is U+FFFC, a forced line break is U+2028.
  public internal(set) var units: [UInt16] = []
  /// Sorted by `start`; each run ends where the next one starts. The first starts at 0.
  public internal(set) var runs: [AttributeRun] = []
  /// Styles that runs, paragraphs, blocks and edges refer to by index.
  public internal(set) var styles: [TextStyle] = []
  /// In order; together they cover the text.
  public internal(set) var paragraphs: [Paragraph] = []
  /// The boxes that paragraphs are in, outer ones before inner ones.
  public internal(set) var blocks: [TextBlock] = []
  /// The source positions of the characters; sorted by `start`.
  public internal(set) var sources: [SourceSpan] = []
  /// Images and other objects at U+FFFC, in the order of their offsets.
  public internal(set) var attachments: [Attachment] = []
  /// The starts of elements that have an id or a type, in order.
  public internal(set) var anchors: [Anchor] = []
  /// Link targets that runs refer to by index.
  public internal(set) var links: [Link] = []
  /// Where inline boxes with horizontal margin, border or padding begin and end; in text order.
  public internal(set) var inlineEdges: [InlineEdge] = []
  /// The styles that text of inline elements has in first lines. Optional in archives.
  var firstLineStyles: [FirstLineStyle] = []
  /// Values given to named strings (`string-set`), in order.
  public internal(set) var namedStrings: [NamedString] = []
  /// Notes for the foot of the page that has their call, in the order of the calls.
  public internal(set) var notes: [Note] = []

  /// Custom attributes that runs refer to by index.
  public internal(set) var customs: [CustomAttributes] = []
  /// Whether paragraphs end at separators in the text, as in text made by a program. Paragraphs of
  /// a book end where their blocks end.
  var paragraphsFollowText = false
  /// Entries of `styles` that no text uses any more; new styles reuse them.
  var styleSlots = StyleSlots()
  /// When links and custom attributes that no text uses are next removed.
  var linkLimit = TableLimit()
  var customLimit = TableLimit()
  /// The background images of its blocks.
  var pictures: [StyleFile: ImageReference] = [:]

  /// An empty text.
  public init() {}

  /// UTF-16 code units.
  public var length: Int { units.count }

  /// Whether it has only paragraphs that end at separators, as in text made by a program.
  var isWithoutBlocks: Bool { paragraphsFollowText && blocks.isEmpty && notes.isEmpty }

  /// Every image, including those in boxes, markers and notes.
  var images: [ImageReference] {
    let own = attachments.flatMap { attachment -> [ImageReference] in
      switch attachment.content {
      case .image(let image): [image]
      case .text(let inner), .marker(let inner), .leader(let inner): inner.images
      }
    }
    return own + notes.flatMap(\.text.images) + pictures.inOrder.map(\.value)
  }

  /// The image of a box's border, and the layers of its background from the top layer down, as far as they can be
  /// drawn.
  func pictures(of box: BoxProperties) -> [BoxPicture] {
    guard box.picture != nil || box.borderPicture != nil else { return [] }
    let layers = box.pictures.compactMap { picture -> BoxPicture? in
      let image = picture.file.flatMap { pictures[$0]?.formed(by: picture.form) }
      return image == nil && picture.gradient == nil
        ? nil : BoxPicture(picture: picture, image: image)
    }
    guard let border = box.borderPicture else { return layers }
    let image = border.file.flatMap { pictures[$0]?.formed(by: border.form) }
    return image == nil && border.gradient == nil
      ? layers : [BoxPicture(picture: BackgroundPicture(), border: border, image: image)] + layers
  }

  /// The characters of a range.
  public func string(in range: Range<Int>) -> String {
    precondition(range.lowerBound >= 0 && range.upperBound <= length, "a range outside the text")
    return String(decoding: units[range], as: UTF16.self)
  }

  /// The characters of a range, with a space between paragraphs.
  func spacedString(in range: Range<Int>) -> String {
    var parts: [String] = []
    var start = range.lowerBound
    for paragraph in paragraphs[paragraphIndex(at: start)...] where start < range.upperBound {
      let end = min(Int(paragraph.end), range.upperBound)
      guard end > start else { continue }
      parts.append(string(in: start..<end))
      start = end
    }
    return parts.joined(separator: paragraphsFollowText ? "" : " ")
  }

  /// The first characters at an offset, for messages: not more than the rest of their paragraph, without
  /// attachments.
  func excerpt(at offset: Int, count: Int = 40) -> String {
    let end = paragraphs.isEmpty ? length : Int(paragraphs[paragraphIndex(at: offset)].end)
    return string(in: offset..<min(offset + count, max(offset, end)))
      .replacing("\u{2028}", with: " ").replacing("\u{FFFC}", with: "")
  }

  /// The index of the run that holds an offset.
  func runIndex(at offset: Int) -> Int {
    max(0, runs.partitioningIndex { Int($0.start) > offset } - 1)
  }

  /// The index of the paragraph that holds an offset, or else of the last one that starts before
  /// it.
  func paragraphIndex(at offset: Int) -> Int {
    max(0, paragraphs.partitioningIndex { Int($0.start) > offset } - 1)
  }

  /// The style at an offset and the range over which it holds.
  public func style(at offset: Int) -> (style: TextStyle, effectiveRange: Range<Int>) {
    let index = runIndex(at: offset)
    let end = index + 1 < runs.count ? Int(runs[index + 1].start) : length
    return (styles[Int(runs[index].style)], Int(runs[index].start)..<end)
  }

  /// The source position of a character: a node and a UTF-16 offset in the node's text. Nil for
  /// generated text.
  public func source(of offset: Int) -> (node: Int, offset: Int)? {
    guard let index = sourceIndex(at: offset), sources[index].node >= 0 else { return nil }
    let span = sources[index]
    // The source position of an attachment is its element.
    return (Int(span.node), Int(span.nodeOffset) + (span.isLinear ? offset - Int(span.start) : 0))
  }

  /// The node of the first character of a range that the source has: generated text before it, such
  /// as a quotation mark or the parenthesis of a ruby annotation, belongs to the same element.
  func firstNode(in range: Range<Int>) -> Int? {
    for offset in range {
      if let (node, _) = source(of: offset) { return node }
    }
    return nil
  }

  /// The character at a source position, or else the first one after it in the source; nil if there
  /// is none.
  public func offset(ofNode node: Int, offset nodeOffset: Int) -> Int? {
    // The foot of a table may stand before its other rows in the source and is after them here.
    var next: SourceSpan?
    for (index, span) in sources.enumerated() where span.node >= 0 {
      let end = index + 1 < sources.count ? Int(sources[index + 1].start) : length
      if Int(span.node) > node {
        if next.map({ span.node < $0.node }) ?? true { next = span }
        continue
      }
      guard Int(span.node) == node else { continue }
      let reach = Int(span.nodeOffset) + (end - Int(span.start))
      if nodeOffset < reach {
        return Int(span.start) + max(0, nodeOffset - Int(span.nodeOffset))
      }
    }
    return next.map { Int($0.start) }
  }

  private func sourceIndex(at offset: Int) -> Int? {
    let index = sources.partitioningIndex { Int($0.start) > offset } - 1
    return index >= 0 ? index : nil
  }

  /// Repeats the text of a single paragraph of generated text, so that it occurs `count` times.
  mutating func repeatText(_ count: Int) {
    guard paragraphs.count == 1, count > 1 else { return }
    let once = units
    units.reserveCapacity(once.count * count)
    for _ in 1..<count { units.append(contentsOf: once) }
    paragraphs[0].end = Int32(units.count)
  }

  /// Whether the character at an offset is generated by the style and not in the source.
  func isGenerated(at offset: Int) -> Bool {
    guard let index = sourceIndex(at: offset) else { return true }
    return sources[index].node < 0
  }

  /// Whether a U+2028 is a character of the source, and not a forced break of its markup or of its
  /// style.
  func isLineSeparatorOfSource(at offset: Int) -> Bool {
    guard let index = sourceIndex(at: offset) else { return false }
    return sources[index].node >= 0 && sources[index].isLinear
  }

  /// Checks the invariants in debug builds.
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

/// A range of text with one style. It holds only numbers, because there are many runs.
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

/// A paragraph: its range, which includes a separator at its end, and the innermost block around
/// it.
public struct Paragraph: Hashable, Codable, Sendable {
  /// Where the paragraph begins; UTF-16 units from the text's start.
  public var start: Int32
  /// Where the paragraph ends.
  public var end: Int32
  /// In `AttributedText.blocks`.
  public var block: Int32
  /// The style of the block that contains the paragraph's lines, in `AttributedText.styles`.
  public var style: Int32
  /// The list marker in front of the first line, in `AttributedText.attachments`, or -1.
  public var marker: Int32 = -1
  /// Whether it follows another paragraph of the same block; it then has no first-line indent.
  public var continuesBlock = false
  /// The style of the text in the first line, from `::first-line`; -1 for none.
  public var firstLineStyle: Int32 = -1
  /// Whether it represents an empty block that has only margins, which collapse through it (CSS 2,
  /// section 8.3.1): it has no line; nil for false.
  var isSpacer: Bool?

  /// The paragraph's characters.
  public var range: Range<Int> { Int(start)..<Int(end) }
  /// It has no more lines than this: each has a character, apart from that of an empty paragraph.
  var mostLines: Int { range.count + 1 }
}

/// The source of a range of characters: a part of one text node, an element, or none.
public struct SourceSpan: Codable, Sendable {
  /// Where it begins; UTF-16 units from the text's start.
  public var start: Int32
  /// The node in the element tree; -1 for generated text.
  public var node: Int32
  /// The UTF-16 offset in the node's text of the character at `start`.
  public var nodeOffset: Int32
  /// Whether the characters correspond one to one to those of the node; false for an attachment
  /// and for a forced line break.
  public var isLinear = true
}

/// A place that can be referred to: an element with an id, or with only an `epub:type`.
public struct Anchor: Codable, Sendable {
  /// UTF-16 units from the text's start.
  public var offset: Int32
  /// The element's id; nil if it has only a type.
  public var id: String?
  /// The words of its `epub:type` and `role`.
  public var types: [String]
  /// The element in its document's tree.
  public var node: Int32
  /// The title of a page break marker: the page number of the print edition.
  public var title: String?
}

/// The start or the end of an inline box that adds width to the line.
public struct InlineEdge: Codable, Sendable {
  /// UTF-16 units from the text's start.
  public var offset: Int32
  /// The index in `AttributedText.paragraphs`, because two paragraphs can meet at the offset.
  public var paragraph: Int32
  /// In `styles`.
  public var style: Int32
  /// Whether the element begins here; otherwise, it ends here.
  public var isStart: Bool
  /// Whether the element began before a block inside it, so that its box has no side here; nil for
  /// false.
  var isContinued: Bool?
  /// The letter spacing between the last character of the element and the next character; nil if it
  /// is the element's own.
  var letterSpacing: Length?
}

extension AttributedText {
  /// Whether an edge is the left side of its inline box: a box begins on the side from which its
  /// own direction runs, whatever the text inside does (CSS 2, section 8.6).
  func isLeft(_ edge: InlineEdge) -> Bool {
    edge.isStart != styles[Int(edge.style)].text.isRightToLeft
  }
}

/// The style of an inline element's text in a first line, where it inherits from `::first-line` (CSS
/// Pseudo-Elements 4, section 2.1). All numbers are indices in `AttributedText.styles`.
struct FirstLineStyle: Hashable, Codable, Sendable {
  /// `Paragraph.firstLineStyle`.
  var firstLine: Int32
  /// The style of the paragraph.
  var paragraph: Int32
  /// The style of the text in other lines.
  var style: Int32
  /// The style of the text in the first line.
  var own: Int32
}

/// A link's target.
public struct Link: Codable, Sendable {
  /// The URL as in the book, relative to its document.
  public var href: String
  /// The element in its document's tree.
  public var node: Int32
}

/// A footnote: the place of its call and its own text.
public struct Note: Codable, Sendable {
  /// The offset of the last character of the call.
  public var offset: Int32
  /// The note itself.
  public var text: AttributedText
  /// The index of its document in the publication.
  public var document: Int
  /// Its place in that document, as "href#id"; nil for a note that was written at its call.
  public var place: String?
}
