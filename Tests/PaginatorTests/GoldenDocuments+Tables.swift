/// Tables: spans, widths, alignment in cells, heads, captions, borders and breaks.
extension GoldenTests {
  static let tablesInFull: [Document] = [
    // The room of a wide spanning cell is shared among its columns.
    (
      "column-span", "table { border-spacing: 0 } td, th { padding: 0 } ",
      "<table><tr><td colspan='2'>aaaa</td></tr><tr><td>b</td><td>c</td></tr></table>"
    ),
    // A column of ideographs beside long text has room for four of them: 40 of 100 points.
    (
      "column-of-ideographs", "table { border-spacing: 0 } td { padding: 0 }",
      "<table><tr><td>\u{4E00}\u{4E8C}\u{4E09}\u{56DB}\u{4E94}\u{516D}</td>"
        + "<td>aaa aaa aaa aaa aaa aaa aaa aaa aaa aaa</td></tr></table>"
    ),
    // A cell that spans two rows is in the middle of both.
    (
      "row-span", "table { border-spacing: 0 } td, th { padding: 0 } ",
      "<table><tr><td rowspan='2'>a</td><td>b</td></tr><tr><td>c</td></tr></table>"
    ),
    // border-spacing has a horizontal and a vertical length.
    (
      "border-spacing", "table { border-spacing: 4pt 6pt } td { padding: 0 }",
      "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>"
    ),
    // A table has 2 px between its cells and 1 px of padding in them.
    ("default-table-edges", "", "<table><tr><td>a</td><td>b</td></tr></table>"),
    // In fixed layout, columns without a width share the rest in equal parts.
    (
      "fixed-layout",
      "table { border-spacing: 0 } td, th { padding: 0 } "
        + "table { table-layout: fixed; width: 90pt } .w { width: 50pt }",
      "<table><tr><td class='w'>a</td><td>b</td><td>cc</td></tr></table>"
    ),
    // In fixed layout, only the first row counts.
    (
      "fixed-layout-first-row",
      "table { border-spacing: 0 } td, th { padding: 0 } "
        + "table { table-layout: fixed; width: 80pt } .w { width: 60pt }",
      "<table><tr><td>a</td><td>b</td></tr><tr><td class='w'>c</td><td>d</td></tr></table>"
    ),
    // A col element gives its column a width.
    (
      "column-element-width",
      "table { border-spacing: 0 } td, th { padding: 0 } col { width: 50pt }",
      "<table><col/><tr><td>a</td><td>b</td></tr></table>"
    ),
    // The rest of a table's width goes to the columns without a width of their own.
    (
      "rest-of-table-width",
      "table { border-spacing: 0 } td, th { padding: 0 } table { width: 80pt } "
        + ".w { width: 20pt }",
      "<table><tr><td class='w'>a</td><td>b</td><td>c</td></tr></table>"
    ),
    // A percentage width of a cell refers to the table.
    (
      "percentage-column",
      "table { border-spacing: 0 } td, th { padding: 0 } table { width: 80pt } .w { width: 25% }",
      "<table><tr><td class='w'>a</td><td>b</td></tr></table>"
    ),
    // A percentage min-width of a cell is not taken.
    (
      "percentage-min-width",
      "table { border-spacing: 0 } td { padding: 0 } .w { min-width: 75% }",
      "<table><tr><td class='w'>a</td><td>bbbbbb</td></tr></table>"
    ),
    // A table wider than its words gives columns room in proportion to their widest lines.
    (
      "columns-by-content",
      "table { border-spacing: 0 } td, th { padding: 0 } table { width: 90pt }",
      "<table><tr><td>a</td><td>bb</td></tr></table>"
    ),
    // caption-side: bottom puts the caption below.
    (
      "caption-below",
      "table { border-spacing: 0 } td, th { padding: 0 } "
        + "caption { caption-side: bottom; text-align: left }",
      "<table><caption>a</caption><tr><td>bb</td></tr></table>"
    ),
    // The head of a table is repeated on the next page.
    (
      "repeated-head", "table { border-spacing: 0 } td, th { padding: 0 } ",
      "<table><thead><tr><td>h</td></tr></thead><tbody><tr><td>a</td></tr><tr><td>b</td></tr>"
        + "<tr><td>c</td></tr><tr><td>d</td></tr><tr><td>e</td></tr><tr><td>f</td></tr><tr>"
        + "<td>g</td></tr></tbody></table>"
    ),
    // The text of th is centred.
    (
      "head-of-cells", "table { border-spacing: 0 } td, th { padding: 0 } table { width: 50pt }",
      "<table><tr><th>a</th></tr><tr><td>b</td></tr></table>"
    ),
    // Cells are aligned with the top, middle and bottom of their row.
    (
      "cells-at-top-middle-bottom",
      "table { border-spacing: 0 } td, th { padding: 0 } tr { height: 30pt } "
        + ".t { vertical-align: top } .m { vertical-align: middle } .b { vertical-align: bottom }",
      "<table><tr><td class='t'>a</td><td class='m'>b</td><td class='b'>c</td></tr></table>"
    ),
    // The height of a cell is the least height of its row.
    (
      "cell-height", "table { border-spacing: 0 } td, th { padding: 0 } .h { height: 25pt }",
      "<table><tr><td class='h'>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>"
    ),
    // empty-cells: hide hides the border of a cell without content.
    (
      "empty-cells",
      "table { border-spacing: 0 } td { padding: 0; border: 1pt solid; width: 10pt; "
        + "empty-cells: hide }",
      "<table><tr><td>a</td><td></td><td>b</td></tr></table>"
    ),
    // Auto margins centre a table.
    (
      "centred-table", "table { border-spacing: 0 } td, th { padding: 0 } table { margin: 0 auto }",
      "<table><tr><td>aa</td></tr></table>"
    ),
    // A table in a cell makes its row higher.
    (
      "table-in-cell",
      "table { border-spacing: 0 } td, th { padding: 0 } td { vertical-align: top }",
      "<table><tr><td>a</td><td><table><tr><td>b</td></tr><tr><td>c</td></tr></table></td></tr>"
        + "<tr><td>d</td><td>e</td></tr></table>"
    ),
    // An inline table shares the line's baseline with its first row.
    (
      "inline-table",
      "table { border-spacing: 0 } td, th { padding: 0 } table { display: inline-table }",
      "<div>x<table><tr><td>a</td></tr><tr><td>b</td></tr></table></div>"
    ),
    // A table that does not fit beside a float goes below it.
    (
      "table-beside-float",
      "table { border-spacing: 0 } td, th { padding: 0 } .f { float: left; width: 60pt } "
        + "table { width: 50pt }",
      "<div class='f'>f</div><table><tr><td>a</td></tr></table>"
    ),
    // The background of a row covers its cells.
    (
      "row-background", "table { border-spacing: 0 } td, th { padding: 0 } .r { background: red }",
      "<table><tr class='r'><td>a</td><td>bb</td></tr><tr><td>c</td><td>d</td></tr></table>"
    ),
    // In collapsed borders, hidden wins over all other styles, and none loses.
    (
      "hidden-collapsed-border",
      "table { border-collapse: collapse } td { padding: 0; border: 2pt solid } "
        + ".h { border-left-style: hidden } .n { border-left-style: none }",
      "<table><tr><td>a</td><td class='h'>b</td><td class='n'>c</td></tr></table>"
    ),
    // A row that avoids breaks moves to the next page.
    (
      "row-kept-whole",
      "table { border-spacing: 0 } td, th { padding: 0 } tr { break-inside: avoid }",
      "<table><tr><td>a</td></tr><tr><td>b</td></tr><tr><td>c</td></tr><tr><td>d</td></tr><tr>"
        + "<td>e</td></tr><tr><td>f<br/>g</td></tr></table>"
    ),
    // A table breaks between its rows.
    (
      "table-break", "table { border-spacing: 0 } td, th { padding: 0 } ",
      "<table><tr><td>a</td></tr><tr><td>b</td></tr><tr><td>c</td></tr><tr><td>d</td></tr><tr>"
        + "<td>e</td></tr><tr><td>f</td></tr><tr><td>g</td></tr></table>"
    ),
    // Text in a row is in an anonymous cell, and rows without a table in an anonymous table.
    (
      "anonymous-cells", ".r { display: table-row } .c { display: table-cell }",
      "<p>x</p><div class='r'>a<span class='c'>b</span></div>"
    ),
    // The padding of a row does not apply to it, but is inherited.
    (
      "padding-inherited-from-row",
      "table { border-spacing: 0 } tr { padding: 5pt } td { padding: inherit }",
      "<table><tr><td>a</td></tr></table>"
    ),
    // A border that several cells of the next row draw is drawn by the cell above it at the end of a page,
    // and by the cell below it at the top of the next one.
    (
      "border-of-several-cells-at-page-end",
      "table { border-collapse: collapse } td { border: 2pt solid; padding: 0; height: 24pt }",
      "<table><tr><td>a</td><td>b</td></tr><tr><td colspan='2'>c</td></tr>"
        + "<tr><td>d</td><td>e</td></tr></table>"
    ),
    // The height of a block around a table counts the spacing and the collapsed borders of the table.
    (
      "height-around-tables",
      "div { height: 20pt } table { border-spacing: 4pt } td { padding: 0 } "
        + ".c { border-collapse: collapse } .c td { border: 8pt solid }",
      "<div><table><tr><td>a</td></tr></table></div><div><table class='c'><tr><td>b</td></tr>"
        + "</table></div><p>c</p>"
    ),
  ]
}
