internal import Markup

/// The options that reading systems of before EPUB 3 took from a file in `META-INF`: Apple's and Kobo's picture books of
/// 2010 to 2013 have their fixed layout from there, and nothing in their package document says so.
struct DisplayOptions {
  /// Whether the book's documents are pages of fixed layout.
  private(set) var isFixedLayout = false
  /// What is wrong in the file and was ignored.
  private(set) var warnings: [PackageWarning] = []

  /// The files that have the options, Apple's first.
  private static let paths = [
    "META-INF/com.apple.ibooks.display-options.xml",
    "META-INF/com.kobobooks.display-options.xml",
  ]

  /// Reads the first of the files that the book has. One that is not well-formed has no options.
  /// - Throws: `PublicationError` for a damaged archive.
  init(_ container: Container) throws(PublicationError) {
    for path in Self.paths {
      guard let bytes = try container.bytes(path) else { continue }
      do {
        let tree = try parsePackage(bytes, path: "\(container.path)/\(path)", mode: .strict).tree
        isFixedLayout = Self.asksForFixedLayout(tree)
      } catch {
        let place = SourceLocation(path: path, line: 1, column: 1)
        warnings = [PackageWarning(message: "the file was ignored: \(error)", location: place)]
      }
      return
    }
  }

  /// Whether an option for one of the platforms is `<option name="fixed-layout">true</option>`.
  private static func asksForFixedLayout(_ tree: ElementTree) -> Bool {
    tree.nodes.indices.contains { node in
      tree.isElement(node, "option", in: "") && tree.attribute("name", of: node) == "fixed-layout"
        && tree.singleSpaced(node).lowercased() == "true"
    }
  }
}
