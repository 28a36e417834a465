/// Page ends, page styles, margin boxes and notes.
extension GoldenTests {
  static let paging: [Document] = [
    // A forced break begins a new page.
    ("break-before", ".b { break-before: page }", "<p>a</p><p class='b'>b</p>"),
    // A forced break after a block begins a new page; page-break-after is its older name.
    (
      "break-after", ".a { break-after: page } .b { page-break-after: always }",
      "<p class='a'>a</p><p class='b'>b</p><p>c</p>"
    ),
    // break-before: recto begins a right page, and inserts a blank one for that.
    ("break-before-recto", ".b { break-before: recto }", "<p>a</p><p class='b'>b</p>"),
    // break-before: verso begins a left page.
    ("break-before-verso", ".b { break-before: verso }", "<p>a</p><p class='b'>b</p>"),
    // break-inside: avoid keeps a block on one page.
    (
      "break-inside-avoid", "div { break-inside: avoid }",
      "<p>a</p><p>b</p><p>c</p><p>d</p><div><p>e</p><p>f</p><p>g</p></div>"
    ),
    // break-after: avoid keeps a block with the next one.
    (
      "break-after-avoid", ".h { break-after: avoid }",
      "<p>a</p><p>b</p><p>c</p><p>d</p><p>e</p><p class='h'>h</p><p>f</p>"
    ),
    // break-before: avoid keeps a block with the one before it.
    (
      "break-before-avoid", ".k { break-before: avoid }",
      "<p>a</p><p>b</p><p>c</p><p>d</p><p>e</p><p>f</p><p class='k'>g</p>"
    ),
    // A paragraph whose first lines do not all fit moves to the next page.
    (
      "orphans", "p { orphans: 3 }",
      "<p>a</p><p>b</p><p>c</p><p>d</p><p>aaaaaaaa bbbbbbbb cccccccc dddddddd</p>"
    ),
    // A line moves with the last one, so that it is not alone.
    (
      "widows", "p { widows: 2 }",
      "<p>a</p><p>b</p><p>c</p><p>aaaaaaaa bbbbbbbb cccccccc dddddddd</p>"
    ),
    // A margin at an unforced break is dropped on both pages.
    ("margin-at-page-end", "p { margin: 8pt 0 }", "<p>a</p><p>b</p><p>c</p><p>d</p>"),
    // A margin after a forced break is kept.
    (
      "margin-after-forced-break", ".b { break-before: page; margin-top: 8pt }",
      "<p>a</p><p class='b'>b</p>"
    ),
    // A box that is divided between pages is open at the division.
    (
      "sliced-box", "div { border: 5pt solid; padding: 5pt }",
      "<div><p>a</p><p>b</p><p>c</p><p>d</p><p>e</p><p>f</p></div>"
    ),
    // @page :first sets the margins of the first page.
    ("first-page", "@page :first { margin-top: 40pt }", "<p>a</p><p>b</p><p>c</p>"),
    // Left and right pages have their own margins.
    (
      "left-and-right-pages",
      "@page :left { margin-left: 40pt } @page :right { margin-right: 20pt }",
      "<p>aaaa bbb</p><p style='break-before: page'>aaaa bbb</p>"
    ),
    // A named page has its own size.
    (
      "named-page", "@page w { margin: 10pt } .w { page: w }",
      "<p>a</p><p class='w'>bbbb bbbb</p><p>c</p>"
    ),
    // A blank page has the margin boxes of @page :blank.
    (
      "blank-page",
      "@page { margin: 10pt; @top-left { content: 'x' } } "
        + "@page :blank { @top-left { content: none } @bottom-left { content: 'y' } } "
        + ".b { break-before: recto }",
      "<p>a</p><p class='b'>b</p>"
    ),
    // A margin box shows the page number and the number of pages.
    (
      "page-numbers",
      "@page { margin: 10pt; @bottom-center { content: counter(page) '/' counter(pages) } }",
      "<p>a</p><p style='break-before: page'>b</p>"
    ),
    // The page number can be in roman numerals.
    (
      "page-number-style",
      "@page { margin: 10pt; @bottom-center { content: counter(page, lower-roman) } }",
      "<p>a</p><p style='break-before: page'>b</p>"
    ),
    // A running head is the first string set on its page, or else the last one before.
    (
      "running-head",
      "@page { margin: 20pt 0; @top-center { content: string(h) } } "
        + "h1 { font: 10pt/10pt Square; margin: 0; string-set: h content() }",
      "<h1>a</h1><p>b</p><p>c</p><h1>d</h1>"
    ),
    // string(h, start) is the string at the start of a page, string(h, last) the last one set.
    (
      "running-head-start",
      "@page { margin: 20pt 0; @top-left { content: string(h, start) } "
        + "@top-right { content: string(h, last) } } p { string-set: h content() }",
      "<p>a</p><p>b</p><p>c</p><p>d</p>"
    ),
    // Left and right pages have their own margin boxes.
    (
      "mirrored-heads",
      "@page { margin: 20pt 0 } @page :left { @top-left { content: 'l' } } "
        + "@page :right { @top-right { content: 'r' } }",
      "<p>a</p><p>b</p><p>c</p>"
    ),
    // target-counter() is the number of the page that a link leads to.
    (
      "target-counter",
      "a::after { content: target-counter(attr(href), page) } .b { break-before: page }",
      "<p><a href='#b'>a</a></p><p class='b' id='b'>b</p>"
    ),
    // A leader fills the line between a title and its page number.
    ("leader", "p::after { content: leader('.') '7' }", "<p>aa</p>"),
    // A footnote is set at the foot of its page; its call is in the text.
    (
      "footnote",
      "@page { @footnote { margin: 0; border: none; padding: 0 } } .n { float: footnote } "
        + ".n::footnote-call { content: '*'; vertical-align: baseline; font-size: 10pt } "
        + ".n::footnote-marker { content: '*' }",
      "<p>a<span class='n'>n</span></p>"
    ),
    // Floats that go on to the next page: what follows has no margin there, and is below them.
    (
      "floats-on-next-page",
      "p, ul { margin: 10pt 0; padding: 0 } li { list-style: none; float: left; width: 50% }",
      "<p>a</p><ul><li>b<br/>b</li><li>c<br/>c</li><li>d<br/>d</li><li>e<br/>e</li></ul><p>f</p>"
    ),
    // A heading is better alone on a page than divided, if what it is kept with does not fit.
    (
      "heading-not-divided",
      "h1 { font-size: 10pt; margin: 30pt 0 0; break-inside: avoid; break-after: avoid } "
        + "div { break-inside: avoid }",
      "<h1>a<br/>a<br/>a</h1><div>b<br/>b<br/>b<br/>b<br/>b</div>"
    ),
    // A block that no page can hold is divided although it avoids breaks.
    (
      "block-above-page-height", "div { break-inside: avoid }",
      "<div><p>a</p><p>b</p><p>c</p><p>d</p><p>e</p><p>f</p><p>g</p></div>"
    ),
    // Where page ends are chosen together, it does not begin on a page of its own either.
    (
      "high-block-begins-where-it-is",
      "html { page-breaking: optimal } "
        + "pre { break-inside: avoid; margin: 0; widows: 2; white-space: pre-wrap }",
      "<p>a</p><p>b</p><pre>c\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm</pre>"
    ),
    // A box as high as the page that begins below a margin ends on its page.
    (
      "box-of-page-height",
      "div { height: 100vh; margin-top: 10pt } h1 { font-size: 10pt; margin: 0 }",
      "<div><h1>a</h1></div>"
    ),
    // A float that does not fit moves to the next page, with the text beside it.
    (
      "float-at-page-end", ".f { float: left; width: 20pt; height: 20pt }",
      "<p>a</p><p>b</p><p>c</p><p>d</p><p>e</p><div class='f'>f</div><p>g</p>"
    ),
    // A forced break inside a block divides it; its indent goes on.
    (
      "break-inside-block", "div { padding: 10pt } .b { break-before: page }",
      "<div><p>a</p><p class='b'>b</p></div>"
    ),
    // A forced break before a first child is before its parent.
    (
      "break-propagates", "div { border-left: 1pt solid } .b { break-before: page }",
      "<p>a</p><div><p class='b'>b</p></div>"
    ),
  ]
}
