import Paginator
import Yams

/// A mapping of `paginate.yml` whose keys are all known.
struct ProjectSection {
  private let path: String
  private let node: Node
  private var values: [String: Node] = [:]

  init(_ node: Node, keys: Set<String>, _ path: String) throws {
    self.path = path
    self.node = node
    guard case .mapping(let mapping) = node else {
      throw Self.problem("a mapping of keys is wanted here", node, path)
    }
    for (key, value) in mapping {
      guard let name = key.string, keys.contains(name) else {
        throw Self.problem(Self.unknown(key.string ?? "", keys), key, path)
      }
      let known = ProjectSettings.name(of: name)
      guard values[known] == nil else {
        throw Self.problem("\"\(known)\" is given twice", key, path)
      }
      values[known] = value
    }
  }

  private static func unknown(_ name: String, _ keys: Set<String>) -> String {
    let all = keys.sorted()
    let near = NearName.nearest(to: name, among: all)
    return "unknown key \"\(Excerpt.of(name))\": " + (near.map { "perhaps \"\($0)\"; " } ?? "")
      + "it is one of \(all.joined(separator: ", "))"
  }

  func has(_ key: String) -> Bool { values[key] != nil }

  func problem(_ message: String, at key: String? = nil) -> BookError {
    Self.problem(message, key.flatMap { values[$0] } ?? node, path)
  }

  private static func problem(_ message: String, _ node: Node, _ path: String) -> BookError {
    let place = node.mark.map { ":\($0.line):\($0.column)" } ?? ""
    return BookError(.badUsage, "\(path)\(place): \(message)")
  }

  func text(_ key: String) throws -> String? {
    guard let value = values[key] else { return nil }
    guard let text = value.string else { throw problem("\"\(key)\" wants a text", at: key) }
    return text
  }

  func sequence(_ key: String) throws -> [Node]? {
    guard let value = values[key] else { return nil }
    guard case .sequence(let items) = value else {
      throw problem("\"\(key)\" wants a list", at: key)
    }
    return Array(items)
  }

  /// A list of texts; a single text is a list of one.
  func list(_ key: String) throws -> [String]? {
    guard let value = values[key] else { return nil }
    if let text = value.string { return [text] }
    return try sequence(key)?.map { item in
      guard let text = item.string else { throw problem("\"\(key)\" wants texts", at: key) }
      return text
    }
  }

  /// A value of true or false; nil for anything else.
  func boolean(_ key: String) -> Bool? { values[key]?.bool }

  func flag(_ key: String) throws -> Bool? {
    guard let value = values[key] else { return nil }
    guard let flag = value.bool else { throw problem("\"\(key)\" is true or false", at: key) }
    return flag
  }

  func number(_ key: String) throws -> Int? {
    guard let value = values[key] else { return nil }
    guard let number = value.int, number > 0 else {
      throw problem("\"\(key)\" wants a number above zero", at: key)
    }
    return number
  }
}
