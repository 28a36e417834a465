internal import EPUB

/// The links of a book to places that are not in it.
struct DanglingLinks {
  /// The links whose places were not on the pages numbered before them.
  private var open: [(place: String, finding: Finding)] = []

  /// Records the links of a chapter that lead to no place known so far.
  ///
  /// - Parameters:
  ///   - href: the document of the chapter.
  ///   - isKnown: whether a place is on the pages numbered so far.
  ///   - finding: completes a finding about a text offset.
  mutating func add(
    _ text: AttributedText, of href: String, in publication: Publication,
    isKnown: (String) -> Bool, finding complete: (Finding) -> Finding
  ) {
    guard !text.links.isEmpty else { return }
    var seen: Set<Int32> = []
    for run in text.runs where run.link >= 0 && seen.insert(run.link).inserted {
      let url = text.links[Int(run.link)].href
      guard let place = publication.place(of: url, from: href), !isKnown(place) else { continue }
      var finding = Finding(
        .missingTarget, "the link to \"\(url)\" leads to no place on the pages of the book")
      // A missing file is one fault, however many links lead to it.
      let file = String(place.prefix { $0 != "#" })
      if !publication.documentPaths.contains(file) { finding.subject = file }
      finding.textOffset = Int(run.start)
      open.append((place, complete(finding)))
    }
  }

  /// The findings about links whose places are on no page.
  func findings(_ targets: TargetPages) -> [Finding] {
    open.filter { targets.target(of: $0.place) == nil }.map(\.finding)
  }
}
