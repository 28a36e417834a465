import ArgumentParser
import Foundation
import Paginator
import Synchronization

/// The options of an edition in a manifest: those of the default command, and what its outputs need.
struct EditionOptions: ParsableArguments {
  @OptionGroup var layout: LayoutOptions

  @OptionGroup var print: PrintArguments

  @Option var pageSource: String = "none"

  @Option var baseline: String?

  @Option var allow: String?

  private static let known = Mutex<[[String]: EditionOptions]>([:])
  private static let mostKnown = 256

  /// Parses arguments, once for all books that have the same ones: it takes a millisecond, and the
  /// books of a catalogue have few different editions.
  static func remembered(_ arguments: [String]) throws -> EditionOptions {
    if let options = known.withLock({ $0[arguments] }) { return options }
    let options = try parse(arguments)
    known.withLock { known in
      if known.count >= mostKnown { known.removeAll() }
      known[arguments] = options
    }
    return options
  }

  func validate() throws {
    if let problem = print.problem(prefix: "") { throw ValidationError(problem) }
    if let allow, CheckPolicy.pages(allow) == nil {
      throw ValidationError("cannot read \"\(allow)\": \"allow\" is exact, total or +-N")
    }
  }

  /// What may change.
  var policy: CheckPolicy {
    var policy = CheckPolicy()
    if let pages = allow.flatMap(CheckPolicy.pages) { policy.pages = pages }
    return policy
  }

  /// The default place of a baseline: `BOOK.pages.json` beside the book, and for one of several
  /// editions `BOOK.PAGE-STYLE-SIZE.pages.json`.
  func baseline(beside book: String, isAlone: Bool) -> String {
    let layout = layout.settings
    let url = URL(fileURLWithPath: book)
    let folder = book.contains("/") ? url.deletingLastPathComponent().relativePath + "/" : ""
    let style =
      Preset.css(named: layout.style) == nil
      ? URL(fileURLWithPath: layout.style).deletingPathExtension().lastPathComponent : layout.style
    let cell = [layout.page, style, layout.readerSize].compactMap { $0 }.joined(separator: "-")
    let suffix = isAlone ? "" : "." + cell.map { " /".contains($0) ? "-" : String($0) }.joined()
    return folder + url.deletingPathExtension().lastPathComponent + suffix + ".pages.json"
  }
}
