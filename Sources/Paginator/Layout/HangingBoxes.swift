/// Boxes in lines whose first line hangs, as pandoc makes each line of code one.
extension AttributedText {
  /// Takes from the padding into which the first line of a box hangs what its text needs for the least measure
  /// (`measure-min`), all but an em or a fifth of the room. In large type, five em of padding would leave a few letters
  /// for a line.
  /// - Parameter room: the width of the box, which is less than its text takes on one line.
  mutating func hangLess(in room: Length) {
    guard let block = blocks.first else { return }
    let style = styles[Int(block.style)]
    let (size, indent, padding) = (style.text.font.size, style.text.indent, style.box.padding.left)
    guard style.text.measureMin > 0, !style.text.isRightToLeft, indent.length < 0,
      indent.fraction == 0, padding.fraction == 0
    else { return }
    let measure = room - Length(rawValue: style.box.edges(against: 0).horizontal)
    let missing = min(size * style.text.measureMin, room) - measure
    let kept = max(size, room / 5)
    let taken = min(missing, min(padding.length, Length.zero - indent.length) - kept)
    guard taken > 0 else { return }
    var box = style.box
    box.padding.left.length -= taken
    blocks[0].style = Int32(styles.count)
    styles.append(style.replacing(box: box))
    for index in paragraphs.indices {
      let own = styles[Int(paragraphs[index].style)]
      guard own.text.indent == indent else { continue }
      var properties = own.text
      properties.indent.length += taken
      paragraphs[index].style = Int32(styles.count)
      styles.append(own.replacing(text: properties))
    }
  }
}
