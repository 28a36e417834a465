/// What is drawn where: markers, mixed directions, decorations, backgrounds and borders.
extension GoldenTests {
  static let drawings: [Document] = drawn + comparedDrawings + painted + images

  private static let drawn: [Document] = [
    // An outside marker ends where the text of its item begins.
    ("outside-marker", "ol { margin: 0 }", "<ol><li>aa</li></ol>"),
    // Items of an unordered list have a bullet.
    ("bullet", "ul { margin: 0 }", "<ul><li>aa</li></ul>"),
    // In a right-to-left list, markers are at the right.
    (
      "right-to-left-marker", "ol { margin: 0; padding: 0 30pt 0 0 }",
      "<ol dir='rtl'><li>a</li></ol>"
    ),
    // list-style-image is the marker of an item.
    (
      "image-marker",
      "ul { margin: 0; list-style-image: url("
        + pixel
        + ") }",
      "<ul><li>a</li></ul>"
    ),
    // bdo with dir=rtl sets its words from right to left.
    ("right-to-left-override", "", "<p>a<bdo dir='rtl'>bc de</bdo>f</p>"),
    // A stop at the end of Latin text is at its left in a right-to-left paragraph.
    ("right-to-left-paragraph", "", "<p dir='rtl'>ab cd.</p>"),
    // Isolated text is placed in the direction of the paragraph; text without isolation goes on.
    ("isolated-text", "", "<p dir='rtl'>a <bdi>b</bdi>!</p><p dir='rtl'>a b!</p>"),
    // A bdi runs in the direction of its own text, not in that of the paragraph.
    ("direction-of-bdi", "", "<p dir='rtl'><bdi>ab!</bdi></p>"),
    // Two isolates in boxes keep their places: the first is at the right.
    (
      "isolates-in-boxes", "i { background: red }",
      "<p dir='rtl'><i dir='ltr'>ab</i><i dir='ltr'>cd</i></p>"
    ),
    // unicode-bidi: plaintext takes the direction of a paragraph from its text.
    ("plaintext-direction", "p { unicode-bidi: plaintext }", "<p dir='rtl'>ab.</p>"),
    // It takes that of each line from the text between forced breaks.
    (
      "plaintext-lines", "p { unicode-bidi: plaintext }",
      "<p>a!<br/>&#x200F;b!</p>"
    ),
    // A stop before a forced break is not between the words before and after it.
    (
      "direction-ends-at-break",
      "b { unicode-bidi: bidi-override; direction: rtl; font-weight: normal }",
      "<p><b>ab</b>!<br/>!<b>cd</b></p>"
    ),
    // An override continues after a forced break in its element.
    ("direction-continues-after-break", "", "<p>a<bdo dir='rtl'>bc<br/>de</bdo>f</p>"),
    // A space that is removed at a line's end has no background; one that hangs has.
    (
      "background-of-last-space",
      "p { width: 20pt } i { background: red; font-style: normal } .h { white-space: pre-wrap }",
      "<p>a<i>a </i>b</p><p class='h'>a<i>a </i>b</p>"
    ),
    // A marker is isolated from its text, unless its rule says otherwise.
    (
      "marker-unicode-bidi",
      "ol { margin: 0; list-style-position: inside } li::marker { content: 'x!' } "
        + ".n::marker { unicode-bidi: normal }",
      "<ol dir='rtl'><li>a</li><li class='n'>a</li></ol>"
    ),
    // A relatively positioned inline element is moved; the text after it is not.
    (
      "relative-inline", "span { position: relative; left: 5pt; top: 3pt }",
      "<p>a<span>b</span>c</p>"
    ),
    // vertical-align raises an element by a length or by a percentage of its line height.
    (
      "vertical-align-length",
      "span { line-height: 5pt } .l { vertical-align: 2pt } .p { vertical-align: 20% }",
      "<p>a<span class='l'>b</span><span class='p'>c</span></p>"
    ),
    // Hidden text takes room; it is not drawn, nor are its background, border and underline.
    (
      "hidden-text", ".h { visibility: hidden } mark { background: red } p { border: 1pt solid }",
      "<p class='h'>a</p><div>a<u class='h'>b</u><mark class='h'>c</mark>d</div>"
    ),
    // Visible text in a hidden block is drawn.
    (
      "visible-in-hidden", "div { visibility: hidden } span { visibility: visible }",
      "<div>a <span>b</span></div>"
    ),
    // An element with display: contents stays on the raised baseline around it, and has no
    // background.
    (
      "contents-in-raised-text",
      "sup { font-size: 10pt; vertical-align: 2pt } "
        + "i { display: contents; font-style: normal; background: red }",
      "<p>a<sup>b<i>c</i></sup></p>"
    ),
    // Text is underlined, struck through, and has a line above.
    (
      "underline-and-strike",
      ".o { text-decoration: overline 1pt red } u, s { text-decoration-thickness: 1pt }",
      "<p class='o'>a</p><p><u>b c</u></p>"
    ),
    // Decorations can be double, dashed and wavy.
    (
      "decoration-style",
      "p { text-decoration: underline 1pt } .d { text-decoration-style: dashed } "
        + ".w { text-decoration-style: wavy }",
      "<p class='d'>a</p><p class='w'>b</p>"
    ),
    // text-underline-offset is the distance of the line's upper edge from the baseline: 8 + 3 + 1 / 2.
    (
      "underline-offset", "u { text-decoration-thickness: 1pt; text-underline-offset: 3pt }",
      "<p><u>a</u></p>"
    ),
    // The underline of a block has the colour of the block, also below text of another colour.
    (
      "decoration-of-parent", "p { text-decoration: underline 1pt } span { color: red }",
      "<p>a<span>b</span></p>"
    ),
    // The background of inline text is as high as the font's ascent and descent.
    ("inline-background", "mark { background: red }", "<p>a <mark>b c</mark></p>"),
    // An inline box is open where a line break divides it.
    (
      "inline-box-over-lines", "span { border: 1pt solid red; padding: 0 2pt }",
      "<p><span>aaaaaaaa b</span></p>"
    ),
    // The background of a block reaches to the edges of its padding and is behind its border.
    (
      "block-background", "div { background: red; padding: 2pt; border: 1pt solid }",
      "<div>a</div>"
    ),
    // Any colour with an alpha of 0 is transparent: the first paragraph has no border.
    (
      "transparent-border",
      "p { border-top: 1pt solid rgba(1, 2, 3, 0) } p + p { border-color: #0102030a }",
      "<p>a</p><p>b</p>"
    ),
    // The box's text is painted over the image, which comes later in the text.
    (
      "positioned-over-image",
      "div { position: relative } b { position: absolute; top: 5pt; left: 0 }",
      "<div><b>a</b><img alt='' src='\(pixel)' style='width: 50pt; height: 20pt'/></div>"
    ),
    // A border has the colour of the text unless it has its own.
    (
      "border-colour", "p { color: red; border-top: 1pt solid; border-bottom: 2pt solid #00f }",
      "<p>a</p>"
    ),
    // The background of the body fills the text area of the page.
    ("page-background", "body { background: red }", "<p>a</p>"),
    // object-fit: contain keeps the ratio of an image and centres it in its box.
    (
      "object-fit-contain", "img { width: 40pt; height: 20pt; object-fit: contain }",
      "<p><img alt='' src='"
        + pixel
        + "'/></p>"
    ),
    // object-fit: scale-down does not enlarge an image.
    (
      "object-fit-scale-down", "img { width: 40.75pt; height: 20.75pt; object-fit: scale-down }",
      "<p><img alt='' src='"
        + pixel
        + "'/></p>"
    ),
    // The content of an inline block is on the baseline of its line.
    (
      "drawn-inline-block", "span { display: inline-block; width: 20pt; text-align: right }",
      "<p>a<span>b</span>c</p>"
    ),
    // Leaders of two lines have their dots below each other.
    ("drawn-leader", "p::after { content: leader(' .') '7' }", "<p>aa</p><p>b</p>"),
    // Text in an a element is a link.
    ("link", "", "<p>a<a href='http://x.y/'>b</a></p>"),
    // A family without italics is slanted, one without bold thickened.
    ("synthetic-italic-and-bold", "", "<p><i>a</i><b>b</b></p>"),
    // A background image is repeated to the right only.
    (
      "background-image",
      "p { background: url("
        + pixel
        + ") repeat-x; background-size: 20pt 5pt }",
      "<p>a</p>"
    ),
    // Margin boxes are outside the text area: at the left, in the middle and at the right.
    (
      "furniture",
      "@page { margin: 20pt 0; @top-left { content: 'l' } @top-center { content: 'c' } "
        + "@top-right { content: 'r' } }",
      "<p>a</p>"
    ),
    // Sides of different colours meet on a slanted line at the corners.
    (
      "border-corners",
      "p { border: 5pt solid; border-color: red green; width: 20pt; height: 10pt }", "<p></p>"
    ),
    // A box without a size whose other borders are transparent is a triangle.
    (
      "border-triangle",
      "p { width: 0; height: 0; border: 5pt solid transparent; border-left-color: red }", "<p></p>"
    ),
    // A double border has two lines, a third of its width each, one inside the other.
    ("double-border", "p { border: 6pt double; width: 20pt; height: 10pt }", "<p></p>"),
    // The outer half of a groove is dark at the top and on the left, the inner half light there.
    ("groove", "p { border-top: 4pt groove red; border-left: 4pt groove red }", "<p>a</p>"),
    // The bottom and right sides of an outset border are dark.
    ("outset", "p { border: 4pt outset red; width: 20pt }", "<p>a</p>"),
    // In a table with collapsed borders, an inset border is a ridge.
    (
      "collapsed-inset",
      "table { border-collapse: collapse } td { border-bottom: 4pt inset red; padding: 0 }",
      "<table><tr><td>a</td></tr></table>"
    ),
    // Background layers are drawn from the last one up; the colour is below them.
    (
      "background-layers",
      "p { background: url("
        + pixel
        + ") no-repeat, url("
        + pixel
        + ") right no-repeat, red; background-size: 5pt 5pt, 10pt 10pt }",
      "<p>a</p>"
    ),
    // The colour of a background is clipped as its lowest layer is.
    (
      "background-clip", "p { padding: 5pt; background: red; background-clip: content-box }",
      "<p>a</p>"
    ),
    // A gradient has the size of the padding box.
    (
      "gradient", "p { border: 1pt solid; background: linear-gradient(red, blue) }", "<p>a</p>"
    ),
    // overflow: hidden draws nothing outside the padding box, neither boxes nor parts of lines.
    (
      "overflow-hidden",
      "div { overflow: hidden; width: 20pt; height: 15pt; border: 1pt solid; line-height: 10pt } "
        + "p { background: red; width: 40pt }",
      "<div><p>aaaa<br/>b<br/>c</p></div>"
    ),
    // The padding is not cut off: the second line is in it.
    (
      "overflow-hidden-padding",
      "div { overflow: hidden; height: 10pt; padding-bottom: 8pt; line-height: 10pt }",
      "<div>a<br/>b</div>"
    ),
    // An inline block clips its line.
    (
      "overflow-hidden-inline-block",
      "span { display: inline-block; overflow: hidden; width: 20pt; white-space: nowrap }",
      "<p>a<span>bbbb</span>c</p>"
    ),
  ]
}

