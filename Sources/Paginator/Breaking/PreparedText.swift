/// What shaping the paragraphs of a text and finding their breaks came to: kept where one text is
/// laid out for several pages, since neither depends on how wide a line is.
final class PreparedText {
  private var paragraphs: [PreparedParagraph?]
  /// For how many more candidates there is room: a chapter may be a whole book.
  fileprivate var room = 400_000

  init(_ text: AttributedText) {
    paragraphs = [PreparedParagraph?](repeating: nil, count: text.paragraphs.count)
  }

  subscript(_ index: Int) -> PreparedParagraph? { paragraphs[index] }

  /// Keeps a paragraph that has been shaped, unless something in it is measured by its line: tabs,
  /// images, boxes.
  func keep(
    _ segments: [Segment], level: UInt8, memoryIndex: Int?, at index: Int
  ) -> PreparedParagraph? {
    guard room > 0 else { return nil }
    var widest = 0
    for segment in segments {
      guard segment.kind != .tab, segment.kind != .attachment else { return nil }
      widest = max(widest, segment.width)
    }
    room -= segments.count
    let made = PreparedParagraph(
      segments, level: level, memoryIndex: memoryIndex, widest: widest, of: self)
    paragraphs[index] = made
    return made
  }
}

/// A shaped paragraph with the breaks that were found in it.
final class PreparedParagraph {
  /// What was asked for.
  struct Request: Equatable {
    let isHyphenating: Bool
    /// Only words of this language are divided.
    let language: Int?
    let isGreedy: Bool
    let indent: Int
    let parameters: BreakParameters
  }

  struct Found {
    let request: Request
    let candidates: [BreakCandidate]
    let dictionaries: [HyphenationDictionary]
  }

  let segments: [Segment]
  let level: UInt8
  /// In the shaper's memory.
  let memoryIndex: Int?
  /// Of the segments; what is wider than its line may be broken anywhere.
  private let widest: Int
  private unowned let text: PreparedText
  private var found: [Found] = []

  fileprivate init(
    _ segments: [Segment], level: UInt8, memoryIndex: Int?, widest: Int, of text: PreparedText
  ) {
    self.memoryIndex = memoryIndex
    self.segments = segments
    self.level = level
    self.widest = widest
    self.text = text
  }

  /// - Parameter measure: of the narrowest line.
  func candidates(_ request: Request, measure: Int) -> Found? {
    widest <= measure ? found.first { $0.request == request } : nil
  }

  func keep(_ new: Found, measure: Int) {
    guard widest <= measure, text.room > 0 else { return }
    text.room -= new.candidates.count
    found.append(new)
  }
}
