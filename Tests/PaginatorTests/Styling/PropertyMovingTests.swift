import Foundation
import Support
import Testing

@testable import Paginator

/// What properties say they move, compared with layout.
@Suite("What properties move")
struct PropertyMovingTests {
  /// Elements of all kinds, in which every property has an effect.
  private static let body = """
    <div class="x"><p class="x">one <b class="x">two</b>\u{AD}three four <i>five six</i> seven. "eight" nine</p></div>
    <p class="x">1234 <q class="x">office</q> x\u{A0}y\tz a-b\u{AD}c <span class="x o">in\u{AD}line</span> end</p>
    <ol class="x"><li class="x">item</li><li class="x">other</li></ol>
    <p class="x">ab <img class="x" src="\(SmallBook.drawing(40, 20))" alt="p"/> cd</p>
    <div class="x f">float</div><p class="x">beside the float and below it</p>
    <div class="x r"><div class="x a">placed</div>around it</div>
    <table class="x"><caption class="x">cap</caption><colgroup class="x"><col class="x"/><col/></colgroup><tbody class="x"><tr class="x"><td class="x">a</td><td class="x">b b b</td></tr><tr><td class="x"></td><td>c</td></tr></tbody></table>
    <div class="x c"><p>columns of text and more of it</p><p class="x">last</p></div>
    <p class="x i">Initial letter of this block</p><div class="x e"></div><p><b class="x">two lines of bold text</b></p><pre class="x">a\tb\tc</pre>
    <p class="x j">“A justified paragraph, with words of many lengths, consequences ‘and’ stops.</p>
    """

  private static let css = """
    :where(.f) { float: left; shape-outside: inset(2pt); width: 30pt; height: 30pt }
    :where(.r) { position: relative }
    :where(.a) { position: absolute }
    :where(.c) { columns: 2; column-rule: 3pt solid }
    :where(.o) { display: inline-block; width: 40pt }
    :where(table) { border-spacing: 1pt }
    :where(.i)::first-letter { initial-letter: 2 }
    :where(.j) { text-align: justify }
    :where(.x:not(.e, .i, q))::before { content: counter(n) }
    @page chapter { margin: 3pt }
    """

  private static func css(_ declarations: [String: String]) -> String {
    let list = declarations.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      .joined(separator: "; ").replacing("<", with: "&lt;")
    let pages = list.contains("size:") ? "@page { \(list) }" : ""
    return css + "\n.x, .i::first-letter { \(list) } .x::before { \(list) }\n" + pages
  }

  /// The text, and the places of its lines and boxes, page by page.
  private static func places(_ pagination: Pagination) -> [String] {
    pagination.chapters.map { "\($0.text.units) \($0.geometry)" }
  }

  private static func set(
    _ declarations: [String: String], keptIn store: LayoutStore? = nil
  ) async throws -> Pagination {
    var book = SmallBook(
      css: css(declarations), page: nil, preset: "@page { size: 120pt 140pt }")
    book.files["a.svg"] = Array(
      "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'/>".utf8)
    return try await book.set(body, keptIn: store)
  }

  /// Sets the document anew, and with what a store keeps: both give the same record.
  private static func set(
    _ companion: [String: String], _ name: String, _ value: String, readFrom store: LayoutStore
  ) async throws -> (plain: Pagination, read: LayoutStore) {
    let declarations = companion.merging([name: value]) { $1 }
    let plain = try await set(declarations)
    let read = try #require(LayoutStore(store.bytes))
    let kept = try await set(declarations, keptIn: read)
    #expect(record(kept) == record(plain), "\(value)")
    return (plain, read)
  }

  private static func record(_ pagination: Pagination) -> BookRecord {
    BookRecord(pagination, versions: [])
  }

  private static func styleNumbers(_ pagination: Pagination) -> [Int] {
    func numbers(_ text: AttributedText) -> [Int] {
      text.runs.map { Int($0.style) } + text.attachments.compactMap(\.content.text).flatMap(numbers)
    }
    return pagination.chapters.flatMap { numbers($0.text) }
  }

  /// What must be declared too, so that a property moves something.
  private static func companion(of name: String) -> [String: String] {
    switch name {
    case "align-items", "align-self": ["display": "flex", "flex-direction": "column"]
    case "justify-items", "justify-self": ["display": "grid"]
    case "justify-content": ["display": "flex"]
    case "background-image", "border-image-source": [:]
    case "box-decoration-break": ["padding": "0 3pt"]
    case "box-sizing": ["width": "50pt", "padding": "3pt"]
    case "contain-intrinsic-width", "contain-intrinsic-height":
      ["contain": "size", "float": "left"]
    case "column-fill": ["height": "60pt"]
    case "empty-cells": ["background-color": "red"]
    case "flex-direction": ["display": "flex", "align-items": "end"]
    case "outline-color": ["outline-style": "solid"]
    case "table-layout": ["width": "100pt"]
    case "text-overflow":
      ["overflow-x": "hidden", "overflow-y": "hidden", "white-space": "nowrap", "width": "25pt"]
    case "text-emphasis-position": ["text-emphasis-style": "dot"]
    case let name where name.hasSuffix("-radius"):
      ["float": "left", "width": "50pt", "height": "50pt", "shape-outside": "border-box"]
    case let name where name.hasPrefix("hyphenate-limit-"): ["hyphens": "auto"]
    default: PropertyEffectTests.companion(of: name)
    }
  }

