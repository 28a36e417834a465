internal import Digests
internal import Markup

/// The encrypted and obfuscated files from `META-INF/encryption.xml` (EPUB 3.3, section 4.2.6.3.2).
struct Encryption: Sendable {
  enum Method: Sendable, Equatable {
    /// Font obfuscation with the book's identifier: of the IDPF (section 4.4), and of Adobe.
    case idpf
    case adobe
    case other(String)
  }

  private(set) var methods: [String: Method] = [:]
  private let identifier: String

  /// - Parameter identifier: the book's unique identifier, from which the keys are made.
  init(_ container: Container, identifier: String) throws(PublicationError) {
    self.identifier = identifier
    guard let bytes = try container.bytes("META-INF/encryption.xml") else { return }
    let tree: ElementTree
    do {
      tree = try parse(bytes, path: "\(container.path)/META-INF/encryption.xml").tree
    } catch {
      throw .badPackage(container.path, "META-INF/encryption.xml cannot be read: \(error)")
    }
    for node in tree.nodes.indices where tree.isElement(node, "EncryptedData", in: Self.enc) {
      readData(node, tree)
    }
  }

  private static let enc = "http://www.w3.org/2001/04/xmlenc#"

  private mutating func readData(_ node: Int, _ tree: ElementTree) {
    var method = Method.other("an unnamed method")
    for child in node..<Int(tree.nodes[node].end) {
      if tree.isElement(child, "EncryptionMethod", in: Self.enc) {
        switch tree.attribute("Algorithm", of: child) ?? "" {
        case "http://www.idpf.org/2008/embedding": method = .idpf
        case "http://ns.adobe.com/pdf/enc#RC": method = .adobe
        case let name: method = .other(name)
        }
      }
      if tree.isElement(child, "CipherReference", in: Self.enc),
        let url = tree.attribute("URI", of: child),
        let path = ContainerPath.resolve(url, relativeTo: "")
      {
        methods[path] = method
      }
    }
  }

  /// The bytes without obfuscation.
  func clear(_ bytes: [UInt8], method: Method) -> [UInt8] {
    switch method {
    case .idpf: return Self.exclusiveOr(bytes, key: idpfKey, count: 1040)
    case .adobe: return Self.exclusiveOr(bytes, key: adobeKey, count: 1024)
    case .other: return bytes
    }
  }

  private static func exclusiveOr(_ bytes: [UInt8], key: [UInt8], count: Int) -> [UInt8] {
    guard !key.isEmpty else { return bytes }
    var bytes = bytes
    for index in 0..<min(count, bytes.count) { bytes[index] ^= key[index % key.count] }
    return bytes
  }

  /// SHA-1 of the identifier without white space.
  private var idpfKey: [UInt8] {
    let text = identifier.unicodeScalars.filter { ![0x20, 0x09, 0x0D, 0x0A].contains($0.value) }
    return SHA1.hash(Array(String(String.UnicodeScalarView(text)).utf8))
  }

  /// The sixteen bytes of the identifier's UUID.
  private var adobeKey: [UInt8] {
    let digits = identifier.lowercased().replacing("urn:uuid:", with: "")
      .compactMap { $0.isASCII ? $0.hexDigitValue : nil }
    guard digits.count == 32 else { return [] }
    return stride(from: 0, to: 32, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
