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
  static let shared = layoutKeys.union(policyKeys).union(pdfKeys).union(outputKeys)
  static let projectKeys = shared.union(["books", "baselines", "editions"])
  static let bookKeys = shared.union(["path", "name", "editions"])
  static let editionKeys = shared.union(["name"])

  /// The settings whose keys have another name, too, because they are lists.
  private static let lists: [LayoutSettings.Key: String] = [
    .page: "pages", .style: "styles", .readerSize: "reader-sizes", .fontDir: "font-dirs",
    .fontFile: "font-files", .hyphenationDir: "hyphenation-dirs", .limit: "limits",
  ]

  /// The name under which a setting is looked up: a list's, if it has one.
  static func name(of key: LayoutSettings.Key) -> String { lists[key] ?? key.rawValue }

  /// The name under which a key is looked up: settings are known by the name of their option, too.
  static func name(of key: String) -> String {
    LayoutSettings.Key(rawValue: key).map(name) ?? key
  }

  private static let layoutKeys = Set(
    LayoutSettings.Key.allCases.flatMap { [$0.rawValue, name(of: $0)] })
  private static let policyKeys: Set = [
    "allow", "chapter-starts", "parity", "multiple-of", "even", "fail-on",
  ]
  private static let pdfKeys = Set([
    "pdf", "pdf-dir", "pdf-exact", "pdf-profile", "pdf-cover", "pdf-attach", "impose", "creep",
  ]).union(printerKeys)
  private static let outputKeys: Set = [
    "output-dir", "map-only", "text", "debug", "page-list-dir", "page-source", "positions-dir",
  ]
  private static let printerKeys: Set = ["bleed", "marks", "icc", "pdf-images"]

  // MARK: Values

  private func section(with key: String) -> ProjectSection? { sections.first { $0.has(key) } }

  func text(_ key: String) throws -> String? { try section(with: key)?.text(key) }
  func list(_ key: String) throws -> [String]? { try section(with: key)?.list(key) }
  func flag(_ key: String) throws -> Bool? { try section(with: key)?.flag(key) }
  func number(_ key: String) throws -> Int? { try section(with: key)?.number(key) }

  private func place(of path: String) -> String { path.hasPrefix("/") ? path : folder + path }

  /// - Returns: an error at the value of a key.
  private func problem(_ message: String, at key: String) -> BookError {
    (section(with: key) ?? sections[0]).problem(message, at: key)
  }

  // MARK: The matrix

  /// One page, style and reader size.
  struct Cell {
    static let keys: Set<LayoutSettings.Key> = [.page, .style, .readerSize]

    let page: String
    let style: String
    let size: String

    var name: String { [page, style, size].filter { !$0.isEmpty }.joined(separator: " ") }
  }

  /// Every page with every style and every reader size.
  func cells() throws -> [Cell] {
    let pages = try list("pages") ?? [""]
    let standard = LayoutSettings()
    let styles = try list("styles") ?? [standard.style]
    let sizes = try list("reader-sizes") ?? [standard.readerSize]
    for (key, values) in [("pages", pages), ("styles", styles), ("reader-sizes", sizes)]
    where values.isEmpty {
      throw problem("\"\(key)\" lists nothing: leave it out, or give one", at: key)
    }
    for page in pages where !page.isEmpty && PageSizes.parse(page) == nil {
      throw problem("unknown page size \"\(page)\"", at: "pages")
    }
    for size in sizes where ReaderSize(name: size) == nil {
      throw problem(ReaderSize.unknown(size), at: "reader-sizes")
    }
    return pages.flatMap { page in
      styles.flatMap { style in sizes.map { Cell(page: page, style: style, size: $0) } }
    }
  }

  // MARK: The layout

  func layout(of cell: Cell) throws -> LayoutSettings {
    var layout = LayoutSettings()
    for key in LayoutSettings.Key.allCases { try read(key, into: &layout) }
    layout.page = cell.page.isEmpty ? nil : cell.page
    layout.style = cell.style
    layout.readerSize = cell.size
    return layout.mappingPaths(place)
  }

  /// Reads a setting that is not one of the cell's.
  private func read(_ key: LayoutSettings.Key, into layout: inout LayoutSettings) throws {
    let name = Self.name(of: key)
    switch LayoutSettings.field(key) {
    case .text(let path):
      // A cell has one of several, and `keep` may be a Boolean.
      let isOther = Cell.keys.contains(key) || key == .keep && isBoolean(name)
      if !isOther { layout[keyPath: path] = try text(name) }
    case .texts(let path): layout[keyPath: path] = try list(name) ?? []
    case .flag(let path): layout[keyPath: path] = try flag(name) ?? false
    case .number(let path): layout[keyPath: path] = try number(name)
    case .onOff(let path):
      // YAML reads "on" and "off" as Booleans, too.
      layout[keyPath: path] =
        if isBoolean(name) { try flag(name).map { $0 ? .on : .off } } else { try choice(name) }
    case .notes(let path): layout[keyPath: path] = try choice(name)
    case .pageBreaking(let path): layout[keyPath: path] = try choice(name)
    }
  }

  private func isBoolean(_ key: String) -> Bool { section(with: key)?.boolean(key) != nil }

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

  /// The rules whose findings fail the check.
  func failOn() throws -> Set<String> {
    let rules = try list("fail-on") ?? []
    if let text = FailingRules.problem(of: rules) { throw problem(text, at: "fail-on") }
    return Set(rules)
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
      job.print.pdfImages = try choice("pdf-images")
    }
    job.print.impose = try choice("impose")
    job.print.creep = try text("creep")
    job.print.pdfCover = try wantsCover(job.print.pdfProfile)
    job.print.pdfAttach = try flag("pdf-attach") ?? false
    if let problem = job.print.problem(prefix: "") { throw sections[0].problem(problem) }
    job.isExact = try flag("pdf-exact") ?? false
    let folder = try text("pdf-dir").map(place)
    job.place = folder.map { "\($0)/\(name).pdf" }
    job.isWanted = try flag("pdf") ?? (folder != nil || job.isExact)
    return job
  }

  /// An edition for a printer has no cover of its project's readers.
  private func wantsCover(_ profile: PrintArguments.Profile?) throws -> Bool {
    guard try flag("pdf-cover") ?? false else { return false }
    let places = ["pdf-cover", "pdf-profile"].map { key in
      sections.firstIndex { $0.has(key) } ?? sections.count
    }
    return profile != .print || places[0] <= places[1]
  }
}
