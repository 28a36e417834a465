import ArgumentParser
import Paginator

/// The settings of one edition of a book in `paginate.yml`. A key counts in the edition first, then
/// in the book, then in the project.
struct ProjectSettings {
  /// The edition's own section; nil for a book without editions.
  let own: ProjectSection?
  /// The sections to search, in order.
  let sections: [ProjectSection]
  /// The folder that paths are relative to.
  let folder: String

  // MARK: Keys

  /// Every setting that a project, a book and an edition may have.
  static let shared = matrixKeys.union(layoutKeys).union(policyKeys).union(pdfKeys)
    .union(outputKeys)
  static let projectKeys = shared.union(["books", "baselines", "editions"])
  static let bookKeys = shared.union(["path", "name", "editions"])
  static let editionKeys = shared.union(["name"])

  private static let matrixKeys: Set = ["pages", "styles", "reader-sizes"]
  private static let layoutKeys: Set = [
    "font", "font-dirs", "font-files", "no-system-fonts", "hyphenation-dirs",
    "hyphenation-exceptions", "notes", "page-breaking", "margin", "author-styles", "lenient",
    "limits", "root", "max-unpacked", "keep", "fitted", "toc", "jobs",
  ]
  private static let policyKeys: Set = [
    "allow", "chapter-starts", "parity", "multiple-of", "even", "fail-on",
  ]
  private static let pdfKeys = Set([
    "pdf", "pdf-dir", "pdf-exact", "pdf-profile", "pdf-attach", "impose", "creep",
  ]).union(printerKeys)
  private static let outputKeys: Set = [
    "output-dir", "map-only", "text", "debug", "page-list-dir", "page-source", "positions-dir",
  ]
  private static let printerKeys: Set = ["bleed", "marks", "icc"]

  // MARK: Values

  private func section(with key: String) -> ProjectSection? { sections.first { $0.has(key) } }

  func text(_ key: String) throws -> String? { try section(with: key)?.text(key) }
  func list(_ key: String) throws -> [String]? { try section(with: key)?.list(key) }
  func flag(_ key: String) throws -> Bool? { try section(with: key)?.flag(key) }
  func number(_ key: String) throws -> Int? { try section(with: key)?.number(key) }

  private func place(of path: String) -> String { path.hasPrefix("/") ? path : folder + path }
  private func paths(_ key: String) throws -> [String] { try (list(key) ?? []).map(place) }

  /// - Returns: an error at the value of a key.
  private func problem(_ message: String, at key: String) -> BookError {
    (section(with: key) ?? sections[0]).problem(message, at: key)
  }

  // MARK: The matrix

  /// One page, style and reader size.
  struct Cell {
    let page: String
    let style: String
    let size: String

    var name: String { [page, style, size].filter { !$0.isEmpty }.joined(separator: " ") }
  }

  /// Every page with every style and every reader size.
  func cells() throws -> [Cell] {
    let pages = try list("pages") ?? [""]
    let styles = try list("styles") ?? [Preset.standard]
    let sizes = try list("reader-sizes") ?? ["large"]
    for page in pages where !page.isEmpty && PageSizes.parse(page) == nil {
      throw problem("unknown page size \"\(page)\"", at: "pages")
    }
    for size in sizes where ReaderSize(name: size) == nil {
      throw problem("unknown reader size \"\(size)\"", at: "reader-sizes")
    }
    return pages.flatMap { page in
      styles.flatMap { style in sizes.map { Cell(page: page, style: style, size: $0) } }
    }
  }

  // MARK: The layout

