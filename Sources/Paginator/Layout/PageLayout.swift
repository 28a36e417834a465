/// The part of a chapter that is on one page.
public struct PageLayout: Sendable {
  /// The frames that hold its text, in reading order. The lines and the boxes of each follow those of
  /// the one before it.
  public var frames: [PageFrame]
  /// Where the page's text begins; UTF-16 units from the chapter's start.
  public var start: Int
  /// Where the page's text ends; UTF-16 units from the chapter's start.
  public var end: Int
  /// The height of the content, in 1/1024 points.
  package var usedHeight: Int
  /// The size of the page's text area, in points.
  public var containerSize: Size
  /// The notes at the foot of the page, from the top down.
  public var notes: [NoteFragment] = []
  /// The top of the note area, including the separator between text and notes; in 1/1024 points.
  package var noteAreaTop = 0

  /// The height of the content, in points.
  public var filledHeight: Length { Length(rawValue: usedHeight) }

  /// A page with one frame, which is its whole text area.
  init(
    filling size: Size, lines: Range<Int>, boxes: Range<Int>, start: Int, end: Int, usedHeight: Int
  ) {
    frames = [PageFrame(rect: .filling(size), lines: lines, boxes: boxes)]
    self.start = start
    self.end = end
    self.usedHeight = usedHeight
    containerSize = size
  }

  /// The lines of all frames: indices into `ChapterLayout.lines`.
  public var lines: Range<Int> {
    (frames.first?.lines.lowerBound ?? 0)..<(frames.last?.lines.upperBound ?? 0)
  }
  /// The boxes of all frames: indices into `ChapterLayout.boxes`.
  public var boxes: Range<Int> {
    (frames.first?.boxes.lowerBound ?? 0)..<(frames.last?.boxes.upperBound ?? 0)
  }

  /// The page with other lines and boxes, in one frame.
  func holding(lines: Range<Int>, boxes: Range<Int>) -> PageLayout {
    var page = self
    page.frames = [
      PageFrame(rect: .filling(containerSize), lines: lines, boxes: boxes)
    ]
    return page
  }

  /// A line of the page, by its index in `ChapterLayout.lines`, in the text area.
  func line(_ index: Int, in chapter: ChapterLayout) -> LineFragment {
    let line = chapter.lines[index]
    guard let frame = frames.first(where: { $0.lines.contains(index) }) else { return line }
    return line.moved(x: frame.rect.minX.rawValue, y: frame.rect.minY.rawValue)
  }
}

extension Rect {
  /// A rectangle that fills an area.
  fileprivate static func filling(_ size: Size) -> Rect {
    Rect(x: 0, y: 0, width: size.width, height: size.height)
  }
}

/// A rectangle of a page that holds text.
public struct PageFrame: Sendable {
  /// In points, from the top left corner of the page's text area.
  public var rect: Rect
  /// Indices into `ChapterLayout.lines`. The coordinates of lines begin at the frame's top left
  /// corner.
  public var lines: Range<Int>
  /// Indices into `ChapterLayout.boxes`, with the same coordinates.
  public var boxes: Range<Int>
}
