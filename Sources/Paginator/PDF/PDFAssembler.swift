internal import Digests
internal import EPUB

/// Writes chapters to a PDF file in the book's order. It collects the data that is written once at
/// the end: destinations, page labels, used glyphs.
struct PDFAssembler {
  var file: PDFFile
  private var fonts = PDFFonts()
  private var images: [String: PDFFile.Reference] = [:]
  /// By their digests.
  private var profiles: [[UInt8]: PDFFile.Reference] = [:]
  private var findings = FindingList()
  private var isArchive = true
  /// Whether there is a page before the first one of the book.
  private var beginsWithCover = false
  /// The side of the book's first page.
  private var firstSide: Pagination.Page.Side?

  private let catalog: PDFFile.Reference
  private let pageRoot: PDFFile.Reference
  /// Nodes of the page tree, with their pages.
  private var pageNodes: [(reference: PDFFile.Reference, pages: [PDFFile.Reference])] = []
  private static let pagesPerNode = 64
  private var pages: [(reference: PDFFile.Reference, label: String)] = []
  /// The pages of an imposed book, until they are put on sheets.
  private var forms: [PDFForm] = []

  let structureRoot: PDFFile.Reference
  let documentElement: PDFFile.Reference
  var parts: [PDFFile.Reference] = []
  /// The values of the parent tree, by key.
  var parents: [PDFFile.Reference] = []
  var noteCount = 0
  var headings = HeadingLevels()

  private var destinations: [String: String] = [:]
  /// For an imposed book, the indices of pages in `forms` that names lead to.
  private var formDestinations: [String: Int] = [:]
  private var wantedDestinations: Set<String> = []

  private let profile: PDFProfile
  private var printing: PDFProfile.Printing? { profile.printing }
  private var resources: PDFResources
  private var marks: PDFMarkStreams?

  init(_ sink: any PDFDocument.Sink, _ profile: PDFProfile) throws {
    self.profile = profile
    resources = PDFResources(profile.printing)
    marks = profile.printing.map { PDFMarkStreams($0) }
    file = try PDFFile { try sink.write($0) }
    catalog = file.reserve()
    pageRoot = file.reserve()
    structureRoot = file.reserve()
    documentElement = file.reserve()
  }

  // MARK: Chapters

  mutating func append(_ chapter: PDFChapter) throws {
    if firstSide == nil { firstSide = chapter.pages.first?.page.side }
    for cover in chapter.front {
      try append(cover)
      beginsWithCover = true
    }
    for finding in chapter.findings.all { findings.report(finding) }
    if chapter.repeatsCover, beginsWithCover { return leadToCover(from: chapter) }
    isArchive = isArchive && chapter.isArchive
    let fonts = chapter.faces.map {
      $0.program == .outlines ? nil : self.fonts.reference(of: $0, in: &file)
    }
    let images = try chapter.images.map { try reference(of: $0) }
    let elements = profile.isTagged ? chapter.elements.map { _ in file.reserve() } : []
    marks?.prepare(chapter)
    guard profile.imposition == nil else { return try appendForms(chapter, fonts, images) }
    var own: [PDFFile.Reference] = []
    var objects: [PDFPageObjects] = []
    for page in chapter.pages {
      let reference = file.reserve()
      own.append(reference)
      var own = PDFPageObjects(annotations: try write(page.links, elements))
      let marks = try marks(of: page, elements)
      let groups = try writeGroups(of: page, fonts, images, marks, &own)
      let dictionary = try resources.dictionary(
        of: page, fonts, images, groups: groups, in: &file)
      try write(page, as: reference, dictionary, own.annotations, marks)
      objects.append(own)
    }
    for (index, element) in chapter.elements.enumerated() where profile.isTagged {
      try write(element, as: elements[index], elements, own, objects)
    }
    if let first = chapter.elements.first, let part = elements.first, !first.kids.isEmpty {
      parts.append(part)
    }
    for (name, page, top) in chapter.destinations where destinations[name] == nil {
      var target = PDFBytes("[\(own[page])/XYZ 0 ")
      target.write(points: top.rawValue)
      target.write("null]")
      destinations[name] = String(decoding: target.bytes, as: UTF8.self)
    }
  }

