/// The shaped paragraphs of a text and their break candidates, kept while the text is laid out for
/// several page sizes. Candidates are reused for another line width only where no text without
/// a space is wider than the line.
final class PreparedText {
  private var paragraphs: [PreparedParagraph?]
  /// The remaining capacity, in segments and candidates: a chapter may be a whole book.
  fileprivate var room = 400_000

  init(_ text: AttributedText) {
    paragraphs = [PreparedParagraph?](repeating: nil, count: text.paragraphs.count)
  }

  subscript(_ index: Int) -> PreparedParagraph? { paragraphs[index] }

  /// Keeps a shaped paragraph, unless the width of something in it depends on its line: tabs,
  /// images, boxes.
  func keep(
    _ segments: [Segment], level: UInt8, memoryIndex: Int?, at index: Int
  ) -> PreparedParagraph? {
    guard room > 0 else { return nil }
    var widest = 0
    var joined = 0
    for segment in segments {
      guard segment.kind != .tab, segment.kind != .attachment else { return nil }
      joined = segment.kind == .space || segment.kind == .lineBreak ? 0 : joined + segment.width
      widest = max(widest, joined, segment.width)
    }
    room -= segments.count
    let made = PreparedParagraph(
      segments.exactCopy, level: level, memoryIndex: memoryIndex, widest: widest, of: self)
    paragraphs[index] = made
    return made
  }
}

/// A shaped paragraph with its break candidates.
final class PreparedParagraph {
  /// What a search for candidates depends on besides the paragraph and the line width.
  /// `ParagraphBreaker.candidates` does not reuse what a delegate, a hyphenation factor or kept text
  /// decided.
  struct Request: Equatable {
    let isHyphenating: Bool
    /// Only words of this language are divided; nil for words of any.
    let language: Int?
    let isGreedy: Bool
    let isFine: Bool
    let isForMinContent: Bool
    let wrapsAll: Bool
    let indent: Int
    let indentAfterBreak: Int
    /// The widest indent of a line of preformatted text, at which what is folded goes on.
    let mostKeptIndent: Int
    /// The width under which a last line costs more, a share of the measure.
    let leastLastLine: Int
    /// Whether the space between ideographs stretches.
    let stretchesIdeographs: Bool
    let parameters: BreakParameters
  }

  struct Found {
    let request: Request
    let candidates: [BreakCandidate]
    let dictionaries: [HyphenationDictionary]
  }

  let segments: [Segment]
  let level: UInt8
  /// Its index in the shaper's memory.
  let memoryIndex: Int?
  /// The width of the widest text without a space. Text wider than its line may be broken anywhere.
  /// Conservative: such text may have places to break.
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

  /// - Parameter measure: the width of the narrowest line.
  func candidates(_ request: Request, measure: Int) -> Found? {
    isNarrower(request, than: measure) ? found.first { $0.request == request } : nil
  }

  /// Whether no word is broken because it has no room in a line, not even beside the first line's indent.
  private func isNarrower(_ request: Request, than measure: Int) -> Bool {
    widest <= measure - max(0, request.indent)
  }

  func keep(_ new: Found, measure: Int) {
    guard isNarrower(new.request, than: measure), text.room > 0 else { return }
    text.room -= new.candidates.count
    found.append(
      Found(
        request: new.request, candidates: new.candidates.exactCopy, dictionaries: new.dictionaries))
  }
}

extension Array {
  /// A copy that has room for nothing else. What is kept for long must not take the room in which the
  /// next paragraph is set, or every paragraph would begin without any.
  fileprivate var exactCopy: [Element] {
    var copy: [Element] = []
    copy.reserveCapacity(count)
    copy.append(contentsOf: self)
    return copy
  }
}
