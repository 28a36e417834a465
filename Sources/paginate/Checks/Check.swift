import ArgumentParser
import Foundation
import Paginator

/// `paginate check`: fails the build when pages moved, and says why.
struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Compare books with their baselines; exit 1, with the cause, when pages moved.",
    discussion: """
      paginate check                       check every book of paginate.yml
      paginate check --update              accept the current pages
      paginate check book.epub             check one book of paginate.yml
      paginate check book.epub --baseline book.pages.json --page 6x9 --style novel
      paginate check --pdf                 report each PDF's size and digest, and whether it changed

      The books of a project file are set as it says: options that can change pages (--page, --style, \
      ...) are refused without a book. --jobs, --limit and --max-unpacked override the project file. \
      With a book, options override the layout of the project file; if they change its pages, the \
      baseline is BOOK-NAME.pages.json or that of --baseline.

      Exit status: 0 no page moved; 1 a page moved, or there is no baseline, or a PDF changed and \
      --pdf-exact was given; 64 \
      wrong usage or project file; 65 a book is not valid, or books failed for different reasons; 66 there \
      is no such book; 70 the program crashed on a book and checked the others; 73 or 74 a baseline or \
      a report cannot be written.
      """)

  @Argument(
    help: "A book (default: the books of the project file).",
    completion: .file(extensions: ["epub", "xhtml", "html"]))
  var book: String?

  @OptionGroup var layout: LayoutOptions

  @OptionGroup var project: ProjectArguments

  @Option(
    help: ArgumentHelp(
      "The book's baseline, or a page map (default: BOOK-NAME.pages.json).", valueName: "file"))
  var baseline: String?

  @Flag(help: "Write the current pages to the baselines; unchanged baselines are not written.")
  var update = false

  @Flag(help: "Keep the pages of each book's own baseline (--keep names another one).")
  var keepBaseline = false

  @OptionGroup var pdf: CellPDFArguments

  @Flag(help: "Fail if a PDF is not the one that its baseline records.")
  var pdfExact = false

  @Option(
    help: ArgumentHelp(
      "Which changes are allowed: exact (none), total (any that keep the number of pages), or +-N pages.",
      valueName: "rule"))
  var allow: String?

  @Option(
    help: ArgumentHelp(
      "Fail if there is a finding of this rule; \"any\" for all rules.", valueName: "rule"))
  var failOn: [String] = []

  @Option(
    help: ArgumentHelp(
      "The report: \(CheckReport.Format.listed); =FILE writes it to a file. html=DIR makes a proof of every cell that failed. May be given several times.",
      valueName: "format[=file]"))
  var format: [String] = []

  @Option(
    help: ArgumentHelp(
      "The output of an earlier run, to show the pages of the baseline in --format html=DIR: a folder of pages, or one with NAME.pages for each cell.",
      valueName: "dir"))
  var oldPages: String?

  @Option(
    help: ArgumentHelp(
      "A folder that caches layouts: unchanged books and chapters are not set again.",
      valueName: "dir"))
  var cache: String?

  @Flag(help: "Use a cache that others can write to, or that belongs to another user.")
  var trustCache = false

  @Option(
    help: ArgumentHelp(
      "The largest size of the cache, in megabytes; the oldest entries are removed first.",
      valueName: "mb"))
  var cacheSize: Int = CacheFolder.Bounds().megabytes

  @Option(
    help: ArgumentHelp(
      "Remove cache entries that were not used for this many days.", valueName: "n"))
  var cacheDays: Int = CacheFolder.Bounds().days

  @Option(
    help: ArgumentHelp(
      "A folder with the inputs of the baseline, to find out which change is the cause.",
      valueName: "dir"))
  var baselineSource: String?

  @Option(
    help: ArgumentHelp(
      "A git revision with the inputs of the baseline, to find out which change is the cause.",
      valueName: "rev"))
  var since: String?

  func validate() throws {
    // A project file may ask for PDFs.
    if book != nil { try pdf.validate(isAskedFor: pdfExact) }
    guard (0...1 << 20).contains(cacheSize), (0...36_500).contains(cacheDays) else {
      throw ValidationError("--cache-size and --cache-days want numbers of zero or more")
    }
  }

  mutating func run() async throws {
    let proofs = format.filter { $0.hasPrefix("html=") }.map {
      CheckProofs(folder: String($0.dropFirst(5)), oldPages: oldPages)
    }
    let reports = try format.filter { !$0.hasPrefix("html=") }.map(Self.report)
    guard reports.filter({ OutputFile.isStandardOutput($0.file ?? "-") }).count <= 1 else {
      throw BookError(
        .badUsage,
        "only one --format can be on standard output: give the others a file (junit=FILE)"
      )
    }
    var jobs = try book.map { [try job($0)] } ?? projectJobs()
    InputFiles.protect(jobs.map(\.book))
    try Self.refuse(reports, inPlaceOf: jobs)
    for proof in proofs { try proof.refuseForeignFiles() }
    // The command line overrides what a project file says of the check.
    for index in jobs.indices {
      try apply(to: &jobs[index])
      try pdf.apply(to: &jobs[index].pdfSettings, named: jobs[index].outputName)
      if pdfExact {
        (jobs[index].pdfSettings.isWanted, jobs[index].pdfSettings.isExact) = (true, true)
      }
    }
    let runner = try makeRunner(for: jobs)
    var results: [CheckResult] = []
    for (number, job) in jobs.enumerated() { results.append(await runner.run(job, number)) }
    if let cache {
      CacheFolder.prune(
        cache, to: CacheFolder.Bounds(megabytes: cacheSize, days: cacheDays))
    }
    try write(results, reports)
    for proof in proofs {
      let count = try await proof.write(results, of: jobs)
      guard count > 0 else { continue }
      Console.report("paginate check: \(count) to look at: \(proof.folder)/index.html")
    }
    if let status = Self.exitStatus(of: results) { throw ExitCode(status) }
  }

  private func makeRunner(for jobs: [CheckJob]) throws -> CheckRunner {
    var runner = CheckRunner(updates: update)
    if let cache {
      try CacheFolder.open(cache, trusts: trustCache)
      runner.cache = LayoutCache(folder: cache)
    }
    if let baselineSource {
      guard FileManager.default.fileExists(atPath: baselineSource) else {
        throw BookError(
          .noSuchInput, "no such folder \"\(baselineSource)\" (--baseline-source)")
      }
      runner.source = OldInputs(place: .folder(baselineSource))
    } else if let since {
      for job in jobs { try Git.refuseUnknown(since, around: job.book) }
      runner.source = OldInputs(place: .revision(since))
    }
    return runner
  }

  /// Nil if all books are as they should be.
  private static func exitStatus(of results: [CheckResult]) -> Int32? {
    if results.contains(where: { if case .crashed = $0.outcome { true } else { false } }) {
      return 70
    }
    let failures = Set(
      results.compactMap { if case .failed = $0.outcome { $0.failure } else { nil } })
    // Of several books that failed for different reasons, no status says why.
    if let failure = failures.first { return failures.count == 1 ? failure : 65 }
    return results.allSatisfy(\.isGood) ? nil : 1
  }

  /// The cell of the project file, if it lists the book and no option changes its pages; otherwise
  /// a job of its own, with the settings of the cell under those of the command line.
  private func job(_ book: String) throws -> CheckJob {
    let cell = try project.job(of: book, layout.settings)
    let settings = cell.map { layout.settings.overriding($0.layout) } ?? layout.settings
    if var job = cell, settings.complete.ofPages == job.layout.complete.ofPages {
      job.layout = settings
      if let baseline { job.baseline = baseline }
      return job
    }
    let name = BookTarget.name(of: book)
    var job = CheckJob(
      book: book, layout: settings, baseline: baseline ?? name + ".pages.json")
    job.outputName = name
    return job
  }

  /// The jobs of the project file.
  private func projectJobs() throws -> [CheckJob] {
    var jobs = try ProjectFile.read(project.path).jobs()
    let settings = layout.settings
    if project.cell != nil, let job = try project.job(of: nil, settings) { jobs = [job] }
    try settings.refuseOptions(ofProject: project.path)
    if baseline != nil {
      throw BookError(
        .badUsage,
        "--baseline is for a book named on the command line: the books of \"\(project.path)\" have the key \"baselines\""
      )
    }
    // Bounds and the number of tasks change no page.
    let run = settings.ofRun
    for index in jobs.indices { jobs[index].layout = run.overriding(jobs[index].layout) }
    return jobs
  }

  private func apply(to job: inout CheckJob) throws {
    if let allow {
      guard let pages = CheckPolicy.pages(allow) else {
        throw BookError(
          .badUsage, "--allow: cannot read \"\(allow)\": write exact, total or +-3")
      }
      job.policy.pages = pages
    }
    if let problem = FailingRules.problem(of: failOn) {
      throw BookError(.badUsage, "--fail-on: \(problem)")
    }
    job.failOn.formUnion(failOn)
    if keepBaseline { job.keepBaseline() }
  }

  private struct Report {
    let format: CheckReport.Format
    let file: String?
  }

  private static func report(_ text: String) throws -> Report {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard let name = parts.first, let format = CheckReport.Format(rawValue: name) else {
      throw BookError(
        .badUsage,
        "unknown format \"\(text)\": it is one of "
          + CheckReport.Format.listed + " or html=DIR")
    }
    return Report(format: format, file: parts.count > 1 ? parts[1] : nil)
  }

  /// Refuses two reports in one file, and a report in the place of a baseline, which `--update` may
  /// write.
  private static func refuse(_ reports: [Report], inPlaceOf jobs: [CheckJob]) throws {
    let files = reports.compactMap(\.file)
    if let conflict = OutputFile.conflict(of: files, folders: []) {
      throw BookError(.badUsage, conflict)
    }
    let baselines = jobs.map(\.baseline)
    for file in files {
      guard OutputFile.conflict(of: [file] + Set(baselines).sorted(), folders: []) == nil else {
        throw BookError(
          .badUsage, "\"\(file)\" is a baseline of this run: give the report another name")
      }
    }
  }

  private func write(_ results: [CheckResult], _ reports: [Report]) throws {
    for report in reports {
      guard let file = report.file else { continue }
      try Console.write(Array(CheckReport.render(results, as: report.format).utf8), to: file)
    }
    let shown = reports.filter { $0.file == nil }.map(\.format)
    let isTaken = reports.contains { OutputFile.isStandardOutput($0.file) }
    for format in shown.isEmpty && !isTaken ? [.text] : shown {
      let isTerminal = isatty(STDOUT_FILENO) != 0
      Console.write(CheckReport.render(results, as: format, isColored: isTerminal))
    }
  }
}
