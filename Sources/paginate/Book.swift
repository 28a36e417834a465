import ArgumentParser
import EPUB
import Foundation
import Paginator

/// The default command: book in, page map and SVG pages out.
struct Book: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "book", abstract: "Paginate a book: page map and SVG pages (the default).")

  @OptionGroup var layout: ProjectBookArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder for map.json and svg/ (default: BOOK-NAME.pages).", valueName: "dir"))
  var output: String?

  @Option(
    help: ArgumentHelp("Where to write the page map; \"-\" is standard output.", valueName: "file"))
  var map: String?

  @Option(help: ArgumentHelp("Where to write the SVG pages.", valueName: "dir"))
  var svgDir: String?

  @Option(
    help: ArgumentHelp(
      "Write the pages as one tagged PDF (PDF/UA-1, PDF/A-3a), without SVG pages unless --output or --svg-dir is given.",
      valueName: "file"))
  var pdf: String?

  @OptionGroup var print: PrintArguments

  @Option(
    help: ArgumentHelp(
      "Write a copy of the EPUB with print page numbers: a page list and page break markers.",
      valueName: "file"))
  var pageList: String?

  @Option(
    help: ArgumentHelp(
      "The print edition that the page numbers of --page-list come from, such as urn:isbn:...; none if there is none (the default).",
      valueName: "urn"))
  var pageSource: String?

  @Option(
    help: ArgumentHelp(
      "Fill a number of pages with the smallest change within the style's limits: 320, \"<=320\" or 16x (whole signatures). Exit status 1 if it cannot be reached.",
      valueName: "pages"))
  var fit: String?

  @Option(help: ArgumentHelp("Write a Readium positions list.", valueName: "file"))
  var positions: String?

  @Flag(help: "Write the page map only.")
  var mapOnly = false

  @Option(
    help: ArgumentHelp(
      "Write glyph outlines (the default), or live text with subset fonts next to the pages (for browsers; rsvg-convert does not load such fonts).",
      valueName: "outlines|live"))
  var text: TextMode?

  @Option(
    help: ArgumentHelp(
      "Draw debug overlays on the pages: \(DebugOverlays.listed) (separated by commas).",
      valueName: "overlays"))
  var debug: String?

  @Option(help: ArgumentHelp("Write the findings as SARIF.", valueName: "file"))
  var findings: String?

  @Option(
    help: ArgumentHelp(
      "Exit with status 1 if there is a finding of this rule; \"any\" for all rules.",
      valueName: "rule"))
  var failOn: [String] = []

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "List every finding.")
  var verbose = false

  @Flag(help: "Print the run's time and memory on standard error.")
  var stats = false

  @Flag(help: "Write a summary as JSON to standard output.")
  var json = false

  enum TextMode: String, ExpressibleByArgument, CaseIterable { case outlines, live }

  func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet and --verbose exclude one another") }
    if mapOnly, svgDir != nil {
      throw ValidationError("--map-only and --svg-dir exclude one another")
    }
    let streamed = files.filter { OutputFile.isStandardOutput($0) }.count + (json ? 1 : 0)
    if streamed > 1 {
      throw ValidationError("only one output can be on standard output: give the others a file")
    }
    let hasPages =
      !mapOnly && (svgDir != nil || output != nil || files.allSatisfy { $0 == findings })
    if !hasPages, text != nil || debug != nil {
      throw ValidationError("--text and --debug are for SVG pages: give --output or --svg-dir")
    }
    if output == "-" || svgDir == "-" || pageList == "-" {
      throw ValidationError("\"-\" is standard output, which holds one file of text or a PDF")
    }
    if let conflict = OutputFile.conflict(of: files, folders: [output, svgDir].compactMap { $0 }) {
      throw ValidationError(conflict)
    }
    try print.validate(without: pdf == nil ? "--pdf FILE" : nil)
    if pageSource?.isEmpty ?? false {
      throw ValidationError("--page-source wants a name, such as urn:isbn:...")
    }
    if pageSource != nil, pageList == nil {
      throw ValidationError("--page-source needs --page-list")
    }
    if let problem = FailingRules.problem(of: failOn) {
      throw ValidationError("--fail-on: \(problem)")
    }
  }

  /// Takes what a project file says of the outputs that are asked for; options override it.
  private mutating func take(_ job: CheckJob, _ overlays: inout DebugOverlays) throws {
    if debug == nil { overlays = job.outputs.overlays }
    text = text ?? job.outputs.text
    if pageList != nil { pageSource = pageSource ?? job.outputs.pageSource }
    if pdf != nil { print = print.overriding(job.pdfSettings.print) }
    failOn += job.failOn.sorted()
  }

  /// The outputs that are one file each.
  private var files: [String] { [map, pdf, pageList, positions, findings].compactMap { $0 } }

  /// Refuses outputs in the place of an input before the book is set.
  private func refuseToReplaceInputs(_ settings: LayoutSettings) throws {
    InputFiles.protect([settings.keep, settings.hyphenationExceptions].compactMap { $0 })
    let folder = pageList == nil ? nil : InputFiles.folder(of: layout.book)
    for file in files where !OutputFile.isStandardOutput(file) {
      if let folder, Paths.inResolvedFolder(file).hasPrefix(folder + "/") {
        throw BookError(
          .badUsage,
          "\"\(file)\" is in the book's folder, which --page-list packs: give another place")
      }
      try InputFiles.refuse(try OutputFile.target(of: file), named: file)
    }
  }

  mutating func run() async throws {
    var overlays = try DebugOverlays(named: debug ?? "")
    let target = try layout.target()
    if !quiet { target.reportSource() }
    if let job = target.project?.job { try take(job, &overlays) }
    if pdf != nil, let problem = print.problem() { throw BookError(.badUsage, problem) }
    let publication = try target.publication()
    var options = try target.options()
    try refuseToReplaceInputs(target.settings)
    let progress = ProgressLine(isShown: !quiet)
    let usage = RunUsage()
    // Above eight megabytes of source, documents are parsed again instead of being kept.
    let book = SharedBook(
      publication, isLenient: options.isLenient, mostBytes: 8 << 20)
    let fitting = try await fitted(book, &options)
    let places = try outputPlaces()
    let output = try BookOutput(
      places, overlays: overlays, budgets: options.budgets)
    let pagination: Pagination
    var lists: [StagedFile] = []
    do {
      pagination = try await set(book, options, output, progress)
      try stageLists(pagination, publication, &lists)
      try output.place(with: lists)
    } catch {
      output.discard()
      for list in lists { list.discard() }
      throw error
    }
    defer { if stats { usage.report(documents: book.parsedCount, pages: pagination.pages.count) } }
    LastBook.keep(book, [pagination])
    report(pagination, places, fitting)
    if let fitting { try refuseMissed(fitting) }
    try refuseFailing(pagination.findings)
  }

  /// Completes what is asked for beside the pages: positions, the book with a page list, findings.
  private func stageLists(
    _ pagination: Pagination, _ publication: Publication, _ lists: inout [StagedFile]
  ) throws {
    if let positions {
      lists.append(try StagedFile(PositionsList.json(pagination), to: positions))
    }
    if let pageList {
      let files = try PageListWriter(pagination, pageSource: pageSource ?? "none").reportedFiles()
      lists.append(try StagedFile(try publication.copy(replacing: files), to: pageList))
    }
    if let findings {
      let list = FindingReport.sarif(pagination.findings, book: layout.book)
      lists.append(try StagedFile(list, to: findings))
    }
  }

  /// Says what --fit found.
  /// - Throws: `ExitCode` if no setting has the wanted number of pages.
  private func refuseMissed(_ fitting: CopyfitResult) throws {
    if !quiet, !json { Console.print(Self.sentence(fitting, PageGoal(fit ?? ""))) }
    guard !fitting.isReached else { return }
    let wanted = PageGoal(fit ?? "").map(Self.words) ?? ""
    Console.report(
      "paginate: no setting within the style's bounds has \(wanted); the nearest has "
        + counted(fitting.pages, "page"))
    throw ExitCode(1)
  }

  /// - Throws: `ExitCode` if there is a finding of --fail-on.
  private func refuseFailing(_ findings: [Finding]) throws {
    let failing = findings.filter { FailingRules.contains($0.rule.rawValue, in: failOn) }
    guard !failing.isEmpty else { return }
    Console.report(
      "paginate: \(counted(failing.count, "finding")) of --fail-on \(failOn.joined(separator: ", "))"
    )
    throw ExitCode(1)
  }

  /// Finds the changes of style for --fit.
  private func fitted(
    _ book: SharedBook, _ options: inout PaginationOptions
  ) async throws -> CopyfitResult? {
    guard let fit else { return nil }
    guard let goal = PageGoal(fit) else {
      throw BookError(
        .badUsage, "cannot read --fit \"\(fit)\": write 320, \"<=320\" or 16x")
    }
    guard options.copyfit.isNothing, options.keptPages == nil else {
      throw BookError(.badUsage, "--fit does not go with --fitted or --keep")
    }
    let result = try await Paginator.fit(book, to: goal, options: options)
    options.copyfit = result.copyfit
    return result
  }

  private static func words(_ goal: PageGoal) -> String {
    switch goal {
    case .exactly(let count): counted(count, "page")
    case .atMost(let count): "\(counted(count, "page")) or fewer"
    case .multiple(let count): "a multiple of \(counted(count, "page"))"
    }
  }

  private static func sentence(_ fitting: CopyfitResult, _ goal: PageGoal?) -> String {
    let sides = goal?.sides(of: fitting.pages) ?? fitting.pages
    let blank = sides > fitting.pages ? ", \(sides) with the blank back" : ""
    let count = "fit: \(counted(fitting.pages, "page"))\(blank)"
    if fitting.copyfit.isNothing { return count + ", as the style has it" }
    return
      "\(count) (\(fitting.pagesBefore) as the style has it), by --fitted \"\(fitting.copyfit.description)\""
  }

  /// Sets the book and completes its map and pages. Outputs that need the whole book keep all of it in
  /// memory.
  private func set(
    _ book: SharedBook, _ options: PaginationOptions, _ output: BookOutput,
    _ progress: ProgressLine
  ) async throws -> Pagination {
    let needsWhole = text == .live || positions != nil || pageList != nil
    let pagination = try await paginate(
      book, options: options, receiver: needsWhole ? nil : output
    ) { progress.add($0) }
    progress.finish()
    if needsWhole {
      if text == .live { try output.use(LiveFonts(pagination)) }
      try await pagination.deliver(to: output)
    }
    InputFiles.protect([layout.book] + pagination.filesOfDocument.read)
    return pagination.adding(try output.finish(pagination))
  }

  private func outputPlaces() throws -> OutputPlaces {
    let isAlone = [map, svgDir, pdf, pageList, positions].allSatisfy { $0 == nil }
    let folder = output ?? (isAlone ? BookTarget.name(of: layout.book) + ".pages" : nil)
    return OutputPlaces(
      folder: folder, map: map, svgFolder: mapOnly ? nil : svgDir, mapOnly: mapOnly, pdf: pdf,
      pdfProfile: try print.profile(), attachment: try print.attachment(layout.book),
      others: [pageList, positions].compactMap { $0 })
  }

  private func report(
    _ pagination: Pagination, _ places: OutputPlaces, _ fitting: CopyfitResult?
  ) {
    if json {
      Console.printJSON(
        FindingReport.summaryJSON(pagination, output: places.description, fitting))
      return
    }
    guard !quiet else { return }
    FindingReport.writeSummary(pagination.findings, isVerbose: verbose)
    if !files.contains(where: { OutputFile.isStandardOutput($0) }) {
      let sheets = places.pdf == nil ? nil : places.pdfProfile.sheetCount(of: pagination)
      let onSheets = sheets.map { " on \(counted($0, "sheet"))" } ?? ""
      Console.print(
        "\(counted(pagination.pages.count, "page"))\(onSheets): \(places.description)")
    }
  }
}

extension DebugOverlays {
  /// The names of all overlays, for help and messages.
  fileprivate static var listed: String { names.map(\.name).joined(separator: ", ") }

  /// - Parameter names: separated by commas.
  /// - Throws: `BookError` for an unknown name.
  init(named names: String) throws {
    self = []
    for name in names.split(separator: ",") {
      guard let known = Self.names.first(where: { $0.name == name }) else {
        throw BookError(
          .badUsage,
          "--debug: unknown overlay \"\(name)\"; it is one of \(Self.listed)"
        )
      }
      formUnion(known.overlay)
    }
  }
}
