import Foundation
import Paginator
import Synchronization

/// The places of the outputs.
struct OutputPlaces: CustomStringConvertible {
  /// The folder for map.json and svg/.
  var folder: String?
  var map: String?
  var svgFolder: String?
  var mapOnly: Bool
  var pdf: String?
  var pdfProfile = PDFProfile.access
  /// The book, to be attached to the PDF.
  var attachment: PDFDocument.Attachment?
  /// Other outputs: a page list, positions.
  var others: [String] = []

  var hasMap: Bool { folder != nil || map != nil }

  var description: String {
    ([folder, map, svgFolder, pdf].compactMap { $0 } + others).joined(separator: ", ")
  }
}

/// Writes a book's map and pages to temporary places next to the final ones, chapter by chapter,
/// and moves them when all are complete. A failed run leaves earlier outputs unchanged.
final class BookOutput: ChapterReceiver {
  private let places: OutputPlaces
  private let overlays: DebugOverlays
  private let staged: [StagedFolder]
  /// The folders that pages are written to: staging folders.
  private let pageFolders: [String]
  private let outlines = SVGPageDrawer.SharedOutlines()
  private let largeImages = LargeImages()
  /// The map's rows of each chapter; empty if no map is made.
  private let rows = MapRows()
  private let live = Mutex<LiveFonts?>(nil)
  /// Counts the bytes of pages.
  private let meter: OutputMeter
  private let use: MapUse
  private let made = Mutex<(digest: String, bytes: [UInt8])>(("", []))
  /// The map, when it is complete.
  private let stagedMap = Mutex<StagedFile?>(nil)
  private let pdf: (output: PDFOutput, document: PDFDocument)?

  /// - Throws: `BookError` if a place cannot be written to, before anything is set.
  /// - Parameter use: what is wanted of the map besides its file.
  init(
    _ places: OutputPlaces, overlays: DebugOverlays, budgets: Budgets = Budgets(),
    use: MapUse = .file
  ) throws {
    self.places = places
    self.use = use
    meter = OutputMeter(budgets)
    self.overlays = overlays
    var staged: [StagedFolder] = []
    var pageFolders: [String] = []
    do {
      if let folder = places.folder {
        let staging = try StagedFolder(final: folder)
        staged.append(staging)
        if !places.mapOnly { pageFolders.append(staging.path + "/svg") }
      }
      if let folder = places.svgFolder {
        let staging = try StagedFolder(final: folder)
        staged.append(staging)
        pageFolders.append(staging.path)
      }
      for folder in pageFolders { try OutputFile.createFolder(folder) }
      pdf = try places.pdf.map { path in
        let output = try PDFOutput(path, budgets: budgets)
        do {
          return (
            output,
            try PDFDocument(
              output, profile: places.pdfProfile, attachment: places.attachment)
          )
        } catch {
          output.discard()
          throw error
        }
      }
    } catch {
      for staging in staged { staging.discard() }
      throw error
    }
    self.staged = staged
    self.pageFolders = pageFolders
  }

  /// What is wanted of the map, even if it is not written.
  enum MapUse { case file, digest, bytes }

  private var makesMap: Bool { places.hasMap || use != .file }

  /// The digest of the map, available after `commit(_:)`.
  var mapDigest: String { made.withLock { $0.digest } }
  /// The map, available after `commit(_:)` if it was asked for.
  var map: [UInt8] { made.withLock { $0.bytes } }

  /// Writes the fonts, and makes pages live text in them.
  func use(_ fonts: LiveFonts) throws {
    for folder in pageFolders {
      for (name, bytes) in fonts.files { try OutputFile.create(bytes, at: folder + "/" + name) }
    }
    live.withLock { $0 = fonts }
  }

  // MARK: Receiving

  func makeConsumer() -> any ChapterConsumer { Consumer(self) }

  func startAgain() throws {
    rows.removeAll()
    largeImages.startAgain()
    meter.startAgain()
    try pdf?.document.startAgain()
    for folder in pageFolders { try OutputFile.empty(folder) }
  }

