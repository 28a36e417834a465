internal import Markup

/// `dir="auto"` (HTML, section 3.2.6.4).
extension ElementTree {
  /// Whether an element takes its direction from its text; a `bdi` does without a `dir` as well.
  func hasAutomaticDirection(_ node: Int) -> Bool {
    switch attribute("dir", of: node)?.asciiLowercased {
    case "auto": true
    case "ltr", "rtl": false
    default: isElement(node, "bdi")
    }
  }

  /// Whether the first strong character of an element's text is one from right to left. The text of
  /// inner elements with a direction of their own does not count.
  func isAutomaticallyRightToLeft(_ node: Int) -> Bool {
    var units: [UInt16] = []
    var index = node + 1
    let end = Int(nodes[node].end)
    while index < end, units.count < Self.mostUnits {
      if nodes[index].kind == .element, isDirectionOwn(index) {
        index = Int(nodes[index].end)
        continue
      }
      if nodes[index].kind == .text {
        let first = Int(nodes[index].first)
        let count = min(Int(nodes[index].count), Self.mostUnits)
        units += String(decoding: text[first..<first + count], as: UTF8.self).utf16
      }
      index += 1
    }
    return units.withUnsafeBufferPointer { Bidi.isRightToLeft($0) }
  }

  private func isDirectionOwn(_ node: Int) -> Bool {
    ["bdi", "script", "style", "textarea"].contains { isElement(node, $0) }
      || attribute("dir", of: node) != nil
  }

  /// So many units are looked at, and bytes of one node: a direction is decided by the first letter.
  private static let mostUnits = 4096
}
