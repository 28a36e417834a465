/// Cached answers to questions about siblings, each computed once for all children of a parent.
final class SiblingMemory {
  enum Question: Hashable {
    case any
    case type(Int32)
    case selector(ObjectIdentifier)
  }

  struct Key: Hashable {
    let question: Question
    let parent: Int32
    let fromEnd: Bool
  }

  struct FirstMatch {
    let node: Int?

    func isBefore(_ other: Int, fromEnd: Bool) -> Bool {
      node.map { fromEnd ? $0 > other : $0 < other } ?? false
    }
  }

  var positions: [Key: [Int32: Int]] = [:]
  var firstMatches: [Key: FirstMatch] = [:]
}
