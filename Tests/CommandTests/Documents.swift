import Foundation

/// Documents that the program is run on.
extension Program {
  static func put(_ text: String, _ name: String, in folder: URL) throws {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// A book with one chapter for each word count.
  static func chapters(_ counts: [Int]) -> String {
    let chapters = counts.map { count in
      "<section style=\"break-before: page\"><p>"
        + (1...count).map { "word\($0)" }.joined(separator: " ") + "</p></section>"
    }
    return """
      <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title></head>\
      <body>\(chapters.joined())</body></html>
      """
  }
}
