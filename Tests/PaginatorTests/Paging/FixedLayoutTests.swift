import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

@Suite("Fixed-layout pages")
struct FixedLayoutTests {
  @Test("a fixed-layout document without a viewport is one page of 432 by 648 points")
  func fixedLayout() async throws {
    let pagination = try await SmallEPUB(
      documents: [("a", "<p>" + String(repeating: "aa ", count: 100) + "</p>"), ("b", "<p>b</p>")],
      spine:
        "<itemref idref=\"a\" properties=\"rendition:layout-pre-paginated\"/><itemref idref=\"b\"/>"
    ).set()
    #expect(pagination.pages.count == 2)
    #expect(pagination.pages[0].size == Size(width: 432, height: 648))
  }

  @Test(
    "the display options of Apple and Kobo make pages of fixed layout, unless the package says otherwise",
    arguments: [
      ("com.apple.ibooks", "true", "", true), ("com.kobobooks", " True\n", "", true),
      ("com.apple.ibooks", "false", "", false), ("org.example", "true", "", false),
      ("com.apple.ibooks", "true", "reflowable", false),
    ])
  func displayOptions(owner: String, value: String, layout: String, isFixed: Bool) async throws {
    let options = """
      <?xml version="1.0"?><display_options><platform name="*">\
      <option name="fixed-layout">\(value)</option></platform></display_options>
      """
    let metadata = layout.isEmpty ? "" : "<meta property=\"rendition:layout\">\(layout)</meta>"
    let pagination = try await SmallEPUB(
      documents: [("a", "<p>a</p>")], metadata: metadata,
      files: ["META-INF/\(owner).display-options.xml": options]
    ).set()
    let fixed = Size(width: 432, height: 648)
    #expect(pagination.pages[0].size == (isFixed ? fixed : Size(width: 100, height: 100)))
  }

