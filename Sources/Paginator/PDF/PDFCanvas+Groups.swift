/// Transparency groups: what is in one is drawn as one picture, and is a form XObject.
extension PDFCanvas {
  /// What is written around a group.
  struct OuterContent {
    fileprivate let opacity: UInt8
    fileprivate let content: PDFBytes
    fileprivate let text: PDFTextState
    fileprivate let marks: Set<Int>
  }

  mutating func beginGroup(opacity: Double) {
    close()
    groups.append(
      OuterContent(
        opacity: UInt8((opacity * 255).rounded()), content: content, text: text, marks: groupMarks))
    content = PDFBytes()
    groupMarks = []
    text = PDFTextState(profile.colors, pageHeight: height)
  }

  mutating func endGroup() {
    close()
    guard let outer = groups.popLast() else { return }
    let group = PDFGroup(content: tools.deflater.compress(content.bytes), marks: groupMarks)
    (content, text, groupMarks) = (outer.content, outer.text, outer.marks)
    page.paint.use(opacity: outer.opacity)
    content.write("q ")
    text.writeDefaults(&content)
    content.write("/A\(outer.opacity) gs /G\(page.groups.count) Do Q\n")
    page.groups.append(group)
  }
}

/// The objects of a page that structure elements refer to.
struct PDFPageObjects {
  var annotations: [PDFFile.Reference] = []
  /// The groups that hold pieces of marked content, by their numbers.
  var groups: [Int: PDFFile.Reference] = [:]
}