  /// The values to try, with those that a color may have.
  private static func values(_ property: Property) -> [String] {
    let values = PropertyEffectTests.values(of: property.name, property.syntax)
    guard case .shows = property.effect else { return values }
    return values + ["transparent", "rgb(1 2 3 / 0%)"]
  }

  /// Layout needs for these what the document and its font do not have.
  private static let unseen: Set<String> = [
    // The font has one face, without features, and its letters are squares.
    "font-family", "font-kerning", "font-optical-sizing", "font-stretch", "font-style",
    "font-language-override", "font-synthesis-small-caps", "font-synthesis-style",
    "font-synthesis-weight", "font-variant-alternates", "font-variant-east-asian",
    "font-variant-ligatures", "font-variant-numeric",
    "font-variant-position", "font-weight", "italic-correction", "initial-letter-wrap",
    "hyphenate-character",
    // Two hyphenated lines in a row, spaces that may stretch, a wide table, a heading, verse, a fixed box, several page ends
    // to choose from, a shape of a border box, an empty cell with borders, a second column that may stay empty, an outline
    // that is not there without its width.
    "hyphenate-limit-last", "hyphenate-limit-lines", "justified-measure-min", "looseness",
    "margin-kerning", "margin-kerning-characters", "table-scale-min", "pre-scale-min",
    "word-scale-min",
    "heading-keep", "verse-turnover", "fixed-boxes",
    "initial-letter-fit", "page-breaking", "border-bottom-left-radius",
    "border-bottom-right-radius", "border-top-left-radius", "border-top-right-radius",
    "empty-cells", "column-fill", "outline-width",
    // An image that has pixels.
    "image-orientation", "image-resolution",
    // Vertical text is a finding, and is set in rows.
    "writing-mode",
  ]

  @Test(
    "a property that paints moves nothing, and a stored layout serves for its values",
    arguments: PropertyTable.painting.map(\.name))
  func painting(name: String) async throws {
    let property = try #require(PropertyTable.property(name))
    let companion = Self.companion(of: name)
    let store = LayoutStore()
    let base = try await Self.set(companion, keptIn: store)
    let count = store.counts.laidOut
    for value in Self.values(property) {
      let (plain, read) = try await Self.set(companion, name, value, readFrom: store)
      #expect(Self.places(plain) == Self.places(base), "\(value)")
      // Elements whose styles are the same otherwise share one: then the text is another one.
      if Self.styleNumbers(plain) == Self.styleNumbers(base) {
        #expect(read.counts == (found: count, laidOut: 0), "\(value)")
      }
    }
  }

  private static let colors = PropertyTable.all.compactMap { property in
    if case .shows = property.effect { property.name } else { nil }
  }

  @Test(
    "a color that is not transparent moves nothing; a stored layout is never wrong",
    arguments: colors)
  func showing(name: String) async throws {
    let property = try #require(PropertyTable.property(name))
    let companion = Self.companion(of: name).merging([name: "red"]) { $1 }
    let store = LayoutStore()
    let base = try await Self.set(companion, keptIn: store)
    let count = store.counts.laidOut
    for value in Self.values(property) {
      let (plain, read) = try await Self.set(companion, name, value, readFrom: store)
      if value.contains("#") || value.contains("50%") {
        #expect(Self.places(plain) == Self.places(base), "\(value)")
        #expect(read.counts.laidOut == 0, "\(value)")
      } else {
        #expect(read.counts.laidOut == count, "\(value)")
      }
    }
  }

  private static let movers = PropertyTable.all.compactMap { property in
    if case .moves = property.effect, !unseen.contains(property.name) { property.name } else { nil }
  }

  @Test("a property that moves lines, pages or boxes does so in a document", arguments: movers)
  func moving(name: String) async throws {
    let property = try #require(PropertyTable.property(name))
    let companion = Self.companion(of: name)
    let base = Self.places(try await Self.set(companion))
    for value in Self.values(property) {
      let changed = Self.places(try await Self.set(companion.merging([name: value]) { $1 }))
      if changed != base { return }
    }
    Issue.record("no value of \(name) moves anything")
  }
}
