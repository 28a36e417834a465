import Foundation
import Support
import Testing

@testable import Paginator

/// The documentation of properties is what their descriptions say. `PAGINATOR_RECORD=1 swift test --filter
/// PropertyTableTests` writes it again, and fails the run.
@Suite("Table of properties")
struct PropertyTableTests {
  private static let kinds: [(kind: ElementKinds, words: String)] = [
    (.text, "text"), (.inlineBoxes, "inline boxes"), (.blockContainers, "block containers"),
    (.replaced, "replaced elements"), (.listItems, "list items"), (.tables, "tables"),
    (.captions, "table captions"), (.cells, "table cells"), (.rows, "table rows"),
    (.rowGroups, "table row groups"), (.tableColumns, "table columns"), (.floats, "floats"),
    (.positioned, "positioned boxes"), (.multiColumn, "blocks with columns"),
    (.firstLetters, "first letters"), (.pages, "pages"), (.marginBoxes, "page margin boxes"),
  ]

  private static func list(_ elements: ElementKinds) -> String {
    kinds.filter { elements.contains($0.kind) }.map(\.words).joined(separator: ", ")
  }

  private static func words(_ elements: ElementKinds) -> String {
    let missing = ElementKinds.allElements.subtracting(elements)
    let others = elements.subtracting(.allElements)
    if missing.isEmpty {
      return "all elements" + (others.isEmpty ? "" : ", " + list(others))
    }
    if elements == .blockLevel { return "block-level boxes" }
    // The shorter of the two lists.
    guard others.isEmpty, missing.rawValue.nonzeroBitCount < elements.rawValue.nonzeroBitCount
    else { return list(elements) }
    return "all elements except " + list(missing)
  }

  private static func moves(_ effect: PropertyEffect) -> String {
    switch effect {
    case .moves: "yes"
    case .shows: "if transparent"
    case .paints: "no"
    }
  }

  private static var document: String {
    let rows = PropertyTable.all.sorted { $0.name < $1.name }.map {
      "| `\($0.name)` | \(words($0.effect.elements)) | \($0.copy.isInherited ? "yes" : "no") | "
        + "\(moves($0.effect)) |"
    }
    let head = """
      # CSS properties

      The longhands that Paginator honours. Shorthands and logical properties set these. What moves nothing on pages,
      such as a color, lets `check --cache` keep the chapters that it has.

      | property | applies to | inherited | moves lines, boxes or pages |
      |---|---|---|---|

      """
    return head + rows.joined(separator: "\n") + "\n"
  }

  @Test("every kind of element has a name in the documentation")
  func names() {
    let known = Self.kinds.reduce(into: ElementKinds()) { $0.formUnion($1.kind) }
    #expect(known.isSuperset(of: .allElements))
    for property in PropertyTable.all {
      #expect(!property.effect.elements.isEmpty && known.isSuperset(of: property.effect.elements))
    }
  }

  @Test("the documentation lists all properties as they are described")
  func documentation() throws {
    let file = Checkout.root.appendingPathComponent("Documentation/properties.md")
    if ProcessInfo.processInfo.environment["PAGINATOR_RECORD"] != nil {
      try Self.document.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded properties.md")
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.document)
  }

  @Test("margins and padding apply to the parts of tables that have them")
  func parts() {
    func elements(_ name: String) -> ElementKinds {
      PropertyTable.property(name)?.effect.elements ?? []
    }
    // CSS 2, sections 8.3 and 8.4.
    for side in ["top", "right", "bottom", "left"] {
      #expect(elements("margin-\(side)").isDisjoint(with: [.cells, .rows, .rowGroups]))
      #expect(elements("padding-\(side)").isDisjoint(with: [.tableColumns, .rows, .rowGroups]))
      #expect(elements("padding-\(side)").contains(.cells))
    }
  }
}
