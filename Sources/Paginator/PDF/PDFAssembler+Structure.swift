/// The structure elements of a tagged PDF.
extension PDFAssembler {
  mutating func write(
    _ element: PDFElement, as reference: PDFFile.Reference, _ elements: [PDFFile.Reference],
    _ pages: [PDFFile.Reference], _ objects: [PDFPageObjects]
  ) throws {
    let parent = element.parent >= 0 ? elements[element.parent] : documentElement
    var bytes = PDFBytes("<</Type/StructElem/S/")
    if let level = element.role.headingLevel {
      bytes.write("H")
      bytes.write(headings.depth(of: level))
    } else {
      bytes.write(element.role.rawValue)
    }
    bytes.write("/P ")
    bytes.write(parent)
    if let page = element.firstPage {
      bytes.write("/Pg ")
      bytes.write(pages[page])
    }
    Self.writeKids(of: element, elements, pages, objects, to: &bytes)
    if let language = element.language {
      bytes.write("/Lang")
      bytes.writeString(language)
    }
    if let text = element.alternativeText {
      bytes.write("/Alt")
      bytes.writeText(text)
    }
    if element.role == .note {
      noteCount += 1
      bytes.write("/ID(note\(noteCount))")
    }
    if let bounds = element.role.hasBounds ? element.bounds : nil {
      bytes.write("/A[" + element.attributes)
      bytes.write(bounds)
      bytes.write("]")
    } else if !element.attributes.isEmpty {
      bytes.write("/A" + element.attributes)
    }
    bytes.write(">>")
    try file.add(bytes, as: reference)
  }

  /// Writes what an element consists of. Content on its own page is a number alone.
  private static func writeKids(
    of element: PDFElement, _ elements: [PDFFile.Reference], _ pages: [PDFFile.Reference],
    _ objects: [PDFPageObjects], to bytes: inout PDFBytes
  ) {
    let mainPage = element.firstPage
    bytes.write("/K[")
    for kid in element.kids {
      switch kid {
      case .element(let index):
        bytes.write(elements[index])
        bytes.write(" ")
      case .content(let page, let id) where page == mainPage && objects[page].groups[id] == nil:
        bytes.write(id)
        bytes.write(" ")
      case .content(let page, let id):
        bytes.write("<</Type/MCR/Pg ")
        bytes.write(pages[page])
        if let group = objects[page].groups[id] { bytes.write("/Stm \(group)") }
        bytes.write("/MCID ")
        bytes.write(id)
        bytes.write(">>")
      case .annotation(let page, let index):
        bytes.write("<</Type/OBJR/Pg \(pages[page])/Obj \(objects[page].annotations[index])>>")
      }
    }
    bytes.write("]")
  }

  mutating func writeStructure() throws {
    var document = PDFBytes("<</Type/StructElem/S/Document/P \(structureRoot)/K")
    document.write(parts)
    document.write(">>")
    try file.add(document, as: documentElement)
    let tree = try PDFTree.numbers(parents.map { "\($0)" }, in: &file)
    try file.add(
      PDFBytes(
        "<</Type/StructTreeRoot/K \(documentElement)/ParentTree \(tree)"
          + "/ParentTreeNextKey \(parents.count)>>"), as: structureRoot)
  }
}
