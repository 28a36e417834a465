/// A chapter that is laid out, as flat arrays: the value that leaves the chapter's task.
public final class ChapterLayout: Sendable {
  /// The chapter that was laid out.
  public let chapter: Chapter
  let content: ChapterContent

  init(of chapter: Chapter, _ content: ChapterContent) {
    self.chapter = chapter
    self.content = content
  }

  /// The chapter's text.
  public var text: AttributedText { chapter.text }
  /// The lines of all pages, in order.
  public var lines: [LineFragment] { content.set.lines }
  /// The boxes of all pages, outer ones before inner ones.
  public var boxes: [BoxFragment] { content.boxes }
  /// The pages, in order.
  public var pages: [PageLayout] { content.pages }
  /// The findings of the layout.
  public var findings: [Finding] { content.findings }
  /// False for a layout read from a `LayoutStore`: its lines and pages can be compared but not
  /// drawn.
  public var hasGlyphs: Bool { content.hasGlyphs }

  /// Traps where a program draws a layout that has no glyphs.
  func requireGlyphs() {
    precondition(hasGlyphs, "a chapter that a store kept can only be compared")
  }

  var segments: [Segment] { content.set.segments }
  var attachments: [Int32: AttachmentLayout] { content.set.attachments }
  var fonts: [RunFont] { content.fonts }
  var notes: [Int32: ChapterLayout] { content.notes }
  var suitsLeft: Bool? { content.suitsLeft }
  var otherSide: ChapterLayout? { content.otherSide }
  var key: String? { content.key }
  var glyphs: LayoutGlyphs { content.glyphs }

  /// The page that holds a text offset, as an index into `pages`.
  public func pageIndex(at offset: Int) -> Int {
    max(0, pages.partitioningIndex { $0.start > offset } - 1)
  }

  /// The same layout for a chapter with the same text. Notes, boxes in lines and the page ends of the
  /// other side have the new chapter's text, too.
  func kept(for chapter: Chapter, key: String) -> ChapterLayout {
    var content = content
    for (number, layout) in content.set.attachments {
      // Markers and the repeated patterns of leaders come from no document.
      guard let nested = layout.nested,
        case .text(let inner) = chapter.text.attachments[Int(number)].content
      else { continue }
      let own = Chapter(text: inner, start: .page)
      content.set.attachments[number]?.nested = nested.kept(for: own, key: key)
    }
    for (number, note) in content.notes {
      let own = Chapter(text: chapter.text.notes[Int(number)].text, start: .page)
      content.notes[number] = note.kept(for: own, key: key)
    }
    content.otherSide = content.otherSide?.kept(for: chapter, key: key + " other side")
    content.key = key
    return ChapterLayout(of: chapter, content)
  }
}

/// What the layout of a chapter consists of, besides the chapter.
struct ChapterContent: Sendable {
  /// The lines of all pages, in order, with their segments and attachments.
  var set = SetLines()
  /// The boxes of all pages, outer ones before inner ones.
  var boxes: [BoxFragment] = []
  var pages: [PageLayout] = []
  var fonts: [RunFont] = []
  /// The words to which the segments of kind `word` refer.
  var glyphs = LayoutGlyphs.empty
  var findings: [Finding] = []
  /// The notes of the chapter, each laid out by itself; by index in `AttributedText.notes`.
  var notes: [Int32: ChapterLayout] = [:]
  /// Whether the page ends were chosen for a chapter that begins on a left page; nil if they suit
  /// both sides.
  var suitsLeft: Bool?
  /// The same chapter with page ends for the other side, if they differ.
  var otherSide: ChapterLayout?
  var hasGlyphs = true
  /// The key in a `ChapterMemory`; nil for a layout that is not kept.
  var key: String?
}
