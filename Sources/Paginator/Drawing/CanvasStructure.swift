internal import EPUB
internal import Markup

/// A place on a page that links lead to.
public struct CanvasDestination: Hashable, Sendable {
  /// The document's path in the book and an element's id, as "href#id": the target of a `GlyphRun.link`
  /// once that is resolved against its document.
  public let name: String
  /// The top left corner of the line that the element begins on, in points.
  public let origin: Point
}

/// The element that a line is the text of.
public struct CanvasElement: Hashable, Sendable {
  /// The local name, such as "h1", "p", "li" or "td".
  public let name: String
  /// The values of its `epub:type`.
  public let types: [String]
  /// The ARIA role; nil for none.
  public let role: String?
  /// How many block elements are around it.
  public let depth: Int
}

/// What canvases are told of the structure of a chapter.
struct CanvasStructure {
  private let chapter: NumberedChapter?
  /// By page number.
  private let destinations: [Int: [CanvasDestination]]

  /// No structure, for the text of a program.
  init() {
    chapter = nil
    destinations = [:]
  }

  init(_ chapter: NumberedChapter) {
    self.chapter = chapter
    destinations = Dictionary(grouping: chapter.destinations, by: \.page).mapValues {
      $0.map(\.place)
    }
  }

  /// Whether it is that of a chapter.
  func isOf(_ other: NumberedChapter) -> Bool { chapter?.layout === other.layout }

  func destinations(onPage number: Int) -> [CanvasDestination] { destinations[number] ?? [] }

  /// The element of a line; nil for generated text, and for notes, whose element may be in another document.
  func element(of line: DrawnLine) -> CanvasElement? {
    guard let chapter, line.layout === chapter.layout, !line.isFurniture else { return nil }
    let text = line.layout.text
    var block = text.paragraphs[Int(line.fragment.paragraph)].block
    while block >= 0, text.blocks[Int(block)].node < 0 { block = text.blocks[Int(block)].parent }
    guard block >= 0 else { return nil }
    let tree = chapter.tree.tree
    let node = Int(text.blocks[Int(block)].node)
    guard tree.nodes.indices.contains(node), tree.nodes[node].kind == .element else { return nil }
    return CanvasElement(
      name: tree.name(of: node).local, types: tree.types(of: node),
      role: tree.attribute("role", of: node),
      depth: text.blocks(around: block).reduce(-1) { depth, _ in depth + 1 })
  }
}

extension NumberedChapter {
  /// The places of the chapter's ids, with the numbers of their pages, in the order of the text.
  var destinations: [(place: CanvasDestination, page: Int)] {
    let documents = publication.documents
    return Positions.anchors(self, hrefs: { documents[$0].href }).compactMap { anchor in
      guard let id = anchor.id, let rect = anchor.rect else { return nil }
      return (CanvasDestination(name: "\(anchor.href)#\(id)", origin: rect.origin), anchor.page)
    }
  }
}
