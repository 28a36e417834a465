package import Foundation

/// Paths in this checkout, and in the optional folder `shared` next to it.
package enum Checkout {
  /// The root of the repository.
  package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  /// The folder `shared` next to it, which may be absent.
  package static let shared = root.deletingLastPathComponent().appendingPathComponent("shared")

  /// A file of the outside test suites.
  package static func suite(_ path: String) -> URL {
    shared.appendingPathComponent("suites/\(path)")
  }

  /// One of Unicode's test files, from Debian's unicode-data.
  package static func unicode(_ path: String) throws -> String {
    try String(contentsOfFile: "/usr/share/unicode/\(path)", encoding: .utf8)
  }

  /// The path of a fixture.
  package static func fixture(_ name: String) -> String {
    root.appendingPathComponent("Tests/PaginatorTests/Fixtures/\(name)").path
  }
}
