internal import EPUB
internal import Foundation
internal import Markup

/// The metadata of a PDF (XMP, ISO 16684-1), from the book's package. It never depends on the
/// current time.
enum PDFMetadata {
  /// - Parameter isArchive: whether a tagged file conforms to PDF/A.
  static func xml(
    of pagination: Pagination, _ profile: PDFProfile, isArchive: Bool
  ) -> String {
    let isForPrint = profile.printing != nil
    let texts = PDFBookTexts(pagination)
    var text = head(profile, isArchive: isArchive)
    text += isForPrint ? printIdentity : profile.isTagged ? accessIdentity(isArchive) : ""
    text += "<pdf:Producer>\(PDFBookTexts.producer)</pdf:Producer>\n"
    text += properties(of: texts)
    // PDF/X requires dates; for a book without one, it is the year of the standard.
    if let date = date(of: pagination) ?? (isForPrint ? "2010-01-01T00:00:00Z" : nil) {
      text += "<xmp:CreateDate>\(date)</xmp:CreateDate><xmp:ModifyDate>\(date)</xmp:ModifyDate>\n"
      text += "<xmp:MetadataDate>\(date)</xmp:MetadataDate>\n"
    }
    if isForPrint {
      text += element("xmpMM:DocumentID", texts.identifier ?? texts.title)
      text +=
        "<xmpMM:VersionID>1</xmpMM:VersionID><xmpMM:RenditionClass>default</xmpMM:RenditionClass>\n"
    }
    return text + (profile.isTagged ? extensionSchema : "")
      + "</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>"
  }

  /// The beginning, with the namespaces that the properties have: validators take a namespace for
  /// one in use.
  private static func head(_ profile: PDFProfile, isArchive: Bool) -> String {
    var spaces = [
      ("dc", "http://purl.org/dc/elements/1.1/"), ("xmp", "http://ns.adobe.com/xap/1.0/"),
      ("pdf", "http://ns.adobe.com/pdf/1.3/"),
    ]
    if profile.printing != nil {
      spaces += [
        ("xmpMM", "http://ns.adobe.com/xap/1.0/mm/"), ("pdfxid", "http://www.npes.org/pdfx/ns/id/"),
      ]
    } else if profile.isTagged {
      if isArchive { spaces.append(("pdfaid", "http://www.aiim.org/pdfa/ns/id/")) }
      spaces += [
        ("pdfuaid", "http://www.aiim.org/pdfua/ns/id/"),
        ("pdfaExtension", "http://www.aiim.org/pdfa/ns/extension/"),
        ("pdfaSchema", "http://www.aiim.org/pdfa/ns/schema#"),
        ("pdfaProperty", "http://www.aiim.org/pdfa/ns/property#"),
      ]
    }
    let declarations = spaces.map { "xmlns:\($0)=\"\($1)\"" }.joined(separator: " ")
    return """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" \(declarations)>

      """
  }

  /// The properties of Dublin Core (XMP, ISO 16684-1, section 8.3), and the keywords of PDF.
  private static func properties(of texts: PDFBookTexts) -> String {
    var text = "<dc:format>application/pdf</dc:format>\n"
    text += alternatives("dc:title", [PDFBookTexts.Alternative(language: nil, text: texts.title)])
    text += list("dc:creator", "rdf:Seq", texts.creators)
    text += list("dc:contributor", "rdf:Bag", texts.contributors)
    text += list("dc:publisher", "rdf:Bag", texts.publishers)
    text += alternatives("dc:rights", texts.rights)
    text += alternatives("dc:description", texts.descriptions)
    text += list("dc:subject", "rdf:Bag", texts.subjects)
    if let keywords = texts.keywords { text += element("pdf:Keywords", keywords) }
    text += list("dc:language", "rdf:Bag", texts.languages)
    if let source = texts.source { text += element("dc:source", source) }
    if let identifier = texts.identifier { text += element("dc:identifier", identifier) }
    return text
  }

  private static func accessIdentity(_ isArchive: Bool) -> String {
    (isArchive
      ? "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>\n" : "")
      + "<pdfuaid:part>1</pdfuaid:part>\n"
  }

  private static let printIdentity = """
    <pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
    <pdf:Trapped>False</pdf:Trapped>

    """

