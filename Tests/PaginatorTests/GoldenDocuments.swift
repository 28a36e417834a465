/// Small documents, one subject each. Those of one room are in a file of their own.
extension GoldenTests {
  static let documents =
    general + tables + boxes + inline + layout + tablesInFull + breaking + reading + styling
    + paging + compared + sizes

  /// An image of one pixel.
  static let pixel =
    "data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw=="

  private static let general: [Document] = [
    // Borders and padding are around the text; the margins between two boxes collapse.
    (
      "boxes", "div { border: 1pt solid; padding: 3pt; margin: 5pt 0 }",
      "<div><p>aaaa bbbb cccc</p></div><div><p>dd</p></div>"
    ),
    // All lines but the last fill the measure.
    ("justified", "p { text-align: justify }", "<p>aaa bb cc dddd ee fff g hh</p>"),
    // A nested list is indented in its item.
    (
      "lists", "ol { margin: 0; padding-left: 30pt }",
      "<ol><li>aa</li><li>bbbb cc<ol><li>d</li></ol></li></ol>"
    ),
    // Table parts without a table, row or cell get anonymous ones.
    (
      "anonymous-table", ".t { display: table; border: 1pt solid } .c { display: table-cell }",
      "<div class='t'>aa bb</div><div class='t'><i class='c'>cc</i>dd</div>"
        + "<p>ee<b class='c'>ff</b>gg</p>"
    ),
    // A block in a cell has its border.
    (
      "box-in-cell", "td { padding: 0 } table { border-spacing: 0 } .b { border: 1pt solid }",
      "<table><tr><td><div class='b'>aa</div></td><td>bb</td></tr></table>"
    ),
    // A caption is centred above the table, outside its border.
    (
      "caption", "table { border: 2pt solid; border-spacing: 0 } td { padding: 0 }",
      "<table><caption>aa</caption><tr><td>bbbb</td></tr></table><p>c</p>"
    ),
    // Of two collapsed borders, the wider one is drawn, half of it in each cell.
    (
      "collapsed-borders",
      "table { border-collapse: collapse } td { border: 2pt solid; padding: 0 } .w { border: 4pt solid }",
      "<table><tr><td>aa</td><td class='w'>bb</td></tr></table>"
    ),
    // The background of a column is behind its cells.
    (
      "column-backgrounds",
      "table { border-spacing: 0 } td { padding: 0 } col.a { background: red }",
      "<table><col class='a'/><col/><tr><td>aa</td><td>bb</td></tr></table>"
    ),
    // The border of a cell is around all lines of its text.
    (
      "cut-row", "td { padding: 0; border: 1pt solid } table { border-spacing: 0 }",
      "<table><tr><td>a b c d e f g h i j k l</td></tr></table>"
    ),
    // A box of a given height continues on the next page.
    (
      "tall-box", "div { border: 1pt solid; height: 100pt }", "<div>aa</div><p>b</p>"
    ),
    // Text in a cell is set beside a float in it.
    (
      "float-in-cell", "td { padding: 0; width: 80pt } .f { float: left; width: 30pt }",
      "<table><tr><td><div class='f'>f</div>aaaa bbbb cccccc</td></tr></table>"
    ),
    // Words in cells are hyphenated where the columns are too narrow.
    (
      "hyphenated-cell", "td { padding: 0; hyphens: auto } table { border-spacing: 0 }",
      "<table><tr><td>newspapers</td><td>incomprehensible</td></tr></table>"
    ),
    // A paragraph that cannot be divided without a widow moves to the next page.
    (
      "pages", "p { widows: 2; orphans: 2 }",
      "<p>aaaaaaaa bbbbbbbb cccccccc dddddddd</p><p>eeeeeeee ffffffff gggggggg</p>"
    ),
  ]

  private static let tables: [Document] = [
    // In fixed layout, half of each collapsed border belongs to a column's width.
    (
      "fixed-collapsed-widths",
      "table { border-collapse: collapse; table-layout: fixed; width: 80pt } td { padding: 0 }"
        + " .b { border-left: 10pt solid; border-right: 10pt solid; width: 20pt }",
      "<table><tr><td>a</td><td class='b'>b</td><td>c</td></tr></table>"
    ),
    // A row with visibility: collapse takes no height.
    (
      "collapsed-row",
      "table { border-spacing: 0 } td { padding: 0 } .c { visibility: collapse }",
      "<table><tr><td>aa</td></tr><tr class='c'><td>bb</td></tr><tr><td>cc</td></tr></table>"
    ),
    // rowspan="0" reaches to the end of the row group.
    (
      "rowspan-in-group", "table { border-spacing: 0 } td { padding: 0; vertical-align: top }",
      "<table><tbody><tr><td rowspan='0'>a</td><td>b</td></tr><tr><td>c</td></tr></tbody>"
        + "<tbody><tr><td>d</td><td>e</td></tr></tbody></table>"
    ),
    // A table without text has the size it asks for.
    (
      "empty-sized-table",
      ".t { display: table; height: 20pt; width: 30pt } .r { display: table-row }"
        + " .c { display: table-cell; background: red }",
      "<div class='t'><div class='r'><div class='c'></div></div></div><p>a</p>"
    ),
    // A table is as wide as its caption needs.
    (
      "wide-caption", "table { border: 1pt solid; border-spacing: 0 } td { padding: 0 }",
      "<table><caption>aaaaaa</caption><tr><td>b</td></tr></table>"
    ),
    // Cells with vertical-align: baseline share one.
    (
      "cells-on-baseline",
      "table { border-spacing: 0 } td { padding: 0; vertical-align: baseline } .p { padding-top: 5pt }",
      "<table><tr><td>a</td><td class='p'>b</td><td>c</td></tr></table>"
    ),
    // The spacing around cells is inside the table's border.
    (
      "spacing-in-border", "table { border: 1pt solid; border-spacing: 4pt } td { padding: 0 }",
      "<table><tr><td>a</td></tr></table>"
    ),
    // A column has the width it asks for if the words of the others fit.
    (
      "given-column",
      "table { border-spacing: 0; width: 100% } td { padding: 0 } .w { width: 50pt }",
      "<table><tr><td class='w'>a</td><td>bb bb bb bb</td></tr></table>"
    ),
    // A float in a cell continues on the next pages.
    (
      "tall-float-in-cell",
      "table { border-spacing: 0 } td { padding: 0 } .f { float: left; width: 20pt; height: 130pt;"
        + " background: red }",
      "<table><tr><td><div><div class='f'></div></div></td></tr></table>"
    ),
    // An empty block in a cell continues on the next page.
    (
      "gap-in-row",
      "table { border-spacing: 0 } td { padding: 0 } .b { height: 100pt; background: red }",
      "<table><tr><td>a<div class='b'></div>b</td></tr></table>"
    ),
    // A row in a row is in an anonymous cell; empty, it takes no room.
    (
      "row-in-row",
      ".t { display: table } .r { display: table-row; border: 2pt solid; background: red }"
        + " .c { display: table-cell }",
      "<div class='t'><div class='r'><div class='r'></div><div class='c'>a</div></div></div>"
    ),
  ]

