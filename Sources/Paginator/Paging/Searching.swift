extension Pagination {
  /// A match of a regular expression on the pages.
  public struct Match: Sendable {
    /// Where the match is.
    public let location: Location
    /// What matched, and the text of its paragraph around it.
    public let text: String
    /// The text before the match.
    public let before: String
    /// The text behind the match.
    public let after: String
  }

  /// Finds a regular expression in the text, in the order of the pages. Matches do not reach over
  /// paragraphs; notes are searched behind the text that calls them.
  ///
  /// - Parameters:
  ///   - pattern: in ICU's syntax.
  ///   - ignoresCase: whether large and small letters are the same.
  ///   - context: how many characters around a match to give.
  /// - Throws: `BookError` for a pattern that is none.
  public func matches(
    of pattern: String, ignoresCase: Bool = false, context: Int = 30
  ) throws -> [Match] {
    let expression: TextPattern
    do {
      expression = try TextPattern(pattern, ignoresCase: ignoresCase)
    } catch {
      throw BookError(.badUsage, error.description)
    }
    var result: [Match] = []
    for (index, layout) in chapters.enumerated() {
      find(expression, in: layout.text, context: context) { offset, match in
        if let location = location(of: offset, chapter: index) {
          result.append(
            Match(
              location: location, text: match.text, before: match.before, after: match.after))
        }
      }
      for note in layout.text.notes {
        find(expression, in: note.text, context: context) { _, match in
          if let location = location(of: Int(note.offset), chapter: index) {
            result.append(
              Match(
                location: location, text: match.text, before: match.before, after: match.after))
          }
        }
      }
    }
    return result
  }

  private func find(
    _ expression: TextPattern, in text: AttributedText, context: Int,
    _ body: (Int, (text: String, before: String, after: String)) -> Void
  ) {
    for paragraph in text.paragraphs {
      let range = paragraph.range
      for match in expression.matches(in: text, range) {
        body(
          match.lowerBound,
          (
            text: text.string(in: match),
            before: text.string(
              in: max(range.lowerBound, match.lowerBound - context)..<match.lowerBound),
            after: text.string(
              in: match.upperBound..<min(range.upperBound, match.upperBound + context))
          ))
      }
    }
  }
}
