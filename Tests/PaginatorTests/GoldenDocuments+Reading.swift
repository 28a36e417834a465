/// What becomes text: white space, lists and counters, generated content, quotation marks.
extension GoldenTests {
  static let reading: [Document] = [
    // lead-in: the first two words of a block are in small capitals, also over elements.
    ("lead-in", "p { lead-in: 2 }", "<p>aa <i>bb</i> cc</p>"),
    // A floated first letter leaves the rest of its word to the lead-in; the first line limits it.
    (
      "lead-in-initial", "p { lead-in: 2 } p::first-letter { initial-letter: 2 }",
      "<p>aaa b<br/>cc</p>"
    ),
    // initial-letter-wrap: the square letter is as wide in all lines; without it, lines begin at its margin box.
    (
      "initial-letter-wrap",
      "p::first-letter { initial-letter: 2; initial-letter-wrap: first; margin-right: 5pt }",
      "<p>abb bbbb bbb bbbb</p>"
    ),
    // Spaces collapse across elements, and vanish at both ends of a paragraph.
    ("collapsed-spaces", "", "<p> a <i> b </i> c </p>"),
    // An inside marker is part of the first line.
    (
      "marker-inside", "ol { margin: 0; list-style-position: inside }",
      "<ol><li>aa</li><li>b</li></ol>"
    ),
    // List items are counted in letters and roman numerals.
    (
      "list-styles",
      "ol, ul { margin: 0; padding: 0; list-style-position: inside } "
        + ".a { list-style-type: lower-alpha } .b { list-style-type: upper-roman } "
        + ".c { list-style-type: decimal-leading-zero }",
      "<ol><li class='a'>a</li><li class='a'>a</li><li class='b'>a</li><li class='b'>a</li>"
        + "<li class='c'>a</li></ol>"
    ),
    // The attributes start and value set the number of a list item.
    (
      "list-start-and-value", "ol, ul { margin: 0; padding: 0; list-style-position: inside } ",
      "<ol start='5'><li>a</li><li value='9'>b</li><li>c</li></ol>"
    ),
    // A reversed list counts down to one.
    (
      "list-reversed", "ol, ul { margin: 0; padding: 0; list-style-position: inside } ",
      "<ol reversed=''><li>a</li><li>b</li></ol>"
    ),
    // A string is the marker as it is; none is no marker.
    (
      "list-style-string",
      "ol, ul { margin: 0; padding: 0; list-style-position: inside } "
        + ".s { list-style-type: '- ' } .n { list-style-type: none }",
      "<ul><li class='s'>a</li><li class='n'>b</li></ul>"
    ),
    // The content of ::marker replaces the number.
    (
      "marker-content",
      "ol, ul { margin: 0; padding: 0; list-style-position: inside } "
        + "li::marker { content: counter(list-item) ') ' }",
      "<ol><li>a</li></ol>"
    ),
    // counters() joins the counters of nested scopes; a scope includes the siblings after its
    // element.
    (
      "nested-counters",
      "div { counter-reset: c } p { counter-increment: c } "
        + "p::before { content: counters(c, '.') ' ' }",
      "<div><p>a</p><div><p>b</p><p>c</p></div><p>d</p></div>"
    ),
    // counter-set changes a counter without a new scope.
    (
      "counter-set",
      "p { counter-increment: c } .s { counter-set: c 7 } p::before { content: counter(c) }",
      "<p>a</p><p class='s'>b</p><p>c</p>"
    ),
    // An element with display: none does not count; one with visibility: hidden does.
    (
      "counter-of-hidden-element",
      "div { counter-reset: c } p { counter-increment: c } p::after { content: counter(c) } "
        + ".n { display: none } .h { visibility: hidden }",
      "<div><p class='n'>a</p><p>b</p><p class='h'>c</p><p>d</p></div>"
    ),
    // A cyclic counter style repeats its symbols.
    (
      "counter-style-cyclic",
      "@counter-style s { system: cyclic; symbols: '+' '*'; suffix: ' ' } "
        + "ol, ul { margin: 0; padding: 0; list-style-position: inside } ol { list-style-type: s }",
      "<ol><li>a</li><li>b</li><li>c</li></ol>"
    ),
    // An additive counter style adds up its weights; other values use the fallback.
    (
      "counter-style-additive",
      "@counter-style s { system: additive; additive-symbols: 5 'V', 1 'I'; range: 1 7; "
        + "fallback: lower-alpha } div { counter-reset: c 5 } p { counter-increment: c } "
        + "p::before { content: counter(c, s) ' ' }",
      "<div><p>a</p><p>b</p><p>c</p></div>"
    ),
    // A counter style pads numbers and marks negative ones.
    (
      "counter-style-negative-and-pad",
      "@counter-style s { system: extends decimal; negative: '(' ')'; pad: 3 '0' } "
        + "p::before { content: counter(c, s) ' ' } .a { counter-reset: c 7 } "
        + ".b { counter-reset: c -2 }",
      "<p class='a'>a</p><p class='b'>b</p>"
    ),
    // symbols() is a counter style without a name.
    (
      "symbols-function",
      "ol, ul { margin: 0; padding: 0; list-style-position: inside } "
        + "ol { list-style-type: symbols(fixed 'x' 'y') }",
      "<ol><li>a</li><li>b</li><li>c</li></ol>"
    ),
    // ::before and ::after add strings and attributes.
    (
      "before-and-after", "p::before { content: '(' attr(title) ') ' } p::after { content: '!' }",
      "<p title='t'>a</p>"
    ),
    // A ::before that is a block is a paragraph of its own.
    ("block-before", "p::before { content: 'b'; display: block; margin-left: 10pt }", "<p>a</p>"),
    // A ::before can float.
    ("floated-before", "p::before { content: 'b'; float: right; width: 20pt }", "<p>aaaa</p>"),
    // An escaped line feed in content ends a line if white space is kept.
    ("newline-in-content", "p::before { content: 'b\\A c'; white-space: pre }", "<p>a</p>"),
    // Quotations in quotations have other marks.
    ("nested-quotes", "", "<p><q>a <q>b</q></q></p>"),
    // Quotation marks depend on the language around the quotation.
    ("quotes-of-language", "", "<p lang='de'><q>a</q></p><p lang='fr'><q>b</q></p>"),
    // The property quotes gives the marks; no-open-quote only counts.
    (
      "quotes-given", "q { quotes: '{' '}' '[' ']' } .n::before { content: no-open-quote }",
      "<p><q>a</q><q class='n'>b<q>c</q></q></p>"
    ),
    // Ruby text is above its base, half as large; parentheses for other readers are left out.
    ("ruby", "", "<p><ruby>aa<rt>b</rt></ruby></p>"),
    ("ruby-parentheses", "", "<p><ruby>aa<rp>[</rp><rt>b</rt><rp>]</rp></ruby></p>"),
    // That of a long base follows it in parentheses.
    ("ruby-long", "", "<p><ruby>aaaaaaa bbbbbbb ccccccc ddddddd eeeeeee<rt>b</rt></ruby></p>"),
    // In capitals, a sharp s is two letters.
    ("uppercase", "p { text-transform: uppercase }", "<p>aß</p>"),
    // A paragraph without text has no line.
    ("empty-paragraph", "", "<p>a</p><p> </p><p>b</p>"),
    // In a pre element, the line feed after the tag is kept in XHTML.
    ("pre-element", "pre { margin: 0 }", "<pre>a\n b</pre>"),
    // The attribute hidden removes an element.
    ("hidden-attribute", "", "<p hidden=''>a</p><p>b</p>"),
    // Details are shown with their summary.
    ("details", "summary { list-style: none }", "<details><summary>a</summary>b</details>"),
    // Bullets are shapes, so that letter-spacing and word-spacing do not move them; numbers are text.
    (
      "bullets-are-not-spaced",
      "ul { margin: 0; padding-left: 40pt; letter-spacing: 5pt; word-spacing: 5pt } .n { list-style: decimal }",
      "<ul><li>a</li></ul><ul class='n'><li>b</li></ul><ul style='list-style-position: inside'><li>c</li></ul>"
    ),
    // Generated content in an inline table is on the line.
    (
      "generated-inline-table",
      "p::before { content: 'aa'; display: inline-table; border: 1pt solid }",
      "<p>b</p>"
    ),
    // The em of an inline drawing is that of the text around it.
    (
      "drawing-in-em", "p { font-size: 5pt }",
      "<p>a<svg xmlns='http://www.w3.org/2000/svg' width='4em' height='2em'/>b</p>"
    ),
    // A space at the end of a paragraph is removed although an isolate ends behind it.
    (
      "space-before-isolate-end", "p { text-align: right }",
      "<p><bdi>aaa </bdi></p><p><bdi>b <i>c </i></bdi></p>"
    ),
    // Blank lines between blocks stay in pre-line.
    (
      "blank-lines-between-blocks", "div { white-space: pre-line }",
      "<div><p>a</p>\n\n<p>b</p></div>"
    ),
    // A space that collapses is removed before a preserved line feed.
    (
      "space-before-preserved-feed", "p { text-align: right } .w { white-space: pre-wrap }",
      "<p><span class='w'><span style='white-space: normal'>a </span>\nb</span></p>"
    ),
    // A no-break space is no first letter.
    ("first-letter-behind-space", "p::first-letter { font-size: 20pt }", "<p>&#xA0;ab</p>"),
    // In a first line, the b has its own size, 10 points, and the i half of the line's 20.
    (
      "own-values-in-first-line", "p::first-line { font-size: 20pt } i { font-size: .5em }",
      "<p>a<b style='font-size: 10pt'>b</b><i>c</i></p>"
    ),
    // The first line of a div is in its paragraph and inherits the paragraph's letter space.
    (
      "first-line-in-inner-block",
      "div::first-line { font-size: 20pt } p { letter-spacing: 5pt }",
      "<div><p>ab<br/>cd</p></div>"
    ),
    // The first letter of a div is in its paragraph: twice 5 points, and 5 for the next.
    (
      "first-letter-in-inner-block", "div::first-letter { font-size: 2em } p { font-size: 5pt }",
      "<div><p>ab</p></div>"
    ),
    // A first letter in an inline element inherits from it: twice 5 points, and 10 for the next.
    (
      "first-letter-in-inline-element",
      "p::first-letter { font-size: 2em } i { font-size: 5pt; line-height: 0 }",
      "<p><i>a</i>b</p>"
    ),
    // The box of a first line has a strut: its baseline is at (10 - 20) / 2 + 16 points.
    (
      "strut-of-first-line", "p::first-line { font-size: 20pt }",
      "<p><b style='font-size: 10pt'>a</b><br/>b</p>"
    ),
    // The control of an isolate is no first letter.
    ("first-letter-in-isolate", "p::first-letter { font-size: 20pt }", "<p><bdi>ab</bdi></p>"),
    // What replaces a film is not limited to the film's height.
    (
      "fallback-grows", "video { display: block; height: 20pt }",
      "<video><p>a</p><p>b</p><p>c</p></video><p>d</p><video><p>e</p></video><p>f</p>"
    ),
  ]
}
