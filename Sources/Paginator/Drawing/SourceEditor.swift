internal import Markup

/// Puts text into the source of a document and leaves every other byte as it is.
struct SourceEditor {
  let tree: ElementTree
  private let source: [UInt8]
  private let hasMark: Bool
  private var edits: [(range: Range<Int>, text: String)] = []
  /// The prefix that stands for the namespace of `epub:type`.
  let ops: String
  /// Its declaration, where the document has none.
  let opsDeclaration: String

  /// - Returns: nil for a source that is not written in UTF-8.
  init?(_ tree: ElementTree, original: [UInt8]) {
    self.tree = tree
    source = tree.source
    hasMark = original.starts(with: [0xEF, 0xBB, 0xBF])
    guard original.count == source.count + (hasMark ? 3 : 0) else { return nil }
    let text = String(decoding: source.prefix(4096), as: UTF8.self)
    let declared = text.firstRange(of: "=\"\(Namespace.ops)\"").flatMap { range -> String? in
      let before = text[..<range.lowerBound]
      guard let start = before.ranges(of: "xmlns:").last else { return nil }
      let name = before[start.upperBound...]
      return name.allSatisfy({ $0.isLetter || $0.isNumber }) ? String(name) : nil
    }
    ops = declared ?? "epub"
    opsDeclaration = declared == nil ? " xmlns:epub=\"\(Namespace.ops)\"" : ""
  }

  mutating func insert(_ text: String, at offset: Int) { edits.append((offset..<offset, text)) }
  mutating func replace(_ range: Range<Int>, with text: String) { edits.append((range, text)) }

  var bytes: [UInt8] {
    var result: [UInt8] = hasMark ? [0xEF, 0xBB, 0xBF] : []
    result.reserveCapacity(source.count + edits.count * 128)
    var at = 0
    // Edits of one place stay in the order they were made in.
    let ordered = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    for (_, edit) in ordered {
      result += source[at..<edit.range.lowerBound]
      result += Array(edit.text.utf8)
      at = edit.range.upperBound
    }
    return result + source[at...]
  }

  func contains(_ text: String) -> Bool { lastOffset(of: text) != nil }

  /// Where a text begins for the last time.
  func lastOffset(of text: String) -> Int? {
    let wanted = Array(text.utf8)
    guard source.count >= wanted.count else { return nil }
    return (0...source.count - wanted.count).last { at in
      source[at] == wanted[0] && source[at..<at + wanted.count].elementsEqual(wanted)
    }
  }

  /// Behind the end tag of an element whose kind does not nest.
  func end(of node: Int, named name: String) -> Int? {
    let wanted = Array("</\(name)".utf8)
    var at = Int(tree.nodes[node].sourceOffset)
    while at + wanted.count < source.count {
      if source[at] == 0x3C, source[at..<at + wanted.count].elementsEqual(wanted) {
        return source[at...].firstIndex(of: 0x3E).map { $0 + 1 }
      }
      at += 1
    }
    return nil
  }

  /// Declares a prefix of the package's vocabularies on its root (EPUB 3.3, appendix D.1.4).
  mutating func addPrefix(_ declaration: String, to root: Int) {
    let start = Int(tree.nodes[root].sourceOffset)
    guard let close = source[start...].firstIndex(of: 0x3E) else { return }
    let tag = String(decoding: source[start..<close], as: UTF8.self)
    for quote in ["\"", "'"] {
      guard let range = tag.firstRange(of: " prefix=\(quote)") else { continue }
      let at = start + tag[..<range.upperBound].utf8.count
      return insert(declaration + " ", at: at)
    }
    let name = tag.prefix { !$0.isWhitespace }
    insert(" prefix=\"\(declaration)\"", at: start + name.utf8.count)
  }
}