  func layout(of cell: Cell) throws -> LayoutOptions {
    var layout = try LayoutOptions.parse([])
    layout.page = cell.page.isEmpty ? nil : cell.page
    let isFile = Preset.css(named: cell.style) == nil && cell.style != "none"
    layout.style = isFile ? place(of: cell.style) : cell.style
    layout.readerSize = cell.size
    layout.margin = try text("margin")
    layout.font = try list("font") ?? []
    layout.fontDir = try paths("font-dirs")
    layout.fontFile = try paths("font-files")
    layout.hyphenationDir = try paths("hyphenation-dirs")
    layout.hyphenationExceptions = try text("hyphenation-exceptions").map(place)
    layout.fitted = try text("fitted")
    layout.root = try text("root").map(place)
    layout.maxUnpacked = try number("max-unpacked")
    layout.limits = try list("limits") ?? []
    layout.noSystemFonts = try flag("no-system-fonts") ?? false
    layout.lenient = try flag("lenient") ?? false
    layout.toc = try flag("toc") ?? false
    layout.jobs = try number("jobs")
    if section(with: "keep")?.boolean("keep") == nil { layout.keep = try text("keep").map(place) }
    if let on = try flag("author-styles") { layout.authorStyles = on ? .on : .off }
    layout.notes = try choice("notes")
    layout.pageBreaking = try choice("page-breaking")
    return layout
  }

  /// Whether `keep` is true: it is also false, or the name of a file.
  var keepsBaseline: Bool { section(with: "keep")?.boolean("keep") ?? false }

  /// One of a few words.
  private func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ key: String
  ) throws -> Value? {
    guard let text = try text(key) else { return nil }
    guard let value = Value(rawValue: text) else {
      let words = Value.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
      throw problem("\"\(key)\" is \(words)", at: key)
    }
    return value
  }

  // MARK: What may change

  func policy() throws -> CheckPolicy {
    var policy = CheckPolicy()
    if let text = try text("allow") {
      guard let pages = CheckPolicy.pages(text) else {
        throw problem("cannot read \"\(text)\": \"allow\" is exact, total or ±N", at: "allow")
      }
      policy.pages = pages
    }
    policy.chapterStarts = try flag("chapter-starts") ?? false
    policy.parity = try flag("parity") ?? false
    policy.multipleOf = try number("multiple-of")
    if policy.multipleOf == nil, try flag("even") ?? false { policy.multipleOf = 2 }
    return policy
  }

  // MARK: Outputs

  /// - Parameter name: the name of the files, without their endings.
  func outputs(named name: String) throws -> CellOutputs {
    func file(_ key: String, _ ending: String) throws -> String? {
      try text(key).map { "\(place(of: $0))/\(name)\(ending)" }
    }
    var outputs = CellOutputs()
    outputs.folder = try file("output-dir", ".pages")
    outputs.pageList = try file("page-list-dir", ".epub")
    outputs.positions = try file("positions-dir", ".json")
    outputs.isMapOnly = try flag("map-only") ?? false
    outputs.pageSource = try text("page-source") ?? "none"
    if let mode: Book.TextMode = try choice("text") { outputs.text = mode }
    do {
      outputs.overlays = try DebugOverlays(named: (try list("debug") ?? []).joined(separator: ","))
    } catch {
      throw problem("\(error)", at: "debug")
    }
    return outputs
  }

  // MARK: The PDF

  /// - Parameter name: the name of its file, without the ending.
  func pdf(named name: String) throws -> PDFJob {
    var job = PDFJob()
    job.print.pdfProfile = try choice("pdf-profile")
    // A book for readers has nothing of its project's printer.
    let profile = section(with: "pdf-profile")
    if job.print.pdfProfile != .access
      || Self.printerKeys.contains(where: profile?.has ?? { _ in false })
    {
      job.print.bleed = try text("bleed")
      job.print.marks = try list("marks")?.joined(separator: ",")
      job.print.icc = try text("icc").map(place)
    }
    job.print.impose = try choice("impose")
    job.print.creep = try text("creep")
    job.print.pdfAttach = try flag("pdf-attach") ?? false
    if let problem = job.print.problem(prefix: "") { throw sections[0].problem(problem) }
    job.isExact = try flag("pdf-exact") ?? false
    let folder = try text("pdf-dir").map(place)
    job.place = folder.map { "\($0)/\(name).pdf" }
    job.isWanted = try flag("pdf") ?? (folder != nil || job.isExact)
    return job
  }
}
