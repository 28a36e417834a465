/// The SVG of a page as a script: a page that was opened from a folder can load no other text.
enum ProofPicture {
  /// `proofPage(`...`)`. Characters that mean something between backquotes are written as references
  /// of XML, which are the same in text and in attributes, where alone they can be.
  static func script(_ svg: [UInt8]) -> [UInt8] {
    var result = Array("proofPage(`".utf8)
    result.reserveCapacity(svg.count + 32)
    var start = svg.startIndex
    for (index, byte) in svg.enumerated() {
      guard let reference = reference(byte) else { continue }
      result += svg[start..<index]
      result += reference.utf8
      start = index + 1
    }
    return result + svg[start...] + Array("`);\n".utf8)
  }

  @inline(__always)
  private static func reference(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "`"): "&#96;"
    case UInt8(ascii: "$"): "&#36;"
    case UInt8(ascii: "\\"): "&#92;"
    default: nil
    }
  }

  /// The SVG in a script; other bytes are taken for the SVG itself.
  static func svg(_ script: [UInt8]) -> [UInt8] {
    let (start, end) = ("proofPage(`".utf8, "`);\n".utf8)
    guard script.starts(with: start), script.suffix(end.count).elementsEqual(end) else {
      return script
    }
    return Array(script[start.count..<script.count - end.count])
  }
}
