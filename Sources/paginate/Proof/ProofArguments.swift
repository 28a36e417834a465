import ArgumentParser
import Foundation
import Paginator

/// The book of `proof` and `watch`, and how it is set: as the project file says, if it lists the
/// book, and as the command line says otherwise.
struct ProofArguments: ParsableArguments {
  @Argument(
    help: "The book (default: the book of the project file).",
    completion: .file(extensions: ["epub", "xhtml", "html"]))
  var book: String?

  @OptionGroup var layout: LayoutOptions

  @Option(
    help: ArgumentHelp(
      "The project file. Its books are set as it says; options override it (default: paginate.yml, if there is one).",
      valueName: "file"))
  var project: String?

  @Option(
    help: ArgumentHelp(
      "Which cell of the project: the name of its baseline (default: the first that fits --page, --style and --reader-size).",
      valueName: "name"))
  var cell: String?

  /// The project file that is read, if it exists.
  var projectPath: String { project ?? "paginate.yml" }

  /// What is to be set. A project file is read anew each time.
  func target() throws -> ProofTarget {
    let own = layout.settings
    if let job = try job() {
      return ProofTarget(
        book: job.book, settings: own.overriding(job.layout),
        name: book == nil ? job.outputName : Self.name(of: job.book),
        source: "\(projectPath), \(job.outputName)")
    }
    let book = book ?? ""
    return ProofTarget(book: book, settings: own, name: Self.name(of: book), source: nil)
  }

  private static func name(of book: String) -> String {
    URL(fileURLWithPath: book).deletingPathExtension().lastPathComponent
  }

  /// The cell of the project file; nil for a book that it does not list.
  private func job() throws -> CheckJob? {
    let isWanted = book == nil || project != nil || cell != nil
    guard isWanted || FileManager.default.fileExists(atPath: projectPath) else { return nil }
    let jobs = try ProjectFile.read(projectPath).jobs().filter(isOfBook)
    if jobs.isEmpty, project == nil, cell == nil { return nil }
    return try choose(of: jobs)
  }

  private func isOfBook(_ job: CheckJob) -> Bool {
    guard let book else { return true }
    return Self.file(job.book) == Self.file(book)
  }

  private static func file(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }

  private func choose(of jobs: [CheckJob]) throws -> CheckJob {
    let own = layout.settings
    let fitting = jobs.filter { job in
      if let cell { return job.outputName == cell }
      return ProjectSettings.Cell.keys.allSatisfy {
        !own.has($0) || own.texts(of: $0) == job.layout.texts(of: $0)
      }
    }
    if let job = fitting.first, book != nil || fitting.count == 1 { return job }
    if let job = jobs.first, cell == nil, book != nil || jobs.count == 1 { return job }
    guard !jobs.isEmpty else {
      throw BookError(.badUsage, "\"\(projectPath)\" does not list \"\(book ?? "")\"")
    }
    let names = jobs.map(\.outputName).joined(separator: ", ")
    throw BookError(
      .badUsage, "\"\(projectPath)\" has several cells: name one with --cell: \(names)")
  }
}

/// A book, and how it is set for a proof.
struct ProofTarget {
  let book: String
  let settings: LayoutSettings
  /// The name of outputs.
  let name: String
  /// The project file and its cell; nil if the settings are the command line's alone.
  let source: String?

  /// The settings' source, told once.
  func reportSource() {
    if let source { Console.report("paginate: set as in \(source)") }
  }
}
