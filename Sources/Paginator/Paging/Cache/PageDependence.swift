internal import Markup

/// Finds styles that depend on the page size: media queries about it, and viewport units.
/// Conservative: may report false positives.
enum PageDependence {
  static func isIn(_ css: String) -> Bool {
    let text = Array(css.utf8)
    for index in text.indices {
      switch text[index] {
      case 0x40 where asksForSize(text, at: index): return true
      case 0x76 where isViewportUnit(text, at: index), 0x56 where isViewportUnit(text, at: index):
        return true
      default: break
      }
    }
    return false
  }

  /// Whether a `style` attribute of a document depends on the page size.
  static func isIn(_ tree: ElementTree) -> Bool {
    // An element has this name, too.
    let names = tree.names.map { $0.local == "style" && $0.namespace.isEmpty }
    return tree.attributes.contains { names[Int($0.name)] && isIn($0.value) }
  }

  /// Whether an `@media` or `@import` rule names a feature of the page size in its prelude.
  private static func asksForSize(_ text: [UInt8], at index: Int) -> Bool {
    let prelude = text[index...].prefix { $0 != 0x7B && $0 != 0x3B }
    let words = String(decoding: prelude, as: UTF8.self).asciiLowercased
    guard words.hasPrefix("@media") || words.hasPrefix("@import") else { return false }
    return ["width", "height", "orientation", "aspect-ratio"].contains { words.contains($0) }
  }

  /// Whether `vw`, `vh`, `vmin` or `vmax` follows a digit.
  private static func isViewportUnit(_ text: [UInt8], at index: Int) -> Bool {
    guard index > 0, (0x30...0x39).contains(text[index - 1]), index + 1 < text.count else {
      return false
    }
    return [0x77, 0x68, 0x6D].contains(text[index + 1] | 0x20)
  }
}
