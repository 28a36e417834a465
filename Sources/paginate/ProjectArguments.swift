import ArgumentParser
import EPUB
import Foundation
import Paginator

/// Where the settings of a book come from: the project file, if it lists the book.
struct ProjectArguments: ParsableArguments {
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
  var path: String { project ?? "paginate.yml" }

  /// The book and its settings. A project file is read anew each time.
  ///
  /// - Parameters:
  ///   - book: nil for the book of the project file.
  ///   - own: the settings of the command line, which override the file's.
  func target(_ book: String?, _ own: LayoutSettings) throws -> BookTarget {
    guard let job = try job(of: book, own) else {
      let book = book ?? ""
      return BookTarget(book: book, settings: own, name: BookTarget.name(of: book))
    }
    return BookTarget(
      book: book ?? job.book, settings: own.overriding(job.layout),
      name: book.map(BookTarget.name) ?? job.outputName, project: (path, job))
  }

  /// The cell of the project file; nil for a book that it does not list.
  func job(of book: String?, _ own: LayoutSettings) throws -> CheckJob? {
    let isWanted = book == nil || project != nil || cell != nil
    guard isWanted || FileManager.default.fileExists(atPath: path) else { return nil }
    let file = book.map(Paths.resolved)
    let jobs = try ProjectFile.read(path).jobs().filter {
      file == nil || Paths.resolved($0.book) == file
    }
    if jobs.isEmpty, project == nil, cell == nil { return nil }
    return try choose(of: jobs, book, own)
  }

  private func choose(
    of jobs: [CheckJob], _ book: String?, _ own: LayoutSettings
  ) throws -> CheckJob {
    let fitting = jobs.filter { job in
      if let cell { return job.outputName == cell }
      return ProjectSettings.Cell.keys.allSatisfy {
        !own.has($0) || own.texts(of: $0) == job.layout.texts(of: $0)
      }
    }
    if let job = fitting.first, book != nil || fitting.count == 1 { return job }
    if let job = jobs.first, cell == nil, book != nil || jobs.count == 1 { return job }
    guard !jobs.isEmpty else {
      throw BookError(.badUsage, "\"\(path)\" does not list \"\(book ?? "")\"")
    }
    let names = jobs.map(\.outputName).joined(separator: ", ")
    if let cell {
      throw BookError(.badUsage, "\"\(path)\" has no cell \"\(cell)\"; it has \(names)")
    }
    throw BookError(
      .badUsage, "\"\(path)\" has several cells: name one with --cell: \(names)")
  }
}

/// A book, and how it is set.
struct BookTarget {
  let book: String
  let settings: LayoutSettings
  /// The name of outputs.
  let name: String
  /// The project file and its cell; nil if the settings are the command line's alone.
  var project: (path: String, job: CheckJob)?

  /// The name of a book's outputs: its file name without its extension.
  static func name(of book: String) -> String {
    URL(fileURLWithPath: book).deletingPathExtension().lastPathComponent
  }

  func publication() throws -> Publication { try settings.publication(book) }

  func options() throws -> PaginationOptions { try settings.options() }

  /// The settings' source, told once.
  func reportSource() {
    guard let project else { return }
    Console.report("paginate: set as in \(project.path), \(project.job.outputName)")
  }
}
