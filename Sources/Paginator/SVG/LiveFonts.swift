/// The faces that live text uses, and the subset font files next to the pages.
public struct LiveFonts: Sendable {
  /// The number of each face, by path and index in the file.
  private let numbers: [String: Int]
  /// Subset fonts by file name.
  public let files: [(name: String, bytes: [UInt8])]
  /// The style sheet that every page carries.
  let css: String

  /// Collects every character of the book by the face that sets it.
  public init(_ pagination: Pagination) {
    var scalars: [String: Set<UInt32>] = [:]
    var faces: [String: FontFace] = [:]
    func collect(_ layout: ChapterLayout) {
      let glyphs = layout.glyphs
      for segment in layout.segments where segment.kind == .word {
        let face = glyphs.faces[Int(glyphs.words[Int(segment.word)].face)]
        let key = Self.key(face)
        faces[key] = face
        let text = layout.text.string(in: Int(segment.start)..<Int(segment.end))
        for scalar in text.unicodeScalars {
          for form in [
            String(scalar), scalar.properties.uppercaseMapping, scalar.properties.lowercaseMapping,
          ] {
            for mapped in form.unicodeScalars { scalars[key, default: []].insert(mapped.value) }
          }
        }
      }
      for attachment in layout.attachments.values {
        if let nested = attachment.nested { collect(nested) }
      }
      for note in layout.notes.values { collect(note) }
    }
    for chapter in pagination.chapters { collect(chapter) }
    var numbers: [String: Int] = [:]
    var files: [(String, [UInt8])] = []
    var css = ""
    for key in faces.keys.sorted() {
      guard let face = faces[key], !face.forbidsEmbedding else { continue }
      // Always included: the characters of folios, running heads, spaces and hyphens, which belong
      // to no word.
      let always = Set((0x20...0x7E).map { UInt32($0) } + [0xA0, 0x2010])
      guard let bytes = face.subset(for: (scalars[key] ?? []).union(always)) else { continue }
      numbers[key] = files.count
      let name = "font-\(files.count).otf"
      css += "@font-face{font-family:f\(files.count);src:url(\(name))\(face.instanceDescriptors)}"
      files.append((name, bytes))
    }
    self.numbers = numbers
    self.files = files
    self.css = css
  }

  /// The family name that pages use for a face; nil for a face without a subset font.
  func family(of face: FontFace) -> String? { numbers[Self.key(face)].map { "f\($0)" } }

  private static func key(_ face: FontFace) -> String {
    "\(face.path)#\(face.index)\(face.instanceName)"
  }
}
