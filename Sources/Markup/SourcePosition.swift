internal import CLibXML2

/// Where characters of the tree stand in the source, for programs that put something in there.
extension ElementTree {
  /// A byte of the source in UTF-8, without its byte order mark.
  public struct SourceByte: Equatable, Sendable {
    /// In bytes from the source's start.
    public let offset: Int
    /// Inside a CDATA section, where no markup can be put.
    public let isInCDATA: Bool
  }

  /// The source in UTF-8, without its byte order mark.
  public var source: [UInt8] { lines.bytes }

  /// The byte at which a character of a text node is written.
  ///
  /// - Parameter offset: UTF-16 code units into the node's text.
  /// - Returns: nil when an entity of the document's own is on the way.
  public func sourceByte(of node: Int, offset: Int) -> SourceByte? {
    guard nodes[node].kind == .text else {
      return SourceByte(offset: Int(nodes[node].sourceOffset), isInCDATA: false)
    }
    var walk = SourceWalk(bytes: lines.bytes, index: Int(nodes[node].sourceOffset))
    while walk.units < offset { guard walk.step() else { return nil } }
    return SourceByte(offset: walk.index, isInCDATA: walk.isInCDATA)
  }
}

extension ElementTree {
  /// Where a character of a text node stands in the source; the node's own place for an element.
  public func location(of node: Int, offset: Int) -> SourceLocation {
    guard let byte = sourceByte(of: node, offset: offset) else { return location(of: node) }
    let place = lines.place(ofByte: byte.offset)
    return SourceLocation(path: path, line: place.line, column: place.column)
  }
}

/// Steps through written text and counts what it stands for (XML 1.0, sections 2.7, 2.11, 4.1).
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

  /// One character, or one piece of markup that stands for none.
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
    } else if bytes[index] == 0x26 {
      return reference()
    } else if bytes[index] == 0x3C {
      return false
    }
    // CR LF is one character.
    if has("\r\n") { index += 1 }
    let byte = bytes[index]
    units += byte >= 0xF0 ? 2 : 1
    index += byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    return true
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
