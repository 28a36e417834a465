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
    let project = try Section(root, keys: Self.projectKeys, path)
    let baselines = folder + (try project.text("baselines") ?? "baselines")
    guard let books = try project.sequence("books"), !books.isEmpty else {
      throw BookError(.badUsage, "\(path): \"books\" lists no book")
    }
    var jobs: [CheckJob] = []
    for node in books {
      let book = try Section(node, keys: Self.bookKeys, path)
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
    of file: String, _ book: Section, _ project: Section, _ baselines: String
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
    _ book: Section, _ project: Section, page: String, style: String, size: String
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
    let book: Section
    let project: Section
    /// The folder that paths are relative to.
    let folder: String

    func text(_ key: String) throws -> String? { try book.text(key) ?? project.text(key) }
    func list(_ key: String) throws -> [String]? { try book.list(key) ?? project.list(key) }
    func flag(_ key: String) throws -> Bool? { try book.flag(key) ?? project.flag(key) }
    func number(_ key: String) throws -> Int? { try book.number(key) ?? project.number(key) }
    func place(of path: String) -> String { path.hasPrefix("/") ? path : folder + path }
    func paths(_ key: String) throws -> [String] { try (list(key) ?? []).map(place) }
  }

  private func policy(_ book: Section, _ project: Section) throws -> CheckPolicy {
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

/// A mapping whose keys are all known.
private struct Section {
  private let path: String
  private let node: Node
  private var values: [String: Node] = [:]

  init(_ node: Node, keys: Set<String>, _ path: String) throws {
    self.path = path
    self.node = node
    guard case .mapping(let mapping) = node else {
      throw Self.problem("a mapping of keys is wanted here", node, path)
    }
    for (key, value) in mapping {
      guard let name = key.string, keys.contains(name) else {
        throw Self.problem(
          "unknown key \"\(key.string ?? "")\": it is one of \(keys.sorted().joined(separator: ", "))",
          key, path)
      }
      values[name] = value
    }
  }

  func has(_ key: String) -> Bool { values[key] != nil }

  func problem(_ message: String, at key: String? = nil) -> BookError {
    Self.problem(message, key.flatMap { values[$0] } ?? node, path)
  }

  private static func problem(_ message: String, _ node: Node, _ path: String) -> BookError {
    let place = node.mark.map { ":\($0.line):\($0.column)" } ?? ""
    return BookError(.badUsage, "\(path)\(place): \(message)")
  }

  func text(_ key: String) throws -> String? {
    guard let value = values[key] else { return nil }
    guard let text = value.string else { throw problem("\"\(key)\" wants a text", at: key) }
    return text
  }

  func sequence(_ key: String) throws -> [Node]? {
    guard let value = values[key] else { return nil }
    guard case .sequence(let items) = value else {
      throw problem("\"\(key)\" wants a list", at: key)
    }
    return Array(items)
  }

  /// A list of texts; a single text is a list of one.
  func list(_ key: String) throws -> [String]? {
    guard let value = values[key] else { return nil }
    if let text = value.string { return [text] }
    return try sequence(key)?.map { item in
      guard let text = item.string else { throw problem("\"\(key)\" wants texts", at: key) }
      return text
    }
  }

  func flag(_ key: String) throws -> Bool? {
    guard let value = values[key] else { return nil }
    guard let flag = value.bool else { throw problem("\"\(key)\" is true or false", at: key) }
    return flag
  }

  func number(_ key: String) throws -> Int? {
    guard let value = values[key] else { return nil }
    guard let number = value.int, number > 0 else {
      throw problem("\"\(key)\" wants a number above zero", at: key)
    }
    return number
  }
}

/// `paginate init`: writes a project file to start with.
struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a commented paginate.yml for the given books.")

  @Argument(help: "The books.", completion: .file(extensions: ["epub", "xhtml", "html"]))
  var books: [String] = []

  @Flag(help: "Replace an existing paginate.yml.")
  var force = false

  func run() throws {
    guard force || !FileManager.default.fileExists(atPath: "paginate.yml") else {
      throw BookError(.cannotCreateOutput, "there is a paginate.yml already: --force replaces it")
    }
    for book in books where !FileManager.default.fileExists(atPath: book) {
      throw BookError(.noSuchInput, "no such file \"\(book)\"")
    }
    let list = books.isEmpty ? ["book.epub"] : books
    let lines = list.map { "  - path: \(Self.quoted($0))" }.joined(separator: "\n")
    let text = """
      # What "paginate check" looks at. Every key but "books" may be left out; those that stand here
      # hold for all books, and a book may have its own.

      # One small file for every book and cell; commit them. "paginate check --update" writes them.
      baselines: baselines

      # The matrix: every page with every style and every reader size.
      pages: [6x9]
      styles: [novel]            # presets (see "paginate styles") or CSS files
      reader-sizes: [large]      # xSmall ... xxxLarge, AX1 ... AX5

      # What may change: exact (every page keeps its text), total (the number of pages stays), ±N.
      allow: exact
      # chapter-starts: true     # every document begins on the page it did
      # parity: true             # ... or at least on the side it did
      # multiple-of: 16          # signatures; "even: true" for 2
      # fail-on: [overfull-line, missing-glyph]

      # font-dirs: [fonts]
      # no-system-fonts: true    # the same pages on every machine
      # notes: foot              # or end
      # page-breaking: first-fit # or optimal
      # keep: true               # pages begin as in the baseline, where that can be done

      books:
      \(lines)
      #   name: my-book          # of the baseline file
      #   allow: ±2

      """
    try OutputFile.write(Array(text.utf8), to: "paginate.yml")
    Console.print("paginate.yml")
  }

  private static func quoted(_ text: String) -> String {
    text.allSatisfy { $0.isLetter || $0.isNumber || "._-/".contains($0) }
      ? text : "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
