internal import Crypto
internal import EPUB
internal import Foundation
internal import Markup

/// Collects the stylesheets of a document: ours, the preset, the author's (HTML, section 4.2.4).
struct BookStyles {
  let publication: Publication
  let options: PaginationOptions
  private(set) var inputs: [Pagination.Input] = []
  private(set) var findings = FindingList()
  private let base: StyleSheet
  private let preset: StyleSheet

  init(publication: Publication, options: PaginationOptions) {
    self.publication = publication
    self.options = options
    base = StyleSheet.preset(Preset.base, path: "base.css", origin: .userAgent)
    preset = StyleSheet.preset(options.preset.css, path: options.preset.name, origin: .preset)
    findings.append(contentsOf: base.findings)
    findings.append(contentsOf: preset.findings)
    // The sheets under the preset count too: a change of theirs moves pages.
    let sheets = [
      (options.preset.name, options.preset.css), ("base.css", Preset.base),
      ("book.css", Preset.book),
    ]
    for (name, css) in sheets {
      inputs.append(
        Pagination.Input(kind: "preset", name: name, digest: Digest.of(css.utf8), version: nil))
    }
  }

  var textStyles: [String: TextStyleTable] { base.textStyles.merging(preset.textStyles) { $1 } }

  /// All sheets of a document in cascade order.
  mutating func sheets(of tree: ElementTree, href: String, page: Size?) -> [StyleSheet] {
    var sheets = [base, preset]
    guard options.usesAuthorStyles else { return sheets }
    for node in tree.nodes.indices where tree.nodes[node].kind == .element {
      let local = tree.name(of: node).local
      guard local == "link" || local == "style" else { continue }
      if let sheet = authorSheet(tree, node, href: href, page: page) {
        sheets.append(sheet)
        findings.append(contentsOf: sheet.findings)
      }
    }
    return sheets
  }

  private mutating func authorSheet(
    _ tree: ElementTree, _ node: Int, href: String, page: Size?
  ) -> StyleSheet? {
    let media = MediaQuery(page: page)
    if let text = tree.attribute("media", of: node) {
      var parser = CSSParser(text)
      guard media.matches(parser.componentValues()) else { return nil }
    }
    if tree.isElement(node, "style") {
      let type = tree.attribute("type", of: node) ?? "text/css"
      guard type.lowercased().hasPrefix("text/css") else { return nil }
      return parse(tree.textContent(of: node), path: href, media: media)
    }
    guard tree.isElement(node, "link"), let url = tree.attribute("href", of: node) else {
      return nil
    }
    let relations = (tree.attribute("rel", of: node) ?? "").lowercased()
      .split(whereSeparator: \.isCSSSpace)
    guard relations.contains("stylesheet"), !relations.contains("alternate") else { return nil }
    guard let (text, path) = load(url, from: href, at: tree.location(of: node)) else { return nil }
    return parse(text, path: path, media: media)
  }

  private mutating func parse(_ text: String, path: String, media: MediaQuery) -> StyleSheet {
    var loaded: [Pagination.Input] = []
    let publication = publication
    let sheet = StyleSheetParser.parse(text, path: path, origin: .author, media: media) {
      url, base in
      guard let resource = try? publication.resource(url, relativeTo: base) else { return nil }
      loaded.append(
        Pagination.Input(
          kind: "stylesheet", name: resource.href, digest: Digest.of(resource.bytes), version: nil))
      return (StyleEncoding.decode(resource.bytes), resource.href)
    }
    inputs += loaded
    return sheet
  }

  private mutating func load(
    _ url: String, from href: String, at location: SourceLocation
  ) -> (text: String, path: String)? {
    do {
      let resource = try publication.resource(url, relativeTo: href)
      inputs.append(
        Pagination.Input(
          kind: "stylesheet", name: resource.href, digest: Digest.of(resource.bytes), version: nil))
      return (StyleEncoding.decode(resource.bytes), resource.href)
    } catch .refused(let url) {
      findings.report(
        .refusedResource, "the stylesheet \"\(url)\" is outside the book: it was not read",
        at: location)
    } catch {
      findings.report(
        .missingStylesheet, "the stylesheet \"\(url)\" could not be read", at: location)
    }
    return nil
  }

  /// Registers the fonts of `@font-face` rules with the library.
  mutating func registerFonts(of sheets: [StyleSheet]) {
    for sheet in sheets {
      for rule in sheet.fontFaces { register(rule) }
    }
  }

  private mutating func register(_ rule: StyleSheet.FontFaceRule) {
    for (kind, value) in rule.sources {
      guard kind == .url else {
        guard let match = try? options.fonts.matches(FontRequest(families: [value])).first,
          match.face.family.lowercased() == value.lowercased()
        else { continue }
        add(match.face, rule)
        return
      }
      guard let resource = try? publication.resource(value, relativeTo: rule.location.path),
        let file = try? options.fonts.file(resource.href, bytes: resource.bytes),
        let face = file.faces.first
      else { continue }
      add(face, rule)
      return
    }
    findings.report(
      .missingFont, "no source of the font \"\(rule.family)\" could be opened", at: rule.location)
  }

  private func add(_ face: FontFace, _ rule: StyleSheet.FontFaceRule) {
    func number(_ name: String) -> Double? {
      if case .number(let value) = rule.descriptors[name] { value } else { nil }
    }
    options.fonts.register(
      FontLibrary.Face(
        family: rule.family, weight: Int(number("font-weight") ?? 400),
        isItalic: rule.descriptors["font-style"].map { $0 != .keyword("normal") } ?? false,
        stretch: number("font-stretch") ?? 100, face: face))
  }
}

/// The encoding of a stylesheet (CSS Syntax 3, section 3.2).
enum StyleEncoding {
  static func decode(_ bytes: [UInt8]) -> String {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      return String(decoding: bytes.dropFirst(3), as: UTF8.self)
    }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      let isBig = bytes[0] == 0xFE
      var units: [UInt16] = []
      for index in stride(from: 2, to: bytes.count - 1, by: 2) {
        let first = UInt16(bytes[index])
        let second = UInt16(bytes[index + 1])
        units.append(isBig ? first << 8 | second : second << 8 | first)
      }
      return String(decoding: units, as: UTF16.self)
    }
    let head = String(decoding: bytes.prefix(64), as: UTF8.self)
    let isLatin =
      head.hasPrefix("@charset \"") && head.lowercased().contains("iso-8859-1")
      || head.lowercased().hasPrefix("@charset \"windows-1252")
    if isLatin {
      return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// SHA-256 as lower-case hexadecimal.
enum Digest {
  static func of(_ bytes: some Sequence<UInt8>) -> String {
    SHA256.hash(data: Array(bytes)).map { hexByte($0) }.joined()
  }
}

enum FileDigest {
  /// Of a file's bytes; "" when it cannot be read any more.
  static func of(_ path: String) -> String {
    FileManager.default.contents(atPath: path).map { Digest.of($0) } ?? ""
  }
}
