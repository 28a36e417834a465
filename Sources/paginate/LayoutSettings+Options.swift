import EPUB
import Foundation
import Markup
import Paginator

extension LayoutSettings {
  /// The settings as one text, for keys and digests: the same for all ways to write them.
  var canonicalText: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts, flags and numbers always have a JSON form.
    let bytes = (try? encoder.encode(complete)) ?? Data()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// - Throws: `BookError` for an unknown limit.
  func budgets() throws -> Budgets {
    var budgets = Budgets()
    for limit in limits {
      let parts = limit.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let name = Budgets.Name(rawValue: String(parts[0])),
        let value = Int(parts[1]), value >= 0
      else {
        throw BookError(
          .badUsage,
          "\"\(Excerpt.of(limit))\" is not a limit: it is NAME=NUMBER, with one of \(Budgets.Name.listed)"
        )
      }
      guard value > 0 || ![.pages, .boxes].contains(name) else {
        throw BookError(
          .badUsage,
          "\"\(Excerpt.of(limit))\" allows no book: a limit for pages or boxes is more than 0")
      }
      budgets[name] = value
    }
    return budgets
  }

  /// - Parameter files: the bytes of files of the book, in place of its own.
  func publication(_ book: String, replacing files: [String: [UInt8]] = [:]) throws -> Publication {
    var limits = ContainerLimits()
    if let maxUnpacked { limits.total = min(max(1, maxUnpacked), Int.max >> 20) << 20 }
    if let root, !FileManager.default.fileExists(atPath: root) {
      throw BookError(.noSuchInput, "no such folder \"\(root)\" (--root)")
    }
    InputFiles.protect(LayoutCache.bookFiles(book) ?? [])
    var publication = try Publication.open(
      book, root: root, limits: limits, mode: lenient ? .lenient : .strict)
    if !files.isEmpty { publication = try publication.replacing(files) }
    return toc ? publication.withContents() : publication
  }

  /// - Parameter other: the options of another edition of the same book, whose fonts and
  ///   dictionaries are shared.
  func options(sharing other: PaginationOptions? = nil) throws -> PaginationOptions {
    let fonts = try other?.fonts ?? fonts()
    try checkHyphenationFolders()
    var options = PaginationOptions(
      preset: try Self.preset(style), fonts: fonts,
      hyphenation: try other?.hyphenation ?? hyphenation())
    if let page { options.page = try Self.pageSize(page) }
    if let margin { options.margin = try margins(margin, on: options) }
    guard let size = ReaderSize(name: readerSize) else {
      throw BookError(.badUsage, ReaderSize.unknown(readerSize))
    }
    options.readerSize = size
    for family in font where !fonts.hasFamily(family) {
      throw BookError(
        .noUsableFont,
        "no font of the family \"\(family)\": \"paginate fonts\" lists those that there are")
    }
    options.fontFamilies = font
    options.usesAuthorStyles = authorStyles == .on
    options.isLenient = lenient
    options.notes = notes
    options.pageBreaking = pageBreaking
    options.keptPages = try keptPages()
    if let fitted {
      guard let copyfit = Copyfit(fitted) else {
        throw BookError(
          .badUsage,
          "cannot read --fitted \"\(Excerpt.of(fitted))\": it is a list such as \"word-spacing -0.011em, leading 0.25pt\", of letter-spacing, word-spacing, looseness, leading, font-size and margin"
        )
      }
      options.copyfit = copyfit
    }
    if let jobs {
      guard jobs > 0 else { throw BookError(.badUsage, "--jobs wants a number above zero") }
      options.jobs = jobs
    }
    options.budgets = try budgets()
    return options
  }

  private func checkHyphenationFolders() throws {
    for folder in hyphenationDir {
      guard let files = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
        throw BookError(.noSuchInput, "no such hyphenation folder \"\(folder)\"")
      }
      guard files.contains(where: { $0.hasPrefix("hyph_") && $0.hasSuffix(".dic") }) else {
        throw BookError(
          .noSuchInput, "the hyphenation folder \"\(folder)\" has no file hyph_LANG.dic")
      }
    }
  }

  private static func pageSize(_ page: String) throws -> Size {
    if let size = PageSizes.parse(page) { return size }
    let shown = Excerpt.of(page)
    if PageSizes.parse(page + "mm") != nil {
      throw BookError(
        .badUsage,
        "the page size \"\(page)\" wants a unit: write \(page)mm or \(page)pt; numbers alone are inches, up to \(Int(PageSizes.mostInches))"
      )
    }
    guard !PageSizes.isSize(page) else { throw outOfRange(page) }
    throw BookError(
      .badUsage,
      "unknown page size \"\(shown)\": write 6x9, 152x229mm, 432x648pt or a name: \(PageSizes.names.joined(separator: ", "))"
    )
  }

  /// The error for a size of a page that no page has.
  static func outOfRange(_ page: String) -> BookError {
    BookError(
      .badUsage,
      "the page size \"\(Excerpt.of(page))\" is out of range: sides are more than 0 and less than 10000 of their unit; numbers alone are inches, up to \(Int(PageSizes.mostInches))"
    )
  }

  /// - Parameter options: with the preset and the size of the page.
  private func margins(_ margin: String, on options: PaginationOptions) throws -> Insets {
    guard let insets = PageSizes.parseMargin(margin) else {
      throw BookError(
        .badUsage,
        "cannot read the margin \"\(Excerpt.of(margin))\": write one to four lengths, as \"0.75in 0.6in\""
      )
    }
    let ofPreset = PresetSummary(name: style, css: options.preset.css).page
    let size = options.page ?? ofPreset ?? PageSizes.standard
    guard size.width - insets.horizontal >= 36, size.height - insets.vertical >= 24 else {
      throw BookError(.badUsage, "the margin \"\(margin)\" leaves no room for text on the page")
    }
    return insets
  }

  private func keptPages() throws -> KeptPages? {
    guard let keep else { return nil }
    guard pageBreaking != .firstFit else {
      throw BookError(
        .badUsage,
        "--keep chooses page ends together: it does not go with --page-breaking first-fit")
    }
    let name = URL(fileURLWithPath: keep).lastPathComponent
    return try CheckRunner.record(at: keep).keptPages(name: name)
  }

  private func hyphenation() throws -> HyphenationLibrary {
    HyphenationLibrary(
      folders: hyphenationDir + [HyphenationLibrary.systemFolder],
      exceptions: try hyphenationExceptions.map(HyphenationExceptions.init(file:)))
  }

  private func fonts() throws -> FontLibrary {
    let fonts = FontLibrary(usesSystemFonts: !noSystemFonts)
    for folder in fontDir { try fonts.register(folder: folder) }
    for file in fontFile { try fonts.register(file: file) }
    InputFiles.protect(fontFile)
    return fonts
  }

  /// A preset by name, or from a file.
  static func preset(_ name: String) throws -> (name: String, css: String) {
    if let css = Preset.css(named: name) { return (name, css) }
    if name == Preset.none { return (name, Preset.noneCSS) }
    guard let data = FileManager.default.contents(atPath: name) else {
      throw BookError(
        .badUsage,
        "unknown style \"\(Excerpt.of(name))\": it is a CSS file, none, or one of "
          + Preset.names.joined(separator: ", "))
    }
    InputFiles.protect([name])
    let file = URL(fileURLWithPath: name).lastPathComponent
    return (file, String(decoding: data, as: UTF8.self))
  }
}
