package import EPUB
internal import Markup

/// Shows the result of one processing stage of a book, as text or JSON. The text of `lines` and
/// `pages` is the trace that golden tests compare.
package struct StageDump {
  package enum Stage: String, CaseIterable, Sendable {
    case tree, styles, text, glyphs, breaks, lines, pages, canvas

    /// Whether there is a form for programs.
    package var hasJSON: Bool {
      switch self {
      case .breaks, .glyphs, .lines: true
      case .tree, .styles, .text, .pages, .canvas: false
      }
    }
  }

  package enum Form: Sendable { case text, json }

  private let publication: Publication
  private let options: PaginationOptions
  private let form: Form
  private var writer = ByteWriter()

  package init(publication: Publication, options: PaginationOptions, form: Form = .text) {
    self.publication = publication
    self.options = options
    self.form = form
  }

  package func run(_ stage: Stage) async throws -> [UInt8] {
    var dump = self
    switch stage {
    case .tree: try dump.tree()
    case .styles: try dump.styles()
    case .text: dump.text(try await pagination())
    case .glyphs: dump.glyphs(try await pagination())
    case .breaks: try dump.breaks(try await pagination())
    case .lines: dump.lines(try await pagination())
    case .pages: try dump.pages(try await pagination())
    case .canvas: try dump.canvas(try await pagination())
    }
    return dump.writer.bytes
  }

  private func pagination() async throws -> Pagination {
    try await paginate(publication, options: options)
  }

  // MARK: tree, styles

  private mutating func tree() throws {
    for document in publication.documents {
      let (tree, _) = try parse(
        try publication.bytes(of: document), path: document.href,
        mode: options.isLenient ? .lenient : .strict)
      for index in tree.nodes.indices { write(tree, index) }
    }
  }

  private mutating func write(_ tree: ElementTree, _ index: Int) {
    let node = tree.nodes[index]
    indent(depth(of: index, tree))
    let place = tree.location(of: index)
    switch node.kind {
    case .element:
      writer.write("<\(tree.name(of: index).local)")
      for attribute in tree.attributes(of: index) {
        writer.write(" \(tree.names[Int(attribute.name)].local)=")
        writer.writeJSON(attribute.value)
      }
      writer.write(">")
    case .text: writer.writeJSON(tree.string(of: index))
    case .comment: writer.write("comment")
    case .instruction: writer.write("instruction")
    }
    writer.write("  \(place.line):\(place.column)\n")
  }

  private func depth(of node: Int, _ tree: ElementTree) -> Int {
    var depth = 0
    var parent = tree.nodes[node].parent
    while parent >= 0 {
      depth += 1
      parent = tree.nodes[Int(parent)].parent
    }
    return depth
  }

  private mutating func indent(_ depth: Int) {
    for _ in 0..<depth { writer.write("  ") }
  }

  private mutating func styles() throws {
    let styles = BookStyles(publication: publication, options: options)
    var registrar = FontRegistrar(publication: publication, fonts: options.fonts)
    for document in publication.documents {
      let (tree, _) = try parse(
        try publication.bytes(of: document), path: document.href,
        mode: options.isLenient ? .lenient : .strict)
      let sheets = styles.collect(from: tree, href: document.href, page: options.page).sheets
      let names = registrar.register(sheets)
      var context = StyleContext(
        page: options.page ?? PageTemplates.size(in: sheets), readerSize: options.readerSize,
        textStyles: styles.textStyles, fonts: options.fonts)
      context.familyNames = names
      let resolver = StyleResolver(
        tree: tree, cache: StyleCache(sheets), context: context,
        overrides: options.styleOverrides, usesAttributes: options.usesAuthorStyles)
      var computed: [Int: ComputedStyle] = [:]
      for index in tree.nodes.indices where tree.nodes[index].kind == .element {
        let parent = computed[Int(tree.nodes[index].parent)]
        let style = resolver.style(of: index, parent: parent)
        computed[index] = style
        indent(depth(of: index, tree))
        writer.write("\(tree.name(of: index).local)  \(Self.describe(style))\n")
      }
    }
  }

  private static func describe(_ style: ComputedStyle) -> String {
    let text = style.text
    var parts = [
      style.box.display.rawValue, "\(text.font.size.points)pt", text.font.families.first ?? "",
      "\(text.font.weight)", text.align.rawValue,
    ]
    if text.font.isItalic { parts.append("italic") }
    if text.font.caps != .normal { parts.append(text.font.caps.rawValue) }
    if text.hyphens == .auto { parts.append("hyphens") }
    return parts.joined(separator: " ")
  }

  // MARK: text

  private mutating func text(_ pagination: Pagination) {
    for (number, chapter) in pagination.chapters.enumerated() {
      writer.write(
        "chapter \(number + 1) start=\(chapter.chapter.start.rawValue) length=\(chapter.text.length)\n"
      )
      for paragraph in chapter.text.paragraphs {
        writer.write("  [\(paragraph.start)..<\(paragraph.end)] block \(paragraph.block) ")
        writer.writeJSON(chapter.text.string(in: paragraph.range))
        writer.write("\n")
      }
    }
  }

  // MARK: glyphs

  private mutating func glyphs(_ pagination: Pagination) {
    for chapter in pagination.chapters {
      let source = chapter.glyphs
      for segment in chapter.segments where segment.kind == .word {
        let word = source.words[Int(segment.word)]
        if form == .json {
          glyphsJSON(segment, word, source, chapter)
          continue
        }
        writer.writeJSON(chapter.text.string(in: Int(segment.start)..<Int(segment.end)))
        writer.write(" \(source.faces[Int(word.face)].postScriptName)")
        for index in Int(word.firstGlyph)..<Int(word.firstGlyph + word.glyphCount) {
          let glyph = source.glyphs[index]
          writer.write(" \(glyph.id)@\(glyph.cluster)+\(glyph.advance)")
        }
        writer.write("\n")
      }
    }
  }

  private mutating func glyphsJSON(
    _ segment: Segment, _ word: ShapedWord, _ source: LayoutGlyphs, _ chapter: ChapterLayout
  ) {
    writer.write("{")
    writer.writeField("text", chapter.text.string(in: Int(segment.start)..<Int(segment.end)))
    writer.writeField("face", source.faces[Int(word.face)].postScriptName)
    writer.writeName("glyphs")
    writer.write("[")
    let range = Int(word.firstGlyph)..<Int(word.firstGlyph + word.glyphCount)
    for index in range {
      let glyph = source.glyphs[index]
      if index > range.lowerBound { writer.write(", ") }
      writer.write(
        "{\"id\": \(glyph.id), \"cluster\": \(glyph.cluster), \"advance\": \(glyph.advance)}")
    }
    writer.write("]}\n")
  }

  // MARK: lines, pages

  private mutating func lines(_ pagination: Pagination) {
    for page in pagination.pages {
      if form == .text {
        writer.write("page \(page.number) \(page.side.rawValue)\(page.isBlank ? " blank" : "")\n")
      }
      guard let (chapter, content) = pagination.layout(of: page) else { continue }
      for index in content.lines {
        if form == .json {
          lineJSON(
            content.line(index, in: chapter), page, chapter, hasNotes: !content.notes.isEmpty)
        } else {
          line(content.line(index, in: chapter), chapter)
        }
      }
    }
  }

  /// Positions are in points, from the top left corner of the page's text area.
  private mutating func lineJSON(
    _ line: LineFragment, _ page: Pagination.Page, _ chapter: ChapterLayout, hasNotes: Bool
  ) {
    writer.write("{")
    writer.writeField("page", page.number)
    writer.writeField("side", page.side.rawValue)
    writer.writeField("chapter", page.chapter + 1)
    if hasNotes { writer.writeField("notes", true) }
    writer.writeField("x", points: line.usedX)
    writer.writeField("baseline", points: line.y + line.baseline)
    writer.writeField("width", points: line.usedWidth)
    writer.writeField("height", points: line.height)
    writer.writeField("text", chapter.text.string(in: Int(line.start)..<Int(line.end)))
    writer.writeField("hyphen", line.flags.contains(.showsHyphen))
    writer.writeField("overfull", line.flags.contains(.isOverfull))
    writer.writeField("paragraph", Int(line.paragraph))
    writer.writeField("measure", points: line.width)
    if line.flags.contains(.isLastOfParagraph) { writer.writeField("last", true) }
    if line.flags.contains(.isJustified) { writer.writeField("justified", true) }
    if line.extra != 0, line.stretchCount > 0 {
      writer.writeField("space", points: line.extra / Int(line.stretchCount))
    }
    if line.letterExtra != 0 {
      writer.writeField("letterSpace", points: Int(line.letterExtra))
    }
    if line.glyphStretch != 0 {
      writer.writeName("glyphScale")
      writer.write(Double(1000 + Int(line.glyphStretch)) / 1000)
    }
    writer.write("}\n")
  }

  private mutating func line(_ line: LineFragment, _ chapter: ChapterLayout) {
    writer.write("  x ")
    writer.write(points: line.usedX)
    writer.write(" y ")
    writer.write(points: line.y + line.baseline)
    writer.write(" w ")
    writer.write(points: line.usedWidth)
    writer.write(" h ")
    writer.write(points: line.height)
    if line.extra != 0, line.stretchCount > 0 {
      writer.write(" space ")
      writer.write(points: line.extra / Int(line.stretchCount))
    }
    writer.write(" ")
    writer.writeJSON(chapter.text.string(in: Int(line.start)..<Int(line.end)))
    if line.flags.contains(.showsHyphen) { writer.write(" hyphen") }
    if line.flags.contains(.isOverfull) { writer.write(" overfull") }
    writer.write("\n")
  }

  private mutating func pages(_ pagination: Pagination) throws {
    for page in pagination.pages {
      writer.write(
        "page \(page.number) label \(page.label) \(page.side.rawValue)\(page.isBlank ? " blank" : "") "
      )
      writer.write(points: page.size.width.rawValue)
      writer.write("x")
      writer.write(points: page.size.height.rawValue)
      writer.write("\n")
      for piece in page.furniture {
        writer.write("  \(page.template.marginBoxes[piece.box].name) ")
        writer.writeJSON(piece.text)
        writer.write("\n")
      }
      guard let (chapter, content) = pagination.layout(of: page) else { continue }
      for index in content.boxes {
        let box = chapter.boxes[index]
        writer.write("  box ")
        writer.write(points: box.x)
        writer.write(" ")
        writer.write(points: box.y)
        writer.write(" ")
        writer.write(points: box.width)
        writer.write("x")
        writer.write(points: box.height)
        writer.write("\n")
      }
      for index in content.lines { line(content.line(index, in: chapter), chapter) }
    }
  }

  /// Everything that a canvas receives, as text.
  private mutating func canvas(_ pagination: Pagination) throws {
    let drawer = PageDrawer(pagination)
    var canvas = TraceCanvas()
    for page in pagination.pages {
      try drawer.draw(page, in: pagination.numbered(page.chapter), on: &canvas)
    }
    writer.write(canvas.bytes)
  }

  // MARK: breaks

  /// The paragraphs as input for TeX, whose breaks `Benchmarks/tex_check.py` compares with ours.
  private mutating func breaks(_ pagination: Pagination) throws {
    var options = options
    options.recordsBreaks = true
    let environment = LayoutEnvironment(
      cache: ShapingCache(fonts: options.fonts), options: options)
    let worker = ChapterWorker([environment])
    for chapter in pagination.chapters {
      let template = chapter.chapter
      _ = try worker.layOut(
        template, container: chapter.pages.first?.containerSize ?? .zero)
      for (paragraph, outcome) in worker.recordedBreaks {
        BreakDump.write(outcome, paragraph: paragraph, in: chapter, form, to: &writer)
      }
    }
  }
}
