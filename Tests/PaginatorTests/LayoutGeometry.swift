@testable import Paginator

extension ChapterLayout {
  /// The places of lines, boxes and images, page by page, without glyphs and their numbers.
  var geometry: String {
    let lines = lines.map { line in
      var line = line
      line.firstSegment = 0
      line.segmentCount = 0
      return "\(line)"
    }
    let attachments = attachments.sorted { $0.key < $1.key }.map { index, attachment in
      var attachment = attachment
      attachment.nested = nil
      return "\(index): \(attachment)"
    }
    return "\(lines) \(boxes) \(pages) \(attachments)"
  }
}
