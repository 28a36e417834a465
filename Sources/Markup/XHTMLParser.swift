import CLibXML2

/// How to treat a document that is not well-formed XML.
public enum ParseMode: Sendable {
  /// Stop at the first error, with its place.
  case strict
  /// Recover by the rules of HTML and report each repair.
  case lenient
}

/// Parses an XHTML document into a tree. Nothing but `bytes` is read: no DTD, no external
/// entity, no network. HTML's named entities are known without a DTD.
///
/// - Parameters:
///   - bytes: the document in UTF-8, UTF-16 or the encoding its XML declaration names.
///   - path: the name of the document in messages.
/// - Throws: `MarkupError` with line and column if the document is not well-formed and `mode` is
///   `.strict`, or if it exceeds `limits`.
public func parse(
  _ bytes: [UInt8], path: String, mode: ParseMode = .strict, limits: ParserLimits = ParserLimits()
) throws(MarkupError) -> (tree: ElementTree, repairs: [MarkupRepair]) {
  let start = SourceLocation(startOf: path)
  guard bytes.count <= limits.source else {
    throw MarkupError(
      location: start, message: "the document is over \(limits.source >> 20) MB", excerpt: "",
      hint: "split it into several documents")
  }
  let (source, remark) = try decoded(bytes, path: path, mode)
  guard source.contains(where: { $0 > 0x20 }) else {
    throw MarkupError(
      location: start, message: "the document is empty", excerpt: "",
      hint: "give an XHTML document")
  }
  let remarks = remark.map { [MarkupRepair(location: start, message: $0)] } ?? []
  let lines = SourceLines(source)
  let builder = TreeBuilder(path: path, lines: lines, limits: limits)
  builder.readsRawStyles = mode == .lenient
  runStrict(source, builder: builder)
  if let error = failure(of: builder, lines: lines, path: path) {
    // Elements may be nested so deep because their end tags are left out (HTML, section 13.1.2.4).
    guard mode == .lenient, builder.exceeded == nil || builder.isTooDeep else { throw error }
    let (tree, repairs) = try parseLeniently(
      source, lines: lines, path: path, limits: limits, after: error)
    return (tree, remarks + repairs)
  }
  if mode == .lenient, let error = missingRoot(in: builder.tree) {
    let (tree, repairs) = try parseLeniently(
      source, lines: lines, path: path, limits: limits, after: error)
    return (tree, remarks + repairs)
  }
  return (builder.tree, remarks)
}

/// The source in UTF-8. In lenient mode, if it has neither a byte order mark nor zero bytes at the
/// start, its encoding is found as browsers do; otherwise by the rules of XML.
private func decoded(
  _ bytes: [UInt8], path: String, _ mode: ParseMode
) throws(MarkupError) -> (source: [UInt8], remark: String?) {
  let isMarked =
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) || bytes.starts(with: [0xFE, 0xFF])
    || bytes.starts(with: [0xFF, 0xFE]) || bytes.prefix(2).contains(0)
  guard mode == .lenient, !isMarked else {
    return (try SourceEncoding.utf8(from: bytes, path: path), nil)
  }
  let found = EncodingSniffer.utf8(from: bytes)
  return (found.bytes, found.remark)
}

/// The error for HTML that is well-formed XML, but has no namespace or is a part of a document.
private func missingRoot(in tree: ElementTree) -> MarkupError? {
  guard let root = tree.root, tree.isRepairable(root) else { return nil }
  let isWhole = tree.name(of: root).local == "html"
  return MarkupError(
    location: tree.location(of: root),
    message: isWhole ? "the root element is in no namespace" : "there is no html element",
    excerpt: "", hint: "add xmlns=\"\(Namespace.xhtml)\" to it")
}

extension ElementTree {
  /// Elements with which a part of a document may begin.
  private static let parts: Set = [
    "body", "div", "section", "article", "main", "header", "p", "h1", "h2", "h3", "h4", "h5", "h6",
    "span", "table", "ul", "ol", "dl", "blockquote", "figure", "pre", "center", "font",
  ]

  /// Whether a root element that is not `html` in its namespace is read by the rules of HTML in
  /// lenient mode.
  public func isRepairable(_ root: Int) -> Bool {
    let name = name(of: root)
    if name.namespace.isEmpty, name.local == "html" { return true }
    return (name.namespace.isEmpty || name.namespace == Namespace.xhtml)
      && Self.parts.contains(name.local)
  }
}

/// The libraries' versions, for `--version`.
public var markupLibraryVersions: [(name: String, version: String)] {
  [("libxml2", String(cString: shim_xml_version()))]
}

/// Initialises libxml2 once and disables its loader of external entities, so that no document makes
/// this program read a file or open a connection.
private let noExternalEntities: Void = {
  xmlInitParser()
  xmlSetExternalEntityLoader { _, _, _ in nil }
}()

