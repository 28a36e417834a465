internal import EPUB

/// The page map's entries for an EPUB's package: metadata, spine and navigation.
extension PageMap {
  /// Writes the package's metadata; nothing for a single document.
  mutating func metadata() {
    guard let package = pagination.publication.package else { return }
    let metadata = package.metadata
    writer.write(",\n\"metadata\": {\"version\": ")
    writer.writeJSON(package.version)
    texts("titles", metadata.titles)
    texts("creators", metadata.creators)
    writer.write(", \"languages\": [")
    for (index, language) in metadata.languages.enumerated() {
      if index > 0 { writer.write(", ") }
      writer.writeJSON(language)
    }
    writer.write("]")
    let fields = [
      ("identifier", metadata.identifier), ("modified", metadata.modified),
      ("layout", metadata.layout), ("spread", metadata.spread),
      ("orientation", metadata.orientation), ("flow", metadata.flow),
      ("pageProgression", package.progression),
    ]
    for (name, value) in fields {
      guard let value else { continue }
      writer.write(", ")
      writer.writeJSON(name)
      writer.write(": ")
      writer.writeJSON(value)
    }
    writer.write("}")
  }

  private mutating func texts(_ name: String, _ texts: [Package.LocalizedText]) {
    writer.write(", \"\(name)\": [")
    for (index, text) in texts.enumerated() {
      if index > 0 { writer.write(", ") }
      writer.write("{\"text\": ")
      writer.writeJSON(text.text)
      if let language = text.language {
        writer.write(", \"language\": ")
        writer.writeJSON(language)
      }
      if let direction = text.direction {
        writer.write(", \"dir\": ")
        writer.writeJSON(direction)
      }
      writer.write("}")
    }
    writer.write("]")
  }

  static func spineFields(_ document: Publication.Document, _ row: inout ByteWriter) {
    if let cfi = document.cfi {
      row.write(", \"cfi\": ")
      row.writeJSON("epubcfi(\(cfi.dropLast()))")
    }
    if !document.isLinear { row.write(", \"linear\": false") }
    if document.isFixedLayout { row.write(", \"layout\": \"pre-paginated\"") }
    if let spread = document.spread {
      row.write(", \"spread\": ")
      row.writeJSON(spread.rawValue)
    }
  }

  /// Rows of the book's own navigation, with the pages that the entries lead to.
  func navigationRows(_ entries: [Navigation.Entry]) -> [[UInt8]] {
    guard !entries.isEmpty else { return [] }
    return entries.map { entry in
      var row = ByteWriter()
      row.write("{\"title\": ")
      row.writeJSON(entry.title)
      row.write(", \"level\": ")
      row.write(entry.level)
      if let type = entry.type {
        row.write(", \"type\": ")
        row.writeJSON(type)
      }
      if let href = entry.href {
        row.write(", \"href\": ")
        row.writeJSON(href)
        if let page = pagination.page(of: href) {
          row.write(", \"page\": ")
          row.write(page.number)
          row.write(", \"label\": ")
          row.writeJSON(page.label)
        }
      }
      row.write("}")
      return row.bytes
    }
  }
}