  /// Draws the pages of chapters, with one drawer.
  private final class Consumer: ChapterConsumer {
    private let output: BookOutput
    private var drawer: SVGPageDrawer?
    private let pdf: (any ChapterConsumer)?

    init(_ output: BookOutput) {
      self.output = output
      pdf = output.pdf?.document.makeConsumer()
    }

    func receive(_ chapter: NumberedChapter) throws {
      if output.makesMap { output.rows.add(chapter) }
      try pdf?.receive(chapter)
      guard !output.pageFolders.isEmpty else { return }
      let drawer =
        self.drawer
        ?? SVGPageDrawer(
          PageDrawer(chapter.context, overlays: output.overlays), outlines: output.outlines,
          live: output.live.withLock { $0 })
      self.drawer = drawer
      for page in chapter.pages {
        let svg = try drawer.svg(of: page, in: chapter) { [output] in
          output.largeImages.url(of: $0, page: page.number)
        }
        for folder in output.pageFolders {
          try output.meter.count(svg.count)
          try OutputFile.create(svg, at: folder + "/" + BookOutput.name(page.number, digits: 4))
        }
      }
    }
  }

  private static func name(_ number: Int, digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text + ".svg"
  }

  // MARK: The end

  /// Writes the map and moves everything to its final place.
  /// - Returns: the findings of writing pages and the PDF.
  func commit(_ pagination: Pagination) throws -> [Finding] {
    let findings = try finish(pagination)
    try place()
    return findings
  }

  /// Completes all outputs next to their places.
  /// - Returns: the findings of writing pages and the PDF.
  func finish(_ pagination: Pagination) throws -> [Finding] {
    let findings = largeImages.findings + (try pdf?.document.finish(pagination) ?? [])
    let digits = String(pagination.pages.count).count
    if digits > 4 {
      for folder in pageFolders { try widenNames(in: folder, digits, pagination.pages.count) }
    }
    let map = makesMap ? rows.map(of: pagination) : []
    if use != .file {
      made.withLock { $0 = (SealedFile.digest(of: map), use == .bytes ? map : []) }
    }
    if places.folder != nil { try OutputFile.create(map, at: staged[0].path + "/map.json") }
    if let path = places.map {
      let file = try StagedFile(map, to: path)
      stagedMap.withLock { $0 = file }
    }
    return findings
  }

  /// Moves everything to its final place: first what can still fail, because it is a stream or a
  /// folder that may hold other files.
  /// - Parameter others: further outputs of the run.
  func place(with others: [StagedFile] = []) throws {
    let files = (stagedMap.withLock { $0 }.map { [$0] } ?? []) + others
    for file in files where file.isStream { try file.commit() }
    if let pdf, pdf.output.isStream { try pdf.output.commit() }
    for staging in staged { try staging.commit() }
    if let pdf, !pdf.output.isStream { try pdf.output.commit() }
    for file in files where !file.isStream { try file.commit() }
  }

  func discard() {
    for staging in staged { staging.discard() }
    pdf?.output.discard()
    stagedMap.withLock { $0?.discard() }
  }

  /// The number of digits of the last page's number is known only at the end.
  private func widenNames(in folder: String, _ digits: Int, _ count: Int) throws {
    for number in 1...min(9999, count) {
      try FileManager.default.moveItem(
        atPath: folder + "/" + Self.name(number, digits: 4),
        toPath: folder + "/" + Self.name(number, digits: digits))
    }
  }
}

/// The page map's rows of a book's chapters, collected when chapters are complete.
final class MapRows: Sendable {
  private let rows = Mutex<[Int: ChapterRows]>([:])

  func add(_ chapter: NumberedChapter) {
    let made = ChapterRows(chapter)
    rows.withLock { $0[chapter.index] = made }
  }

  func removeAll() { rows.withLock { $0.removeAll() } }

  /// The book's map. The rows are removed.
  func map(of pagination: Pagination) -> [UInt8] {
    let rows = rows.withLock { rows in
      defer { rows.removeAll() }
      return rows.keys.sorted().compactMap { rows[$0] }
    }
    var map = PageMap(pagination, rows: rows)
    return map.json(versions: Versions.all)
  }
}
