internal import Markup

/// Finds styles that depend on the page size: media queries about it, and viewport units.
/// Conservative: may report false positives.
enum PageDependence {
  static func isIn(_ css: String) -> Bool {
    var css = css
    return css.withUTF8(isIn)
  }

  /// Whether a `style` attribute of a document depends on the page size.
  static func isIn(_ tree: ElementTree) -> Bool {
    // An element has this name, too.
    let names = tree.names.map { $0.local == "style" && $0.namespace.isEmpty }
    return tree.attributes.contains { names[Int($0.name)] && isIn($0.value) }
  }

  private static func isIn(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var isInPrelude = false
    for index in text.indices {
      switch text[index] {
      case 0x40:
        isInPrelude =
          isInPrelude || Self.text(text, has: "@media", at: index)
          || Self.text(text, has: "@import", at: index)
      case 0x7B, 0x3B: isInPrelude = false
      case 0x56, 0x76: if isViewportUnit(text, at: index) { return true }
      // An escape may hide a unit: "4\76 w".
      case 0x5C: if isEscapedV(text, at: index) { return true }
      default: if isInPrelude, isSizeFeature(text, at: index) { return true }
      }
    }
    return false
  }

  /// The features of the page size in a media query.
  private static func isSizeFeature(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    ["width", "height", "orientation", "aspect-ratio"].contains {
      Self.text(text, has: $0, at: index)
    }
  }

  /// Whether a word in lower case is at a place, in any case.
  private static func text(
    _ text: UnsafeBufferPointer<UInt8>, has word: StaticString, at index: Int
  ) -> Bool {
    guard text.count - index >= word.utf8CodeUnitCount else { return false }
    return (0..<word.utf8CodeUnitCount).allSatisfy { offset in
      let byte = text[index + offset]
      let lower = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
      return lower == word.utf8Start[offset]
    }
  }

  /// Whether `vw`, `vh`, `vmin`, `vmax`, `vi` or `vb` follows a digit, also for the small, large and
  /// dynamic viewports: `svw` (CSS Values 4, section 6.1.2).
  private static func isViewportUnit(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard index + 1 < text.count, "whmib".utf8.contains(text[index + 1] | 0x20) else {
      return false
    }
    let isKind = index > 0 && "sld".utf8.contains(text[index - 1] | 0x20)
    let digit = index - (isKind ? 2 : 1)
    return digit >= 0 && (0x30...0x39).contains(text[digit])
  }

  private static func isEscapedV(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    let digits = text[(index + 1)...].prefix(6).drop { $0 == 0x30 }
    return digits.starts(with: "76".utf8) || digits.starts(with: "56".utf8)
  }
}
