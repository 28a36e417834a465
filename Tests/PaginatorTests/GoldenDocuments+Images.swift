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
  ]
}
