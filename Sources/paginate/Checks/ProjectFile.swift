import ArgumentParser
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
        .noSuchInput, "no book given and no \"\(path)\": \"paginate init\" writes one")
    }
    do {
      guard let node = try Yams.compose(yaml: String(decoding: data, as: UTF8.self)) else {
        throw BookError(.badUsage, "\(path): the file is empty")
      }
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().relativePath
      return ProjectFile(path: path, root: node, folder: folder == "." ? "" : folder + "/")
    } catch let error as YamlError {
      throw BookError(.badUsage, "\(path): \(error)")
    }
  }

  /// Every book in every cell of its matrix.
  func jobs() throws -> [CheckJob] {
    let project = try ProjectSection(root, keys: Self.projectKeys, path)
    let baselines = folder + (try project.text("baselines") ?? "baselines")
    guard let books = try project.sequence("books"), !books.isEmpty else {
      throw BookError(.badUsage, "\(path): \"books\" lists no book")
    }
    var jobs: [CheckJob] = []
    for node in books {
      let book = try ProjectSection(node, keys: Self.bookKeys, path)
      guard let file = try book.text("path") else { throw book.problem("a book wants a \"path\"") }
      jobs += try self.jobs(of: folder + file, book, project, baselines)
    }
    return jobs
  }

  private static let shared: Set<String> = [
    "pages", "styles", "reader-sizes", "allow", "chapter-starts", "parity", "multiple-of", "even",
    "fail-on", "font", "font-dirs", "font-files", "no-system-fonts", "hyphenation-dirs",
    "hyphenation-exceptions", "notes", "page-breaking", "margin", "author-styles", "lenient",
    "limits", "root",
    "max-unpacked", "keep", "fitted",
  ]
  private static let projectKeys = shared.union(["books", "baselines"])
  private static let bookKeys = shared.union(["path", "name"])

  private func jobs(
    of file: String, _ book: ProjectSection, _ project: ProjectSection, _ baselines: String
  ) throws -> [CheckJob] {
    func list(_ key: String, _ standard: [String]) throws -> [String] {
      try book.list(key) ?? project.list(key) ?? standard
    }
    let pages = try list("pages", [""])
    let styles = try list("styles", [Preset.standard])
    let sizes = try list("reader-sizes", ["large"])
    for page in pages where !page.isEmpty && PageSizes.parse(page) == nil {
      throw (book.has("pages") ? book : project).problem(
        "unknown page size \"\(page)\"", at: "pages")
    }
    for size in sizes where ReaderSize(name: size) == nil {
      throw (book.has("reader-sizes") ? book : project).problem(
        "unknown reader size \"\(size)\"", at: "reader-sizes")
    }
    let name =
      try book.text("name")
      ?? URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
    guard !name.isEmpty, !name.contains("/"), name != ".", name != ".." else {
      throw book.problem("\"\(name)\" is no name of a file", at: "name")
    }
    let isAlone = pages.count * styles.count * sizes.count == 1
    var jobs: [CheckJob] = []
    for page in pages {
      for style in styles {
        for size in sizes {
          let cell = [page, style, size].filter { !$0.isEmpty }.joined(separator: " ")
          let suffix =
            isAlone ? "" : "." + cell.map { $0 == " " || $0 == "/" ? "-" : String($0) }.joined()
          var job = CheckJob(
            book: file, layout: try layout(book, project, page: page, style: style, size: size),
            baseline: "\(baselines)/\(name)\(suffix).json")
          job.cell = isAlone ? "" : cell
          job.policy = try policy(book, project)
          job.failOn = Set(try list("fail-on", []))
          if try book.flag("keep") ?? project.flag("keep") ?? false { job.keepBaseline() }
          jobs.append(job)
        }
      }
    }
    return jobs
  }

  private func layout(
    _ book: ProjectSection, _ project: ProjectSection, page: String, style: String, size: String
  ) throws -> LayoutOptions {
    let settings = Settings(book: book, project: project, folder: folder)
    var layout = try LayoutOptions.parse([])
    layout.page = page.isEmpty ? nil : page
    layout.style =
      Preset.css(named: style) == nil && style != "none" ? settings.place(of: style) : style
    layout.readerSize = size
    layout.margin = try settings.text("margin")
    layout.font = try settings.list("font") ?? []
    layout.fontDir = try settings.paths("font-dirs")
    layout.fontFile = try settings.paths("font-files")
    layout.hyphenationDir = try settings.paths("hyphenation-dirs")
    layout.hyphenationExceptions = try settings.text("hyphenation-exceptions").map(settings.place)
    layout.fitted = try settings.text("fitted")
    layout.root = try settings.text("root").map(settings.place)
    layout.maxUnpacked = try settings.number("max-unpacked")
    layout.limits = try settings.list("limits") ?? []
    layout.noSystemFonts = try settings.flag("no-system-fonts") ?? false
    layout.lenient = try settings.flag("lenient") ?? false
    if let on = try settings.flag("author-styles") { layout.authorStyles = on ? .on : .off }
    if let notes = try settings.text("notes") {
      guard let position = PaginationOptions.NotePosition(rawValue: notes) else {
        throw book.problem("\"notes\" is \"foot\" or \"end\"")
      }
      layout.notes = position
    }
    if let breaking = try settings.text("page-breaking") {
      guard let breaking = PageBreaking(rawValue: breaking) else {
        throw book.problem("\"page-breaking\" is \"optimal\" or \"first-fit\"")
      }
      layout.pageBreaking = breaking
    }
    return layout
  }

  /// A book's own value of a key, or the project's.
  private struct Settings {
    let book: ProjectSection
    let project: ProjectSection
    /// The folder that paths are relative to.
    let folder: String

    func text(_ key: String) throws -> String? { try book.text(key) ?? project.text(key) }
    func list(_ key: String) throws -> [String]? { try book.list(key) ?? project.list(key) }
    func flag(_ key: String) throws -> Bool? { try book.flag(key) ?? project.flag(key) }
    func number(_ key: String) throws -> Int? { try book.number(key) ?? project.number(key) }
    func place(of path: String) -> String { path.hasPrefix("/") ? path : folder + path }
    func paths(_ key: String) throws -> [String] { try (list(key) ?? []).map(place) }
  }

  private func policy(_ book: ProjectSection, _ project: ProjectSection) throws -> CheckPolicy {
    var policy = CheckPolicy()
    if let text = try book.text("allow") ?? project.text("allow") {
      guard let pages = CheckPolicy.pages(text) else {
        throw (book.has("allow") ? book : project).problem(
          "cannot read \"\(text)\": \"allow\" is exact, total or ±N", at: "allow")
      }
      policy.pages = pages
    }
    policy.chapterStarts =
      try book.flag("chapter-starts") ?? project.flag("chapter-starts") ?? false
    policy.parity = try book.flag("parity") ?? project.flag("parity") ?? false
    policy.multipleOf = try book.number("multiple-of") ?? project.number("multiple-of")
    if policy.multipleOf == nil, try book.flag("even") ?? project.flag("even") ?? false {
      policy.multipleOf = 2
    }
    return policy
  }
}