/// What is painted over what (CSS 2, appendix E).
extension GoldenTests {
  static let painted: [Document] = [
    // A scaled box: its lengths are a tenth, its place, its margin and its move are not.
    (
      "scaled-box",
      "div { position: absolute; left: 10pt; top: 4pt; width: 600pt; margin-left: 5pt; "
        + "border: 20pt solid; transform-origin: 0 0; transform: translate(3pt, 2pt) scale(0.1); "
        + "font-size: 100pt; line-height: 120pt } span { position: absolute; left: 300pt; top: 0 }",
      "<div>aa b<span>c</span></div>"
    ),
    // The middle of a box stays where it is, if no origin is given.
    (
      "scaled-from-the-middle",
      "div { position: absolute; left: 0; top: 0; width: 40pt; transform: scale(50%, .5) }",
      "<div>aa</div>"
    ),
    // A moved inline box with a background is painted over the text of the next line.
    (
      "moved-inline-over-text",
      "p { width: 20pt } i { position: relative; top: 5pt; background: red; font-style: normal }",
      "<p><i>a</i> bb cc</p>"
    ),
    // Levels of inline boxes: b is over c, which is over the text; d is under it.
    (
      "inline-z-index",
      "i { position: relative; font-style: normal; background: red } .b { z-index: 2 } "
        + ".c { z-index: 1; background: lime } .d { z-index: -1; background: blue }",
      "<p>a<i class='b'>b</i><i class='c'>c</i><i class='d'>d</i>e</p>"
    ),
    // The background of an inline box is painted with its text: a negative level in the box is below it.
    (
      "level-below-inline-background",
      "i { position: relative; font-style: normal; background: red; z-index: 1 } "
        + "b { position: relative; left: -5pt; z-index: -1; background: blue; font-weight: normal }",
      "<p><i>a<b>b</b></i></p>"
    ),
    // An image that is moved is over the text of its line and of the next one.
    (
      "moved-image",
      "p { width: 20pt } img { position: relative; left: 5pt; width: 10pt; height: 10pt }",
      "<p><img alt='' src='\(pixel)'/>b cc</p>"
    ),
    // An absolutely positioned box in a line is not cut off by a block around it that is not positioned.
    (
      "placed-box-in-clipped-block",
      "div { overflow: hidden; height: 0 } i { position: absolute; font-style: normal }",
      "<div>b<i>a</i></div>"
    ),
    // A break may be between two elements, if the word that they make may be hyphenated there.
    (
      "hyphen-between-elements",
      "p { width: 50pt; hyphens: auto } b { font-weight: normal; padding: 0 1pt }",
      "<p lang='en-us'>high<b>way</b></p><p lang='en-us'><b>hi</b>ghway</p>"
    ),
    // A dash in the second of them shows no hyphen.
    (
      "dash-in-hyphenated-elements",
      "p { hyphens: auto } b { font-weight: normal }",
      "<p lang='en-us'>high<b>way—other</b></p>"
    ),
    // A shadow is drawn only outside of its box, an inset one inside the padding box; the first is on top.
    (
      "box-shadow",
      "p { width: 30pt; height: 20pt; border: 2pt solid; "
        + "box-shadow: 5pt 3pt red, 0 0 0 4pt lime, inset 3pt 2pt 0 1pt blue }",
      "<p></p>"
    ),
    // An outline takes no room: a line of 2 points, 1 point outside the border; around a box in a line, and of the
    // text's color.
    (
      "outline",
      "p { width: 30pt; height: 20pt; border: 2pt solid; outline: 2pt solid red; "
        + "outline-offset: 1pt } b { outline: 1pt dashed }",
      "<p></p>aaa <b>bb</b> c"
    ),
    // A blurred shadow is an image; the corners of a spread one are as round as that asks for.
    (
      "box-shadow-blurred", "p { width: 30pt; height: 20pt; box-shadow: 1pt 2pt 6pt #0008 }",
      "<p></p>"
    ),
    (
      "box-shadow-rounded",
      "p { width: 30pt; height: 20pt; border-radius: 4pt 0; box-shadow: 0 0 0 4pt red }", "<p></p>"
    ),
    // Where a box in a line is divided, its shadow ends.
    ("box-shadow-over-lines", "i { box-shadow: 0 0 0 2pt red }", "<p><i>aaaa aaaa aaaa</i></p>"),
    // What a rounded box cuts off ends at its corners.
    (
      "overflow-at-rounded-corners",
      "div { width: 30pt; border-radius: 6pt; overflow: hidden } p { width: 40pt; background: red }",
      "<div><p>a</p></div>"
    ),
    // A box that clones its edges has them on each of its lines, and lines have room for them.
    (
      "cloned-edges",
      "p { width: 50pt } i { padding: 0 5pt; border: 1pt solid red; box-decoration-break: clone }",
      "<p>a<i>bb cc <b>dd</b></i>e</p>"
    ),
    // A box around it that does not is continued.
    (
      "cloned-edges-in-sliced-box",
      "p { width: 50pt } b { background: lime; padding: 0 5pt; font-weight: normal } "
        + "i { padding: 0 5pt; background: red; box-decoration-break: clone }",
      "<p><b>a<i>bb cc dd</i></b> e</p>"
    ),
    // A moved block is painted over the text behind it.
    (
      "positioned-over-text",
      "div { position: relative; top: 10pt; height: 10pt; background: red }", "<div></div><p>a</p>"
    ),
    // A moved block that meets nothing keeps its place in the order of the text.
    (
      "positioned-beside-text", "div { position: relative; left: 10pt; background: red }",
      "<div>a</div><p>b</p>"
    ),
    // The background image of a divided block is placed in the whole block: once at its top, once at its bottom.
    (
      "background-of-divided-block",
      "p { background-repeat: no-repeat; background-image: linear-gradient(red, red); background-size: 8pt 8pt }"
        + " .end { background-position: 0 100% }",
      "<p>a<br/>b<br/>c<br/>d<br/>e<br/>f<br/>g<br/>h</p><p class='end'>a<br/>b<br/>c<br/>d<br/>e<br/>f</p>"
    ),
    // On the third of five pages, of which three have fragments that are alike.
    (
      "background-in-middle-of-divided-block",
      "p { background: linear-gradient(red, red) no-repeat center / 8pt 8pt }",
      "<p>\((1...30).map { "\($0 % 10)" }.joined(separator: "<br/>"))</p>"
    ),
    // Text of a positioned block, and of a box in a line, is painted over the text that follows, if it is in its
    // place.
    (
      "positioned-text-over-text", "div { position: relative; top: 10pt; color: red }",
      "<div>a</div><p>b</p><p>c</p>"
    ),
    (
      "positioned-text-of-line-over-text",
      "i { position: absolute; top: 10pt; left: 0; color: red; font-style: normal }",
      "<p>a<i>b</i></p><p>c</p><p>d</p>"
    ),
    (
      "positioned-text-of-line-beside-text",
      "i { position: absolute; top: 10pt; left: 50pt; color: red; font-style: normal }",
      "<p>a<i>b</i></p><p>c</p><p>d</p>"
    ),
    // The second box is under the first, the third under the text.
    (
      "z-index",
      "i { position: absolute; width: 20pt; height: 20pt; top: 0 }"
        + " .a { z-index: 2; left: 0; background: red }"
        + " .b { z-index: 1; left: 5pt; background: lime }"
        + " .c { z-index: -1; left: 10pt; background: blue }",
      "<p>aaaa<i class='a'></i><i class='b'></i><i class='c'></i></p>"
    ),
    // Inside a box with a level, levels count only among each other: the blue box is over the lime one.
    (
      "z-index-in-context",
      "div { position: relative; height: 10pt; top: -5pt } .a { z-index: 0; background: red }"
        + " .b { z-index: 9; background: lime } .c { z-index: 1; background: blue }",
      "<div class='a'><div class='b'></div></div><div class='c'></div>"
    ),
    // A box with a negative level is over the background of its context and under its text.
    (
      "z-index-below-text",
      "div { position: relative; z-index: 0; background: red }"
        + " p { position: relative; z-index: -1; background: blue; height: 10pt; margin: -10pt 0 0 }",
      "<div>a<p></p></div>"
    ),
    // An image with a negative level is under the paragraph in front of it.
    (
      "image-below-text",
      "div { position: relative } img { position: absolute; z-index: -1; top: 0; display: block }",
      "<div><p>a</p><img alt='' src='\(pixel)' style='width: 50pt; height: 20pt'/></div>"
    ),
    // A moved block is over a positioned box before it.
    (
      "relative-over-absolute",
      "b { position: absolute; width: 15pt; height: 20pt; background: blue }"
        + " div { position: relative; background: red }",
      "<b></b><div>a</div>"
    ),
    // A float in a float is over the block behind it.
    (
      "float-over-later-block",
      "div { float: left; width: 60pt } i { float: left; width: 10pt; height: 20pt; background: red }"
        + " p { background: blue; height: 10pt }",
      "<div><i></i><p></p></div>"
    ),
    // A ring of 2 points: radii of 6 outside and 4 inside, and the background up to the outer ones.
    (
      "border-radius",
      "p { background: red; border: 2pt solid blue; border-radius: 6pt; width: 30pt; height: 20pt }",
      "<p>a</p>"
    ),
    // The image is as wide as its content box: its radius is 8 - 1 - 2 points.
    (
      "border-radius-image",
      "img { width: 20pt; height: 10pt; border: 1pt solid; padding: 2pt; border-radius: 8pt }",
      "<p><img alt='' src='\(pixel)'/></p>"
    ),
    // Sides that differ are parts of the ring, from each corner on.
    (
      "border-radius-sides",
      "p { border: 2pt solid; border-color: red green; border-radius: 4pt; width: 20pt; height: 10pt }",
      "<p></p>"
    ),
    // A single side narrows along the curves; the ring is drawn only there.
    (
      "border-radius-one-side",
      "p { border-left: 2pt solid red; border-radius: 4pt; width: 20pt; height: 10pt }", "<p></p>"
    ),
    // Dots run along the middle of the border: the radius is 4 - 1 points.
    (
      "border-radius-dotted",
      "p { border: 2pt dotted; border-radius: 4pt; width: 20pt; height: 10pt }", "<p></p>"
    ),
    // A background image is clipped like the colour.
    (
      "border-radius-picture",
      "p { background: red url(\(pixel)) no-repeat; border-radius: 4pt; width: 20pt; height: 10pt }",
      "<p></p>"
    ),
    // Where a page or a line ends, a box has square corners.
    (
      "border-radius-over-pages",
      "div { border: 1pt solid red; border-radius: 5pt }",
      "<div>a<br/>b<br/>c<br/>d<br/>e<br/>f<br/>g<br/>h</div>"
    ),
    (
      "border-radius-over-lines", "span { background: red; border-radius: 5pt }",
      "<p><span>aaaaaaaaa bb</span></p>"
    ),
    // Shared borders and the cells between them have square corners.
    (
      "border-radius-collapsed",
      "table { border-collapse: collapse } td { border: 2pt solid; background: red; border-radius: 5pt }",
      "<table><tr><td>a</td></tr></table>"
    ),
    // A page number in a box that is too narrow for it is not cut into letters.
    (
      "positioned-narrow-number",
      "body { overflow-wrap: break-word } p { position: relative } "
        + "b { position: absolute; left: 90%; right: 5%; font-weight: normal }",
      "<p>a<b>12</b></p>"
    ),
  ]
}
