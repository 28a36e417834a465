import Markup
import Testing

@testable import Paginator

/// What is said of a formula that has no `alttext`.
@Suite("Words of formulas")
struct MathWordsTests {
  @Test(
    "a formula is a line of text in the notation of calculators",
    arguments: [
      ("<mfrac><mi>a</mi><mi>b</mi></mfrac><msup><mi>x</mi><mn>2</mn></msup>", "a/b x^2"),
      (
        "<mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mrow><mn>2</mn><mi>b</mi></mrow></mfrac>",
        "(a + 1)/2b"
      ),
      (
        "<msqrt><mi>x</mi><mo>-</mo><mn>1</mn></msqrt><mo>=</mo><mroot><mi>y</mi><mn>3</mn></mroot>",
        "\u{221A}(x - 1) = \u{221A}[3]y"
      ),
      (
        "<munderover><mo>&#8721;</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>"
          + "<msub><mi>a</mi><mi>i</mi></msub>", "\u{2211}_(i = 1)^n a_i"
      ),
      ("<mi>sin</mi><mo>&#8289;</mo><mi>x</mi>", "sin x"),
      (
        "<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr>"
          + "<mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable>", "[a, b; 0, 1]"
      ),
      (
        "<semantics><mi>E</mi><annotation encoding='t'>TeX</annotation></semantics><mo>=</mo>"
          + "<mi>m</mi><msup><mi>c</mi><mn>2</mn></msup>", "E = m c^2"
      ),
    ])
  func words(markup: String, wanted: String) throws {
    let source = "<math xmlns='\(Namespace.mathML)'>\(markup)</math>"
    let tree = try parse(Array(source.utf8), path: "m.xml").tree
    #expect(MathWords(tree).text(of: try #require(tree.root)) == wanted)
  }
}
