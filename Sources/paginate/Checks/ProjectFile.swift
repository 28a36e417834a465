import Foundation
import Paginator
import Yams

/// `paginate.yml`: the books of a project, how they are set, and what may change
/// (`Schemas/project.schema.json`).
struct ProjectFile {
  private let path: String
  private let root: Node
  private let folder: String

  /// - Throws: `BookError` with line and column for a file that is not valid.
  static func read(_ path: String) throws -> ProjectFile {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw BookError(
        .noSuchInput,
        "no project file \"\(path)\": write one with \"paginate init\", or give a book and neither --project nor --cell"
      )
    }
    InputFiles.protect([path])
    do {
      guard let node = try Yams.compose(yaml: String(decoding: data, as: UTF8.self)) else {
        throw BookError(.badUsage, "\(path): the file is empty")
      }
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().relativePath
      return ProjectFile(path: path, root: node, folder: folder == "." ? "" : folder + "/")
    } catch YamlError.duplicatedKeysInMapping(let names, let context) {
      let name = names.first ?? ""
      let place = Self.secondPlace(of: name, context)
      throw BookError(
        .badUsage,
        "\(path):\(place.line):\(place.column): \"\(Excerpt.of(name))\" is given twice")
    } catch let error as YamlError {
      // The message repeats the line, with a mark below the place of the fault.
      let lines = "\(error)".split(whereSeparator: \.isNewline)
      let message = lines.first.map(String.init) ?? ""
      let shown = lines.dropFirst().map { Excerpt.of($0) }
      throw BookError(.badUsage, ([path + ": " + message] + shown).joined(separator: "\n"))
    }
  }

  /// Where a key is repeated below its first place, with the same indent; else the first place.
  private static func secondPlace(
    of name: String, _ context: YamlError.Context
  ) -> (line: Int, column: Int) {
    let first = context.mark
    let lines = context.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let next = lines.indices.dropFirst(first.line).first { index in
      let text = lines[index].drop { $0 == " " || $0 == "-" }
      return lines[index].count - text.count == first.column - 1 && text.hasPrefix(name)
        && text.dropFirst(name.count).drop { $0 == " " }.first == ":"
    }
    return next.map { ($0 + 1, first.column) } ?? (first.line, first.column)
  }

  /// Every book in every cell of its matrix.
  func jobs() throws -> [CheckJob] {
    let project = try ProjectSection(root, keys: ProjectSettings.projectKeys, path)
    let baselines = folder + (try project.text("baselines") ?? "baselines")
    guard let books = try project.sequence("books"), !books.isEmpty else {
      throw BookError(.badUsage, "\(path): \"books\" lists no book")
    }
    var jobs: [CheckJob] = []
    var places: Set<String> = []
    for node in books {
      let book = try ProjectSection(node, keys: ProjectSettings.bookKeys, path)
      guard let file = try book.text("path") else { throw book.problem("a book wants a \"path\"") }
      let own = try self.jobs(of: folder + file, book, project, baselines)
      for job in own where !places.insert(job.baseline).inserted {
        throw book.problem(
          "two editions have the baseline \"\(job.baseline)\": give one a \"name\" of its own")
      }
      jobs += own
    }
    return jobs
  }

  /// Every edition of a book, in every cell of its matrix.
  private func jobs(
    of file: String, _ book: ProjectSection, _ project: ProjectSection, _ baselines: String
  ) throws -> [CheckJob] {
    let editions = try editions(of: book, project)
    let name =
      try book.text("name")
      ?? Self.name(of: file)
    try Self.checkName(name, in: book)
    let cells = try editions.map { try $0.cells() }
    let isAlone = cells.joined().count == 1
    var jobs: [CheckJob] = []
    for (edition, cells) in zip(editions, cells) {
      let called = try edition.own?.text("name")
      if let called, let own = edition.own { try Self.checkName(called, in: own) }
      for cell in cells {
        let label = [called, called != nil && cells.count == 1 ? nil : cell.name].compactMap { $0 }
          .joined(separator: " ")
        let suffix = isAlone && called == nil ? "" : "." + label.map(Self.inFileName).joined()
        var job = CheckJob(
          book: file, layout: try edition.layout(of: cell),
          baseline: "\(baselines)/\(name)\(suffix).json")
        job.cell = suffix.isEmpty ? "" : label
        job.outputName = name + suffix
        job.policy = try edition.policy()
        job.failOn = try edition.failOn()
        job.pdfSettings = try edition.pdf(named: job.outputName)
        job.outputs = try edition.outputs(named: job.outputName)
        if edition.keepsBaseline { job.keepBaseline() }
        jobs.append(job)
      }
    }
    return jobs
  }

  /// The settings of each edition: its own, else the book's, else the project's.
  private func editions(
    of book: ProjectSection, _ project: ProjectSection
  ) throws -> [ProjectSettings] {
    let owner = book.has("editions") ? book : project
    guard let nodes = try owner.sequence("editions") else {
      return [ProjectSettings(own: nil, sections: [book, project], folder: folder)]
    }
    guard !nodes.isEmpty else {
      throw owner.problem("\"editions\" lists no edition", at: "editions")
    }
    return try nodes.map { node in
      let own = try ProjectSection(node, keys: ProjectSettings.editionKeys, path)
      return ProjectSettings(own: own, sections: [own, book, project], folder: folder)
    }
  }

  /// The name of a book without one of its own: that of its file.
  static func name(of file: String) -> String {
    URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
  }

  /// A name becomes a part of a file name.
  private static func checkName(_ name: String, in section: ProjectSection) throws {
    guard !name.isEmpty, !name.contains("/"), name != ".", name != ".." else {
      throw section.problem("\"\(name)\" is not a name of a file", at: "name")
    }
  }

  private static func inFileName(_ character: Character) -> String {
    character == " " || character == "/" ? "-" : String(character)
  }
}
