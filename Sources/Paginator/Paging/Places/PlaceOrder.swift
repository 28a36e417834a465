/// What is found in the texts of a chapter, in the order of the pages: what is in a box in a line where the box
/// is, what is in notes after the text of their page.
struct PlaceOrder<Element> {
  private struct Key {
    let page: Int
    let isInNote: Bool
    let offset: Int
    /// In the order in which they were found.
    let number: Int
  }

  private var found: [(key: Key, element: Element)] = []

  mutating func add(_ element: Element, at place: Pagination.Location, isInNote: Bool = false) {
    let key = Key(
      page: place.page.number, isInNote: isInNote, offset: place.offset, number: found.count)
    found.append((key, element))
  }

  var elements: [Element] {
    found.sorted { first, second in
      let (a, b) = (first.key, second.key)
      return (a.page, a.isInNote ? 1 : 0, a.offset, a.number)
        < (b.page, b.isInNote ? 1 : 0, b.offset, b.number)
    }.map(\.element)
  }
}

extension AttributedText {
  private static let shown = 40

  /// What a reader sees from a place on: 40 units at most, with the texts of boxes in their places.
  /// - Parameter depth: of how many boxes inside one another the texts are shown.
  func beginning(at offset: Int, depth: Int = 3) -> String {
    let start = min(max(0, offset), length)
    let end = min(length, start + Self.shown)
    guard start < end else { return "" }
    guard depth > 0, units[start..<end].contains(0xFFFC) else {
      return spacedString(in: start..<end)
    }
    var text = ""
    var from = start
    func add(_ more: String, at place: Int) {
      let isFirst = paragraphs[paragraphIndex(at: place)].range.lowerBound == place
      text += isFirst && !text.isEmpty && !paragraphsFollowText ? " " + more : more
    }
    for box in boxesInLines(start..<end) where from <= box.at {
      if from < box.at { add(spacedString(in: from..<box.at), at: from) }
      add(box.text.beginning(at: 0, depth: depth - 1), at: box.at)
      from = box.at + 1
    }
    if from < end { add(spacedString(in: from..<end), at: from) }
    return String(decoding: text.utf16.prefix(Self.shown), as: UTF16.self)
  }
}
