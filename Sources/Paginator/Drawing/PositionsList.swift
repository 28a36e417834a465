internal import EPUB

/// Writes Readium's list of positions: one position for every page that is not blank.
public enum PositionsList {
  /// The positions list as JSON.
  public static func json(_ pagination: Pagination) -> [UInt8] {
    let pages = pagination.pages.filter { !$0.isBlank }
    let total = max(1, pagination.documents.reduce(0) { $0 + $1.length })
    var before: [Int] = []
    var sum = 0
    for document in pagination.documents {
      before.append(sum)
      sum += document.length
    }
    var writer = ByteWriter()
    writer.write("{\n\"total\": ")
    writer.write(pages.count)
    writer.write(",\n\"positions\": [\n")
    for (index, page) in pages.enumerated() {
      guard let (chapter, content) = pagination.layout(of: page) else { continue }
      let number = chapter.chapter.document
      let document = pagination.documents[number]
      let offset = chapter.chapter.documentOffset + content.start
      writer.write("{\"href\": ")
      writer.writeJSON(document.href)
      writer.write(", \"type\": ")
      writer.writeJSON(document.document.kind == .svg ? "image/svg+xml" : "application/xhtml+xml")
      writer.write(", \"title\": ")
      writer.writeJSON(page.label)
      writer.write(", \"locations\": {\"position\": ")
      writer.write(index + 1)
      writer.write(", \"progression\": ")
      writer.write(share(offset, of: max(1, document.length)))
      writer.write(", \"totalProgression\": ")
      writer.write(share(before[number] + offset, of: total))
      if let cfi = pagination.cfi(of: content.start, in: chapter) {
        writer.write(", \"partialCfi\": ")
        writer.writeJSON(local(cfi))
      }
      writer.write(index + 1 < pages.count ? "}},\n" : "}}\n")
    }
    writer.write("]\n}\n")
    return writer.bytes
  }

  /// A fraction with six decimals, computed with integers only.
  private static func share(_ part: Int, of whole: Int) -> String {
    let millionths = part * 1_000_000 / whole
    let digits = String(millionths % 1_000_000)
    return "\(millionths / 1_000_000)." + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// The part of a CFI after the package's: the place within the document.
  private static func local(_ cfi: String) -> String {
    let inner = cfi.dropFirst(8).dropLast()
    return String(inner.split(separator: "!", maxSplits: 1).last ?? inner)
  }
}
