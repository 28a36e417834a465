internal import CLibXML2

/// The positions of the tree's characters in the source, for programs that insert into the source.
extension ElementTree {
  /// A byte of the source in UTF-8, without its byte order mark.
  public struct SourceByte: Equatable, Sendable {
    /// In bytes from the source's start.
    public let offset: Int
    /// Whether it is inside a CDATA section, where markup cannot be inserted.
    public let isInCDATA: Bool
  }

  /// The source in UTF-8, without its byte order mark.
  public var source: [UInt8] { lines.bytes }

  /// The byte of the source at which a character of a text node starts.
  ///
  /// - Parameter offset: UTF-16 code units into the node's text.
  /// - Returns: nil if an entity that the document declares precedes the character in its node.
  public func sourceByte(of node: Int, offset: Int) -> SourceByte? {
    var finder = SourceFinder(self)
    return finder.sourceByte(of: node, offset: offset)
  }

  /// The place of a character of a text node in the source; for other nodes, the place of the node.
  public func location(of node: Int, offset: Int) -> SourceLocation {
    var finder = SourceFinder(self)
    return finder.location(of: node, offset: offset)
  }
}

/// Finds the positions of characters in the source. A search for a later character of the same node
/// continues from the last position, so many positions in order need one pass over the text.
public struct SourceFinder {
  private let tree: ElementTree
  private var node = -1
  private var walk: SourceWalk

  /// A finder for the places of a tree.
  public init(_ tree: ElementTree) {
    self.tree = tree
    walk = SourceWalk(bytes: tree.lines.bytes, index: 0)
  }

  /// As ``ElementTree/sourceByte(of:offset:)``.
  public mutating func sourceByte(of node: Int, offset: Int) -> ElementTree.SourceByte? {
    let start = Int(tree.nodes[node].sourceOffset)
    guard tree.nodes[node].kind == .text else {
      return ElementTree.SourceByte(offset: start, isInCDATA: false)
    }
    if node != self.node || offset < walk.units {
      self.node = node
      walk = SourceWalk(bytes: tree.lines.bytes, index: start)
    }
    while walk.units < offset { guard walk.step() else { return nil } }
    return ElementTree.SourceByte(offset: walk.index, isInCDATA: walk.isInCDATA)
  }

  /// As ``ElementTree/location(of:offset:)``.
  public mutating func location(of node: Int, offset: Int) -> SourceLocation {
    guard let byte = sourceByte(of: node, offset: offset) else { return tree.location(of: node) }
    let place = tree.lines.place(ofByte: byte.offset)
    return SourceLocation(path: tree.path, line: place.line, column: place.column)
  }
}

/// Steps through source text and counts the UTF-16 units that it represents (XML 1.0, sections 2.7,
/// 2.11, 4.1).
private struct SourceWalk {
  let bytes: [UInt8]
  var index: Int
  var units = 0
  var isInCDATA = false

  init(bytes: [UInt8], index: Int) {
    self.bytes = bytes
    self.index = index
  }

  private func has(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { buffer in
      index + buffer.count <= bytes.count
        && bytes[index..<index + buffer.count].elementsEqual(buffer)
    }
  }

  /// Steps over one character, or over one piece of markup that represents no character.
  mutating func step() -> Bool {
    guard index < bytes.count else { return false }
    if isInCDATA {
      if has("]]>") {
        index += 3
        isInCDATA = false
        return true
      }
    } else if has("<![CDATA[") {
      index += 9
      isInCDATA = true
      return true
    } else if bytes[index] == 0x26, beginsReference {
      return reference()
    } else if beginsMarkup {
      return false
    }
    // CR LF is one character.
    if has("\r\n") { index += 1 }
    let byte = bytes[index]
    units += byte >= 0xF0 ? 2 : 1
    index += byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    return true
  }

  /// Whether a `<` is that of a tag, and not a character of a repaired document.
  private var beginsMarkup: Bool {
    guard bytes[index] == 0x3C else { return false }
    let next = index + 1 < bytes.count ? bytes[index + 1] : 0
    return next >= 0x80 || next == 0x5F || next == 0x3A
      || RepairedPlaces.beginsMarkup(bytes, index)
  }

  /// Whether an ampersand is that of a reference, and not a character of a repaired document.
  private var beginsReference: Bool {
    guard index + 1 < bytes.count else { return false }
    let next = bytes[index + 1]
    return next == 0x23 || next >= 0x80 || next.isASCIILetter
  }

  private mutating func reference() -> Bool {
    guard let end = bytes[index...].prefix(64).firstIndex(of: 0x3B) else { return false }
    let name = String(decoding: bytes[index + 1..<end], as: UTF8.self)
    guard let scalar = Self.scalar(name) else { return false }
    units += scalar.value > 0xFFFF ? 2 : 1
    index = end + 1
    return true
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    if name.hasPrefix("#x") {
      return UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    }
    if name.hasPrefix("#") { return UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init) }
    if name == "apos" { return "'" }
    return htmlEntityLookup(name).flatMap { Unicode.Scalar($0.pointee.value) }
  }
}
