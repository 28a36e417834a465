extension Pagination {
  /// A match of a regular expression on the pages.
  public struct Match: Sendable {
    /// Where the match is.
    public let location: Location
    /// The text that matched.
    public let text: String
    /// The text before the match.
    public let before: String
    /// The text after the match.
    public let after: String
  }

  /// Finds the matches of a regular expression, in page order. A match never crosses a paragraph
  /// boundary. The notes of a page are searched after its text; a match may begin in a box in a line and end
  /// outside of it.
  ///
  /// - Parameters:
  ///   - pattern: in ICU's syntax.
  ///   - ignoresCase: whether upper and lower case are the same.
  ///   - context: how much text before and after a match to give, in UTF-16 units.
  /// - Throws: `BookError` for an invalid pattern.
  public func matches(
    of pattern: String, ignoresCase: Bool = false, context: Int = 30
  ) throws -> [Match] {
    let expression: TextPattern
    do {
      expression = try TextPattern(pattern, ignoresCase: ignoresCase)
    } catch {
      throw BookError(.badUsage, error.description)
    }
    let breaker = TextBreaker()
    var result: [Match] = []
    for (index, layout) in chapters.enumerated() {
      var ordered = PlaceOrder<Match>()
      func add(
        _ match: (text: String, before: String, after: String), _ location: Location?,
        isInNote: Bool = false
      ) {
        guard let location else { return }
        ordered.add(
          Match(location: location, text: match.text, before: match.before, after: match.after),
          at: location, isInNote: isInNote)
      }
      find(expression, in: layout.text, context: context) { at, match in
        add(match, location(of: at, chapter: index, breaker))
      }
      for inner in layout.text.innerTexts {
        find(expression, in: inner.text, context: context) { at, match in
          add(
            match, location(of: at, in: inner, chapter: index, breaker),
            isInNote: inner.note != nil)
        }
      }
      result += ordered.elements
    }
    return result
  }

  private func find(
    _ expression: TextPattern, in text: AttributedText, context: Int,
    _ body: (Int, (text: String, before: String, after: String)) -> Void
  ) {
    let flats = FlatText.paragraphs(of: text)
    for (index, paragraph) in text.paragraphs.enumerated() {
      let flat = flats[index]
      let units = flat?.units[...] ?? text.units[paragraph.range]
      func string(_ range: Range<Int>) -> String {
        String(decoding: units[range].lazy.filter { $0 != 0xFFFC }, as: UTF16.self)
      }
      let (start, end) = (units.startIndex, units.endIndex)
      for match in expression.matches(in: units) {
        if let flat, flat.isInBox(match) { continue }
        let (first, last) = (start + match.lowerBound, start + match.upperBound)
        body(
          flat?.offset(at: first) ?? first,
          (
            text: string(first..<last), before: string(max(start, first - context)..<first),
            after: string(last..<min(end, last + context))
          ))
      }
    }
  }
}
