extension AttributedText {
  /// An inline element in a paragraph, by its edges in `inlineEdges`.
  struct InlineElement {
    let start: Int
    /// Nil if a block in the element is between the paragraph and the end of the element.
    fileprivate(set) var end: Int?
  }

  /// The inline elements that begin in a paragraph, in the order of their beginnings.
  func inlineElements(in paragraph: Int32) -> [InlineElement] {
    var elements: [InlineElement] = []
    var open: [Int] = []
    var index = inlineEdges.partitioningIndex { $0.paragraph >= paragraph }
    while index < inlineEdges.count, inlineEdges[index].paragraph == paragraph {
      if inlineEdges[index].isStart {
        open.append(elements.count)
        elements.append(InlineElement(start: index))
      } else if let element = open.popLast() {
        elements[element].end = index
      }
      index += 1
    }
    return elements
  }
}
