import Paginator

/// Records the text of a page and the positions of its words, for search and overlays of a proof.
struct WordsCanvas: Canvas {
  private(set) var text = ProofText()
  private var line: ProofText.Line?

  mutating func beginPage(_ page: CanvasPage) {}

  mutating func beginLine(_ line: CanvasLine) {
    // Running heads and folios are not text of the book.
    self.line = line.isFurniture ? nil : ProofText.Line()
  }

  mutating func draw(_ run: GlyphRun) {
    guard var own = line else { return }
    line = nil
    if own.words.isEmpty { own.baseline = run.origin.y }
    own.size = max(own.size, run.size)
    own.words.append(
      ProofText.Word(
        x: run.origin.x, width: run.width,
        text: run.isSpace ? nil : String(decoding: run.text, as: UTF16.self),
        endsInHyphen: run.endsInHyphen))
    line = own
  }

  mutating func draw(_ image: ImageMark) {}
  mutating func draw(_ shapes: [PageShape]) {}

  mutating func endLine() {
    if let line { text.add(line) }
    line = nil
  }

  mutating func endPage() {}
}
