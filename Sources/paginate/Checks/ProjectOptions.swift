import Paginator

extension LayoutOptions {
  /// Refuses options that a project file has keys for: a baseline records the pages of the
  /// project's own settings, and a check writes what the project delivers.
  ///
  /// - Throws: `BookError` that names the option and the key.
  func refuseOptions(ofProject path: String) throws {
    guard let (option, key) = pageOptions.first(where: \.isGiven).map({ ($0.name, $0.key) }) else {
      return
    }
    throw BookError(
      .badUsage,
      "--\(option) is for a book named on the command line: the books of \"\(path)\" have the key \"\(key)\""
    )
  }

  /// The bounds and the number of tasks of this run, instead of a project's. They change no page.
  func overrideRun(of other: inout LayoutOptions) {
    if let jobs { other.jobs = jobs }
    if let maxUnpacked { other.maxUnpacked = maxUnpacked }
    // Of two limits with one name, the last counts.
    other.limits += limits
  }

  private struct PageOption {
    let name: String
    let key: String
    let isGiven: Bool

    init(_ name: String, _ isGiven: Bool, key: String? = nil) {
      self.name = name
      self.key = key ?? name
      self.isGiven = isGiven
    }
  }

  /// The options that can change pages.
  private var pageOptions: [PageOption] {
    [
      PageOption("page", page != nil, key: "pages"),
      PageOption("style", givenStyle != nil, key: "styles"),
      PageOption("reader-size", givenReaderSize != nil, key: "reader-sizes"),
      PageOption("margin", margin != nil),
      PageOption("font", !font.isEmpty),
      PageOption("font-dir", !fontDir.isEmpty, key: "font-dirs"),
      PageOption("font-file", !fontFile.isEmpty, key: "font-files"),
      PageOption("no-system-fonts", noSystemFonts),
      PageOption("hyphenation-dir", !hyphenationDir.isEmpty, key: "hyphenation-dirs"),
      PageOption("hyphenation-exceptions", hyphenationExceptions != nil),
      PageOption("root", root != nil),
      PageOption("author-styles", givenAuthorStyles != nil),
      PageOption("notes", notes != nil),
      PageOption("page-breaking", pageBreaking != nil),
      PageOption("keep", keep != nil),
      PageOption("fitted", fitted != nil),
      PageOption("toc", toc),
      PageOption("lenient", lenient),
    ]
  }
}
