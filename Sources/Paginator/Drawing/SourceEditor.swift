internal import Markup

/// Edits the source of a document and leaves every other byte unchanged.
struct SourceEditor {
  let tree: ElementTree
  private let source: [UInt8]
  private let hasMark: Bool
  private var edits: [(range: Range<Int>, text: String)] = []
  /// The prefix that is bound to the namespace of `epub:type`.
  let ops: String
  /// The declaration of `ops`; empty if the document already declares it.
  let opsDeclaration: String

  /// - Returns: nil for a source that is not in UTF-8.
  init?(_ tree: ElementTree, original: [UInt8]) {
    self.tree = tree
    source = tree.source
    hasMark = original.starts(with: [0xEF, 0xBB, 0xBF])
    guard original.count == source.count + (hasMark ? 3 : 0) else { return nil }
    let declared = Self.opsPrefix(tree, source)
    ops = declared ?? "epub"
    opsDeclaration = declared == nil ? " xmlns:epub=\"\(Namespace.ops)\"" : ""
  }

  /// The prefix that the root declares for the namespace of `epub:type`; nil if the document
  /// declares the same prefix again, because an inner declaration holds for its element only.
  private static func opsPrefix(_ tree: ElementTree, _ source: [UInt8]) -> String? {
    guard let root = tree.root else { return nil }
    let tag = startTag(at: Int(tree.nodes[root].sourceOffset), source)
    for quote in ["\"", "'"] {
      guard let range = tag.firstRange(of: "=\(quote)\(Namespace.ops)\(quote)"),
        let start = tag[..<range.lowerBound].ranges(of: "xmlns:").last
      else { continue }
      let name = tag[start.upperBound..<range.lowerBound]
      guard name.allSatisfy({ $0.isLetter || $0.isNumber }) else { continue }
      let declaration = Array("xmlns:\(name)".utf8)
      let isUnique = offsets(of: declaration, in: source).count == 1
      return isUnique ? String(name) : nil
    }
    return nil
  }

  /// A start tag without its closing bracket; brackets in quoted values do not end it.
  private static func startTag(at start: Int, _ source: [UInt8]) -> String {
    var quote: UInt8?
    var end = start
    while end < source.count {
      let byte = source[end]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == 0x22 || byte == 0x27 {
        quote = byte
      } else if byte == 0x3E {
        break
      }
      end += 1
    }
    return String(decoding: source[start..<end], as: UTF8.self)
  }

  private static func offsets(of wanted: [UInt8], in source: [UInt8]) -> [Int] {
    guard let first = wanted.first, source.count >= wanted.count else { return [] }
    return (0...source.count - wanted.count).filter { at in
      source[at] == first && source[at..<at + wanted.count].elementsEqual(wanted)
    }
  }

  mutating func insert(_ text: String, at offset: Int) { edits.append((offset..<offset, text)) }
  mutating func replace(_ range: Range<Int>, with text: String) { edits.append((range, text)) }

  var bytes: [UInt8] {
    var result: [UInt8] = hasMark ? [0xEF, 0xBB, 0xBF] : []
    result.reserveCapacity(source.count + edits.count * 128)
    var at = 0
    // Edits at the same offset keep the order in which they were made.
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

  /// The offset of the last occurrence of a text.
  func lastOffset(of text: String) -> Int? {
    Self.offsets(of: Array(text.utf8), in: source).last
  }

  /// The first element of a local name.
  func element(_ name: String) -> Int? {
    tree.nodes.indices.first { tree.nodes[$0].kind == .element && tree.name(of: $0).local == name }
  }

  /// The offset of the end tag of the only element of its name, past any in comments inside it; nil
  /// if it has none.
  func endTag(ofOnly node: Int) -> Int? { lastOffset(of: "</\(qualifiedName(of: node))") }

  /// The offset after the end tag of an element that is never nested.
  func end(of node: Int) -> Int? {
    let wanted = Array("</\(qualifiedName(of: node))".utf8)
    let start = Int(tree.nodes[node].sourceOffset)
    let tag = source[start...].indices.first { at in
      source[at] == 0x3C && source[at...].starts(with: wanted)
    }
    return tag.flatMap(end(ofTagAt:))
  }

  /// The offset after a tag.
  func end(ofTagAt start: Int) -> Int? { source[start...].firstIndex(of: 0x3E).map { $0 + 1 } }

  /// An element's name with its prefix, as in the source.
  private func qualifiedName(of node: Int) -> String {
    let start = Int(tree.nodes[node].sourceOffset)
    let name = source[start...].dropFirst().prefix { $0 > 0x20 && $0 != 0x3E && $0 != 0x2F }
    return String(decoding: name, as: UTF8.self)
  }

  /// What a start tag that is put beside an element must declare, so that a name without a prefix is
  /// in the element's namespace; empty if that is so already.
  func namespaceDeclaration(beside node: Int?) -> String {
    guard let node, qualifiedName(of: node).contains(":") else { return "" }
    return " xmlns=\"\(XMLText.escaped(tree.name(of: node).namespace))\""
  }

  /// Declares a vocabulary prefix on the package's root (EPUB 3.3, appendix D.1.4).
  mutating func addPrefix(_ declaration: String, to root: Int) {
    let start = Int(tree.nodes[root].sourceOffset)
    let tag = Self.startTag(at: start, source)
    for quote in ["\"", "'"] {
      guard let range = tag.firstRange(of: " prefix=\(quote)") else { continue }
      let at = start + tag[..<range.upperBound].utf8.count
      return insert(declaration + " ", at: at)
    }
    let name = tag.prefix { !$0.isWhitespace }
    insert(" prefix=\"\(declaration)\"", at: start + name.utf8.count)
  }
}