  /// PDF/A requires a description of every property that it does not predefine (ISO 19005-3,
  /// section 6.6.2.3).
  private static let extensionSchema = """
    <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
    <pdfaProperty:name>part</pdfaProperty:name>
    <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
    <pdfaProperty:category>internal</pdfaProperty:category>
    <pdfaProperty:description>Part of ISO 14289</pdfaProperty:description>
    </rdf:li></rdf:Seq></pdfaSchema:property>
    </rdf:li></rdf:Bag></pdfaExtension:schemas>

    """

  /// The modification date that the book's package states; nil for none.
  static func date(of pagination: Pagination) -> String? {
    pagination.publication.package?.metadata.modified.flatMap(date)
  }

  private static func element(_ name: String, _ text: String) -> String {
    "<\(name)>\(XMLText.escaped(text))</\(name)>\n"
  }

  /// A list of texts; nothing for none.
  private static func list(_ name: String, _ kind: String, _ items: [String]) -> String {
    guard !items.isEmpty else { return "" }
    let items = items.map { "<rdf:li>\(XMLText.escaped($0))</rdf:li>" }.joined()
    return "<\(name)><\(kind)>\(items)</\(kind)></\(name)>\n"
  }

  /// A text in several languages; nothing for none. The first one is for all other languages
  /// (section 8.2.2.4).
  private static func alternatives(
    _ name: String, _ items: [PDFBookTexts.Alternative]
  ) -> String {
    guard !items.isEmpty else { return "" }
    let items = items.enumerated().map { index, item in
      let language = index == 0 ? nil : item.language
      return
        "<rdf:li xml:lang=\"\(language ?? "x-default")\">\(XMLText.escaped(item.text))</rdf:li>"
    }
    return "<\(name)><rdf:Alt>\(items.joined())</rdf:Alt></\(name)>\n"
  }

  /// A date in the form of XMP; nil for an unknown form.
  private static func date(_ text: String) -> String? {
    let isDate =
      text.count >= 10 && text.allSatisfy { $0.isASCII && ($0.isNumber || "TZ:.+-".contains($0)) }
    return isDate ? text : nil
  }
}

/// The color profile sRGB (IEC 61966-2-1), as an ICC profile of version 4.
enum ColorProfile {
  static let sRGB: [UInt8] = {
    // The curve of IEC 61966-2-1 (ICC.1:2010, section 10.16, type 3).
    let curve =
      Array("para".utf8) + number(0) + [0, 3, 0, 0]
      + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)
    // Primaries and white point, adapted to D50 (Bradford).
    let tags: [(String, [UInt8])] = [
      ("desc", text("sRGB")), ("cprt", text("No copyright, use freely")),
      ("wtpt", point(0.9642, 1, 0.82491)),
      ("rXYZ", point(0.43607, 0.22249, 0.01392)), ("gXYZ", point(0.38515, 0.71687, 0.09708)),
      ("bXYZ", point(0.14307, 0.06061, 0.7141)), ("rTRC", curve), ("gTRC", curve),
      ("bTRC", curve),
      (
        "chad",
        Array("sf32".utf8) + number(0)
          + [
            1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168,
          ].flatMap(fixed)
      ),
    ]
    var table = number(tags.count)
    var data: [UInt8] = []
    let start = 128 + 4 + tags.count * 12
    for (name, bytes) in tags {
      table += Array(name.utf8) + number(start + data.count) + number(bytes.count)
      data += bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    var header = number(start + data.count) + number(0) + [4, 0x20, 0, 0]
    header += Array("mntrRGB XYZ ".utf8)
    // A fixed date, so that the profile's bytes never change.
    header += [7, 0xD0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]
    header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
    header += [0.9642, 1, 0.82491].flatMap(fixed)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + table + data
  }()

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func fixed(_ value: Double) -> [UInt8] {
    number(Int((value * 65_536).rounded()))
  }

  private static func point(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
    Array("XYZ ".utf8) + number(0) + [x, y, z].flatMap(fixed)
  }

  private static func text(_ text: String) -> [UInt8] {
    let units = text.utf16.flatMap {
      [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)]
    }
    return Array("mluc".utf8) + number(0) + number(1) + number(12) + Array("enUS".utf8)
      + number(units.count) + number(28) + units
  }
}
