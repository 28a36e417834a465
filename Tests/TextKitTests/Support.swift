import Foundation
import Paginator
import Support

/// A chain of storage, manager and containers in the square test font: at 10 points every character
/// is 10 points wide, ascent 8, descent 2, so that expectations are arithmetic.
struct Chain {
  let storage: TextStorage
  let manager: LayoutManager

  /// The machine's fonts, which include EB Garamond.
  static let serif = FontLibrary()

  static func attributes(
    _ change: (inout ParagraphStyle) -> Void = { _ in }
  ) -> TextAttributes {
    var style = ParagraphStyle()
    style.widows = 1
    style.orphans = 1
    change(&style)
    var attributes = TextAttributes(font: FontStyle("Square", size: 10), paragraphStyle: style)
    attributes.language = "en"
    return attributes
  }

  /// - Parameter size: of the containers, which are made as needed; nil to add none.
  init(
    _ storage: TextStorage, size: Size? = Size(width: 100, height: 50),
    fonts: FontLibrary? = nil
  ) throws {
    self.storage = storage
    manager = LayoutManager(
      storage: storage, typesetter: Typesetter(fonts: try fonts ?? SmallBook.squareFonts()))
    if let size { manager.nextContainer = { _ in TextContainer(size: size) } }
  }

  init(
    _ string: String, size: Size? = Size(width: 100, height: 50),
    attributes: TextAttributes = Chain.attributes(), fonts: FontLibrary? = nil
  ) throws {
    try self.init(
      TextStorage(string, attributes: attributes), size: size, fonts: fonts)
  }

  /// The lines of every container as text.
  func lines() throws -> [[String]] {
    try frames().map { frame in frame.lines.map { text($0.characterRange) } }
  }

  func frames() throws -> [TextFrame] {
    try (0..<manager.containerCount()).compactMap { try manager.frame(forContainerAt: $0) }
  }

  func text(_ range: Range<Int>) -> String {
    storage.text.string(in: range).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

extension TextStorage {
  /// A new storage with the same string and attributes, which shares no table with this one.
  func remade() -> TextStorage {
    // In an empty text these are the typing attributes.
    let made = TextStorage(string, attributes: attributes(at: 0).attributes)
    var offset = 0
    while offset < length {
      let (attributes, range) = attributes(at: offset)
      made.setAttributes(attributes, in: range)
      offset = range.upperBound
    }
    return made
  }
}

/// A layout as text, to compare it with another.
struct Trace: Equatable, CustomStringConvertible {
  var lines: [String] = []

  init(_ chain: Chain) throws {
    for (page, frame) in try chain.frames().enumerated() {
      lines.append("page \(page) \(frame.characterRange)")
      for line in frame.lines {
        lines.append(
          "\(line.characterRange) \(Self.numbers(line.rect)) \(line.usedRect.minX.points) "
            + "\(line.usedRect.width.points) \(line.baseline.points) "
            + "\(line.paragraphIndex) \(line.glyphCount)")
        lines += line.runs.map(Self.run)
      }
    }
  }

  /// The font, style and glyphs of a run, with their places.
  private static func run(_ run: TextRun) -> String {
    let glyphs = run.glyphs.map {
      "\($0.id)/\($0.characterIndex)@\($0.position.x.points),\($0.position.y.points)"
    }
    return "  \(run.font.postScriptName) \(run.fontSize.points) "
      + "\(run.style.text.color): \(glyphs.joined(separator: " "))"
  }

  private static func numbers(_ rect: Rect) -> [Double] {
    [rect.minX.points, rect.minY.points, rect.width.points, rect.height.points]
  }

  var description: String { lines.joined(separator: "\n") }

  /// The first line that differs, from both traces; nil if they are equal.
  func difference(from other: Trace) -> String? {
    let index =
      zip(lines, other.lines).enumerated().first { $1.0 != $1.1 }?.offset
      ?? min(lines.count, other.lines.count)
    guard index < max(lines.count, other.lines.count) else { return nil }
    func line(_ trace: Trace) -> String {
      trace.lines.indices.contains(index) ? trace.lines[index] : "nothing"
    }
    return "line \(index): \(line(self))\nand: \(line(other))"
  }
}

/// The processor time of this thread, which does not depend on how busy the machine is as much as
/// the clock's.
enum ThreadTime {
  static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Sample text, and attributes with fonts of this machine.
enum Sample {
  static let prose = """
    It is a truth universally acknowledged, that a single man in possession of a good fortune must \
    be in want of a wife. However little known the feelings or views of such a man may be on his \
    first entering a neighbourhood, this truth is so well fixed in the minds of the surrounding \
    families, that he is considered as the rightful property of some one or other of their daughters.
    """

  static func serif(_ change: (inout ParagraphStyle) -> Void = { _ in }) -> TextAttributes {
    var attributes = Chain.attributes(change)
    attributes.font = FontStyle("EB Garamond", size: 11)
    return attributes
  }

  /// In a font whose "ffi" is one glyph.
  static func ligating() -> TextAttributes {
    var attributes = serif()
    attributes.font = FontStyle("DejaVu Serif", size: 11)
    return attributes
  }
}