  /// Has the ids of a chapter that is left out lead to the cover.
  private mutating func leadToCover(from chapter: PDFChapter) {
    guard let cover = pages.first else { return }
    for (name, _, _) in chapter.destinations where destinations[name] == nil {
      destinations[name] = "[\(cover.reference)/Fit]"
    }
  }

  private mutating func reference(of image: PDFImage) throws -> PDFFile.Reference {
    if let known = images[image.key] { return known }
    let reference = file.reserve()
    images[image.key] = reference
    if let drawing = image.drawing {
      let colors = try resources.rgbSpace(in: &file)
      try PDFDrawingWriter.write(drawing, colors: colors, as: reference, to: &file)
      return reference
    }
    var entries = PDFBytes(
      "/Type/XObject/Subtype/Image/Width \(image.width)/Height \(image.height)")
    let profile = try profile(of: image)
    entries.write("/ColorSpace\(image.colorSpace.value(profile))")
    entries.write("/BitsPerComponent \(image.bitsPerComponent)")
    entries.write(image.entries)
    if let mask = image.mask {
      let own = file.reserve()
      try file.addStream(
        PDFBytes(
          "/Type/XObject/Subtype/Image/Width \(image.width)/Height \(image.height)"
            + "/ColorSpace/DeviceGray/BitsPerComponent \(image.bitsPerComponent)"), mask,
        isCompressed: true, as: own)
      entries.write("/SMask \(own)")
    }
    try file.addStream(entries, image.data, isCompressed: image.isCompressed, as: reference)
    return reference
  }

  /// The color profile of an image. Colors of the printing condition itself are device colors (ISO
  /// 15930-7, section 6.2.4).
  private mutating func profile(of image: PDFImage) throws -> PDFFile.Reference? {
    guard let profile = image.profile, profile != printing?.device else { return nil }
    let key = SHA256.hash(profile)
    if let known = profiles[key] { return known }
    let entries = PDFBytes("/N \(image.colorSpace.components)")
    let reference = try file.addStream(entries, compressing: profile)
    profiles[key] = reference
    return reference
  }

  // MARK: Pages

  private mutating func write(
    _ page: PDFPage, as reference: PDFFile.Reference, _ resources: PDFBytes,
    _ annotations: [PDFFile.Reference], _ marks: PDFFile.Reference?
  ) throws {
    let content = file.reserve()
    try file.addStream(PDFBytes(), page.content, isCompressed: true, as: content)
    let own = try self.marks?.streams(of: page.page, in: &file) ?? []
    var bytes = beginPage(reference, label: page.page.label, size: page.page.size)
    bytes.write("/Contents")
    if own.isEmpty { bytes.write("\u{20}\(content)") } else { bytes.write([content] + own) }
    bytes.write("/Resources")
    bytes.write(resources)
    if let marks {
      bytes.write("/StructParents \(parents.count)")
      parents.append(marks)
    }
    if !annotations.isEmpty {
      bytes.write("/Annots")
      bytes.write(annotations)
    }
    bytes.write(profile.isTagged ? "/Tabs/S>>" : ">>")
    try file.add(bytes, as: reference)
  }

  /// The elements of the marked content of a page; nil without any.
  private mutating func marks(
    of page: PDFPage, _ elements: [PDFFile.Reference]
  ) throws -> PDFFile.Reference? {
    guard !page.marks.isEmpty else { return nil }
    var list = PDFBytes()
    list.write(page.marks.map { elements[$0] })
    return try file.add(list)
  }

