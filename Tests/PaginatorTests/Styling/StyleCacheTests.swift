import Markup
import Support
import Testing

@testable import Paginator

@Suite("Style cache")
struct StyleCacheTests {
  /// The styles of the root and, as its child, of the last element are asked for.
  private static let document = """
    <html xmlns="http://www.w3.org/1999/xhtml" style="display:block"><body><div><span>a</span>\
    <span style="display:table">b</span></div></body></html>
    """

  private let tree: ElementTree
  private let resolver: StyleResolver
  private let parent: ComputedStyle

  init() throws {
    tree = try parse(Array(Self.document.utf8), path: "a.xhtml", mode: .strict).tree
    let context = StyleContext(
      page: Size(width: 300, height: 400), readerSize: .large, textStyles: [:],
      fonts: try SmallBook.squareFonts())
    resolver = StyleResolver(tree: tree, cache: StyleCache([]), context: context)
    parent = resolver.style(of: 0, parent: nil)
  }

  private var span: Int {
    get throws { try #require(tree.nodes.indices.last { tree.nodes[$0].kind == .element }) }
  }

  @Test("no style attribute gets the style of an anonymous box, whichever is asked for first")
  func anonymous() throws {
    let anonymous = resolver.anonymousStyle(display: .table, parent: parent)
    let element = try resolver.style(of: span, parent: parent)
    #expect(element.box.display == .table)
    #expect(element.id != anonymous.id)
    // The element's style can be computed again in a first line; the anonymous one cannot.
    let line = resolver.anonymousStyle(display: .inline, parent: parent)
    #expect(resolver.style(inFirstLine: line, of: element.style) != nil)
    #expect(resolver.style(inFirstLine: line, of: anonymous.style) == nil)
  }

  @Test("a derivation is made once for each base style and value")
  func derivations() {
    var made = 0
    func style(_ derivation: Derivation, of base: ComputedStyle) -> ComputedStyle {
      resolver.derived(derivation, base) { _, box in
        made += 1
        box.float = .left
      }
    }
    let first = style(.letter(inline: 1), of: parent)
    #expect(first.box.float == .left)
    #expect(style(.letter(inline: 1), of: parent).id == first.id)
    #expect(made == 1)
    #expect(style(.letter(inline: 2), of: parent).id != first.id)
    #expect(style(.letter(inline: 1), of: first).id != first.id)
    #expect(made == 3)
  }
}
