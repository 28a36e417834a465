/// The boxes of a chapter by their elements, looked up when the first list or table is tagged.
final class DrawnBoxes {
  private let text: AttributedText
  /// For each element with a box, the markers of list items in it.
  private lazy var markers: [Int: ListStyleType] = Self.markers(in: text)

  init(_ text: AttributedText) { self.text = text }

  /// Whether an element has a box in the chapter.
  func contains(_ node: Int) -> Bool { markers[node] != nil }

  /// The kind of markers that an element's style asks for; nil for an element without a box.
  func marker(of node: Int) -> ListStyleType? { markers[node] }

  private static func markers(in text: AttributedText) -> [Int: ListStyleType] {
    var found: [Int: ListStyleType] = [:]
    for block in text.blocks where block.node >= 0 {
      found[Int(block.node)] = text.styles[Int(block.style)].text.listStyleType
    }
    for attachment in text.attachments {
      guard case .text(let inner) = attachment.content else { continue }
      found.merge(markers(in: inner)) { own, _ in own }
    }
    return found
  }
}