  /// Writes the groups of a page as form XObjects, each with those before it, which it may hold.
  private mutating func writeGroups(
    of page: PDFPage, _ fonts: [PDFFile.Reference?], _ images: [PDFFile.Reference],
    _ marks: PDFFile.Reference?, _ objects: inout PDFPageObjects
  ) throws -> [PDFFile.Reference] {
    var written: [PDFFile.Reference] = []
    for group in page.groups {
      let dictionary = try resources.dictionary(
        of: page, fonts, images, groups: written, in: &file)
      var entries = PDFForm.entries(
        page.page.size, bleed: printing?.bleed ?? 0, dictionary)
      entries.write("/Group<</S/Transparency>>")
      if let marks, !group.marks.isEmpty {
        entries.write("/StructParents \(parents.count)")
        parents.append(marks)
      }
      let reference = file.reserve()
      try file.addStream(entries, group.content, isCompressed: true, as: reference)
      for mark in group.marks { objects.groups[mark] = reference }
      written.append(reference)
    }
    return written
  }

  /// Begins the dictionary of a page, with its boxes, and adds the page to the tree.
  /// - Parameter size: the size of the trimmed page or sheet.
  private mutating func beginPage(
    _ reference: PDFFile.Reference, label: String, size: Size
  ) -> PDFBytes {
    if pageNodes.last.map({ $0.pages.count >= Self.pagesPerNode }) ?? true {
      pageNodes.append((file.reserve(), []))
    }
    pageNodes[pageNodes.count - 1].pages.append(reference)
    pages.append((reference, label))
    var bytes = PDFBytes("<</Type/Page/Parent \(pageNodes[pageNodes.count - 1].reference)")
    let margin = printing?.margin ?? 0
    writeBox("MediaBox", size, from: 0, to: margin * 2, &bytes)
    if let printing {
      writeBox(
        "BleedBox", size, from: margin - printing.bleed, to: margin + printing.bleed, &bytes)
    }
    writeBox("TrimBox", size, from: margin, to: margin, &bytes)
    return bytes
  }

  private func writeBox(
    _ name: String, _ size: Size, from origin: Length, to margin: Length,
    _ bytes: inout PDFBytes
  ) {
    bytes.write("/\(name)[")
    bytes.write(points: origin.rawValue)
    bytes.write(points: origin.rawValue)
    bytes.write(points: (size.width + margin).rawValue)
    bytes.write(points: (size.height + margin).rawValue)
    bytes.write("]")
  }

  private mutating func write(
    _ links: [PDFLink], _ elements: [PDFFile.Reference]
  ) throws -> [PDFFile.Reference] {
    try links.map { link in
      var bytes = PDFBytes("<</Type/Annot/Subtype/Link/Rect[")
      for value in [link.rect.minX, link.rect.minY, link.rect.maxX, link.rect.maxY] {
        bytes.write(points: value.rawValue)
      }
      // Flag 4: the link is printed, as required (ISO 19005-3, section 6.3.2). It has no visible
      // border.
      bytes.write("]/Border[0 0 0]/F 4/Contents")
      bytes.writeText(link.text)
      switch link.target {
      case .place(let name):
        wantedDestinations.insert(name)
        bytes.write("/Dest")
        bytes.writeString(name)
      case .url(let url):
        bytes.write("/A<</S/URI/URI")
        bytes.writeString(url)
        bytes.write(">>")
      }
      bytes.write("/StructParent \(parents.count)")
      parents.append(elements[link.element])
      bytes.write(">>")
      return try file.add(bytes)
    }
  }

  // MARK: Imposition

  /// Writes the pages of a chapter as form XObjects (ISO 32000-1, section 8.10).
  private mutating func appendForms(
    _ chapter: PDFChapter, _ fonts: [PDFFile.Reference?], _ images: [PDFFile.Reference]
  ) throws {
    for (name, page, _) in chapter.destinations where formDestinations[name] == nil {
      formDestinations[name] = forms.count + page
    }
    for page in chapter.pages {
      var objects = PDFPageObjects()
      let groups = try writeGroups(of: page, fonts, images, nil, &objects)
      let dictionary = try resources.dictionary(
        of: page, fonts, images, groups: groups, in: &file)
      let form = PDFForm(page.page, reference: file.reserve())
      let entries = form.entries(bleed: printing?.bleed ?? 0, dictionary)
      try file.addStream(entries, page.content, isCompressed: true, as: form.reference)
      forms.append(form)
    }
  }

