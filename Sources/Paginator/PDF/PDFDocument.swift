internal import EPUB
internal import Foundation
internal import Synchronization

/// Writes a book as one PDF 1.7 file while its chapters are set: tagged, for PDF/UA-1 and PDF/A-3a,
/// or PDF/X-4 for a printer. The pages are the same as in the SVGs.
///
/// Pass it to `paginate` as the receiver, then call `finish(_:)`. Chapters may arrive in any order
/// and are written in the book's order; the same book gives the same bytes with any number of jobs.
public final class PDFDocument: ChapterReceiver {
  /// Receives the bytes of the file in order.
  public protocol Sink: Sendable {
    /// Receives the next bytes.
    /// - Throws: an error that ends the document; what was using the sink throws it.
    func write(_ bytes: [UInt8]) throws
    /// Discards everything that was written, because the book is set again.
    /// - Throws: an error that ends the document; what was using the sink throws it.
    func startAgain() throws
  }

  private let sink: any Sink
  private let faces = SharedFaces()
  private let places = LinkPlaces()
  private let profile: PDFProfile
  private let state: Mutex<State>

  private struct State {
    /// Chapters that wait for earlier ones.
    var waiting: [Int: PDFChapter] = [:]
    var next = 0
    var assembler: PDFAssembler
  }

  /// A file embedded in the PDF: the source that it was made from.
  public struct Attachment: Sendable {
    let name: String
    let mediaType: String
    let bytes: [UInt8]

    /// A file to embed in the PDF.
    public init(name: String, mediaType: String, bytes: [UInt8]) {
      self.name = name
      self.mediaType = mediaType
      self.bytes = bytes
    }
  }

  private let attachment: Attachment?

  /// A document that receives pages while a book is set.
  /// - Throws: the errors of the sink.
  public init(
    _ sink: any Sink, profile: PDFProfile = .access, attachment: Attachment? = nil
  ) throws {
    self.sink = sink
    self.attachment = attachment
    self.profile = profile
    state = Mutex(State(assembler: try PDFAssembler(sink, profile)))
  }

  /// Makes the receiving object that draws the chapters of one worker.
  public func makeConsumer() -> any ChapterConsumer { Consumer(self) }

  /// Discards the pages that were received.
  /// - Throws: the errors of the sink.
  public func startAgain() throws {
    try sink.startAgain()
    try state.withLock { $0 = State(assembler: try PDFAssembler(sink, profile)) }
  }

  private func receive(_ chapter: PDFChapter) throws {
    try state.withLock { state in
      state.waiting[chapter.index] = chapter
      while let ready = state.waiting.removeValue(forKey: state.next) {
        try state.assembler.append(ready)
        state.next += 1
      }
    }
  }

  /// Finishes the file: fonts, bookmarks, labels, metadata.
  /// - Returns: findings about content that could not be written as it is on the pages.
  /// - Throws: the errors of the sink.
  public func finish(_ pagination: Pagination) throws -> [Finding] {
    try state.withLock { state in
      for index in state.waiting.keys.sorted() {
        if let chapter = state.waiting[index] { try state.assembler.append(chapter) }
      }
      state.waiting.removeAll()
      return try state.assembler.finish(pagination, attachment)
    }
  }

  /// Draws the pages of chapters, with one drawer.
  private final class Consumer: ChapterConsumer {
    private let document: PDFDocument
    private let tools: PDFTools
    private var drawer: PageDrawer?

    init(_ document: PDFDocument) {
      self.document = document
      tools = PDFTools(document.faces)
    }

    func receive(_ chapter: NumberedChapter) throws {
      let drawer = self.drawer ?? PageDrawer(chapter.context)
      self.drawer = drawer
      var walker = drawer.walker(
        of: chapter, on: chapter.pdfCanvas(tools, document.places, document.profile))
      for page in chapter.pages { try drawer.draw(page, in: chapter, &walker) }
      var drawn = walker.painter.target.finish()
      drawn.destinations = chapter.pdfDestinations
      if document.profile.hasCover {
        if chapter.index == 0 {
          chapter.addCover(
            to: &drawn, on: chapter.pdfCanvas(tools, document.places, document.profile))
        } else {
          drawn.repeatsCover = chapter.isCover(drawn)
        }
      }
      try document.receive(drawn)
    }
  }
}

extension NumberedChapter {
  func pdfCanvas(
    _ tools: PDFTools, _ places: LinkPlaces, _ profile: PDFProfile
  ) -> PDFCanvas {
    let resolve = { (link: String) -> PDFTarget? in
      if let place = publication.place(of: link, from: document.href) {
        return places.contains(place, from: self) ? .place(place) : nil
      }
      let safe = LinkTarget.safe(link)
      return safe == "#" || !safe.contains(":") ? nil : .url(safe.inASCII)
    }
    let date = publication.package?.metadata.modified.map { String($0.prefix(10)) }
    let book = [date ?? "", context.title].filter { !$0.isEmpty }.joined(separator: "   ")
    return PDFCanvas(
      PDFChapter(index: index, book: book),
      structure: StructureBuilder(
        tree.tree, document: layout.chapter.document, boxes: DrawnBoxes(layout.text),
        nameRoles: tools.roles(of: tree.tree)
      ) { resolve($0) != nil }, tools: tools, profile: profile, resolve: resolve)
  }

  /// The destinations of the chapter's ids, and of its document if the chapter begins it.
  fileprivate var pdfDestinations: [(name: String, page: Int, top: Length)] {
    guard let first = pages.first else { return [] }
    var result: [(name: String, page: Int, top: Length)] = []
    if layout.chapter.documentOffset == 0 {
      result.append((document.href, pages.count - layout.pages.count, first.size.height))
    }
    for (place, number) in destinations {
      let page = number - first.number
      guard pages.indices.contains(page) else { continue }
      result.append((place.name, page, pages[page].size.height - place.origin.y))
    }
    return result
  }
}

extension String {
  /// An address in ASCII, as PDF requires (ISO 32000-1, section 12.6.4.7): other characters become
  /// the percent codes of their UTF-8 (RFC 3987, section 3.1).
  fileprivate var inASCII: String {
    addingPercentEncoding(withAllowedCharacters: Self.inAddresses) ?? self
  }

  private static let inAddresses = CharacterSet(charactersIn: "!"..."~").subtracting(
    CharacterSet(charactersIn: "\"<>\\^`{|}"))
}
