internal import Markup
internal import Synchronization

/// The built-in stylesheets. Their files are in `Styles/`; the binary embeds them.
public enum Preset {
  /// In the order that `paginate styles` lists them.
  public static let names = ["novel", "pocket", "large-print", "textbook", "screen"]
  /// The default preset.
  public static let standard = "novel"
  /// The name of no preset: the user-agent sheet alone applies.
  public static let none = "none"

  /// The CSS of a preset.
  /// - Returns: nil for an unknown name.
  public static func css(named name: String) -> String? {
    switch name {
    case "novel": text(PackageResources.novel_css)
    case "pocket": text(PackageResources.pocket_css)
    case "large-print": text(PackageResources.large_print_css)
    case "textbook": text(PackageResources.textbook_css)
    case "screen": text(PackageResources.screen_css)
    default: nil
    }
  }

  /// The CSS of ``none``: a rule of the user-agent sheet for pages without a preset (HTML, section
  /// 15.3.3). In books and on fixed-layout pages, the margins of the page are the only ones.
  public static let noneCSS = "body { margin: 8px }"

  /// The user-agent stylesheet, used with every preset.
  public static var base: String { text(PackageResources.base_css) }

  /// Rules that the book presets share; any preset may import them as "book.css".
  public static var book: String { text(PackageResources.book_css) }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension StyleSheet {
  /// A built-in stylesheet or a user's preset. It imports built-in ones only, so that it depends on nothing but its
  /// text: a program that sets many books parses it once.
  static func preset(_ css: String, path: String, origin: StyleOrigin) -> StyleSheet {
    let key = PresetKey(css: css, path: path, origin: origin)
    if let known = knownPresets.withLock({ $0[key] }) { return known }
    let made = parsePreset(css, path: path, origin: origin)
    knownPresets.withLock { known in
      if known.count >= mostPresets { known.removeAll() }
      known[key] = made
    }
    return made
  }

  private struct PresetKey: Hashable {
    let css: String
    let path: String
    let origin: StyleOrigin
  }

  private static let knownPresets = Mutex<[PresetKey: StyleSheet]>([:])
  private static let mostPresets = 16

  private static func parsePreset(
    _ css: String, path: String, origin: StyleOrigin
  ) -> StyleSheet {
    StyleSheetParser.parse(css, path: path, origin: origin, media: MediaQuery()) { url, _ in
      if url == "book.css" { return (Preset.book, url) }
      guard url.hasSuffix(".css"), let css = Preset.css(named: String(url.dropLast(4))) else {
        return nil
      }
      return (css, url)
    }
  }
}

/// A summary of a preset's settings, for `paginate styles`.
public struct PresetSummary: Sendable {
  /// The name that `--style` accepts.
  public let name: String
  /// The first comment of its CSS.
  public let summary: String
  /// The page size, in points; nil if the preset does not specify it.
  public let page: Size?
  /// The text's font families.
  public let families: [String]
  /// Text style to size and leading, for every reader size.
  public let textStyles: [(name: String, cells: [(ReaderSize, Length, Length)])]

  /// Summarizes a preset's stylesheet.
  public init(name: String, css: String) {
    self.name = name
    let sheet = StyleSheet.preset(css, path: name, origin: .preset)
    let comment = css.split(separator: "*/", maxSplits: 1).first.map(String.init) ?? ""
    summary =
      comment.hasPrefix("/*")
      ? comment.dropFirst(2).split(whereSeparator: \.isWhitespace).joined(separator: " ") : ""
    var size: Size?
    var families: [String] = []
    for rule in sheet.pageRules where rule.pseudoClasses.isEmpty && rule.name == nil {
      for entry in rule.block.entries where entry.property == "size" {
        size = PageSizes.size(entry.value) ?? size
      }
    }
    for rule in sheet.rules {
      for entry in rule.block.entries where entry.property == "font-family" && families.isEmpty {
        if case .list(let names) = entry.value {
          families = names.compactMap { if case .string(let name) = $0 { name } else { nil } }
        }
      }
    }
    page = size
    self.families = families
    textStyles = sheet.textStyles.keys.sorted().map { name in
      let cells = sheet.textStyles[name]?.cells ?? [:]
      return (
        name,
        ReaderSize.allCases.compactMap { size in
          cells[size].map { (size, $0.size, $0.leading) }
        }
      )
    }
  }
}

extension PresetSummary {
  /// The font and the leading of a text style at a reader's size
  /// (`UIFont.preferredFont(forTextStyle:compatibleWith:)`).
  ///
  /// - Parameter textStyle: one of `textStyles`, such as "body" or "title".
  /// - Returns: nil if the preset does not have the style or the size.
  public func preferredFont(
    for textStyle: String, at size: ReaderSize
  ) -> (font: FontStyle, leading: Length)? {
    guard let cells = textStyles.first(where: { $0.name == textStyle })?.cells,
      let cell = cells.first(where: { $0.0 == size })
    else { return nil }
    var font = FontStyle()
    if !families.isEmpty { font.families = families }
    font.size = cell.1
    return (font, cell.2)
  }
}
