import ArgumentParser
import Foundation
import Paginator

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
    let names = Self.names(of: books.isEmpty ? ["book.epub"] : books)
    let lines = names.map { path, name in
      "  - path: \(Self.quoted(path))" + (name.map { "\n    name: \(Self.quoted($0))" } ?? "")
    }.joined(separator: "\n")
    let text = """
      # What "paginate check" looks at. Every key but "books" may be left out; those that stand here
      # hold for all books, and a book may have its own.

      # One small file for every book and cell; commit them. "paginate check --update" writes them.
      baselines: baselines

      # The matrix: every page with every style and every reader size.
      pages: [6x9]
      styles: [novel]            # presets (see "paginate styles") or CSS files
      reader-sizes: [large]      # xSmall ... xxxLarge, AX1 ... AX5

      # What may change: exact (every page begins and ends as it did), total (the number
      # of pages stays), ±N.
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
      # pdf: true                # report and record the PDF's digest; "pdf-dir: pdf" leaves the files

      books:
      \(lines)
      #   name: my-book          # of the baseline file
      #   allow: ±2
      #   editions:              # with settings of their own
      #     - { name: printer, pages: 6x9, pdf-profile: print, icc: printer.icc, bleed: 3mm }

      """
    try OutputFile.write(Array(text.utf8), to: "paginate.yml")
    Console.print("paginate.yml")
  }

  /// The books, each once, with a name for the baselines of those whose files have one name: that of
  /// as many folders above it as make it different.
  private static func names(of books: [String]) -> [(path: String, name: String?)] {
    var seen: Set<String> = []
    let paths = books.filter { seen.insert(Paths.resolved($0)).inserted }
    let parts = paths.map { path in
      let url = URL(fileURLWithPath: Paths.resolved(path))
      return url.deletingLastPathComponent().pathComponents.filter { $0 != "/" }
        + [ProjectFile.name(of: path)]
    }
    func name(_ index: Int, _ depth: Int) -> String {
      parts[index].suffix(depth).joined(separator: "-")
    }
    return paths.indices.map { index in
      let depth = (1...max(1, parts[index].count)).first { depth in
        paths.indices.allSatisfy { $0 == index || name($0, depth) != name(index, depth) }
      }
      return (paths[index], depth == 1 ? nil : name(index, depth ?? parts[index].count))
    }
  }

  private static func quoted(_ text: String) -> String {
    text.allSatisfy { $0.isLetter || $0.isNumber || "._-/".contains($0) }
      ? text : "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
