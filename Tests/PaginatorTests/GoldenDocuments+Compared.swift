/// Boxes, floats and tables whose places were compared with Chromium's.
extension GoldenTests {
  static let compared: [Document] = [
    // A line of 20 points and one of 10 are beside the float of 30 points; the third is not.
    (
      "float-beside-tall-line",
      "p { line-height: 1 } i { float: left; width: 50pt; height: 30pt } b { font-size: 20pt }",
      "<p>a <i></i><b>b</b> ccc ddd eee</p>"
    ),
    // A table in a box in a line has its columns' widths: 10 and 60.
    (
      "table-in-inline-block",
      "table { border-spacing: 0 } td { padding: 0 } div { display: inline-block }",
      "<div><table><tr><td>a a</td><td style='width: 60pt'>b</td></tr></table></div>"
    ),
    // Text behind a block does not begin the block around both, and is not indented.
    (
      "text-behind-block", "div { text-indent: 20pt } p { text-indent: 0 }",
      "<div><p>a</p>b</div><div>c<p>d</p></div>"
    ),
    // A box in a line is at least as wide as its widest word.
    (
      "inline-block-widest-word",
      "div { width: 40pt } span { display: inline-block; background: red }",
      "<div><span>aaaaaa bbb cc</span></div>"
    ),
    // From right to left, the indent is at the right: the room is 80 points.
    (
      "right-to-left-centred-indent", "p { direction: rtl; text-align: center; text-indent: 20pt }",
      "<p>a</p>"
    ),
    // The space before a positioned box at the end of a line is removed.
    (
      "right-to-left-space-before-positioned", "p { direction: rtl } b { position: absolute }",
      "<p>a <b></b></p>"
    ),
    // From right to left, the automatic margin gives way to a block that is too wide.
    (
      "right-to-left-wide-block",
      "div { direction: rtl; width: 40pt }"
        + " p { margin-right: 10pt; margin-left: auto; width: 40pt; background: red }",
      "<div><p>a</p></div>"
    ),
    // A block that is limited to 60 points takes all of them in its cell if its text is broken.
    (
      "limited-block-in-cell",
      "td { padding: 0 } table { border-spacing: 0 } div { max-width: 60pt; border-top: 1pt solid }",
      "<table><tr><td><div>aaaa bbbb</div></td></tr></table>"
    ),
    // Columns in which no cell begins have no spacing.
    (
      "columns-without-cells", "table { border-spacing: 10pt } td { padding: 0; background: red }",
      "<table><tr><td colspan='4'>aaa</td></tr><tr><td>b</td><td>c</td></tr></table>"
    ),
    // A table with nothing in it keeps its borders.
    (
      "empty-bordered-table", "table { border: 5pt solid; border-spacing: 0 } td { padding: 0 }",
      "<table><tr><td></td></tr></table><p>a</p>"
    ),
    // Margins give way to narrow text, but not those that made a table wide.
    (
      "indents-in-cells",
      "body { measure-min: 10 } td { padding: 0 } .a { margin-left: 20pt } .b { margin-left: 40pt }",
      "<table><tr><td>a<p class='a'>bb</p><p class='b'>cc</p></td></tr></table>"
    ),
    // Text that may not wrap is divided where it is wider than the page, as pages do not scroll.
    (
      "nowrap-wider-than-page", "p { white-space: nowrap; overflow-wrap: break-word }",
      "<p>aaaa bbbb cccc</p>"
    ),
    // A dash that begins a piece of text begins a line.
    (
      "dash-before-name", "p { text-wrap: pretty }",
      "<p>aaaa bbbb —\u{2060}cccccc</p><p>aaaa bbbbb — cccc</p>"
    ),
    // The float is below the margin of the paragraph, which is that of the block around both: the block is 30
    // points high.
    (
      "trailing-float-margin",
      "div { background: red } p { margin: 10pt 0 } i { float: left; width: 10pt }",
      "<div>a<p>b</p><i>c</i></div>d"
    ),
    // The margin below the block that holds only the float moves the text, not the float.
    (
      "float-only-block-margins",
      "p { margin: 10pt 0 0 } div { margin: 5pt 0 20pt } i { float: left; width: 20pt; height: 30pt }",
      "<p>a</p><div><i>b</i></div><p>c</p>"
    ),
    // The block begins beside the float, which leaves no room for its line.
    (
      "bordered-block-beside-float",
      "div { width: 30pt } i { float: left; width: 30pt; height: 20pt } p { border-top: 5pt solid }",
      "<div><i></i><p>a</p></div>"
    ),
    // The end of the divided box, which is 20 points high, is on the line behind the block.
    (
      "strut-behind-divided-inline",
      "span { font-size: 20pt; line-height: 1 } div { font-size: 10pt; line-height: 10pt }",
      "<span><div>a</div></span>b"
    ),
    // The column is as wide as its first cell asks for: the text of the second one wraps.
    (
      "column-with-width",
      "table { border-spacing: 0 } td { padding: 0 } .w { width: 30pt }",
      "<table><tr><td class='w'>a</td></tr><tr><td>b cc</td></tr></table>"
    ),
    // The margins of a block that holds only a positioned box collapse through it.
    (
      "margins-around-positioned",
      "p { margin: 10pt 0 20pt } b { position: absolute; right: 0 }",
      "a<p><b>b</b></p>c"
    ),
    // The box is as wide as the block in it, which its word overflows.
    (
      "inline-block-overflowing-block",
      "div { width: 30pt } span { display: inline-block; border: 1pt solid }",
      "<span><div>aaaaa</div></span><p>b</p>"
    ),
    // The box is as wide as its widest word and the borders around that: 40 + 10 points.
    (
      "inline-block-word-in-border",
      "p { width: 20pt } span { display: inline-block } div { border: 5pt solid }",
      "<p><span><div>aaa a aaaa</div></span></p>"
    ),
    // The table may be wider than the block around it by its negative margin: its text fits on one line.
    (
      "table-with-negative-margin",
      "table { border-spacing: 0; margin-right: -10pt; width: auto } td { padding: 0 } .b { width: 60pt }",
      "<div class='b'><table><tr><td>aaa bbb</td></tr></table></div>"
    ),
    // The cell is no wider than its maximum: the text wraps.
    (
      "cell-max-width",
      "table { border-spacing: 0 } td { padding: 0; max-width: 50pt }",
      "<table><tr><td>a bbbb</td></tr></table>"
    ),
    // The line in front of the second paragraph has only the empty start of an inline box: margins collapse.
    (
      "margins-around-empty-inline",
      "p { margin: 10pt 0 } b { font-size: 20pt }",
      "<p>a</p><b><p>c</p></b>"
    ),
  ]

