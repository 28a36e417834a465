import CLibXML2
import Glibc

/// Recovers a document with libxml2's HTML parser and reports the repairs, at most about 1,000.
func parseLeniently(
  _ source: [UInt8], lines: SourceLines, path: String, limits: ParserLimits,
  after error: MarkupError
) throws(MarkupError) -> (tree: ElementTree, repairs: [MarkupRepair]) {
  let state = LenientState(
    builder: TreeBuilder(path: path, lines: lines, limits: limits), path: path)
  let completed = LegacyReferences.completed(HTMLMending(of: source).mended)
  let document = completed.withUnsafeBufferPointer { buffer in
    buffer.withMemoryRebound(to: CChar.self) { chars -> htmlDocPtr? in
      guard let parser = htmlCreateMemoryParserCtxt(chars.baseAddress, Int32(chars.count)) else {
        return nil
      }
      defer { htmlFreeParserCtxt(parser) }
      parser.pointee._private = Unmanaged.passUnretained(state).toOpaque()
      parser.pointee.sax.pointee.warning = nil
      parser.pointee.sax.pointee.error = nil
      shim_set_structured_error(parser.pointee.sax) { context, error in
        guard let context, let error else { return }
        let parser = context.assumingMemoryBound(to: xmlParserCtxt.self)
        Unmanaged<LenientState>.fromOpaque(parser.pointee._private).takeUnretainedValue()
          .report(error.pointee)
      }
      // Not `htmlCtxtReadMemory`: it resets the handlers of validity errors, such as duplicate ids,
      // which then go to standard error.
      let options =
        HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NONET.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
      htmlCtxtUseOptions(parser, Int32(options))
      // Without it, lines are counted up to 65,535.
      parser.pointee.options |= Int32(XML_PARSE_BIG_LINES.rawValue)
      shim_silence_validity(parser)
      xmlSwitchEncoding(parser, XML_CHAR_ENCODING_UTF8)
      htmlParseDocument(parser)
      defer { parser.pointee.myDoc = nil }
      return parser.pointee.myDoc
    }
  }
  guard let document else { throw error }
  defer { xmlFreeDoc(document) }
  guard let root = xmlDocGetRootElement(document) else { throw error }
  copy(root, into: state.builder)
  if let exceeded = state.builder.exceeded {
    throw MarkupError.exceeded(exceeded, at: error.location)
  }
  var places = RepairedPlaces(of: source)
  places.set(in: &state.builder.tree)
  let first = MarkupRepair(location: error.location, message: error.message)
  return (state.builder.tree, [first] + state.repairs)
}

private final class LenientState {
  let builder: TreeBuilder
  let path: String
  var repairs: [MarkupRepair] = []

  init(builder: TreeBuilder, path: String) {
    self.builder = builder
    self.path = path
  }

  func report(_ error: xmlError) {
    // The HTML parser knows only the elements of HTML 4; a newer element is not an error.
    guard error.code != XML_HTML_UNKNOWN_TAG.rawValue, repairs.count < 1000 else { return }
    let text = error.message.map { String(cString: $0) } ?? "repaired"
    repairs.append(
      MarkupRepair(
        location: SourceLocation(path: path, line: Int(error.line), column: Int(error.int2)),
        message: "repaired: " + text.split(separator: "\n").joined(separator: " ")))
  }
}

/// Walks the parser's tree without recursion, because a hostile document may be nested very deeply.
private func copy(_ root: UnsafeMutablePointer<xmlNode>, into builder: TreeBuilder) {
  var node: UnsafeMutablePointer<xmlNode>? = root
  var depth = 0
  while let current = node, builder.exceeded == nil {
    let opened = emit(current, into: builder)
    if opened, let child = current.pointee.children {
      node = child
      depth += 1
      continue
    }
    if opened { builder.endElement() }
    node = current
    while let done = node, done.pointee.next == nil, depth > 0 {
      node = done.pointee.parent
      depth -= 1
      builder.endElement()
    }
    node = depth == 0 ? nil : node?.pointee.next
  }
}

/// - Returns: whether an element was opened.
private func emit(_ node: UnsafeMutablePointer<xmlNode>, into builder: TreeBuilder) -> Bool {
  let offset = builder.tree.lines.offset(ofLine: xmlGetLineNo(node))
  switch node.pointee.type {
  case XML_ELEMENT_NODE:
    let local = String(cString: node.pointee.name)
    let name = ForeignContent.elementName(local, in: builder.openElement)
    builder.startElement(name: builder.name(name), at: offset)
    var attribute = node.pointee.properties
    while let current = attribute {
      let value = xmlNodeListGetString(node.pointee.doc, current.pointee.children, 1)
      let name = String(cString: current.pointee.name)
      if !name.hasPrefix("xmlns") {
        builder.addAttribute(
          name: builder.name(ForeignContent.attributeName(name, in: builder.openElement)),
          value: value.map { String(cString: $0) } ?? "")
      }
      free(value)
      attribute = current.pointee.next
    }
    return true
  case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
    guard let content = node.pointee.content else { return false }
    let text = UnsafeBufferPointer(start: content, count: Int(xmlStrlen(content)))
    withHTMLLineEnds(text, in: node) { builder.characters($0, at: offset) }
    return false
  case XML_COMMENT_NODE:
    _ = builder.append(.comment, first: 0, at: offset)
    return false
  default:
    return false
  }
}

/// Calls `use` with a text in which every line end is one line feed, as HTML's parser makes it (HTML,
/// section 13.2.3.5); libxml2's leaves carriage returns. A line end with which a `pre` begins is
/// dropped (section 13.2.6.4.7).
private func withHTMLLineEnds(
  _ text: UnsafeBufferPointer<UInt8>, in node: UnsafeMutablePointer<xmlNode>,
  _ use: (UnsafeBufferPointer<UInt8>) -> Void
) {
  let carriageReturn: UInt8 = 0x0D
  let lineFeed: UInt8 = 0x0A
  let beginsPre =
    node.pointee.prev == nil
    && node.pointee.parent.map { String(cString: $0.pointee.name) == "pre" } ?? false
  guard text.contains(carriageReturn) || beginsPre && text.first == lineFeed else {
    return use(text)
  }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.count)
  for (index, byte) in text.enumerated() {
    if byte == lineFeed, index > 0, text[index - 1] == carriageReturn { continue }
    bytes.append(byte == carriageReturn ? lineFeed : byte)
  }
  if beginsPre, bytes.first == lineFeed { bytes.removeFirst() }
  bytes.withUnsafeBufferPointer(use)
}
