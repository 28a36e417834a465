import EPUB
import Foundation
import Paginator

// editing --growth [--bounds]: times the same operations on 100 kB, 5 MB and 50 MB of text in an endless
// container. With --bounds, it exits with 1 if the median of one is over its bound: 5 ms for an operation on up to
// 5 MB, 10 ms for a viewport of 50 MB.
//
// editing BOOK: the cost of keeping a layout up to date. The whole book is one storage in one chain
// of pages. Times laying it out, changing a word in its middle, hit-testing points of a page, and
// delegates that change nothing: one without methods, and one with those that are called most often.

/// The milliseconds of each run of `body`, sorted.
func milliseconds(_ runs: Int, _ body: () throws -> Void) rethrows -> [Double] {
  try (0..<runs).map { _ in
    let start = ContinuousClock.now
    try body()
    let time = start.duration(to: .now).components
    return Double(time.seconds) * 1000 + Double(time.attoseconds) / 1e15
  }.sorted()
}

func show(_ name: String, _ times: [Double]) {
  let median = String(format: "%.3f", times[times.count / 2])
  let worst = String(format: "%.3f", times[times.count - 1])
  print("\(name): median \(median) ms, worst \(worst) ms of \(times.count)")
}

/// Has no method.
final class Idle: LayoutManagerDelegate {}

/// Has the methods that are called most often, and returns what the defaults return.
final class Agreeing: LayoutManagerDelegate {
  func layoutManager(
    _ manager: LayoutManager, lineSpacingAfterGlyphAt glyphIndex: Int, proposedRect rect: Rect
  ) -> Length { 0 }
  func layoutManager(
    _ manager: LayoutManager, shouldBreakLineByWordBeforeCharacterAt offset: Int
  ) -> Bool { true }
  func layoutManager(
    _ manager: LayoutManager, shouldBreakLineByHyphenatingBeforeCharacterAt offset: Int
  ) -> Bool { true }
  func layoutManager(
    _ manager: LayoutManager, shouldGenerateGlyphsFor word: String, at offset: Int
  ) -> String? { nil }
  func layoutManager(
    _ manager: LayoutManager, shouldSetLineFragment line: inout LineGeometry,
    forCharacterRange range: Range<Int>
  ) {}
}

/// The book's paragraphs as one text, set like a novel.
func text(of path: String) async throws -> AttributedText {
  var options = PaginationOptions(preset: (name: "novel", css: Preset.css(named: "novel") ?? ""))
  options.page = Size(width: 432, height: 648)
  let pagination = try await paginate(Publication.open(path), options: options)
  let paragraphs = pagination.chapters.flatMap { chapter in
    chapter.text.paragraphs.map { chapter.text.string(in: Int($0.start)..<Int($0.end)) }
  }
  var style = ParagraphStyle()
  style.alignment = .justified
  style.firstLineHeadIndent = 14
  style.hyphenationFactor = 1
  var attributes = TextAttributes(font: FontStyle("EB Garamond", size: 11), paragraphStyle: style)
  attributes.language = "en"
  return AttributedText(paragraphs.joined(separator: "\n"), attributes: attributes)
}

func manager(_ storage: TextStorage, _ typesetter: Typesetter) -> LayoutManager {
  let manager = LayoutManager(storage: storage, typesetter: typesetter)
  manager.nextContainer = { _ in TextContainer(size: Size(width: 310, height: 512)) }
  return manager
}