  private static let boxes: [Document] = [
    // The height of a block does not include the float before it.
    (
      "height-after-float", ".f { float: left; width: 20pt; height: 30pt } .h { height: 20pt }",
      "<div class='f'></div><div class='h'>aa</div><p>b</p>"
    ),
    // A child's margin is inside the border of the outer block and outside the inner one.
    (
      "margin-inside-border",
      ".o { border: 1pt solid } .i { background: red } p { margin-top: 5pt }",
      "<div class='o'><div class='i'><p>a</p></div></div>"
    ),
    // In right-to-left text, a block with a width is at the right.
    (
      "right-to-left-width", ".i { width: 40pt; border: 1pt solid }",
      "<div dir='rtl'><div class='i'>aa</div></div>"
    ),
    // The margin after a block's content is no part of its given height.
    (
      "margin-below-height", ".h { height: 20pt; border: 1pt solid } .m { margin-bottom: 10pt }",
      "<div class='h'><p class='m'>a</p></div><p>b</p>"
    ),
    // The padding of a list item is between its marker and its text.
    (
      "marker-outside-padding", "ol { margin: 0; padding-left: 30pt } li { padding-left: 10pt }",
      "<ol><li>aa</li></ol>"
    ),
    // A height with percentages is auto if its container's height is, even if they cancel.
    (
      "percentages-that-cancel", "div { border: 1pt solid; height: calc(30pt + 5% - 5%) }",
      "<div>a</div><p>b</p>"
    ),
    // A percentage in max-height refers to the given height of the container.
    (
      "percentage-of-definite-height",
      ".o { height: 40pt } .i { border: 1pt solid; max-height: 50% }",
      "<div class='o'><div class='i'>a b c d e f g h i j k l</div></div>"
    ),
    // A float is as wide as a block in it that has a width but no text.
    (
      "width-without-text",
      ".f { float: left; border: 1pt solid } .i { width: 30pt; height: 5pt }",
      "<div class='f'><div class='i'></div></div><p>a</p>"
    ),
    // A drawing that is a block takes only its own height.
    (
      "block-drawing", "svg { display: block; width: 20pt; height: 15pt }",
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'/><p>a</p>"
    ),
  ]

  private static let inline: [Document] = [
    // A block inside an inline element divides the element's box.
    (
      "inline-box-around-block", "span { border: 2pt solid } p { margin: 0 }",
      "<div><span>aa<p>b</p>cc</span></div>"
    ),
    // An empty inline element has its borders.
    ("empty-inline-box", "span { border: 2pt solid }", "<p>a<span></span>b</p>"),
    // word-break: break-all divides words, but no line begins with a stop.
    ("break-all", "p { word-break: break-all }", "<p>aaaaaaaaaa.bb</p>"),
    // ::first-letter of a block is in its first child.
    (
      "first-letter-in-child", "div::first-letter { font-size: 20pt } p { margin: 0 }",
      "<div><p>ab</p><p>c</p></div>"
    ),
    // The Dutch ij is one first letter.
    ("first-letter-digraph", "p::first-letter { font-size: 20pt }", "<p lang='nl'>ijs</p>"),
    // Spaces collapse across directional controls.
    (
      "spaces-around-controls", "",
      "<p>a <span dir='ltr'> b</span> <bdo dir='ltr'> c</bdo></p>"
    ),
    // A reversed counter begins with the number of its elements.
    (
      "reversed-counter",
      "div { counter-reset: reversed(c) } p { counter-increment: c -1 } p::before { content: counter(c) }",
      "<div><p>a</p><p>b</p><p>c</p></div>"
    ),
    // calc() can give a counter's value.
    (
      "calculated-counter", "p { counter-reset: c calc(2 * 3) } p::before { content: counter(c) }",
      "<p>a</p>"
    ),
    // ::before can be an inline block.
    (
      "generated-inline-block", "p::before { content: 'b'; display: inline-block; width: 30pt }",
      "<p>a</p>"
    ),
    // A line may end before a nowrap element but not in it.
    (
      "wrap-after-nowrap", ".n { white-space: nowrap }",
      "<p>aaaa <span class='n'>bb cc</span>-dd</p>"
    ),
  ]
}
