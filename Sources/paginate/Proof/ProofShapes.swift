import Markup
import Paginator

/// Writes the geometry of a page as JSON for the overlays of a proof.
enum ProofShapes {
  /// `{"frames":[["text",x,y,width,height],...],"boxes":[[x,y,width,height],...],
  /// "exclusions":[...],"grid":[first,step],"depth":y,"path":"...","lines":[...]}`, in points; a
  /// line is
  /// `[x,y,width,height,usedX,usedWidth,baseline,end,badness,ratio,letterExtra,glyphStretch,
  /// sourceLine,sourceColumn]`.
  /// - Parameter path: the path of a source file as the proof shows it.
  static func json(_ geometry: PageGeometry, path shown: (String) -> String) -> String {
    var text = "{\"frames\":["
    text += geometry.frames.map { "[\(ProofJSON.text($0.name)),\(numbers($0.rect))]" }.joined(
      separator: ",")
    text += "],\"boxes\":\(list(geometry.boxes)),\"exclusions\":\(list(geometry.exclusions))"
    if let grid = geometry.grid {
      text += ",\"grid\":[\(ProofJSON.number(grid.first)),\(ProofJSON.number(grid.step))]"
    }
    if let depth = geometry.depth { text += ",\"depth\":\(ProofJSON.number(depth))" }
    if let path = geometry.lines.lazy.compactMap(\.location?.path).first {
      text += ",\"path\":\(ProofJSON.text(shown(path)))"
    }
    return text + ",\"lines\":[\(geometry.lines.map(line).joined(separator: ","))]}"
  }

  private static func list(_ rects: [Rect]) -> String {
    "[" + rects.map { "[\(numbers($0))]" }.joined(separator: ",") + "]"
  }

  private static func numbers(_ rect: Rect) -> String {
    [rect.minX, rect.minY, rect.width, rect.height].map(ProofJSON.number).joined(separator: ",")
  }

  private static func line(_ line: PageGeometry.Line) -> String {
    let places = [
      ProofJSON.number(line.used.minX), ProofJSON.number(line.used.width),
      ProofJSON.number(line.baseline),
    ]
    let percent = Int((max(-99, min(99, line.ratio)) * 100).rounded())
    let counts = [
      line.end.rawValue, line.badness ?? -1, percent, line.letterExtra.thousandths,
      line.glyphStretch, line.location?.line ?? 0, line.location?.column ?? 0,
    ]
    let all = [numbers(line.rect)] + places + counts.map(String.init)
    return "[\(all.joined(separator: ","))]"
  }
}

extension Finding.Rule {
  /// How much a reader of the book would notice: text that is missing or cannot be read; a fault
  /// that can be seen; something that a person should know.
  enum Severity: String { case error, warning, note }

  var severity: Severity {
    switch self {
    case .missingGlyph, .missingImage, .brokenImage, .overlappingWords, .inkOutsidePage, .lostText,
      .overfullPage, .letterColumn, .repeatedText, .missingStylesheet, .refusedResource,
      .brokenWord, .truncatedText:
      .error
    case .unsupportedProperty, .unsupportedValue, .unsupportedRule, .unsupportedSelector,
      .fallbackContent, .movedPage, .printImage, .scaledImage, .package, .damagedCache,
      .unwrittenCache:
      .note
    default: .warning
    }
  }
}
