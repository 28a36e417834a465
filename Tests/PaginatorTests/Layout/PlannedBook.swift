import Support
import Testing

@testable import Paginator

/// Chapters whose page ends are planned, in the square font: a page has 30 lines of 66 characters.
extension SmallBook {
  /// - Parameter css: added to paragraphs that may be set a line longer or shorter.
  static func planned(_ css: String, _ breaking: PageBreaking) -> SmallBook {
    let paragraphs = """
      p { text-align: justify; text-wrap: pretty; glyph-scaling-limit: 2%;
        letter-spacing-limit: 0.01em }
      u { float: footnote; text-decoration: none } ::footnote-marker { content: none }

      """
    return SmallBook(
      css: paragraphs + css, page: Size(width: 660, height: 300),
      preset: "html { widows: 2; orphans: 2 }", pageBreaking: breaking)
  }

  /// The words of the notes of all pages, with hyphens and markers resolved.
  static func noteWords(of pagination: Pagination) throws -> [String] {
    var text = ""
    for page in pagination.pages {
      let (chapter, content) = try #require(pagination.layout(of: page))
      for note in content.notes {
        let layout = try #require(chapter.notes[note.note])
        for line in layout.lines[note.lines] {
          text += layout.text.string(in: Int(line.start)..<Int(line.end))
          if layout.text.paragraphs[Int(line.paragraph)].end == line.end { text += " " }
        }
      }
    }
    return text.split(separator: " ").map(String.init)
  }
}
