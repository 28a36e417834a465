import EPUB
import Foundation
import Markup
import Support
import Testing

/// Tests EPUB CFI 1.1 with the vectors of `../shared/suites/cfi`.
@Suite("CFI")
struct CFITests {
  private static let folder = Checkout.suite("cfi")

  private struct Vector: Decodable, Sendable {
    struct Place: Decodable, Sendable {
      let id: String
      let child: Int?
      let inside: Int?
      let offset: Int?
    }
    struct Ignored: Decodable, Sendable {
      let skip: String?
      let reject: String?
    }
    let group: String
    let document: String?
    let cfi: String?
    let expect: String?
    let id: String?
    let a: String?
    let b: String?
    let order: Int?
    let text: String?
    let answer: Bool?
    let base: String?
    let node: Place?
    let start: Place?
    let end: Place?
    let offset: Int?
    let spine_index: Int?
    let start_steps: Int?
    let end_steps: Int?
    let start_offset: Int?
    let end_offset: Int?
    let ignore: Ignored?

    enum CodingKeys: String, CodingKey {
      case group, document, cfi, expect, id, a, b, order, text, answer, base, node, start, end
      case offset, spine_index, start_steps, end_steps, start_offset, end_offset, ignore
    }
  }

  private static func vectors() throws -> [Vector] {
    let file = folder.appendingPathComponent("vectors.json")
    return try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
  }

  private static func tree(_ vector: Vector) throws -> DocumentTree {
    let file = folder.appendingPathComponent(vector.document ?? "")
    let (tree, _) = try parse([UInt8](Data(contentsOf: file)), path: file.path)
    func has(_ node: Int, _ selector: String?) -> Bool {
      guard let selector else { return false }
      let classes = (tree.attribute("class", of: node) ?? "").split(separator: " ")
      return classes.contains { "." + $0 == selector }
    }
    return DocumentTree(tree) { node in
      has(node, vector.ignore?.skip)
        ? .element : has(node, vector.ignore?.reject) ? .content : .nothing
    }
  }

  private static func place(_ place: Vector.Place, _ document: DocumentTree) throws
    -> DocumentTree.Place
  {
    let tree = document.tree
    var node = try #require(
      tree.nodes.indices.first {
        tree.nodes[$0].kind == .element && tree.attribute("id", of: $0) == place.id
      })
    for step in [place.child, place.inside].compactMap({ $0 }) {
      node = Array(tree.children(of: node))[step]
    }
    return DocumentTree.Place(node: node, offset: place.offset)
  }

  private static func resolve(_ path: CFI.Path, _ document: DocumentTree) -> DocumentTree.Place? {
    document.place(at: path.parts[path.parts.count - 1], offset: path.offset)
  }

  @Test(
    "every vector of the suite passes",
    .enabled(
      if: FileManager.default.fileExists(atPath: folder.path), "../shared/suites/cfi is not there"))
  func vectors() throws {
    let vectors = try Self.vectors()
    #expect(vectors.count == 115)
    for vector in vectors {
      let wrong = try Self.check(vector)
      #expect(wrong == nil, "\(vector.group) \(vector.cfi ?? vector.a ?? ""): \(wrong ?? "")")
    }
  }

  /// - Returns: what differs from the expected result; nil if nothing does.
  private static func check(_ vector: Vector) throws -> String? {
    let cfi = vector.cfi.flatMap { CFI($0) }
    func differs(_ got: String?, _ expected: String?) -> String? {
      got == expected ? nil : got ?? "nothing"
    }
    switch vector.group {
    case "is-cfi": return CFI.isCFI(vector.text ?? "") == vector.answer ? nil : "not so"
    case "write-back": return differs(cfi?.description, vector.expect)
    case "compare":
      let a = try #require(CFI(vector.a ?? ""))
      let b = try #require(CFI(vector.b ?? ""))
      return differs(String(a.compare(b)), vector.order.map(String.init))
    case "parse":
      let cfi = try #require(cfi)
      if let index = vector.spine_index, cfi.path.parts[0].last?.index != (index + 1) * 2 {
        return "spine \(cfi.path.parts[0])"
      }
      if let offset = vector.offset, cfi.path.offset != offset { return "offset" }
      if let steps = vector.start_steps, cfi.range?.start.parts[0].count != steps { return "start" }
      if let steps = vector.end_steps, cfi.range?.end.parts[0].count != steps { return "end" }
      if vector.start_offset != nil, cfi.range?.start.offset != vector.start_offset {
        return "start offset"
      }
      if vector.end_offset != nil, cfi.range?.end.offset != vector.end_offset {
        return "end offset"
      }
      return nil
    case "element":
      let document = try tree(vector)
      let place = resolve(try #require(cfi).start, document)
      return differs(
        place.flatMap { document.tree.attribute("id", of: $0.node) }, vector.id)
    case "roundtrip":
      let document = try tree(vector)
      let cfi = try #require(cfi)
      guard let start = resolve(cfi.start, document) else { return "no place" }
      guard cfi.range != nil, let end = resolve(cfi.end, document) else {
        return differs(CFI(document.path(to: start)).description, vector.expect)
      }
      return differs(document.range(from: start, to: end).description, vector.expect)
    case "range-text":
      let document = try tree(vector)
      let cfi = try #require(cfi)
      guard let start = resolve(cfi.start, document), let end = resolve(cfi.end, document) else {
        return "no place"
      }
      return differs(document.text(from: start, to: end), vector.text)
    case "from-node", "from-range":
      let document = try tree(vector)
      let start = try place(try #require(vector.node ?? vector.start), document)
      var made =
        try vector.end.map { document.range(from: start, to: try place($0, document)) }
        ?? CFI(document.path(to: start))
      if let base = vector.base, let package = CFI(base) {
        made.path.parts = package.path.parts + made.path.parts
      }
      return differs(made.description, vector.cfi)
    case "to-range":
      let document = try tree(vector)
      let cfi = try #require(cfi)
      let start = try place(try #require(vector.start), document)
      guard resolve(cfi.start, document) == start else {
        return "\(String(describing: resolve(cfi.start, document))) is not \(start)"
      }
      if let end = vector.end {
        let wanted = try place(end, document)
        guard resolve(cfi.end, document) == wanted else {
          return "\(String(describing: resolve(cfi.end, document))) is not \(wanted)"
        }
      }
      return nil
    default: return "an unknown group"
    }
  }

  @Test("malformed CFIs are refused")
  func malformed() {
    for text in [
      "", "epubcfi()", "epubcfi(/6/4", "/6/[x]", "/6/4[x", "/6:", "/a", "/6,/2", "/6/4)",
    ] {
      #expect(CFI(text) == nil, "\(text)")
    }
  }
}
