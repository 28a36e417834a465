/// Sizes that depend on a ratio or on the content.
extension GoldenTests {
  static let sizes: [Document] = [
    // The width of the page, 100 points, is four times the height of 25.
    ("aspect-ratio", "div { aspect-ratio: 4 / 1; background: red }", "<div></div><p>a</p>"),
    // The content is higher than the 10 points of the ratio: three lines of 10 points.
    (
      "aspect-ratio-of-text", "div { aspect-ratio: 10; background: red }",
      "<div>aaaaaaaa bbbbbbbb cccccccc</div><p>d</p>"
    ),
    // A block that cuts off its content has the height of its ratio: 100 / 5.
    (
      "aspect-ratio-cut-off", "div { aspect-ratio: 5; overflow: hidden; background: red }",
      "<div>aaaaaaaa bbbbbbbb cccccccc</div><p>d</p>"
    ),
    // A height of 20 points gives a width of 40; the border box is 44 x 24, or else has the ratio itself.
    (
      "aspect-ratio-and-height",
      "div { aspect-ratio: 2; height: 20pt; border: 2pt solid } .b { box-sizing: border-box }",
      "<div></div><div class='b'></div>"
    ),
    // A greatest height of 20 points gives a width of 40; a least one of 30 points gives 60. With padding of 5
    // points above, an `auto` ratio is that of the 20 points below it.
    (
      "aspect-ratio-and-limits",
      "div { aspect-ratio: 2; max-height: 20pt; background: red } .b { max-height: none; float: left; min-height: 30pt } .c { aspect-ratio: auto 2; box-sizing: border-box; height: 25pt; padding-top: 5pt }",
      "<div></div><div class='c'></div><div class='b'></div>"
    ),
    // A height of 20 points gives a width of 10, but the longest word has 30.
    (
      "aspect-ratio-of-narrow-block",
      "div { aspect-ratio: 1 / 2; height: 20pt; border: 1pt solid }",
      "<div>aaa b</div>"
    ),
    // An empty block fills the height of the ratio of the block around it: 100 / 4.
    (
      "share-of-ratio-height",
      "div { aspect-ratio: 4 } p { height: 100%; margin: 0; background: red }",
      "<div><p></p></div>"
    ),
    // A float, and a box in a line, of 30 x 15 points.
    (
      "aspect-ratio-of-boxes",
      "i { float: left; width: 30pt } b { display: inline-block; width: 30pt } i, b { aspect-ratio: 2; background: red }",
      "<p><i></i>a<b></b></p>"
    ),
    // A picture fills the box around it: 100 x 20 points.
    (
      "aspect-ratio-around-image",
      "div { aspect-ratio: 5 } img { display: block; width: 100%; height: 100% }",
      "<div><img alt='' src='" + pixel + "'/></div>"
    ),
    // An image of a width of 40 points is 20 points high, unless it may keep its own ratio.
    (
      "aspect-ratio-of-image", "img { width: 40pt; aspect-ratio: 2 } .a { aspect-ratio: auto 2 }",
      "<p><img alt='' src='" + pixel + "'/></p><p><img class='a' alt='' src='" + pixel + "'/></p>"
    ),
    // The room of 50 points is more than the longest word, and less than all words.
    (
      "fit-content-of-length", "div { width: fit-content(50pt); border: 1pt solid }",
      "<div>aa bbb cc</div><div>dd</div>"
    ),
    // A block of 20 points is at least as wide as its longest word, 40 points.
    (
      "min-width-of-content", "div { width: 20pt; min-width: min-content; border: 1pt solid }",
      "<div>aa bbbb</div>"
    ),
    // A block that fills its container is at most as wide as its content, 20 points.
    ("max-width-of-content", "div { max-width: max-content; border: 1pt solid }", "<div>aa</div>"),
    // A float that stretches is as wide as the page.
    ("stretched-float", "p { float: left; width: stretch; border: 1pt solid }", "<p>a</p><p>b</p>"),
  ]
}
