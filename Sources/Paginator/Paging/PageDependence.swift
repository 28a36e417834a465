internal import Markup

/// Tells styles that may mean one thing on one page and another on another: media queries about the
/// page's size, and lengths that are shares of it. Rather once too often than once too seldom.
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

  /// Of `style` attributes.
  static func isIn(_ tree: ElementTree) -> Bool {
    guard let style = tree.names.firstIndex(where: { $0.local == "style" }) else { return false }
    return tree.attributes.contains { Int($0.name) == style && isIn($0.value) }
  }

  /// `@media` or `@import` with a feature of the page in what comes before its block or its end.
  private static func asksForSize(_ text: [UInt8], at index: Int) -> Bool {
    let prelude = text[index...].prefix { $0 != 0x7B && $0 != 0x3B }
    let words = String(decoding: prelude, as: UTF8.self).asciiLowercased
    guard words.hasPrefix("@media") || words.hasPrefix("@import") else { return false }
    return ["width", "height", "orientation", "aspect-ratio"].contains { words.contains($0) }
  }

  /// `vw`, `vh`, `vmin`, `vmax` behind a digit.
  private static func isViewportUnit(_ text: [UInt8], at index: Int) -> Bool {
    guard index > 0, (0x30...0x39).contains(text[index - 1]), index + 1 < text.count else {
      return false
    }
    return [0x77, 0x68, 0x6D].contains(text[index + 1] | 0x20)
  }
}
