/// Lines with pictures only.
extension Flow {
  /// The height of a row's last line below the pictures in it, the room for the descent of letters; 0 for a
  /// line with text.
  func roomBelowPictures(_ row: Row) -> Int {
    guard let index = row.lineRange.last else { return 0 }
    let line = setLines.lines[index]
    var lowest: Int?
    for segment in setLines.segments(of: line) {
      switch segment.kind {
      case .space, .edge: continue
      case .attachment:
        guard let box = setLines.attachments[segment.word], box.nested == nil else { return 0 }
        lowest = max(lowest ?? .min, line.baseline + box.descent)
      default: return 0
      }
    }
    return lowest.map { max(0, line.height - $0) } ?? 0
  }
}
