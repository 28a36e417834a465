/// Margins, widths and heights, positions, floats, inline blocks and images.
extension GoldenTests {
  static let layout: [Document] = [
    // Adjoining margins of siblings collapse to the larger one.
    (
      "margins-of-siblings", ".a { margin-bottom: 8pt } .b { margin-top: 5pt }",
      "<p class='a'>a</p><p class='b'>b</p>"
    ),
    // A block's margins collapse with those of its first and last child.
    (
      "margins-of-first-and-last-child", "div { margin: 5pt 0 3pt } p { margin: 8pt 0 }",
      "<div><p>a</p></div><div><p>b</p></div>"
    ),
    // A negative margin pulls a block over the one before it.
    ("negative-margin", ".b { margin-top: -4pt }", "<p>a</p><p class='b'>b</p>"),
    // Padding keeps a block's margin apart from its child's.
    (
      "padding-between-margins", "div { margin-top: 5pt; padding-top: 1pt } p { margin-top: 5pt }",
      "<div><p>a</p></div>"
    ),
    // Two auto margins centre a block.
    ("auto-margins", "div { width: 40pt; margin: 0 auto; border: 1pt solid }", "<div>a</div>"),
    // One auto margin takes all the room.
    ("auto-margin-left", "div { width: 40pt; margin-left: auto }", "<div>a</div>"),
    // Percentages of margins and padding refer to the width of the containing block, also
    // vertically.
    (
      "percentage-margin",
      ".o { width: 80pt } .i { margin-left: 25%; padding-top: 10%; border: 1pt solid }",
      "<div class='o'><div class='i'>a</div></div>"
    ),
    // Width is that of the content; padding and border are added.
    ("content-box", "div { width: 50pt; padding: 5pt; border: 1pt solid }", "<div>aaa b</div>"),
    // With box-sizing: border-box, width and height include padding and border.
    (
      "border-box",
      "div { box-sizing: border-box; width: 50pt; height: 40pt; padding: 5pt; "
        + "border: 1pt solid }",
      "<div>aaa b</div><p>c</p>"
    ),
    // min-width wins over max-width, and max-width over width.
    (
      "min-width",
      "div { border: 1pt solid } .a { width: 20pt; min-width: 50pt; max-width: 40pt } "
        + ".b { width: 80pt; max-width: 40pt }",
      "<div class='a'>a</div><div class='b'>b</div>"
    ),
    // A percentage width refers to the containing block.
    (
      "percentage-width", ".o { width: 80pt } .i { width: 50%; border: 1pt solid }",
      "<div class='o'><div class='i'>a</div></div>"
    ),
    // min-content is the width of the longest word.
    ("min-content-width", "div { width: min-content; border: 1pt solid }", "<div>aa bbbb</div>"),
    // max-content is the width without line breaks.
    ("max-content-width", "div { width: max-content; border: 1pt solid }", "<div>aa bbbb</div>"),
    // fit-content is the width of the content, limited by the room.
    (
      "fit-content-width", "div { width: fit-content; border: 1pt solid }",
      "<div>aa</div><div>aaaa bbbb cccc</div>"
    ),
    // min-height makes a block higher than its content.
    ("min-height", "div { min-height: 30pt; border: 1pt solid }", "<div>a</div><p>b</p>"),
    // max-height limits a block; its content overflows.
    (
      "max-height", "div { max-height: 10pt; border: 1pt solid }",
      "<div>aaaaaaaaa bb</div><p>c</p>"
    ),
    // A block without height takes no room; its text overflows.
    ("zero-height", ".z { height: 0 }", "<p class='z'>a</p><p>bbb</p>"),
    // Text beside a block is in anonymous blocks.
    ("anonymous-blocks", "div { border: 1pt solid }", "<div>a<p>b</p>c</div>"),
    // An hr is a line of 1 px between margins of half an em.
    ("rule", "", "<p>a</p><hr/><p>b</p>"),
    // A relatively positioned block is moved; the one after it is not.
    (
      "relative-block", ".r { position: relative; left: 10pt; top: 5pt }",
      "<p>a</p><p class='r'>b</p><p>c</p>"
    ),
    // right and bottom move a block to the left and up.
    (
      "relative-from-right-and-bottom", ".r { position: relative; right: -10pt; bottom: 5pt }",
      "<p>a</p><p class='r'>b</p>"
    ),
    // Text is set to the left of a right float.
    ("float-right", ".f { float: right; width: 30pt }", "<div class='f'>f</div><p>aaaa bbbb</p>"),
    // Text is set between a left and a right float.
    (
      "floats-on-both-sides", ".f { width: 20pt } .l { float: left } .r { float: right }",
      "<div class='f l'>f</div><div class='f r'>g</div><p>aaaaaa bb</p>"
    ),
    // A float's margins keep the text away.
    (
      "float-margins", ".f { float: left; width: 20pt; margin: 5pt }",
      "<div class='f'>f</div><p>aaaa</p>"
    ),
    // A block with clear: left begins below the left float.
    (
      "clear-left", ".f { float: left; width: 20pt; height: 25pt } .c { clear: left }",
      "<div class='f'>f</div><p>a</p><p class='c'>b</p>"
    ),
    // clear: right does not clear a left float.
    (
      "clear-right", ".f { float: left; width: 20pt; height: 25pt } .c { clear: right }",
      "<div class='f'>f</div><p>a</p><p class='c'>b</p>"
    ),
    // The border of a plain block runs behind a float; only its lines are shorter.
    (
      "box-behind-float", ".f { float: left; width: 20pt } .r { border: 1pt solid }",
      "<div class='f'>f</div><div class='r'>a</div>"
    ),
    // A float in a float is placed in it.
    (
      "float-in-float", ".o { float: right; width: 50pt } .i { float: right; width: 20pt }",
      "<div class='o'><div class='i'>i</div>o</div><p>aaaa</p>"
    ),
    // A float in a line goes to the start of that line.
    (
      "float-in-line", ".f { float: left; width: 20pt }",
      "<p>aa<span class='f'>f</span>bb cccc</p>"
    ),
    // Floats side by side fill the measure and then a second row.
    (
      "floats-in-rows", ".f { float: left; width: 40pt; height: 12pt }",
      "<div class='f'>a</div><div class='f'>b</div><div class='f'>c</div>"
    ),
    // The text of the next block is beside a float that is higher than its own.
    (
      "float-higher-than-block", ".f { float: left; width: 30pt; height: 15pt }",
      "<div><div class='f'>f</div>a</div><p>b</p><p>c</p>"
    ),
    // An inline block shares the line's baseline with its last line.
    ("inline-block", "span { display: inline-block; width: 20pt }", "<p>a<span>bb cc</span>d</p>"),
    // vertical-align: top aligns an inline block with the top of its line.
    (
      "inline-block-top", "span { display: inline-block; width: 20pt; vertical-align: top }",
      "<p>a<span>bb cc</span>d</p>"
    ),
    // vertical-align: middle puts the middle of an inline block half an x-height above the
    // baseline.
    (
      "inline-block-middle",
      "span { display: inline-block; width: 20pt; height: 20pt; vertical-align: middle }",
      "<p>a<span>b</span>d</p>"
    ),
    // Margins, borders and padding of an inline block take room.
    (
      "inline-block-edges",
      "span { display: inline-block; margin: 1pt 2pt; border: 1pt solid; padding: 3pt }",
      "<p>a<span>b</span>c</p>"
    ),
    // Margins, borders and padding of an inline element take room in its line, but not above or
    // below it.
    (
      "inline-edges", "span { margin: 0 5pt; border: 2pt solid; padding: 3pt }",
      "<p>a<span>b</span>c</p><p>d</p>"
    ),
    // An image with a width has the height of its ratio and stands on the baseline.
    (
      "image-ratio", "img { width: 20pt }",
      "<p>a<img alt='' src='"
        + pixel
        + "'/>b</p>"
    ),
    // max-width shrinks an image in proportion.
    (
      "image-max-width", "img { width: 80pt; height: auto; max-width: 30% }",
      "<p><img alt='' src='"
        + pixel
        + "'/></p>"
    ),
    // Auto margins centre an image that is a block.
    (
      "image-block", "img { display: block; width: 20pt; margin: 0 auto }",
      "<div><img alt='' src='"
        + pixel
        + "'/></div><p>a</p>"
    ),
    // An image's border and padding are around its width, or in it with border-box.
    (
      "image-border-box",
      "img { width: 20pt; height: 20pt; padding: 2pt; border: 1pt solid } "
        + ".b { box-sizing: border-box }",
      "<p><img alt='' src='"
        + pixel
        + "'/><img class='b' alt='' src='"
        + pixel
        + "'/></p>"
    ),
    // An image with vertical-align: top does not move the baseline up.
    (
      "image-align-top", "img { width: 20pt; height: 20pt; vertical-align: top }",
      "<p>a<img alt='' src='"
        + pixel
        + "'/></p>"
    ),
    // Text is set beside a floated image.
    (
      "image-float", "img { float: left; width: 20pt; height: 15pt }",
      "<p><img alt='' src='"
        + pixel
        + "'/>aaaa bbbb cccc</p>"
    ),
    // Margins collapse through an empty block, and with those of its neighbours.
    (
      "empty-block-margins", ".e { margin: 7pt 0 5pt }",
      "<p>a</p><div class='e'></div><p>b</p>"
    ),
    // Margins do not collapse through a border: the block is as high as the margin in it.
    (
      "empty-block-in-border", ".o { border: 1pt solid } .e { margin: 7pt 0 5pt }",
      "<div class='o'><div class='e'></div></div><p>b</p>"
    ),
    // The margins of an empty first child collapse with those of the next child.
    (
      "empty-block-first",
      "div { border: 1pt solid; min-height: 24pt } .e { margin: 7pt 0 5pt } .m { margin-top: 3pt }",
      "<div><p class='e'></p><p class='m'>a</p></div><p>b</p>"
    ),
    // A margin that collapses with the one of the block around a float moves the float too.
    (
      "float-at-collapsed-margin", ".f { float: left; width: 20pt } .m { margin-top: 5pt }",
      "<p>x</p><div><div class='f'>f</div><p class='m'>a</p></div>"
    ),
    // With each-line, the lines after forced breaks are indented too.
    (
      "indent-each-line", "p { text-indent: 20pt each-line }",
      "<p>aaa bb ccc dd<br/>eeee ffff g</p>"
    ),
    // hanging each-line indents all lines but the first and those after forced breaks.
    (
      "indent-hanging-each-line", "p { text-indent: 20pt hanging each-line }",
      "<p>aaa bb ccc dd<br/>eeee ffff g</p>"
    ),
    // overflow-wrap: anywhere counts in the min-content width of a column; break-word does not.
    (
      "break-anywhere-in-cell",
      "table { border-spacing: 0; width: 10pt } td { padding: 0 } .a { overflow-wrap: anywhere } .b { overflow-wrap: break-word }",
      "<table><tr><td class='a'>aa</td><td class='b'>bb</td></tr></table>"
    ),
    // The first column of a table from right to left is at the right.
    (
      "right-to-left-table",
      "table { border-spacing: 0 } td { padding: 0 } .w { border: 1pt solid }",
      "<table dir='rtl'><tr><td class='w'>aa</td><td>b</td></tr><tr><td colspan='2'>cc</td></tr></table>"
    ),
    // Where its borders collapse, the wide one of the first cell is at the right.
    (
      "right-to-left-collapsed",
      "table { border-collapse: collapse } td { border: 0 solid; padding: 0 } .w { border-right: 4pt solid }",
      "<table dir='rtl'><tr><td class='w'>aa</td><td>b</td></tr></table>"
    ),
    // A float whose text is broken is as wide as its longest line, not as its room.
    (
      "float-as-narrow-as-lines", ".f { float: left; border: 1pt solid }",
      "<div class='f'>aaaaaa bbbb</div><p>c</p>"
    ),
    // The margins of a flow root do not collapse with those of its children.
    (
      "flow-root-margins",
      ".r { display: flow-root; margin: 5pt 0; background: red } .m { margin: 7pt 0 }",
      "<p>a</p><div class='r'><p class='m'>b</p></div><p>c</p>"
    ),
    // A flow root is as high as the float in it.
    (
      "flow-root-holds-float",
      ".r { display: flow-root; border: 1pt solid } .f { float: left; width: 20pt; height: 20pt }",
      "<div class='r'><div class='f'>f</div>a</div><p>b</p>"
    ),
    // So is one that has no other content.
    (
      "flow-root-of-floats",
      ".r { display: flow-root; border: 1pt solid } .f { float: left; width: 20pt; height: 20pt }",
      "<div class='r'><div class='f'>f</div></div><p>b</p>"
    ),
    // A block that is no part of the flow around it is next to a float with its border, down to its end.
    (
      "overflow-beside-float",
      ".f { float: left; width: 20pt; height: 15pt } .r { overflow: hidden; border: 1pt solid }",
      "<div class='f'>f</div><div class='r'>a<br/>b</div><p>c</p>"
    ),
    // A box that ends above a float is as high as without the float.
    (
      "box-above-float",
      "p { margin: 0 0 4pt; border: 1pt solid } .f { float: left; width: 10pt }",
      "<p>a</p><p><span class='f'>f</span>b</p>"
    ),
    // It is so, too, where the float is the first thing on the next page.
    (
      "box-above-float-on-next-page",
      "p { margin: 0 0 4pt; border: 1pt solid } .f { float: left; width: 10pt } .b { page-break-before: always }",
      "<p>a<br/>b<br/>c<br/>d<br/>e</p><p class='b'><span class='f'>f</span>g</p>"
    ),
    // An inline block with a max-width is no wider for content that overflows it, nor is what is
    // around it.
    (
      "max-width-of-inline-block",
      ".f { float: left; border: 1pt solid } .b { display: inline-block; max-width: 30pt; background: red }",
      "<div class='f'><span class='b'>aaaaa</span></div>"
    ),
    // The same is true of a float in a float, and of a block.
    (
      "max-width-of-float",
      ".f { float: left; border: 1pt solid } .b { float: left; max-width: 30pt }",
      "<div class='f'><div class='b'>aaaaa</div></div>"
    ),
    (
      "max-width-in-float", ".f { float: left; border: 1pt solid } .b { max-width: 30pt }",
      "<div class='f'><div class='b'>aaaaa</div></div>"
    ),
    // An inline block is at least as wide as its min-width.
    (
      "min-width-of-inline-block",
      ".b { display: inline-block; min-width: 30pt; border: 1pt solid }",
      "<p><span class='b'>a</span>b</p>"
    ),
    // A line of inline blocks is beside a float as long as the float is beside any part of the line.
    (
      "boxes-in-lines-beside-floats",
      ".f { float: left; width: 30pt; height: 25pt } "
        + "span { display: inline-block; width: 40pt; height: 20pt; border: 1pt solid }",
      "<div class='f'></div><p><span>a</span> <span>b</span></p>"
    ),
    // A line that has no room above the end of a float moves below it; the line before it does not.
    (
      "line-below-float",
      ".l { float: left; width: 30pt; height: 15pt } .r { float: right; width: 80pt; height: 10pt }",
      "<div class='l'></div><div class='r'></div><p>aaa bbbbb</p>"
    ),
    // Lists give so much of their margins and padding that the text has its least measure, and keep room for
    // their markers: 18 points.
    (
      "measure-in-lists",
      "ul { margin: 0; padding-left: 20pt; measure-min: 5; list-style: square } "
        + "ul ul { margin-left: 30pt; padding-left: 10pt }",
      "<ul><li>aa<ul><li>bb bb<ul><li>cc</li></ul></li></ul></li></ul>"
    ),
    // Percentages yield where words must be divided: the column that needs least for whole words gets it.
    (
      "percentages-and-words",
      "table { border-collapse: collapse; hyphens: auto } td { padding: 0 }",
      "<table><col style='width: 10%'/><col style='width: 80%'/><col style='width: 10%'/><tr>"
        + "<td>paper</td><td>bb</td><td>water</td></tr></table>"
    ),
    // A margin that moves a block below a float makes clearance unnecessary.
    (
      "margin-instead-of-clearance",
      ".a { margin-bottom: 5pt } .f { float: left; width: 20pt; height: 10pt } "
        + ".c { clear: left; margin-top: 20pt }",
      "<div><p class='a'>a</p><div class='f'></div><p class='c'>c</p></div>"
    ),
  ]
}
