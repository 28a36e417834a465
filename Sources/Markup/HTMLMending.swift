/// A copy of HTML source in which what libxml2's parser reads in another way than browsers is written
/// so that both agree (HTML, section 13.2.5). Line numbers do not change.
struct HTMLMending {
  private(set) var mended: [UInt8] = []
  private let source: [UInt8]
  private var at = 0
  /// The end tags of `html` and `body`, as ranges of `mended`.
  private var documentEnds: [Range<Int>] = []
  private var hasEnded = false
  /// Whether there is text or a tag after the end of the document.
  private var goesOn = false

  /// - Parameter source: in UTF-8.
  init(of source: [UInt8]) {
    self.source = source
    mended.reserveCapacity(source.count)
    while at < source.count {
      switch source[at] {
      case UInt8(ascii: "<"): appendMarkup()
      case UInt8(ascii: "&"): appendReference()
      default:
        if hasEnded, !Self.isSpace(source[at]) { goesOn = true }
        mended.append(source[at])
        at += 1
      }
    }
    // libxml2 drops what is after the end; browsers put it into the body (section 13.2.6.4.22).
    if goesOn { removeDocumentEnds() }
  }

  private mutating func removeDocumentEnds() {
    var result: [UInt8] = []
    result.reserveCapacity(mended.count)
    var start = 0
    for range in documentEnds {
      result += mended[start..<range.lowerBound]
      start = range.upperBound
    }
    mended = result + mended[start...]
  }

  // MARK: Markup

  private mutating func appendMarkup() {
    if has("<!--") {
      appendComment()
    } else if has("<!"), !has("<!doctype"), !has("<![cdata[") {
      // "<![endif]>" of Word is a comment (section 13.2.5.42).
      dropToEnd()
    } else if has("</") || has("<?"), at + 2 < source.count, !source[at + 2].isASCIILetter {
      dropToEnd()
    } else {
      appendTag()
    }
  }

  /// Appends a comment; an empty one may be written "<!-->" (section 13.2.5.43).
  private mutating func appendComment() {
    for empty in ["<!-->", "<!--->"] where has(empty) {
      at += empty.utf8.count
      return
    }
    let start = at
    at += 4
    while at < source.count, !has("-->"), !has("--!>") { at += 1 }
    mended += source[start..<at]
    guard at < source.count else { return }
    at += has("-->") ? 3 : 4
    mended += Array("-->".utf8)
  }

  private mutating func appendTag() {
    let start = at
    let first = mended.count
    var quote: UInt8?
    repeat {
      let byte = source[at]
      at += 1
      if quote == nil, byte == UInt8(ascii: ">") { break }
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"),
        source[at - 2] == UInt8(ascii: "=") || Self.isSpace(source[at - 2])
      {
        quote = byte
      }
    } while at < source.count
    mended += source[start..<at]
    let name = Self.name(of: source[start..<at])
    if name == "/html" || name == "/body" {
      documentEnds.append(first..<mended.count)
      hasEnded = hasEnded || name == "/html"
    } else if hasEnded {
      goesOn = true
    }
    if Self.rawText.contains(name) { appendRawText(of: name) }
  }

  /// Appends the content of an element that holds no markup, up to its end tag.
  private mutating func appendRawText(of name: String) {
    let start = at
    while at < source.count, !has("</" + name) { at += 1 }
    mended += source[start..<at]
  }

  private static let rawText: Set<String> = ["script", "style"]

  /// Drops what browsers take for a comment, but not its line ends.
  private mutating func dropToEnd() {
    while at < source.count, source[at] != UInt8(ascii: ">") {
      if source[at] == 0x0A { mended.append(0x0A) }
      at += 1
    }
    at += 1
  }

  // MARK: References

  /// References to control characters are those of windows-1252 (section 13.2.5.80).
  private mutating func appendReference() {
    if hasEnded { goesOn = true }
    let digits = source[at...].prefix(9).drop { !Self.isHexDigit($0) }
      .prefix(while: Self.isHexDigit)
    let start = source[at...].prefix(3)
    let isHex = start.starts(with: "&#x".utf8) || start.starts(with: "&#X".utf8)
    guard start.starts(with: "&#".utf8), digits.startIndex == at + (isHex ? 3 : 2),
      let code = UInt8(String(decoding: digits, as: UTF8.self), radix: isHex ? 16 : 10),
      (0x80...0x9F).contains(code)
    else {
      mended.append(source[at])
      at += 1
      return
    }
    mended += Array("&#\(EncodingSniffer.windows1252(code) as UInt16);".utf8)
    at = digits.endIndex
    if at < source.count, source[at] == UInt8(ascii: ";") { at += 1 }
  }

  // MARK: Bytes

  /// Whether a text is next, in upper or lower case.
  private func has(_ text: String) -> Bool {
    let text = text.utf8
    return source.count - at >= text.count
      && zip(source[at...], text).allSatisfy { ($0 | ($0.isASCIILetter ? 0x20 : 0)) == $1 }
  }

  /// The name of a tag in lower case, with "/" for an end tag.
  private static func name(of tag: ArraySlice<UInt8>) -> String {
    let name = tag.dropFirst().prefix { $0.isASCIILetter || $0 == UInt8(ascii: "/") }
    return String(decoding: name.map { $0.isASCIILetter ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || (0x61...0x66).contains(byte | 0x20)
  }
}