private func parser(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<xmlParserCtxt> {
  // libxml2 gives its callbacks the parser that `runStrict` made.
  context!.assumingMemoryBound(to: xmlParserCtxt.self)
}

private func builder(_ context: UnsafeMutableRawPointer?) -> TreeBuilder {
  Unmanaged<TreeBuilder>.fromOpaque(parser(context).pointee._private).takeUnretainedValue()
}

/// The byte that the parser has reached or, inside an entity, the byte of the last event before it.
private func position(_ context: UnsafeMutableRawPointer?, _ builder: TreeBuilder) -> Int32 {
  let parser = parser(context)
  guard parser.pointee.inputNr == 1, let input = parser.pointee.input else {
    return builder.offset
  }
  // libxml2 discards what it has read: `base` moves forward, and `consumed` counts the bytes.
  return Int32(input.pointee.consumed) + Int32(input.pointee.cur - input.pointee.base)
}

private func runStrict(_ source: [UInt8], builder: TreeBuilder) {
  noExternalEntities
  var sax = xmlSAXHandler()
  xmlSAXVersion(&sax, 2)
  install(into: &sax)
  source.withUnsafeBufferPointer { buffer in
    buffer.withMemoryRebound(to: CChar.self) { chars in
      guard let parser = xmlCreateMemoryParserCtxt(chars.baseAddress, Int32(chars.count)) else {
        return
      }
      defer {
        if let document = parser.pointee.myDoc { xmlFreeDoc(document) }
        parser.pointee.myDoc = nil
        xmlFreeParserCtxt(parser)
      }
      builder.source = buffer
      defer { builder.source = UnsafeBufferPointer(start: nil, count: 0) }
      parser.pointee._private = Unmanaged.passUnretained(builder).toOpaque()
      let options =
        XML_PARSE_NOENT.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue
      xmlCtxtUseOptions(parser, Int32(options))
      parser.pointee.sax.pointee = sax
      xmlParseDocument(parser)
      if builder.exceeded == nil { builder.offset = position(parser, builder) }
    }
  }
}

private func install(into sax: inout xmlSAXHandler) {
  installElements(into: &sax)
  installText(into: &sax)
  installEntities(into: &sax)
  installErrors(into: &sax)
}

private func installElements(into sax: inout xmlSAXHandler) {
  sax.startElementNs = { context, local, _, uri, _, _, attributeCount, _, attributes in
    guard let local else { return }
    let builder = builder(context)
    let end = position(context, builder)
    let name = builder.name(local: local, namespace: uri)
    builder.startElement(name: name, at: tagStart(context, before: end))
    builder.offset = end
    guard let attributes else { return }
    for index in 0..<Int(attributeCount) {
      let fields = attributes + index * 5
      guard let local = fields[0], let value = fields[3], let valueEnd = fields[4] else { continue }
      let text = UnsafeBufferPointer(start: value, count: valueEnd - value)
      builder.addAttribute(
        name: builder.name(local: local, namespace: fields[2]),
        value: String(decoding: text, as: UTF8.self))
    }
    stopIfExceeded(context, builder)
  }
  sax.endElementNs = { context, _, _, _ in
    let builder = builder(context)
    builder.endElement()
    builder.offset = position(context, builder)
  }
}

private func installText(into sax: inout xmlSAXHandler) {
  let characters: charactersSAXFunc = { context, text, length in
    let builder = builder(context)
    builder.characters(
      UnsafeBufferPointer(start: text, count: Int(length)), at: textStart(builder))
    builder.offset = position(context, builder)
    stopIfExceeded(context, builder)
  }
  sax.characters = characters
  sax.ignorableWhitespace = characters
  sax.cdataBlock = characters
  sax.comment = { context, text in
    let builder = builder(context)
    if let text, builder.readsRawStyles, builder.openElement?.local == "style" {
      builder.characters(
        UnsafeBufferPointer(start: text, count: Int(xmlStrlen(text))), at: textStart(builder))
    } else {
      _ = builder.append(.comment, first: 0, at: builder.offset)
    }
    builder.offset = position(context, builder)
  }
  sax.processingInstruction = { context, _, _ in
    let builder = builder(context)
    _ = builder.append(.instruction, first: 0, at: builder.offset)
    builder.offset = position(context, builder)
  }
}

private func installEntities(into sax: inout xmlSAXHandler) {
  sax.getEntity = { context, name in
    guard let name else { return nil }
    // Entities of the document's internal subset take precedence.
    let builder = builder(context)
    if let declared = xmlSAX2GetEntity(context, name) {
      guard declared.pointee.etype != XML_EXTERNAL_GENERAL_PARSED_ENTITY else {
        builder.refuseEntity(String(cString: name), at: position(context, builder))
        return nil
      }
      return declared
    }
    // In an attribute, libxml2 takes only one byte of a predefined entity, but decodes a general
    // one.
    let isInAttribute = parser(context).pointee.instate == XML_PARSER_ATTRIBUTE_VALUE
    return builder.namedEntity(
      name, as: isInAttribute ? XML_INTERNAL_GENERAL_ENTITY : XML_INTERNAL_PREDEFINED_ENTITY)
  }
  sax.resolveEntity = { _, _, _ in nil }
  sax.externalSubset = nil
}

private func installErrors(into sax: inout xmlSAXHandler) {
  sax.warning = nil
  sax.error = nil
  sax.fatalError = nil
  shim_set_structured_error(&sax) { context, error in
    guard let context, let error, error.pointee.level.rawValue >= XML_ERR_ERROR.rawValue else {
      return
    }
    let builder = builder(context)
    guard builder.problem == nil, !concernsURI(error.pointee.code) else { return }
    let text = error.pointee.message.map { String(cString: $0) } ?? "unknown error"
    builder.problem = (position(context, builder), text, error.pointee.code)
  }
}

/// Whether an error is that the URI of a namespace is no valid URI, which does not make a document
/// ill-formed (Namespaces in XML 1.0, section 7).
private func concernsURI(_ code: Int32) -> Bool {
  let codes = [XML_WAR_NS_URI, XML_WAR_NS_URI_RELATIVE].map { Int32(bitPattern: $0.rawValue) }
  return codes.contains(code)
}

/// The `<` of the tag whose end the parser has reached: attribute values cannot contain a raw `<`.
private func tagStart(_ context: UnsafeMutableRawPointer?, before end: Int32) -> Int32 {
  let builder = builder(context)
  var at = min(Int(end), builder.source.count) - 1
  while at > 0, builder.source[at] != 0x3C { at -= 1 }
  return Int32(max(0, at))
}

/// Where text starts: after the markup before it. After a start tag, the parser is before the `>`.
private func textStart(_ builder: TreeBuilder) -> Int32 {
  let at = Int(builder.offset)
  return at < builder.source.count && builder.source[at] == 0x3E
    ? builder.offset + 1 : builder.offset
}

private func stopIfExceeded(_ context: UnsafeMutableRawPointer?, _ builder: TreeBuilder) {
  if builder.exceeded != nil { xmlStopParser(parser(context)) }
}

private func failure(of builder: TreeBuilder, lines: SourceLines, path: String) -> MarkupError? {
  let place = lines.place(ofByte: Int(builder.problem?.at ?? builder.offset))
  if let exceeded = builder.exceeded {
    return .exceeded(
      exceeded, at: SourceLocation(path: path, line: place.line, column: place.column))
  }
  guard let problem = builder.problem else {
    guard builder.tree.root == nil else { return nil }
    return MarkupError(
      location: SourceLocation(startOf: path),
      message: "the document has no element", excerpt: "", hint: "give an XHTML document")
  }
  let message = problem.message.split(separator: "\n").joined(separator: " ")
  return MarkupError(
    location: SourceLocation(path: path, line: place.line, column: place.column),
    message: "not well-formed XML: \(message)",
    excerpt: excerpt(lines.text(ofLine: place.line), around: place.column),
    hint: hint(for: problem.code))
}

private func excerpt(_ line: String, around column: Int) -> String {
  let scalars = Array(line.unicodeScalars)
  let from = max(0, min(column - 41, scalars.count))
  let to = min(scalars.count, column + 39)
  var text = String.UnicodeScalarView()
  text.append(contentsOf: scalars[from..<max(from, to)])
  return String(text).trimmingASCIISpace
}

private func hint(for code: Int32) -> String {
  switch UInt32(bitPattern: code) {
  case XML_ERR_TAG_NAME_MISMATCH.rawValue, XML_ERR_TAG_NOT_FINISHED.rawValue:
    return "close the elements in the order they were opened, or use --lenient"
  case XML_ERR_UNDECLARED_ENTITY.rawValue, XML_WAR_UNDECLARED_ENTITY.rawValue,
    XML_ERR_ENTITYREF_SEMICOL_MISSING.rawValue, XML_ERR_NAME_REQUIRED.rawValue:
    return "write \"&amp;\" for an ampersand and \"&lt;\" for a less-than sign"
  case XML_ERR_ENTITY_LOOP.rawValue:
    return "the entities expand without bound; remove the DOCTYPE's declarations"
  case XML_ERR_INVALID_ENCODING.rawValue, XML_ERR_INVALID_CHAR.rawValue:
    return "save the document as UTF-8 or declare its encoding"
  default:
    return "mend the markup, or use --lenient to have it repaired by the rules of HTML"
  }
}

extension String {
  var trimmingASCIISpace: String {
    var view = self[...]
    while let first = view.first, first == " " || first == "\t" { view.removeFirst() }
    while let last = view.last, last == " " || last == "\t" || last == "\r" { view.removeLast() }
    return String(view)
  }
}