  @Test("display options that cannot be read are ignored, with a warning that names their file")
  func brokenDisplayOptions() throws {
    try SmallEPUB(
      documents: [("a", "<p>a</p>")],
      files: ["META-INF/com.apple.ibooks.display-options.xml": "<display_options>"]
    ).withFolder { folder in
      let warnings = try Publication.open(folder.path).warnings
      #expect(
        warnings.map(\.location.path) == ["META-INF/com.apple.ibooks.display-options.xml"])
    }
  }

  @Test("text outside of a fixed-layout page is a finding")
  func unseen() async throws {
    func findings(left: String, top: String) async throws -> [Finding.Rule] {
      let box = "<div style=\"position: absolute; left: \(left); top: \(top)\">aa<br/>b</div>"
      return try await SmallEPUB(
        documents: [("a", box)],
        spine: "<itemref idref=\"a\" properties=\"rendition:layout-pre-paginated\"/>"
      ).set().findings.map(\.rule).filter { $0 == .overfullPage }
    }
    #expect(try await findings(left: "0", top: "0") == [])
    for (left, top) in [("432pt", "0"), ("-60pt", "0"), ("0", "700pt"), ("0", "-90pt")] {
      #expect(try await findings(left: left, top: top) == [.overfullPage])
    }
  }

  @Test("on a fixed-layout page, scaled text of InDesign is at its place in its size")
  func scaled() async throws {
    let span = "position: absolute; top: 0; font-size: 200pt; line-height: 1"
    let body = """
      <div style="position: absolute; left: 0; top: 0; width: 6000px; height: 2000px; \
      transform-origin: 0% 0%; transform: translate(0px, 15pt) rotate(0deg) scale(0.05)"><p>\
      <span style="\(span); left: 600pt">aa</span><span style="\(span); left: 1600pt">bb</span>\
      </p></div>
      """
    let pagination = try await SmallEPUB(
      documents: [("a", body)],
      spine: "<itemref idref=\"a\" properties=\"rendition:layout-pre-paginated\"/>"
    ).set()
    let lines = SmallBook.fragments(of: pagination).filter { $0.usedWidth > 0 }
    #expect(lines.map { $0.usedX / 1024 } == [30, 80])
    #expect(lines.map { $0.usedWidth / 1024 } == [20, 20])
    #expect(lines.map { $0.y / 1024 } == [15, 15])
    #expect(!pagination.findings.contains { $0.rule == .unsupportedValue })
  }

  @Test("on a fixed-layout page, positioned boxes are placed by their offsets")
  func positioned() async throws {
    let pagination = try await SmallEPUB(
      documents: [
        (
          "a",
          "<div style=\"position: absolute; left: 40pt; top: 100pt; width: 60pt; font-size: 10pt; line-height: 1\">aaaa bbbb</div>"
            + "<p style=\"position: absolute; right: 32pt; top: 50%; width: 100pt; font-size: 10pt; line-height: 1\">c</p>"
            + "<div style=\"position: absolute; left: 0; bottom: 50pt; width: 60pt; font-size: 10pt; line-height: 1\">dddd eeee</div>"
        )
      ],
      spine: "<itemref idref=\"a\" properties=\"rendition:layout-pre-paginated\"/>"
    ).set()
    let lines = SmallBook.fragments(of: pagination)
    #expect(lines.map { $0.usedX / 1024 } == [40, 40, 300, 0, 0])
    // The paragraph has a margin of 1 em; the last box ends 50 points above the foot of the page.
    #expect(lines.map { $0.y / 1024 } == [100, 110, 334, 578, 588])
    let findings = pagination.findings.filter { $0.rule == .unsupportedLayout }
    #expect(findings.isEmpty)
  }

  @Test(
    "positioned boxes: shares of the page, sizes between two offsets, tables",
    arguments: [
      // Half of 432, whatever the offset; the share does not make it wider.
      ("left: 100pt; width: 50%; top: 0; height: 20pt", [100.0, 0, 216, 20]),
      ("left: 100pt; right: 100pt; padding: 0 10%; top: 0; height: 20pt", [100, 0, 232, 20]),
      // 648 less 10 and 30; the rest of 598 is above and below.
      ("left: 0; width: 40pt; top: 10pt; bottom: 30pt", [0, 10, 40, 608]),
      ("left: 0; width: 40pt; top: 0; bottom: 0; height: 48pt; margin: auto 0", [0, 300, 40, 48]),
      ("display: table; left: 40pt; width: 100pt; top: 60pt; height: 20pt", [40, 60, 100, 20]),
    ])
  func placed(style: String, place: [Double]) async throws {
    let pagination = try await SmallEPUB(
      documents: [
        ("a", "<div style='position: absolute; background: red; \(style)'>a</div>")
      ], spine: "<itemref idref=\"a\" properties=\"rendition:layout-pre-paginated\"/>"
    ).set()
    let box = try #require(pagination.chapters[0].boxes.last { $0.width < 432 * 1024 })
    let found: [Int] = [box.x, box.y, box.width, box.height]
    #expect(found.map { Double($0) / 1024 } == place)
  }

  @Test("a share of the height of a box whose height is a share")
  func nestedShare() async throws {
    let pagination = try await SmallEPUB(
      documents: [
        (
          "a",
          "<div style='position: absolute; left: 0; top: 0; width: 100pt; height: 50%'>"
            + "<p style='position: absolute; left: 0; top: 50%; margin: 0; line-height: 10pt'>a</p></div>"
        )
      ],
      spine: "<itemref idref=\"a\" properties=\"rendition:layout-pre-paginated\"/>"
    ).set()
    #expect(SmallBook.fragments(of: pagination).map(\.rect.minY) == [162])
  }

  @Test(
    "a picture of the page's size fills a fixed-layout page, and one of other proportions is in its middle",
    arguments: [
      ("<img src='%' alt='x' style='width: 432pt; height: 648pt'/>", [0.0, 0, 432, 648]),
      (
        "<svg xmlns='http://www.w3.org/2000/svg' width='100%' height='100%' viewBox='0 0 1 2'/>",
        [54, 0, 324, 648]
      ),
    ])
  func fullPage(body: String, place: [Double]) async throws {
    let pagination = try await SmallEPUB(
      documents: [("a", body.replacing("src='%'", with: "src=\"\(SmallBook.drawing(40, 60))\""))],
      spine: "<itemref idref=\"a\" properties=\"rendition:layout-pre-paginated\"/>",
      css: "body { margin: 0 }"
    ).set()
    let svg = try SmallBook.firstPage(of: pagination)
    #expect(SmallBook.places(of: "image", in: svg).first == place)
    #expect(!pagination.findings.contains { $0.rule == .scaledImage })
  }

  @Test("a panel of text is painted over the picture before it, the page's own box below both")
  func overPicture() async throws {
    let picture =
      SmallBook.drawing(40, 40)
    let place = "position: absolute; left: 0; top: 0; margin: 0"
    let pagination = try await SmallEPUB(
      documents: [
        (
          "a",
          """
          <div style="\(place); background: #00ff00; width: 100pt; height: 100pt">\
          <p style="\(place)"><img src="\(picture)" alt="x"/></p>\
          <p style="\(place); background: #ff0000">aa</p></div>
          """
        )
      ], spine: "<itemref idref=\"a\" properties=\"rendition:layout-pre-paginated\"/>"
    ).set()
    let svg = try SmallBook.firstPage(of: pagination)
    let places = try ["#00ff00", "<image", "#ff0000", "aria-label=\"aa\""].map {
      try #require(svg.range(of: $0)).lowerBound
    }
    #expect(places == places.sorted())
  }

  @Test("a positioned box is as wide as its text, or as the room left if the text is broken")
  func shrinksToFit() async throws {
    let style = "position: absolute; font-size: 10pt; line-height: 1; background: #eee"
    let pagination = try await SmallEPUB(
      documents: [
        (
          "a",
          "<div style='\(style); left: 332pt; top: 0'>aaaa</div>"
            + "<div style='\(style); left: 332pt; top: 50pt'>aaaa bbb ccc</div>"
            + "<div style='\(style); left: 332pt; top: 90pt' dir='rtl'>aaaa bbb ccc</div>"
            + "<div style='\(style); left: 332pt; top: 150pt'>aa<br/>bbb</div>"
        )
      ], spine: "<itemref idref=\"a\" properties=\"rendition:layout-pre-paginated\"/>",
      css: "body, div { margin: 0 }"
    ).set()
    let (layout, content) = try #require(pagination.layout(of: pagination.pages[0]))
    #expect(layout.boxes[content.boxes].map { $0.width / 1024 } == [40, 100, 100, 30])
    // Right to left: lines of 8 and of 3 characters end at the right edge, 432.
    let lines = layout.lines[content.lines].filter { $0.flags.contains(.isRightToLeft) }
    #expect(lines.map { $0.usedX / 1024 } == [352, 402])
  }

  @Test("a box in a positioned box is placed from that box's padding edges, with its background")
  func nested() async throws {
    let style = "font-size: 10pt; line-height: 1"
    let pagination = try await SmallEPUB(
      documents: [
        (
          "a",
          """
          <div style="position: absolute; left: 50pt; top: 60pt; width: 200pt; height: 300pt; \
          padding: 10pt; border: 2pt solid; background: #eee; \(style)">aaaa\
          <div style="position: absolute; right: 20pt; bottom: 30pt; width: 40pt; \
          background: #ccc">bbbb cccc<div style="position: absolute; left: 10pt; top: 15pt">dd\
          </div></div></div>
          <div style="position: relative; margin: 400pt 0 0 100pt; height: 80pt; width: 300pt; \
          \(style)">eeee<div style="position: absolute; left: 50%; bottom: 0; background: #fff">ff\
          </div></div>
          """
        )
      ], spine: "<itemref idref=\"a\" properties=\"rendition:layout-pre-paginated\"/>",
      css: "body, div { margin: 0; padding: 0; border: 0 }"
    ).set()
    let (layout, content) = try #require(pagination.layout(of: pagination.pages[0]))
    let lines = layout.lines[content.lines]
    var places: [String: [Int]] = [:]
    for line in lines {
      let text = layout.text.string(in: Int(line.start)..<Int(line.end))
      places[text.trimmingCharacters(in: .whitespaces)] = [line.usedX / 1024, line.y / 1024]
    }
    #expect(places["aaaa"] == [62, 72])
    // The padding box is 52...272 across and 62...382 down.
    #expect(places["bbbb"] == [212, 332])
    #expect(places["cccc"] == [212, 342])
    #expect(places["dd"] == [222, 347])
    #expect(places["eeee"] == [100, 400])
    #expect(places["ff"] == [250, 470])
    let boxes = layout.boxes[content.boxes].map {
      [$0.x / 1024, $0.y / 1024, $0.width / 1024, $0.height / 1024]
    }
    #expect(boxes.contains([50, 60, 224, 324]))
    #expect(boxes.contains([212, 332, 40, 20]))
    // As wide as its text.
    #expect(boxes.contains([250, 470, 20, 10]))
  }
}
