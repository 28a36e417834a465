import Paginator

/// One example: the name of its file, a title, and a closure that draws it as SVG.
public struct Example: Sendable {
  public let name: String
  public let title: String
  public let svg: @Sendable () throws -> [UInt8]

  public static let all = [
    Example(
      name: "two-shapes", title: "one text in two shapes at once", svg: { try TwoShapes.svg() }),
    Example(
      name: "three-columns", title: "one text over three columns", svg: { try ThreeColumns.svg() }),
    Example(
      name: "highlighting", title: "names are marked while they are typed",
      svg: { try Highlighting.svg() }),
    Example(
      name: "links-and-gaps", title: "links stay whole, gaps grow", svg: { try LinksAndGaps.svg() }),
    Example(
      name: "exclusion-circle", title: "text flows around a circle that moves",
      svg: { try ExclusionCircle.svg() }),
    Example(name: "tokens", title: "a tap finds its token", svg: { try Tokens.svg() }),
    Example(
      name: "custom-links", title: "links, highlights and outlines drawn otherwise",
      svg: { try CustomDrawing.svg() }),
    Example(
      name: "galley", title: "a galley proof that can be pointed at", svg: { try Galley.svg() }),
  ]
}

/// The typesetter, attributes and text that the examples share.
enum Setting {
  static func typesetter() -> Typesetter { Typesetter(fonts: FontLibrary()) }

  static func body(
    size: Length = 11, _ change: (inout ParagraphStyle) -> Void = { _ in }
  ) -> TextAttributes {
    var style = ParagraphStyle()
    style.alignment = .justified
    style.minimumLineHeight = size * 1.3
    style.maximumLineHeight = size * 1.3
    style.hyphenationFactor = 1
    style.firstLineHeadIndent = size
    change(&style)
    var attributes = TextAttributes(
      font: FontStyle("EB Garamond", size: size), paragraphStyle: style)
    attributes.language = "en"
    return attributes
  }

  static let text = """
    The compositor stands at the case with a stick in the left hand. Letter by letter the line \
    grows, upside down and from left to right, until the stick is full; then the spaces are \
    thinned or thickened until the line is tight. A good compositor looks ahead, and gives a line \
    a little less so that the next one need not suffer for it.
    A machine can look ahead further. It weighs every way in which the lines of a paragraph might \
    end, and takes the one with the least to regret. What remains for us is to say what we regret: \
    a gap that runs like a river down the page, a word cut off at its second letter, a last line \
    left alone at the head of a page.
    None of this is seen when it is done well. The reader turns the page and is still in the \
    story. That is the whole of the art, and it is why it has to be measured: what nobody sees, \
    nobody complains of, until it is gone.
    """
}