  /// What only a drawing shows.
  static let comparedDrawings: [Document] = [
    // A box in a line is as wide as its text and its float together: 20 + 50.
    (
      "inline-block-right-float",
      "span { display: inline-block; background: red } i { float: right; width: 50pt }",
      "<p><span>aa<i>b</i></span>c</p>"
    ),
    // The 40 points beside the float have no room for the second word, which is below it.
    (
      "float-without-room", "img { float: left; width: 60pt; height: 25pt }",
      "<p>aa <img alt='' src='\(pixel)'/>bbbbbb cc</p>"
    ),
    // The line breaks before the box, whose padding is on the second line.
    (
      "break-before-inline-box", "span { background: red; padding: 0 10pt }",
      "<p><img alt='' src='\(pixel)' style='width: 70pt; height: 10pt'/><span>aaaa</span></p>"
    ),
    // A box in a line is as high as its float.
    (
      "inline-block-holds-float",
      "span { display: inline-block; background: red; width: 60pt } i { float: left; height: 30pt }",
      "<p><span>aa<i>b</i></span>c</p>"
    ),
    // The positioned box is at the bottom of the block, which is as high as its float.
    (
      "bottom-of-flow-root",
      "div { overflow: hidden; position: relative } i { float: left; height: 40pt }"
        + " b { position: absolute; left: 50pt; bottom: 0; font-weight: normal }",
      "<div><i>a</i>b<b>c</b></div>d"
    ),
    // A given height is no minimum: the line is 5 + 8 points high.
    (
      "inline-block-height",
      "span { display: inline-block; height: 5pt; border-bottom: 8pt solid red }",
      "<span>a</span><p>b</p>"
    ),
    // Nothing is justified in a box that is as wide as its text.
    (
      "justified-inline-block", "span { display: inline-block } div { text-align-last: justify }",
      "<p><span><div>a b</div></span></p>"
    ),
    // A positioned box in a cell is 10 points from the left edge of the page, not of the cell.
    (
      "positioned-from-page-in-cell",
      "td { padding: 0; width: 30pt } table { border-spacing: 0 } b { position: absolute; left: 10pt }",
      "<table><tr><td>aaa</td><td>b<b>c</b></td></tr></table>"
    ),
    // Beside the float, the word that it is in would be below it: the float is below the word.
    (
      "float-in-word",
      "i { float: left; width: 50pt; height: 15pt; background: red }",
      "<p>a a<i></i>aaa</p>"
    ),
    // The table's border is closed where the second row has no cell.
    (
      "collapsed-borders-without-cell",
      "table { border-collapse: collapse; border: 4pt solid red } td { padding: 0 }",
      "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>"
    ),
    // The border of a column is also above and below it.
    (
      "collapsed-column-border",
      "table { border-collapse: collapse } td { padding: 0 } col { border: 4pt solid red }",
      "<table><col/><tr><td>a</td></tr></table>"
    ),
    // The space before the float is at the end of the line: the cell is 10 + 70 points wide.
    (
      "space-before-float-in-cell",
      ".c { display: table-cell; background: red } i { float: right; width: 70pt; height: 10pt }",
      "<div class='c'>a <i></i></div>"
    ),
    // The positioned box is 5 points below the top of its block, which begins with a float.
    (
      "positioned-behind-float",
      "p { margin: 10pt 0 } div { position: relative } i { float: left; width: 20pt; height: 10pt } span { display: block; padding-bottom: 10pt } b { position: absolute; top: 5pt; font-weight: normal }",
      "<p>a</p><div><i></i><span></span><b>b</b></div>"
    ),
    // A float whose bottom margin is larger than its height moves no line up.
    (
      "float-with-negative-height",
      "p { width: 60pt } i { float: left; width: 60pt; margin-bottom: -15pt; background: red }",
      "<p>a <i></i>bbb cc</p>"
    ),
    // A float that is wider than its block moves the text behind it down, and not itself.
    (
      "wide-float-in-paragraph",
      "p { width: 30pt } i { float: right; width: 35pt; height: 15pt; background: red }",
      "<p>a bb <i></i>c</p><p>d</p>"
    ),
    // The width of a box with padding that holds only a float: 20 and 2 x 10 points.
    (
      "padded-box-of-float",
      "span { display: inline-block; padding: 10pt; background: red } i { float: right; width: 20pt }",
      "<p><span><i>a</i></span></p>"
    ),
    // What is in a line of a moved inline element is moved with it.
    (
      "boxes-in-moved-inline",
      "span { position: relative; left: 10pt; top: 5pt } b { display: inline-block; background: red }",
      "<p><span>a<b>b</b><img alt='' src='\(pixel)' style='width: 10pt; height: 10pt'/></span></p>"
    ),
    // From right to left, automatic margins of a block that is too wide are 0: it begins at the right.
    (
      "right-to-left-centred-wide-block",
      "div { direction: rtl; width: 40pt; margin-left: 50pt }"
        + " p { margin: 0 auto; width: 60pt; background: red }",
      "<div><p>a</p></div>"
    ),
    // Padding that is a share of the table's width makes no column wider than the other.
    (
      "percentage-padding-of-cell",
      "table { width: 100pt; border-spacing: 0 } td { padding: 0; background: red }"
        + " td.a { padding: 0 10% }",
      "<table><tr><td class='a'>a</td><td>b</td></tr></table>"
    ),
    // A float in a line is moved from its place, and the text beside it is not.
    (
      "moved-float-in-line",
      "i { float: right; position: relative; top: -5pt; left: 3pt; width: 20pt; background: red }",
      "<p>a<i>b</i> c</p>"
    ),
    // From right to left, a positioned block without offsets begins at the right.
    (
      "right-to-left-positioned-block",
      "div { direction: rtl } b { position: absolute; display: block; width: 20pt; background: red }",
      "<div><b>a</b><p>b</p></div>"
    ),
    // A float is as wide as a table in it, with the padding around the table: 30 and 2 x 10 points.
    (
      "table-in-padded-float",
      "table { border-spacing: 0 } td { padding: 0 } .a { float: left } .b { padding: 0 10pt }"
        + " .b { background: red }",
      "<div class='a'><div class='b'><table><tr><td>a a</td></tr></table></div></div>"
    ),
    // The margins of a table count for the width of the cell that it is in: 30 and 2 x 10 points.
    (
      "margins-of-table-in-cell",
      "table { border-spacing: 0 } td { padding: 0 } table table { margin: 0 10pt }"
        + " td.a { background: red }",
      "<table><tr><td class='a'><table><tr><td>a a</td></tr></table></td></tr></table>"
    ),
    // A negative margin makes the box around it narrower: the box is 5 points wide, the block in it 10.
    (
      "negative-margin-in-inline-block",
      "span { display: inline-block } div { margin-right: -5pt; background: red }",
      "<p><span><div>a</div></span>b</p>"
    ),
    // Text that does not wrap stays beside a float, and overflows its block.
    (
      "text-without-wraps-beside-float",
      "i { float: left; width: 30pt; height: 15pt } p { white-space: pre; width: 50pt }",
      "<div><i></i><p>aaaa</p></div>"
    ),
    // A block in a moved inline element is moved with it.
    (
      "block-in-moved-inline",
      "span { position: relative; left: 10pt; top: 5pt } b { display: block; background: red }",
      "<p>a<span>b<b>c</b>d</span></p>"
    ),
    // The offsets of a positioned box refer to the relatively positioned inline element around it: from x
    // 20 to x 50, and as high as its font.
    (
      "positioned-in-inline",
      "span { position: relative } b { position: absolute; left: 5pt; top: 10pt }"
        + " i { position: absolute; right: 0; bottom: 0 }",
      "<p>a <span>bbb<b>c</b><i>d</i></span></p>"
    ),
    // The element is on two lines: from x 20 of the first to x 30 of the second, which is below it.
    (
      "positioned-in-broken-inline",
      "p { width: 60pt } span { position: relative; left: 1pt } i { position: absolute; right: 0 }"
        + " i { bottom: 0 }",
      "<p>a <span>bbb <i>d</i>ccc</span></p>"
    ),
    // A box as wide as its text is not narrower than its words, whatever room its offset leaves.
    (
      "positioned-at-edge", "p { overflow-wrap: break-word } i { position: absolute; left: 80pt }",
      "<p>a <i>bb&#160;c dd</i></p>"
    ),
    // The offsets of generated boxes refer to it, too.
    (
      "generated-box-in-inline",
      "span { position: relative; padding: 0 5pt }"
        + " span::after { content: 'c'; position: absolute; left: 0; top: 10pt }",
      "<p>a <span>b</span></p>"
    ),
    // A float in text that does not wrap is below its line if the two have no room next to each other.
    (
      "float-in-unwrapped-line",
      "i { float: right; width: 30pt; height: 10pt } span { white-space: nowrap } p { width: 60pt }",
      "<p>a <span>bb <i></i>cccc</span></p>"
    ),
    // A share of a height that is not given is none: margins collapse through the empty block.
    (
      "empty-block-with-share-of-height", "p { margin: 10pt 0; height: 50% }",
      "<div><p></p><p>a</p></div>"
    ),
    // The padding of a box in a line is beside a block of given width in it: 20 + 2 x 10 points.
    (
      "padded-box-of-sized-block",
      "span { display: inline-block; padding: 10pt; background: red } i { display: block; width: 20pt }",
      "<p><span><i></i></span>a</p>"
    ),
    // A table without cells has no spacing, and margins do not collapse through it.
    (
      "table-without-cells", "table { margin: 10pt 0; border: 2pt solid; border-spacing: 5pt }",
      "<table></table><p>a</p>"
    ),
    // From right to left, the marker of an item without text is at the right.
    (
      "right-to-left-empty-item",
      "ol { direction: rtl; padding: 0 20pt 0 0; margin: 0; list-style: decimal }",
      "<ol><li></li><li>a</li></ol>"
    ),
    // Half as high as the block of 20 points, without offsets.
    (
      "share-of-height-of-positioned",
      "div { position: relative; height: 20pt } i { position: absolute; width: 10pt; height: 50%; background: red }",
      "<div><i></i></div>"
    ),
    // The margin of the paragraph is inside the root's border.
    ("margin-inside-root", "html { border-top: 5pt solid } p { margin: 10pt 0 }", "<p>a</p>"),
    // A table without a width has the room that its margin leaves, 60 points.
    (
      "table-margin-and-max-width",
      "table { margin-left: 40pt; max-width: 100%; border-spacing: 0; border: 1pt solid } td { padding: 0 }",
      "<table><tr><td>aaa bbb ccc</td></tr></table>"
    ),
  ]
}
