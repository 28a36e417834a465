internal import CRsvg
internal import Foundation

/// A drawing (SVG) as vectors and text: the objects of a PDF file of one page that cairo wrote, to be
/// copied into another file as a form XObject.
struct PDFDrawing: Sendable {
  /// An object that is not the page.
  struct Object: Sendable {
    let value: PDFValue
    /// The data of a stream, as its dictionary says that it is encoded.
    var data: [UInt8]?
  }

  let width: Int
  let height: Int
  let objects: [Int: Object]
  let resources: PDFValue
  let content: Object

  /// Larger drawings are written as pixels.
  private static let mostBytes = 1 << 24
  private static let mostObjects = 20_000

  /// - Parameters:
  ///   - width, height: the size in units; what cannot be drawn as vectors has a pixel a unit.
  /// - Returns: nil for a drawing that cannot be drawn so.
  init?(_ svg: [UInt8], width: Int, height: Int) {
    var size = 0
    guard
      let data = crsvg_pdf(svg, svg.count, Int32(width), Int32(height), Self.mostBytes, &size)
    else { return nil }
    defer { free(data) }
    self.init(
      file: Array(UnsafeBufferPointer(start: data, count: size)), width: width, height: height)
  }

  init?(file: [UInt8], width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    guard let offsets = Self.offsets(file) else { return nil }
    var objects: [Int: Object] = [:]
    for (number, offset) in offsets {
      objects[number] = Self.object(file, offset) { length in
        offsets[length].flatMap { Self.object(file, $0) { _ in nil } }?.value.integer
      }
    }
    guard let page = objects.values.first(where: { $0.value["Type"]?.isName("Page") ?? false }),
      case .reference(let content) = page.value["Contents"], let stream = objects[content],
      stream.data != nil, let resources = page.value["Resources"]
    else { return nil }
    if case .reference(let number) = resources {
      guard let direct = objects[number] else { return nil }
      self.resources = direct.value
    } else {
      self.resources = resources
    }
    self.content = stream
    self.objects = objects
  }

  /// Where the objects begin, from the file's cross-reference table (section 7.5.4).
  private static func offsets(_ file: [UInt8]) -> [Int: Int]? {
    let tail = file.suffix(64)
    guard let at = tail.lastRange(of: Array("startxref".utf8))?.upperBound else { return nil }
    var scanner = PDFScanner(file, at: at)
    guard let start = Int(scanner.word()), file.indices.contains(start) else { return nil }
    scanner = PDFScanner(file, at: start)
    guard scanner.word() == "xref", scanner.word() == "0", let count = Int(scanner.word()),
      count <= mostObjects
    else { return nil }
    var offsets: [Int: Int] = [:]
    for number in 0..<max(0, count) {
      guard let offset = Int(scanner.word()), !scanner.word().isEmpty else { return nil }
      if scanner.word() == "n", file.indices.contains(offset) { offsets[number] = offset }
    }
    return offsets
  }

  private static func object(
    _ file: [UInt8], _ offset: Int, length: (Int) -> Int?
  ) -> Object? {
    var scanner = PDFScanner(file, at: offset)
    guard Int(scanner.word()) != nil, Int(scanner.word()) != nil, scanner.word() == "obj",
      let value = scanner.value()
    else { return nil }
    guard scanner.beginStream() else { return Object(value: value) }
    let stated: Int? =
      switch value["Length"] {
      case .reference(let number)?: length(number)
      case let direct?: direct.integer
      case nil: nil
      }
    guard let stated, stated >= 0, stated <= file.count - scanner.at else { return nil }
    return Object(value: value, data: Array(file[scanner.at..<scanner.at + stated]))
  }
}

/// Copies a drawing into a file.
struct PDFDrawingWriter {
  private let drawing: PDFDrawing
  /// The color space of RGB colors, for a printing condition that is not RGB; nil for device colors.
  private let colors: String?
  private var numbers: [Int: PDFFile.Reference] = [:]
  private var waiting: [Int] = []

  private init(_ drawing: PDFDrawing, colors: String?) {
    self.drawing = drawing
    self.colors = colors
  }

  /// Writes the drawing as a form XObject in the unit square, as images are.
  static func write(
    _ drawing: PDFDrawing, colors: String?, as reference: PDFFile.Reference,
    to file: inout PDFFile
  ) throws {
    var writer = PDFDrawingWriter(drawing, colors: colors)
    var entries = PDFBytes(
      "/Type/XObject/Subtype/Form/BBox[0 0 \(drawing.width) \(drawing.height)]/Matrix[")
    entries.write(1 / Double(drawing.width), decimals: 9)
    entries.write("0 0 ")
    entries.write(1 / Double(drawing.height), decimals: 9)
    entries.write("0 0]/Resources")
    writer.writeResources(drawing.resources, to: &entries, &file)
    try writer.addStream(drawing.content, entries, as: reference, &file)
    while let number = writer.waiting.popLast() {
      guard let object = drawing.objects[number], let own = writer.numbers[number] else { continue }
      if object.data != nil {
        try writer.addStream(object, PDFBytes(), as: own, &file)
      } else {
        var bytes = PDFBytes()
        writer.write(object.value, to: &bytes, &file)
        try file.add(bytes, as: own)
      }
    }
  }

