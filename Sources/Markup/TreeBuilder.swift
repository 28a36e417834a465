import CLibXML2
import Glibc

/// Receives the parser's events and builds an `ElementTree`. Each parse has its own builder, so that
/// accesses to what changes at every event need no checks.
final class TreeBuilder {
  @exclusivity(unchecked) var tree: ElementTree
  let limits: ParserLimits
  @exclusivity(unchecked) private var open: [Int32] = []
  @exclusivity(unchecked) private var lastChild: [Int32] = [-1]
  private var nameIndex: [ElementTree.Name: Int32] = [:]
  /// libxml2 stores every name once, so that names can be looked up by their address.
  private var nameByAddress: [AddressPair: Int32] = [:]
  /// Each entity once, however often the document refers to it.
  private var entities: [EntityKey: UnsafeMutablePointer<xmlEntity>] = [:]
  /// The first error.
  var problem: (at: Int32, message: String, code: Int32)?
  /// The byte that the parser had reached at the last event.
  @exclusivity(unchecked) var offset: Int32 = 0
  var exceeded: String?
  /// Whether what exceeds a limit is the depth of elements.
  private(set) var isTooDeep = false
  /// Whether the content of `style` is text with all that it holds, as in HTML (HTML, section 13.2.6.2,
  /// "generic raw text element parsing algorithm").
  var readsRawStyles = false
  /// The source, while it is parsed.
  var source = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

  private struct EntityKey: Hashable {
    let name: String
    let type: UInt32
  }

  private struct AddressPair: Hashable {
    let namespace: UInt
    let local: UInt
  }

  init(path: String, lines: SourceLines, limits: ParserLimits) {
    tree = ElementTree(path: path, lines: lines)
    self.limits = limits
  }

  deinit {
    for entity in entities.values {
      xmlFreeString(UnsafeMutableRawPointer(mutating: entity.pointee.name))
      xmlFreeString(entity.pointee.content)
      entity.deallocate()
    }
  }

  func startElement(name: Int32, at sourceOffset: Int32) {
    let index = append(.element, first: Int32(tree.attributes.count), at: sourceOffset)
    tree.nodes[Int(index)].name = name
    open.append(index)
    lastChild.append(-1)
    guard open.count > limits.depth else { return }
    isTooDeep = true
    exceeded = "elements are nested over \(limits.depth) deep"
  }

  func addAttribute(name: Int32, value: String) {
    tree.attributes.append(ElementTree.Attribute(name: name, value: value))
    tree.nodes[Int(open[open.count - 1])].count += 1
  }

  /// The innermost open element; nil if none is open.
  var openElement: ElementTree.Name? {
    open.last.map { tree.names[Int(tree.nodes[Int($0)].name)] }
  }

  func endElement() {
    guard let index = open.popLast() else { return }
    lastChild.removeLast()
    tree.nodes[Int(index)].end = Int32(tree.nodes.count)
  }

  func characters(_ bytes: UnsafeBufferPointer<UInt8>, at sourceOffset: Int32) {
    guard !open.isEmpty else { return }
    let last = lastChild[lastChild.count - 1]
    if last >= 0, tree.nodes[Int(last)].kind == .text {
      tree.nodes[Int(last)].count += Int32(bytes.count)
    } else {
      let index = append(.text, first: Int32(tree.text.count), at: sourceOffset)
      tree.nodes[Int(index)].count = Int32(bytes.count)
    }
    tree.text.append(contentsOf: bytes)
    if tree.text.count > limits.characters {
      exceeded = "the text is over \(limits.characters) bytes"
    }
  }

  func append(_ kind: ElementTree.Kind, first: Int32, at sourceOffset: Int32) -> Int32 {
    let index = Int32(tree.nodes.count)
    let parent = open.last ?? -1
    let last = lastChild[lastChild.count - 1]
    if last >= 0 { tree.nodes[Int(last)].nextSibling = index }
    lastChild[lastChild.count - 1] = index
    tree.nodes.append(
      ElementTree.Node(
        kind: kind, parent: parent, end: index + 1, first: first, sourceOffset: sourceOffset))
    return index
  }

  /// The index of a name that libxml2 holds in its dictionary.
  func name(local: UnsafePointer<UInt8>, namespace: UnsafePointer<UInt8>?) -> Int32 {
    let key = AddressPair(
      namespace: UInt(bitPattern: namespace), local: UInt(bitPattern: local))
    if let known = nameByAddress[key] { return known }
    let index = self.name(
      ElementTree.Name(
        namespace: namespace.map { String(cString: $0) } ?? "", local: String(cString: local)))
    nameByAddress[key] = index
    return index
  }

  func name(_ name: ElementTree.Name) -> Int32 {
    if let known = nameIndex[name] { return known }
    let index = Int32(tree.names.count)
    tree.names.append(name)
    nameIndex[name] = index
    return index
  }

  /// Reports a reference to an external entity as an error; external entities are never read.
  func refuseEntity(_ name: String, at place: Int32) {
    guard problem == nil else { return }
    problem = (place, "the external entity \"\(name)\" is not read", 0)
  }

  /// An XHTML named entity in the form that libxml2 needs; the builder owns and frees it.
  func namedEntity(
    _ name: UnsafePointer<UInt8>, as type: xmlEntityType
  ) -> UnsafeMutablePointer<xmlEntity>? {
    let key = EntityKey(name: String(cString: name), type: type.rawValue)
    if let known = entities[key] { return known }
    guard let known = htmlEntityLookup(name) else { return nil }
    guard let scalar = Unicode.Scalar(known.pointee.value) else { return nil }
    let entity = UnsafeMutablePointer<xmlEntity>.allocate(capacity: 1)
    entity.initialize(to: xmlEntity())
    entity.pointee.type = XML_ENTITY_DECL
    entity.pointee.etype = type
    entity.pointee.name = UnsafePointer(xmlStrdup(name))
    entity.pointee.content = String(Character(scalar)).withCString { text in
      text.withMemoryRebound(to: UInt8.self, capacity: 8) { xmlStrdup($0) }
    }
    entity.pointee.length = Int32(String(Character(scalar)).utf8.count)
    entities[key] = entity
    return entity
  }
}

/// libxml2 allocates with malloc unless the allocator is replaced, which this program does not do.
private func xmlFreeString(_ string: UnsafeMutableRawPointer?) {
  free(string)
}

/// Limits on the size of a document.
public struct ParserLimits: Sendable {
  /// The depth of nested elements. libxml2 itself refuses more than 256.
  public var depth: Int
  /// Bytes of text after entities are replaced.
  public var characters: Int
  /// Bytes of source.
  public var source: Int

  /// Limits on depth, on characters of text and on bytes of source.
  public init(depth: Int = 255, characters: Int = 64 << 20, source: Int = 256 << 20) {
    self.depth = depth
    self.characters = characters
    self.source = source
  }
}
