import Foundation
import Paginator
package import Testing

/// Conditions for tests with optional requirements; the runner prints why a test is skipped.
extension Trait where Self == ConditionTrait {
  /// - Parameter path: relative to `../shared`.
  package static func needsShared(_ path: String) -> Self {
    let file = Checkout.shared.appendingPathComponent(path).path
    return .enabled(
      if: FileManager.default.fileExists(atPath: file), "../shared/\(path) is not there")
  }

  package static var needsUnicodeData: Self {
    .enabled(
      if: FileManager.default.fileExists(atPath: "/usr/share/unicode/auxiliary"),
      "unicode-data is not installed: Scripts/setup installs it")
  }

  package static var needsDictionaries: Self {
    .enabled(
      if: HyphenationLibrary().dictionary(for: "de") != nil,
      "no hyphenation dictionaries: Scripts/setup installs them")
  }

  package static func needsFont(_ family: String) -> Self {
    .enabled(
      if: FontLibrary().hasFamily(family), "\(family) is not installed: Scripts/setup installs it")
  }
}
