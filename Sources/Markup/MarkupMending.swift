/// Parses a file of a book's package. In lenient mode, what keeps it from being well-formed is mended where that
/// needs no guess: a missing space between two attributes, an ampersand that begins no reference, a prefix that
/// no namespace declaration binds.
///
/// - Throws: `MarkupError` as `parse` does; its hint names `--lenient` only if that helps.
package func parsePackage(
  _ bytes: [UInt8], path: String, mode: ParseMode
) throws(MarkupError) -> (tree: ElementTree, repairs: [MarkupRepair]) {
  do {
    return try parse(bytes, path: path)
  } catch {
    guard let source = try? SourceEncoding.utf8(from: bytes, path: path) else { throw error }
    let mending = MarkupMending(of: source)
    guard !mending.places.isEmpty, let tree = try? parse(mending.mended, path: path).tree else {
      throw error.hint.contains("--lenient")
        ? error.withHint("mend the file: --lenient does not repair this in a book's package")
        : error
    }
    guard mode == .lenient else { throw error.withHint("mend the file, or use --lenient") }
    return (tree, mending.repairs(in: SourceLines(source), path: path))
  }
}

/// A copy of XML source with the spaces between attributes, the ampersands and the namespace declarations that
/// it lacks.
struct MarkupMending {
  enum Fault: String {
    case space = "no space between two attributes"
    case ampersand = "an ampersand is written &amp;"
    case prefix = "a prefix is used that no xmlns attribute declares"
  }

  private(set) var mended: [UInt8] = []
  /// What was mended, with the offset in the source, in order.
  private(set) var places: [(offset: Int, fault: Fault)] = []
  private let source: [UInt8]
  private var prefixes = NamespacePrefixes()

  /// - Parameter source: in UTF-8.
  init(of source: [UInt8]) {
    self.source = source
    mended.reserveCapacity(source.count + 64)
    var at = 0
    while at < source.count {
      if let end = skipped(from: at) {
        mended += source[at..<end]
        at = end
      } else if source[at] == 0x3C {
        let (start, first) = (at, mended.count)
        at = appendTag(from: at)
        prefixes.note(source[start..<at], at: first)
      } else {
        append(at)
        at += 1
      }
    }
    guard let root = prefixes.root, !prefixes.undeclared.isEmpty else { return }
    mended.insert(contentsOf: prefixes.declarations, at: root)
    places.insert((0, .prefix), at: 0)
  }

  func repairs(in lines: SourceLines, path: String) -> [MarkupRepair] {
    places.prefix(1000).map { place in
      let (line, column) = lines.place(ofByte: place.offset)
      return MarkupRepair(
        location: SourceLocation(path: path, line: line, column: column),
        message: "repaired: " + place.fault.rawValue)
    }
  }

  /// The end of a comment, a CDATA section, a processing instruction or a declaration that begins here.
  private func skipped(from start: Int) -> Int? {
    for (open, close) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")]
    where source[start...].starts(with: open.utf8) {
      var at = start + open.utf8.count
      while at < source.count, !source[at...].starts(with: close.utf8) { at += 1 }
      return min(source.count, at + close.utf8.count)
    }
    return nil
  }

  /// - Returns: the end of the tag.
  private mutating func appendTag(from start: Int) -> Int {
    var at = start
    var quote: UInt8?
    while at < source.count {
      let byte = source[at]
      append(at)
      at += 1
      if byte == quote {
        quote = nil
        if at < source.count, Self.beginsName(source[at]) {
          places.append((at, .space))
          mended.append(0x20)
        }
      } else if quote == nil, byte == 0x22 || byte == 0x27 {
        quote = byte
      } else if quote == nil, byte == 0x3E {
        break
      }
    }
    return at
  }

  private mutating func append(_ at: Int) {
    mended.append(source[at])
    guard source[at] == 0x26, !beginsReference(at) else { return }
    places.append((at, .ampersand))
    mended += Array("amp;".utf8)
  }

  /// Whether an ampersand begins a reference to an entity or a character.
  private func beginsReference(_ start: Int) -> Bool {
    var at = start + 1
    while at < source.count, at - start < 40, Self.isName(source[at]) { at += 1 }
    return at > start + 1 && at < source.count && source[at] == 0x3B
  }

  /// Whether a byte may be the first one of a name.
  static func beginsName(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte == 0x5F || byte >= 0x80
  }

  private static func isName(_ byte: UInt8) -> Bool {
    beginsName(byte) || byte.isASCIIDigit || byte == 0x23
  }
}