  /// Puts the pages on sheets.
  private mutating func writeSheets(_ imposition: PDFImposition, isRightToLeft: Bool) throws {
    let plan = PDFSheetPlan(
      imposition.scheme, forms.map(\.page), isRightToLeft: isRightToLeft)
    let geometry = PDFSheetGeometry(
      plan, pages: forms.map(\.size), bleed: printing?.bleed ?? 0, creep: imposition.creep)
    var sheetOfPage: [Int: PDFFile.Reference] = [:]
    for sheet in plan.sheets {
      let reference = file.reserve()
      var content = PDFBytes()
      var used: [(name: String, reference: PDFFile.Reference)] = []
      for slot in sheet.slots {
        let (name, form) = ("P\(slot.page)", forms[slot.page])
        used.append((name, form.reference))
        sheetOfPage[slot.page] = reference
        geometry.write(
          slot, name, size: form.size, margin: printing?.margin ?? 0, to: &content)
      }
      let stream = try file.addStream(PDFBytes(), compressing: content.bytes)
      let own = try marks?.streams(of: sheet, geometry, in: &file) ?? []
      var bytes = beginPage(reference, label: sheet.label, size: geometry.area)
      bytes.write("/Contents")
      bytes.write([stream] + own)
      bytes.write("/Resources")
      bytes.write(try resources.dictionary(ofSheet: used, in: &file))
      bytes.write(">>")
      try file.add(bytes, as: reference)
    }
    for (name, page) in formDestinations {
      if let sheet = sheetOfPage[page] { destinations[name] = "[\(sheet)/Fit]" }
    }
  }

  // MARK: The end

  mutating func finish(
    _ pagination: Pagination, _ attachment: PDFDocument.Attachment?
  ) throws -> [Finding] {
    for finding in try fonts.write(to: &file) { findings.report(finding) }
    if let imposition = profile.imposition {
      try writeSheets(imposition, isRightToLeft: pagination.isRightToLeft)
    }
    for finding in resources.findings.all { findings.report(finding) }
    try writePageTree()
    if profile.isTagged { try writeStructure() }
    addMissingDestinations(pagination)
    let names = try PDFTree.names(destinations, in: &file)
    let metadata = file.reserve()
    try file.addStream(
      PDFBytes("/Type/Metadata/Subtype/XML"),
      Array(PDFMetadata.xml(of: pagination, profile, isArchive: isArchive).utf8),
      isCompressed: false, as: metadata)
    var bytes = PDFBytes("<</Type/Catalog/Pages \(pageRoot)/Names<</Dests \(names)")
    try writeCatalogEntries(pagination, attachment, metadata: metadata, to: &bytes)
    bytes.write(">>")
    try file.add(bytes, as: catalog)
    let information = PDFBookTexts(pagination).information(isForPrint: printing != nil)
    try file.finish(catalog: catalog, information: try file.add(information))
    return findings.all
  }

  /// Writes the catalog from its name dictionary on, and the objects that only the catalog refers to.
  private mutating func writeCatalogEntries(
    _ pagination: Pagination, _ attachment: PDFDocument.Attachment?,
    metadata: PDFFile.Reference, to bytes: inout PDFBytes
  ) throws {
    if let attachment {
      let file = try write(attachment, modified: PDFMetadata.date(of: pagination))
      bytes.write("/EmbeddedFiles<</Names[")
      bytes.writeText(attachment.name)
      bytes.write("\(file)]>>>>/AF[\(file)]")
    } else {
      bytes.write(">>")
    }
    if profile.isTagged {
      bytes.write("/StructTreeRoot \(structureRoot)/MarkInfo<</Marked true>>")
    }
    bytes.write("/Lang")
    bytes.writeString(pagination.language ?? "und")
    bytes.write("/Metadata \(metadata)/ViewerPreferences<</DisplayDocTitle true")
    if pagination.isRightToLeft { bytes.write("/Direction/R2L") }
    bytes.write(">>/PageLayout/\(pageLayout(pagination))")
    if profile.isTagged || printing != nil { try writeOutputIntent(&bytes) }
    bytes.write("/PageLabels<</Nums[")
    bytes.write(PDFPageLabels.entries(pages.map(\.label)))
    bytes.write("]>>")
    let entries = pagination.publication.navigation.contents
    if let outlines = try PDFBookmarks(entries, known: Set(destinations.keys)).write(to: &file) {
      bytes.write("/Outlines \(outlines)/PageMode/UseOutlines")
    }
  }

