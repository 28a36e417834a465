/// The namespace prefixes that the tags of an XML document use, and those that they declare (Namespaces in
/// XML 1.0, section 5), wherever they do so.
struct NamespacePrefixes {
  private var used: Set<String> = []
  private var declared: Set<String> = ["xml"]
  /// Where the name of the root element ends, in the bytes that are noted.
  private(set) var root: Int?

  var undeclared: [String] { used.subtracting(declared).sorted() }

  /// The attributes that declare the other prefixes.
  var declarations: [UInt8] {
    undeclared.flatMap { prefix in
      Array(" xmlns:\(prefix)=\"\(Self.known[prefix] ?? "urn:undeclared:\(prefix)")\"".utf8)
    }
  }

  /// Notes the names in a tag.
  /// - Parameter start: where the tag begins among all bytes.
  mutating func note(_ tag: ArraySlice<UInt8>, at start: Int) {
    var name: [UInt8] = []
    var quote: UInt8?
    for (offset, byte) in tag.enumerated() {
      if quote == nil, Self.isName(byte) {
        name.append(byte)
        continue
      }
      if !name.isEmpty {
        if root == nil { root = start + offset }
        note(name)
        name.removeAll()
      }
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
    }
  }

  private mutating func note(_ name: [UInt8]) {
    let parts = name.split(separator: UInt8(ascii: ":"), maxSplits: 1)
    guard parts.count == 2 else { return }
    let (prefix, local) = (
      String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self)
    )
    if prefix == "xmlns" { declared.insert(local) } else { used.insert(prefix) }
  }

  private static func isName(_ byte: UInt8) -> Bool {
    MarkupMending.beginsName(byte) || byte.isASCIIDigit || [0x2D, 0x2E, 0x3A].contains(byte)
  }

  /// The namespaces that packages use.
  private static let known = [
    "opf": "http://www.idpf.org/2007/opf", "dc": "http://purl.org/dc/elements/1.1/",
    "dcterms": "http://purl.org/dc/terms/", "epub": Namespace.ops,
    "xsi": "http://www.w3.org/2001/XMLSchema-instance", "xlink": Namespace.xlink,
  ]
}
