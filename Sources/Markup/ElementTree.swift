/// A parsed document as flat arrays in document order: elements, text, comments and processing
/// instructions, each with the byte where it starts in the source.
public struct ElementTree: Sendable {
  /// What a node is. CDATA sections and entity references are part of the text around them, as
  /// in the data model of EPUB CFI.
  public enum Kind: UInt8, Sendable {
    /// An element.
    case element
    /// Text.
    case text
    /// A comment.
    case comment
    /// A processing instruction.
    case instruction
  }

  /// One node. Indices point into the tree's `nodes`; -1 is none.
  public struct Node: Sendable {
    /// What the node is.
    public var kind: Kind
    /// The element's name in `names`.
    public var name: Int32 = -1
    /// In `nodes`; -1 for the root.
    public var parent: Int32
    /// In `nodes`; -1 for none.
    public var nextSibling: Int32 = -1
    /// The first index after this node and its descendants.
    public var end: Int32
    /// The index of an element's first attribute in `attributes`, or of a text's first byte in
    /// `text`.
    public var first: Int32
    /// The number of attributes, or of bytes of text.
    public var count: Int32 = 0
    /// The UTF-8 byte in the source at which the node starts.
    public var sourceOffset: Int32
  }

  /// A name with its namespace ("" for none).
  public struct Name: Hashable, Sendable {
    /// A URL; empty for none.
    public let namespace: String
    /// Without a prefix.
    public let local: String
    /// A name in a namespace.
    public init(namespace: String, local: String) {
      self.namespace = namespace
      self.local = local
    }
  }

  /// An attribute of an element; namespace declarations are not among them.
  public struct Attribute: Sendable {
    /// In `names`.
    public let name: Int32
    /// The value after XML's normalization, in which white space becomes spaces.
    public let value: String
  }

  /// In document order.
  public internal(set) var nodes: [Node] = []
  /// The attributes of all elements, in document order.
  public internal(set) var attributes: [Attribute] = []
  /// The names that elements and attributes refer to by index.
  public internal(set) var names: [Name] = []
  /// The characters of all text nodes in UTF-8, concatenated.
  public internal(set) var text: [UInt8] = []
  /// Where lines begin in the source.
  public internal(set) var lines: SourceLines
  /// The path of the document, for messages.
  public let path: String

  init(path: String, lines: SourceLines) {
    self.path = path
    self.lines = lines
  }

  /// The root element's index, or nil for a document without one.
  public var root: Int? { nodes.firstIndex { $0.kind == .element && $0.parent < 0 } }

  /// The place of a node in the source.
  public func location(of node: Int) -> SourceLocation {
    let place = lines.place(ofByte: Int(nodes[node].sourceOffset))
    return SourceLocation(path: path, line: place.line, column: place.column)
  }

  /// An element's name.
  @inlinable public func name(of node: Int) -> Name { names[Int(nodes[node].name)] }

  /// Whether a node is an element with a given name.
  public func isElement(_ node: Int, _ local: String, in namespace: String = Namespace.xhtml)
    -> Bool
  {
    guard nodes[node].kind == .element else { return false }
    let name = names[Int(nodes[node].name)]
    return name.local == local && name.namespace == namespace
  }

  /// An element's attributes, in order.
  public func attributes(of node: Int) -> ArraySlice<Attribute> {
    guard nodes[node].kind == .element else { return [] }
    let first = Int(nodes[node].first)
    return attributes[first..<first + Int(nodes[node].count)]
  }

  /// The value of an attribute; nil if the element has none of that name.
  public func attribute(_ local: String, in namespace: String = "", of node: Int) -> String? {
    for attribute in attributes(of: node) {
      let name = names[Int(attribute.name)]
      if name.local == local && name.namespace == namespace { return attribute.value }
    }
    return nil
  }

  /// The children of a node, in order.
  public func children(of node: Int) -> ChildSequence { ChildSequence(tree: self, node: node) }

  /// The children of a node, in order.
  public struct ChildSequence: Sequence, IteratorProtocol {
    let tree: ElementTree
    var index: Int
    init(tree: ElementTree, node: Int) {
      self.tree = tree
      index = node + 1 < Int(tree.nodes[node].end) ? node + 1 : -1
    }
    /// The next child, an index in `nodes`; nil after the last.
    public mutating func next() -> Int? {
      guard index >= 0 else { return nil }
      defer { index = Int(tree.nodes[index].nextSibling) }
      return index
    }
  }

  /// The characters of a text node.
  public func string(of node: Int) -> String {
    let first = Int(nodes[node].first)
    return String(decoding: text[first..<first + Int(nodes[node].count)], as: UTF8.self)
  }

  /// All text below a node, in order.
  public func textContent(of node: Int) -> String {
    var result = ""
    for index in node..<Int(nodes[node].end) where nodes[index].kind == .text {
      result += string(of: index)
    }
    return result
  }
}

extension ElementTree {
  /// The text below a node with its white space collapsed.
  public func singleSpaced(_ node: Int) -> String {
    textContent(of: node).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The words of an attribute, separated at white space; empty if there is no such attribute.
  public func words(of attribute: String, in namespace: String = "", _ node: Int) -> [String] {
    (self.attribute(attribute, in: namespace, of: node) ?? "").split(whereSeparator: \.isWhitespace)
      .map(String.init)
  }

  /// The words of an element's `epub:type`.
  public func types(of node: Int) -> [String] { words(of: "type", in: Namespace.ops, node) }

  /// The first element with an id; nil if there is none.
  public func element(withID id: String) -> Int? {
    nodes.indices.first { nodes[$0].kind == .element && attribute("id", of: $0) == id }
  }
}

/// The namespaces that users of the tree need.
public enum Namespace {
  /// The namespace of XHTML.
  public static let xhtml = "http://www.w3.org/1999/xhtml"
  /// The namespace of SVG.
  public static let svg = "http://www.w3.org/2000/svg"
  /// The namespace of MathML.
  public static let mathML = "http://www.w3.org/1998/Math/MathML"
  /// The namespace of `epub:type`.
  public static let ops = "http://www.idpf.org/2007/ops"
  /// The namespace of `xml:lang` and `xml:id`.
  public static let xml = "http://www.w3.org/XML/1998/namespace"
  /// The namespace of links in SVG.
  public static let xlink = "http://www.w3.org/1999/xlink"
}
