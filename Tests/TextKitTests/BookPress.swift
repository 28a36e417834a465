import EPUB
import Foundation
import Paginator

/// Sets small documents as books, for the tests.
enum BookPress {
  static func set(
    _ body: String, css: String = "", page: Size = Size(width: 100, height: 100),
    fonts: FontLibrary? = nil, files: [String: [UInt8]] = [:],
    _ change: (inout PaginationOptions) -> Void = { _ in }
  ) async throws -> Pagination {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("paginator-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, bytes) in files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
    let text = """
      <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" \
      xml:lang="en"><head><title>T</title><style>\(css)</style></head><body>\(body)</body></html>
      """
    let file = folder.appendingPathComponent("t.xhtml")
    try text.write(to: file, atomically: true, encoding: .utf8)
    var options = PaginationOptions(
      preset: (
        name: "square",
        css: """
        @page { margin: 0 }
        html { font: 10pt/10pt \(fonts == nil ? "Square" : "EB Garamond"); widows: 1; orphans: 1 }
        p { margin: 0 }
        """
      ), fonts: try fonts ?? Chain.squareFonts())
    options.page = page
    change(&options)
    return try await paginate(Publication.open(file.path), options: options)
  }

  static func lines(_ pagination: Pagination) -> [[String]] {
    pagination.pages.map { page in
      guard let (layout, content) = pagination.layout(of: page) else { return [] }
      return layout.lines[content.lines].map {
        layout.text.string(in: Int($0.start)..<Int($0.end))
          .trimmingCharacters(in: .whitespacesAndNewlines)
      }
    }
  }
}
