/// The length at which a text's table of links or of custom attributes is searched for unused entries.
/// The next search is due when the used entries have doubled, so that its cost stays linear.
struct TableLimit: Sendable {
  private var most = 64

  func isReached(by count: Int) -> Bool { count >= most }

  mutating func renew(used count: Int) { most = max(64, count * 2) }
}

/// Removing what nothing refers to.
extension AttributedText {
  /// The text with tables that have only what it uses. Those of a program's text are in the order of
  /// first use, so that equal texts have equal tables, however they were made.
  var compacted: AttributedText {
    var text = self
    let styles = text.renumber(count: styles.count) { $0.forEachStyle($1) }
    text.styles = styles.map { self.styles[$0] }
    text.dropUnusedLinks()
    text.dropUnusedCustoms()
    text.dropDeletedAttachments()
    return text
  }

  mutating func dropUnusedLinks() {
    let used = renumber(count: links.count) { text, body in
      for index in text.runs.indices { body(&text.runs[index].link) }
    }
    links = used.map { links[$0] }
  }

  mutating func dropUnusedCustoms() {
    let used = renumber(count: customs.count) { text, body in
      for index in text.runs.indices { body(&text.runs[index].custom) }
    }
    customs = used.map { customs[$0] }
  }

  /// Removes attachments without a character that are no markers.
  mutating func dropDeletedAttachments() {
    var isUsed = attachments.map { $0.offset >= 0 }
    guard isUsed.contains(false) else { return }
    for paragraph in paragraphs {
      for marker in markers(of: paragraph) where isUsed.indices.contains(marker) {
        isUsed[marker] = true
      }
    }
    let used = attachments.indices.filter { isUsed[$0] }
    for index in paragraphs.indices where paragraphs[index].marker >= 0 {
      let marker = Int(paragraphs[index].marker)
      paragraphs[index].marker = Int32(used.partitioningIndex { $0 >= marker })
    }
    attachments = used.map { attachments[$0] }
  }

  /// Gives the used entries of a table new numbers; negative ones, which stand for none, stay.
  /// - Parameter visit: calls a function with every place that has a number.
  /// - Returns: the used entries, by their new numbers.
  private mutating func renumber(
    count: Int, _ visit: (inout AttributedText, (inout Int32) -> Void) -> Void
  ) -> [Int] {
    var numbers = [Int32](repeating: -1, count: count)
    var used: [Int] = []
    visit(&self) { number in
      guard numbers.indices.contains(Int(number)), numbers[Int(number)] < 0 else { return }
      numbers[Int(number)] = 0
      used.append(Int(number))
    }
    if !paragraphsFollowText { used.sort() }
    for (new, old) in used.enumerated() { numbers[old] = Int32(new) }
    visit(&self) { number in
      if numbers.indices.contains(Int(number)) { number = numbers[Int(number)] }
    }
    return used
  }

  private mutating func forEachStyle(_ body: (inout Int32) -> Void) {
    for index in runs.indices { body(&runs[index].style) }
    for index in paragraphs.indices {
      body(&paragraphs[index].style)
      body(&paragraphs[index].firstLineStyle)
    }
    for index in blocks.indices { body(&blocks[index].style) }
    for index in inlineEdges.indices { body(&inlineEdges[index].style) }
    for index in firstLineStyles.indices {
      body(&firstLineStyles[index].firstLine)
      body(&firstLineStyles[index].paragraph)
      body(&firstLineStyles[index].style)
      body(&firstLineStyles[index].own)
    }
  }
}