/// Shows the cost of a keystroke, a caret, a hit test, rectangles and a viewport in texts of
/// several sizes.
/// - Returns: whether all medians are within their bounds.
func showGrowth() throws -> Bool {
  var isWithin = true
  var attributes = TextAttributes(font: FontStyle("EB Garamond", size: 11))
  attributes.language = "en"
  let line = "It is a truth universally acknowledged, that a single man in possession of a fortune"
  for bytes in [100_000, 5_000_000, 50_000_000] {
    let count = bytes / (line.utf8.count + 12)
    let string = (0..<count).map { "\(line) \($0)." }.joined(separator: "\n")
    let storage = TextStorage(string, attributes: attributes)
    let manager = LayoutManager(storage: storage, typesetter: Typesetter(fonts: FontLibrary()))
    try manager.add(TextContainer(size: Size(width: 310, height: .infinite)))
    print("\(storage.length) characters")
    show("  first layout", try milliseconds(1) { try manager.ensureLayout() })
    let fresh = LayoutManager(storage: storage, typesetter: Typesetter(fonts: FontLibrary()))
    fresh.allowsNonContiguousLayout = true
    try fresh.add(TextContainer(size: Size(width: 310, height: .infinite)))
    show(
      "  viewport at the start, nothing laid out",
      try milliseconds(1) {
        _ = try fresh.lines(in: Rect(x: 0, y: 0, width: 310, height: 700), ofContainerAt: 0)
      })
    let height = try fresh.estimatedHeight(ofContainerAt: 0)
    var jump = 0
    show(
      "  viewport anywhere, not laid out",
      try milliseconds(20) {
        jump += 1
        let y = height * (Double(jump) / 21)
        _ = try fresh.lines(in: Rect(x: 0, y: y, width: 310, height: 700), ofContainerAt: 0)
      })
    storage.remove(fresh)
    let agreeing = Agreeing()
    let middle = storage.length / 2
    let plan: [(String, Int, (Int) throws -> Void)] = [
      (
        "  key", 100,
        { _ in
          storage.insert("x", at: middle)
          try manager.ensureLayout()
        }
      ),
      (
        "  key and caret", 100,
        { _ in
          storage.insert("x", at: middle)
          _ = try manager.caretRect(at: middle + 1)
        }
      ),
      (
        "  hit", 100,
        { number in
          let y = Length(points: Double(number * 100))
          _ = try manager.hit(Point(x: 50, y: y), inContainerAt: 0)
        }
      ),
      (
        "  rectangles of a paragraph", 100,
        { number in
          _ = try manager.rects(for: middle + number * 50..<middle + number * 50 + 90)
        }
      ),
      (
        "  lines of a viewport", 100,
        { number in
          let y = Length(points: Double(number * 777))
          _ = try manager.lines(in: Rect(x: 0, y: y, width: 310, height: 700), ofContainerAt: 0)
        }
      ),
      (
        "  drawing of a viewport", 100,
        { number in
          let y = Length(points: Double(number * 777))
          var drawing = SVGDrawing(size: Size(width: 310, height: 700))
          try drawing.draw(
            manager, containerAt: 0, at: Point(x: 0, y: 0 - y),
            visible: Rect(x: 0, y: y, width: 310, height: 700))
        }
      ),
      ("  used rectangle", 100, { _ in _ = try manager.usedRect(forContainerAt: 0) }),
      (
        "  key, with a delegate that changes nothing", 100,
        { number in
          if number == 0 {
            manager.delegate = agreeing
            try manager.ensureLayout()
          }
          storage.insert("x", at: middle)
          try manager.ensureLayout()
        }
      ),
    ]
    for (name, runs, body) in plan {
      var number = 0
      let times = try milliseconds(runs) {
        try body(number)
        number += 1
      }
      show(name, times)
      let bound = bytes <= 5_000_000 ? 5.0 : name.hasSuffix("viewport") ? 10 : .infinity
      if times[times.count / 2] > bound {
        print("  over its bound of \(bound) ms")
        isWithin = false
      }
    }
    manager.delegate = nil
  }
  return isWithin
}

if CommandLine.arguments.contains("--growth") {
  let isWithin = try showGrowth()
  exit(isWithin || !CommandLine.arguments.contains("--bounds") ? 0 : 1)
}

let path = CommandLine.arguments.dropFirst().first ?? "../shared/books/war-and-peace.xhtml"
let typesetter = Typesetter(fonts: FontLibrary())
let storage = TextStorage(try await text(of: path))
let live = manager(storage, typesetter)
show(
  "lay out \(storage.length) characters, words not yet shaped",
  try milliseconds(1) { try live.ensureLayout() })
let pages = try live.containerCount()
print("pages: \(pages)")

let middle = try live.characterRange(forContainerAt: pages / 2).lowerBound
let word =
  TextTokenizer(storage.text).tokens(.word, in: middle + 200..<middle + 260)
  .first { TextTokenizer(storage.text).isWord($0) && $0.count > 3 } ?? middle..<middle + 1
var longer = false
var relaid = 0
let edits = try milliseconds(100) {
  let range = word.lowerBound..<word.lowerBound + (longer ? 14 : word.count)
  let old = storage.text.string(in: word)
  storage.replaceCharacters(in: range, with: longer ? old : "neighbourhoods")
  longer.toggle()
  try live.ensureLayout()
  relaid = max(relaid, try live.relaidContainers().count)
}
show("change a word in the middle, pages up to date", edits)
print("pages set anew by an edit: at most \(relaid) of \(pages)")

// A manager does not own its storage: keep both.
let cleanStorage = TextStorage(storage.text)
let clean = manager(cleanStorage, typesetter)
var isSame = try clean.containerCount() == live.containerCount()
for index in 0..<(try live.containerCount()) where isSame {
  isSame =
    try clean.characterRange(forContainerAt: index) == live.characterRange(forContainerAt: index)
}
print("the same as a clean run: \(isSame)")

var random = SystemRandomNumberGenerator()
show(
  "hit a point of a page",
  try milliseconds(500) {
    let point = Point(
      x: Length(points: .random(in: 0...310, using: &random)),
      y: Length(points: .random(in: 0...512, using: &random)))
    _ = try live.hit(point, inContainerAt: pages / 3)
  })

let delegates: [(name: String, delegate: (any LayoutManagerDelegate)?)] = [
  ("no delegate", nil), ("a delegate without methods", Idle()),
  ("a delegate whose methods change nothing", Agreeing()),
]
let managers = delegates.map { _ in manager(cleanStorage, typesetter) }
for (manager, (_, delegate)) in zip(managers, delegates) { manager.delegate = delegate }
var times = delegates.map { _ in [Double]() }
// In turn, so that a busy machine slows all of them.
for _ in 0..<9 {
  for (index, manager) in managers.enumerated() {
    manager.invalidateLayout()
    times[index] += try milliseconds(1) { try manager.ensureLayout() }
  }
}
for (index, (name, _)) in delegates.enumerated() {
  show("lay out, words shaped, \(name)", times[index].sorted())
}
withExtendedLifetime((delegates, cleanStorage)) {}
