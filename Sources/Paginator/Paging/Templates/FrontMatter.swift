internal import EPUB
internal import Markup

/// Separates a book's front matter, which has roman page numbers, from its body, chapter by
/// chapter. The body begins at the landmark for it, else with the first chapter marked
/// `epub:type="bodymatter"`. A book with neither is all body.
struct FrontMatter {
  /// What a document says about the beginning of the body.
  struct Mark: Sendable {
    /// Whether the landmark for the body points to this document or to an element in it.
    var isLandmark = false
    /// The id of that element; nil for the document's beginning.
    var landmarkID: String?
    /// Whether an element is marked as the body.
    var hasBodyMatter = false

    init() {}

    init(_ tree: ElementTree, href: String, _ navigation: Navigation) {
      let parts = navigation.bodyStart?.split(separator: "#", maxSplits: 1).map(String.init) ?? []
      isLandmark = parts.first == href
      if isLandmark, parts.count > 1, tree.element(withID: parts[1]) != nil {
        landmarkID = parts[1]
      }
      let type = tree.names.firstIndex { $0.local == "type" && $0.namespace == Namespace.ops }
      hasBodyMatter = tree.attributes.contains { attribute in
        type.map { Int(attribute.name) == $0 } ?? false
          && attribute.value.split(whereSeparator: \.isWhitespace).contains("bodymatter")
      }
    }
  }

  /// By document.
  private let marks: [Mark]
  private let hasLandmark: Bool
  /// Whether the front matter is over.
  private(set) var isOver: Bool

  init(_ marks: [Mark]) {
    self.marks = marks
    hasLandmark = marks.contains { $0.isLandmark }
    isOver = !hasLandmark && !marks.contains { $0.hasBodyMatter }
  }

  /// Takes the next chapter.
  /// - Returns: whether the body begins with it.
  mutating func begins(with chapter: Chapter) -> Bool {
    guard !isOver else { return false }
    let mark = marks[chapter.document]
    if !hasLandmark {
      isOver = chapter.text.anchors.contains { $0.types.contains("bodymatter") }
    } else if mark.isLandmark {
      isOver =
        mark.landmarkID.map { id in chapter.text.anchors.contains { $0.id == id } } ?? true
    } else {
      // The landmark's element is on no page.
      isOver = marks[..<chapter.document].contains { $0.isLandmark }
    }
    return isOver
  }
}
