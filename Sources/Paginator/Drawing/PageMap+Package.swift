internal import EPUB

/// The page map's entries for an EPUB's package: metadata, spine and navigation.
extension PageMap {
  /// Writes the package's metadata; nothing for a single document.
  mutating func metadata() {
    guard let package = pagination.publication.package else { return }
    let metadata = package.metadata
    writer.write(",\n\"metadata\": {")
    writer.writeField("version", package.version)
    texts("titles", metadata.titles)
    texts("creators", metadata.creators)
    writer.writeName("languages")
    writer.write("[")
    for (index, language) in metadata.languages.enumerated() {
      if index > 0 { writer.write(", ") }
      writer.writeJSON(language)
    }
    writer.write("]")
    let fields: [(StaticString, String?)] = [
      ("identifier", metadata.identifier), ("modified", metadata.modified),
      ("layout", metadata.layout), ("spread", metadata.spread),
      ("orientation", metadata.orientation), ("flow", metadata.flow),
      ("pageProgression", package.progression),
    ]
    for (name, value) in fields {
      guard let value else { continue }
      writer.writeField(name, value)
    }
    writer.write("}")
  }

  private mutating func texts(_ name: StaticString, _ texts: [Package.LocalizedText]) {
    writer.writeName(name)
    writer.write("[")
    for (index, text) in texts.enumerated() {
      if index > 0 { writer.write(", ") }
      writer.write("{")
      writer.writeField("text", text.text)
      if let language = text.language {
        writer.writeField("language", language)
      }
      if let direction = text.direction {
        writer.writeField("dir", direction)
      }
      writer.write("}")
    }
    writer.write("]")
  }

  static func spineFields(_ document: Publication.Document, _ row: inout ByteWriter) {
    if let cfi = document.cfi {
      row.writeField("cfi", "epubcfi(\(cfi.dropLast()))")
    }
    if !document.isLinear { row.writeField("linear", false) }
    if document.isFixedLayout { row.writeField("layout", "pre-paginated") }
    if let spread = document.spread {
      row.writeField("spread", spread.rawValue)
    }
  }

  /// Rows of the book's own navigation, with the pages that the entries lead to.
  func navigationRows(_ entries: [Navigation.Entry]) -> [[UInt8]] {
    guard !entries.isEmpty else { return [] }
    return entries.map { entry in
      var row = ByteWriter()
      row.write("{")
      row.writeField("title", entry.title)
      row.writeField("level", entry.level)
      if let type = entry.type {
        row.writeField("type", type)
      }
      if let href = entry.href {
        row.writeField("href", href)
        if let page = pagination.page(of: href) {
          row.writeField("page", page.number)
          row.writeField("label", page.label)
        }
      }
      row.write("}")
      return row.bytes
    }
  }
}