  /// How readers lay out pages side by side (ISO 32000-1, table 28). With `TwoPageRight`, they show
  /// the first page alone and the others in pairs; with `TwoPageLeft`, the first page is in a pair.
  /// That is so for a book bound at the right, too, whose pairs they turn round for the direction
  /// `R2L`: a page that begins a leaf (recto) is alone where it is first.
  private func pageLayout(_ pagination: Pagination) -> String {
    guard profile.imposition == nil else { return "SinglePage" }
    let isRecto = firstSide == (pagination.isRightToLeft ? .left : .right)
    return isRecto == beginsWithCover ? "TwoPageLeft" : "TwoPageRight"
  }

  /// Embeds the book as the source of the PDF (ISO 19005-3, section 6.8).
  private mutating func write(
    _ attachment: PDFDocument.Attachment, modified: String?
  ) throws -> PDFFile.Reference {
    var entries = PDFBytes("/Type/EmbeddedFile/Subtype")
    entries.writeName(attachment.mediaType)
    entries.write("/Params<</Size \(attachment.bytes.count)/ModDate")
    // The standard requires a date; for a book without one, it is the year of PDF/A-3.
    let digits = (modified ?? "2012-01-01T00:00:00Z").filter(\.isNumber)
    entries.writeString("D:" + digits.prefix(14) + "Z")
    entries.write(">>")
    let stream = try file.addStream(entries, compressing: attachment.bytes)
    var bytes = PDFBytes("<</Type/Filespec/F")
    bytes.writeString(attachment.name)
    bytes.write("/UF")
    bytes.writeText(attachment.name)
    bytes.write("/Desc")
    bytes.writeText("What this file was made from")
    bytes.write("/AFRelationship/Source/EF<</F \(stream)/UF \(stream)>>>>")
    return try file.add(bytes)
  }

  private mutating func writeOutputIntent(_ bytes: inout PDFBytes) throws {
    let name = printing?.deviceName ?? "sRGB IEC61966-2.1"
    let profile = try file.addStream(
      PDFBytes("/N \(printing?.components ?? 3)"),
      compressing: printing?.device ?? ColorProfile.sRGB)
    bytes.write("/OutputIntents[<</Type/OutputIntent/S")
    bytes.write(printing == nil ? "/GTS_PDFA1" : "/GTS_PDFX")
    bytes.write("/OutputConditionIdentifier")
    bytes.writeString(name)
    bytes.write("/Info")
    bytes.writeString(name)
    bytes.write("/DestOutputProfile \(profile)>>]")
  }

  /// Documents of which only notes are set lead to the first of them. Links to missing ids lead to the document, or
  /// else to the first page.
  private mutating func addMissingDestinations(_ pagination: Pagination) {
    for (document, note) in pagination.targets.firstNotes where destinations[document] == nil {
      destinations[document] = destinations[note]
    }
    for name in wantedDestinations where destinations[name] == nil {
      let document = String(name.prefix { $0 != "#" })
      destinations[name] =
        destinations[document] ?? pages.first.map { "[\($0.reference)/Fit]" }
    }
  }

  private mutating func writePageTree() throws {
    for node in pageNodes {
      var bytes = PDFBytes("<</Type/Pages/Parent \(pageRoot)/Count \(node.pages.count)/Kids")
      bytes.write(node.pages)
      bytes.write(">>")
      try file.add(bytes, as: node.reference)
    }
    var bytes = PDFBytes("<</Type/Pages/Count \(pages.count)/Kids")
    bytes.write(pageNodes.map(\.reference))
    bytes.write(">>")
    try file.add(bytes, as: pageRoot)
  }
}
