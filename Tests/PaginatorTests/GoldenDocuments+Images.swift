/// How images are fitted into their boxes, and the shapes and shadows of boxes.
extension GoldenTests {
  static let images: [Document] = [
    // object-fit: cover enlarges an image of one pixel to 40 x 40, cut off at 40 x 20: object-position moves it up by a
    // quarter of the 20 points outside.
    (
      "object-fit-cover",
      "img { width: 40pt; height: 20pt; object-fit: cover; object-position: left 25% }",
      "<p><img alt='' src='" + pixel + "'/></p>"
    ),
    // object-fit: none keeps the size of 0.75 points, 2 points from the right and 1 point from the bottom.
    (
      "object-fit-none",
      "img { width: 40pt; height: 20pt; object-fit: none; object-position: bottom 1pt right 2pt }",
      "<p><img alt='' src='" + pixel + "'/></p>"
    ),
    // Three values are no position of an image: it stays in the middle.
    (
      "object-position-of-three",
      "img { width: 40pt; height: 20pt; object-fit: contain; object-position: right 2pt top }",
      "<p><img alt='' src='" + pixel + "'/></p>"
    ),
    // A box in a line is as wide as the block of 30 points in it; the text after it begins at 30 points.
    (
      "min-width-of-box-in-line",
      "b { display: inline-block; width: 10pt; min-width: min-content; background: red } i { display: block; width: 30pt }",
      "<p><b><i></i>a</b>c</p>"
    ),
    // A box in a line is as wide as its longest word, 30 points, in two lines.
    (
      "min-content-of-box-in-line",
      "b { display: inline-block; width: min-content; background: red }",
      "<p><b>aaa bb</b>c</p>"
    ),
    // A line over text is above the letters of all its fonts: b reaches 12 points above the baseline.
    (
      "overline-of-two-fonts",
      "@font-face { font-family: A; src: local(Square); unicode-range: U+20-61 } "
        + "@font-face { font-family: B; src: local(Square); ascent-override: 120%; unicode-range: U+62 } "
        + "p { font-family: A, B; line-height: 20pt } u { text-decoration: overline 1pt }",
      "<p><u>ab</u> <u>a</u></p>"
    ),
    // A mark of half the type's 10 points is above each letter, but not above the full stop: its middle is 2.5 points
    // above the ascent of 8. The line has room for it: its baseline is at 8 + 5 points.
    (
      "text-emphasis", "b { text-emphasis: filled triangle red }", "<p>a<b>bc. d</b></p>"
    ),
    // Under the text, below the descent of 2: the middle of each mark, an open dot, is at 8 + 2 + 2.5 points.
    (
      "text-emphasis-under", "b { text-emphasis: open dot; text-emphasis-position: under right }",
      "<p><b>a</b></p>"
    ),
    // A letter of the font as the mark: a square of 5 points.
    ("text-emphasis-letter", "p { -epub-text-emphasis-style: 'x' }", "<p>a</p>"),
    // The picture of the canvas begins in the root's padding box, at 12 and 12 points.
    (
      "canvas-picture",
      "html { margin: 10pt; border: 2pt solid } body { margin: 0; background: linear-gradient(red, red) no-repeat 0 0 / 8pt 8pt }",
      "<p>a</p>"
    ),
    // A picture at the right of a box over two lines is at its end only.
    (
      "picture-of-inline-box",
      "b { background: linear-gradient(red, red) no-repeat right / 8pt 8pt; padding-right: 10pt }",
      "<p>a <b>bbbb cccc</b></p>"
    ),
  ]
}
