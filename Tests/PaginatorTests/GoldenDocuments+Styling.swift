/// Alignment, indents, spacing and line heights, and how declarations are chosen.
extension GoldenTests {
  static let styling: [Document] = [
    // text-indent moves the first line.
    ("text-indent", "p { text-indent: 20pt }", "<p>aaaa bbbb cc</p>"),
    // text-indent: hanging moves all lines but the first.
    ("text-indent-hanging", "p { text-indent: 20pt hanging }", "<p>aaaa bbbb cc</p>"),
    // A negative indent sets the first line out into the padding.
    ("text-indent-negative", "p { text-indent: -10pt; padding-left: 10pt }", "<p>aaaa bbbb cc</p>"),
    // A percentage indent refers to the width of the block.
    ("text-indent-percentage", "p { width: 80pt; text-indent: 25% }", "<p>a</p>"),
    // Lines are centred, right-aligned, and aligned with the end.
    (
      "text-align", ".c { text-align: center } .r { text-align: right } .e { text-align: end }",
      "<p class='c'>aa</p><p class='r'>bb</p><p class='e'>cc</p><p class='e' dir='rtl'>dd</p>"
    ),
    // text-align-last aligns the last line of justified text.
    (
      "text-align-last", "p { text-align: justify; text-align-last: center }",
      "<p>aaaa bbbb cc</p>"
    ),
    // text-align-last: justify also stretches the last line.
    (
      "text-align-last-justify", "p { text-align: justify; text-align-last: justify }",
      "<p>aa bb</p>"
    ),
    // A line before a forced break is aligned like a last line.
    (
      "text-align-last-forced", "p { text-align: justify; text-align-last: right }",
      "<p>aa<br/>bb</p>"
    ),
    // text-justify: none leaves justified lines as they are.
    ("text-justify-none", "p { text-align: justify; text-justify: none }", "<p>aaaa bbbb cc</p>"),
    // text-align: match-parent keeps the side of the parent's start.
    (
      "match-parent", ".o { direction: rtl } .i { direction: ltr; text-align: match-parent }",
      "<div class='o'><p class='i'>aa</p></div>"
    ),
    // word-spacing is added to every space; a percentage refers to the space's width.
    (
      "word-spacing", ".a { word-spacing: 5pt } .b { word-spacing: 50% }",
      "<p class='a'>aa b c</p><p class='b'>aa b</p>"
    ),
    // letter-spacing is between letters; there is none at the line's end.
    ("letter-spacing", "p { letter-spacing: 2pt }", "<p>aaa b</p>"),
    // Between two letters, the letter spacing of the innermost element around both counts.
    ("letter-spacing-of-element", "span { letter-spacing: 4pt }", "<p>a<span>bb</span>a</p>"),
    // Tab stops are multiples of tab-size, in spaces or as a length.
    (
      "tab-size", "p { white-space: pre } .a { tab-size: 4 } .b { tab-size: 25pt }",
      "<p class='a'>a\tb</p><p class='b'>aaa\tb</p>"
    ),
    // white-space: pre keeps spaces and line ends, and does not wrap.
    ("white-space-pre", "p { white-space: pre }", "<p>a  b\ncccccc ddddd</p>"),
    // white-space: pre-wrap keeps spaces and wraps.
    ("white-space-pre-wrap", "p { white-space: pre-wrap }", "<p>aa  bb cccc</p>"),
    // white-space: pre-line keeps line ends but no spaces.
    ("white-space-pre-line", "p { white-space: pre-line }", "<p>aa  \n   bb  cc</p>"),
    // With break-spaces, a line may end after each space, and spaces take room.
    ("white-space-break-spaces", "p { white-space: break-spaces }", "<p>aaaaaaaaa  bb</p>"),
    // A line height that is a number is inherited as a number.
    (
      "line-height-number", "div { font-size: 20pt; line-height: 1.5 } p { font-size: 10pt }",
      "<div><p>a</p></div>"
    ),
    // A line height that is a percentage is inherited as a length.
    (
      "line-height-percentage", "div { font-size: 20pt; line-height: 150% } p { font-size: 10pt }",
      "<div><p>a</p></div>"
    ),
    // An inline element with a greater line height makes its line higher.
    ("line-height-of-element", "span { line-height: 20pt }", "<p>a<span>b</span></p><p>c</p>"),
    // Larger text shares the baseline of its line.
    ("large-text-in-line", "span { font-size: 20pt; line-height: 1 }", "<p>a<span>b</span></p>"),
    // Font sizes in em and percent refer to the parent's.
    (
      "relative-font-size", "span { font-size: 2em } b { font-size: 50%; font-weight: normal }",
      "<p>a<span>b<b>c</b></span></p>"
    ),
    // The margins of a heading depend on its own font size.
    ("heading-margins", "h1 { font-weight: normal; margin: 0.7em 0 }", "<h1>a</h1><p>b</p>"),
    // A blockquote has margins on all sides.
    ("quotation-block", "", "<blockquote>aaaa b</blockquote>"),
    // The definition in a list of terms is indented.
    ("definition-list", "dl { margin: 0 }", "<dl><dt>a</dt><dd>b</dd></dl>"),
    // ::first-line sets the first line alone.
    (
      "first-line", "p::first-line { line-height: 20pt; letter-spacing: 5pt }",
      "<p>aaaa bbbb cccc</p>"
    ),
    // ::first-letter includes the quotation mark before the letter.
    ("first-letter-punctuation", "p::first-letter { font-size: 20pt }", "<p>“ab</p>"),
    // An element with display: none has no box.
    (
      "display-none", ".n { display: none }",
      "<p>a</p><p class='n'>b</p><p>c<i class='n'>d</i></p>"
    ),
    // An element with display: contents has no box, but its content has.
    (
      "display-contents", ".c { display: contents; border: 1pt solid; padding: 5pt }",
      "<div class='c'><p>a</p></div>"
    ),
    // A custom property is inherited and has a fallback.
    (
      "custom-property",
      "div { --a: 20pt } p { margin-left: var(--a, 5pt); text-indent: var(--b, 5pt) }",
      "<div><p>a</p></div><p>b</p>"
    ),
    // The start is at the left of text that runs to the right, and at the right of other text.
    (
      "logical-sides",
      "p { margin-inline: 10pt 20pt; padding-block: 5pt 10pt; border-inline-start: 2pt solid }",
      "<p>a</p><p dir='rtl'>b</p>"
    ),
    // Of a logical and a physical property for one side, the later one wins.
    (
      "logical-order",
      ".a { margin-left: 10pt; margin-inline-start: 20pt } "
        + ".b { margin-inline-start: 20pt; margin-left: 10pt } "
        + ".c { --d: rtl; --m: 30pt; direction: var(--d); margin-inline: var(--m) 5pt }",
      "<p class='a'>a</p><p class='b'>b</p><p class='c'>c</p>"
    ),
    // Lists and descriptions are indented where their text begins.
    (
      "right-to-left-lists", "ul, dl { margin: 0 }",
      "<ul dir='rtl'><li>a</li></ul><dl dir='rtl'><dd>b</dd></dl>"
    ),
    // inline-size and block-size are width and height.
    (
      "logical-sizes", "div { inline-size: 50pt; max-block-size: 15pt; border: 1pt solid }",
      "<div>aa bb cc</div>"
    ),
    // calc(), min() and max() mix lengths and percentages.
    (
      "calc",
      ".a { margin-left: calc(50% - 10pt) } .b { margin-left: min(50%, 20pt) } "
        + ".c { margin-left: max(10%, 3pt * 2) }",
      "<p class='a'>a</p><p class='b'>b</p><p class='c'>c</p>"
    ),
    // Selectors choose by parent, previous sibling and position.
    (
      "child-and-sibling-selectors",
      "div > p { margin-left: 10pt } p + p { margin-left: 20pt } "
        + "p:nth-child(3) { margin-left: 30pt } p:last-child { text-indent: 5pt }",
      "<div><p>a</p><p>b</p><p>c</p></div>"
    ),
    // initial, inherit and unset reset a property.
    (
      "revert-and-unset",
      "div { text-indent: 10pt; margin-left: 10pt } p { text-indent: initial } "
        + ".i { margin-left: inherit } .u { text-indent: unset; margin-left: unset }",
      "<div><p>a</p><p class='i'>b</p><p class='u'>c</p></div>"
    ),
    // A negative result of calc() is 0 where a negative value is not allowed: 10 - 20 and 5 - 50 points.
    (
      "calc-not-negative",
      "p { padding: calc(1em - 20pt) } .l { padding: 0 0 0 calc(5% - 50pt) } "
        + ".f { font-size: calc(1pt - 5pt) }",
      "<p>aa</p><p class='l'>b</p><p>c<span class='f'>d</span>e</p>"
    ),
    // Text in columns is set in rows: the top of a box, where its lines begin, is at the left.
    (
      "sides-of-vertical-text",
      "html { writing-mode: vertical-rl } .a { padding-top: 30pt; text-indent: -30pt } "
        + ".b { margin: 1pt 10pt 3pt 20pt; border-right: 2pt solid } "
        + ".c { writing-mode: horizontal-tb; margin-left: 20pt }",
      "<p class='a'>aaa bbb ccc dd</p><div class='b'>e</div><p class='c'>f</p>"
    ),
    // A value with a space is no word of an attribute.
    (
      "attribute-word-with-space", "[title~='a b'] { margin-left: 10pt }", "<p title='a b'>a</p>"
    ),
  ]
}
