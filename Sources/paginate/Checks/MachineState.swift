import Foundation
import Paginator

/// The fonts and dictionaries that a layout may choose from, by name and size: a new one may be a
/// better match than the one that was used, and so change pages.
enum MachineState {
  /// Those of the settings and, unless the settings exclude them, those of the system.
  static func text(_ settings: LayoutSettings) -> String {
    let own = settings.fontDir + settings.fontFile + settings.hyphenationDir
    let system = settings.noSystemFonts ? "" : systemFonts
    return (own.map(contents(of:)) + [system, systemDictionaries]).joined(separator: "\u{0}")
  }

  static var systemFonts: String {
    FontLibrary.systemFiles
      .map { size(of: $0, called: $0.fileName) }.sorted()
      .joined(separator: "\n")
  }

  static var systemDictionaries: String { contents(of: HyphenationLibrary.systemFolder) }

  private static func contents(of path: String) -> String {
    guard let names = FileManager.default.subpaths(atPath: path) else {
      return size(of: path, called: path)
    }
    return names.sorted().map { size(of: path + "/" + $0, called: $0) }.joined(separator: "\n")
  }

  private static func size(of path: String, called name: String) -> String {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return "\(name) \(attributes?[.size] as? Int ?? 0)"
  }
}