  /// Writes a stream with the entries of its dictionary and others.
  private mutating func addStream(
    _ object: PDFDrawing.Object, _ others: PDFBytes, as reference: PDFFile.Reference,
    _ file: inout PDFFile
  ) throws {
    var entries = others
    if case .dictionary(let own) = object.value {
      for entry in own where entry.key != "Length" { write(entry, to: &entries, &file) }
    }
    try file.addStream(entries, object.data ?? [], isCompressed: false, as: reference)
  }

  private mutating func write(
    _ entry: PDFValue.Entry, to bytes: inout PDFBytes, _ file: inout PDFFile
  ) {
    // Forbidden in PDF/A and PDF/X (ISO 19005-3, section 6.2.8).
    if entry.key == "Interpolate" { return }
    bytes.write("/\(entry.key)")
    if entry.key == "Resources" {
      var value = entry.value
      if case .reference(let number) = value {
        value = drawing.objects[number]?.value ?? .dictionary([])
      }
      return writeResources(value, to: &bytes, &file)
    }
    // The color space of a transparency group.
    if entry.key == "CS", entry.value.isName("DeviceRGB"), let colors {
      return bytes.write(colors)
    }
    if entry.value.isPlain { bytes.write(" ") }
    write(entry.value, to: &bytes, &file)
  }

  /// Writes resources, with the default color space of RGB.
  private mutating func writeResources(
    _ value: PDFValue, to bytes: inout PDFBytes, _ file: inout PDFFile
  ) {
    guard let colors, case .dictionary(let entries) = value else {
      return write(value, to: &bytes, &file)
    }
    bytes.write("<<")
    for entry in entries where entry.key != "ColorSpace" { write(entry, to: &bytes, &file) }
    bytes.write("/ColorSpace<</DefaultRGB\(colors)")
    var spaces = value["ColorSpace"]
    if case .reference(let number) = spaces { spaces = drawing.objects[number]?.value }
    if case .dictionary(let own) = spaces {
      for entry in own where entry.key != "DefaultRGB" { write(entry, to: &bytes, &file) }
    }
    bytes.write(">>>>")
  }

  private mutating func write(
    _ value: PDFValue, to bytes: inout PDFBytes, _ file: inout PDFFile
  ) {
    switch value {
    case .plain(let text): for byte in text { bytes.writeByte(byte) }
    case .reference(let number): bytes.write(" \(reference(number, &file))")
    case .array(let values):
      bytes.write("[")
      for value in values {
        write(value, to: &bytes, &file)
        bytes.write(" ")
      }
      bytes.write("]")
    case .dictionary(let entries):
      bytes.write("<<")
      for entry in entries { write(entry, to: &bytes, &file) }
      writeCharacterSet(of: value, to: &bytes)
      bytes.write(">>")
    }
  }

  /// The names of the glyphs of a subset Type 1 font, for the validators that demand them as PDF/A-1
  /// did; cairo does not write them.
  private func writeCharacterSet(of descriptor: PDFValue, to bytes: inout PDFBytes) {
    guard descriptor["Type"]?.isName("FontDescriptor") ?? false, descriptor["CharSet"] == nil,
      case .reference(let number) = descriptor["FontFile3"],
      let program = drawing.objects[number], program.value["Subtype"]?.isName("Type1C") ?? false,
      let data = program.data, let font = ImageProfile.inflate(data)
    else { return }
    bytes.write("/CharSet(")
    for name in CompactFontNames.names(font) where name != ".notdef" && name.isGlyphName {
      bytes.write("/" + name)
    }
    bytes.write(")")
  }

  private mutating func reference(_ number: Int, _ file: inout PDFFile) -> PDFFile.Reference {
    if let known = numbers[number] { return known }
    let reference = file.reserve()
    numbers[number] = reference
    waiting.append(number)
    return reference
  }
}

extension PDFValue {
  fileprivate var isPlain: Bool { if case .plain = self { true } else { false } }
}

extension String {
  fileprivate var isGlyphName: Bool {
    !isEmpty
      && utf8.allSatisfy {
        0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x2E || $0 == 0x5F
      }
  }
}
