internal import Foundation
internal import Synchronization

/// Dictionaries by language. Each file is loaded once, on first use.
final class LoadedDictionaries<Dictionary: Sendable>: Sendable {
  let files: DictionaryFiles
  private let load: @Sendable (_ path: String, _ tag: String) -> Dictionary?
  private struct State {
    var byTag: [String: Dictionary?] = [:]
    var byPath: [String: Dictionary] = [:]
  }
  private let state = Mutex(State())

  init(
    _ files: DictionaryFiles,
    load: @escaping @Sendable (_ path: String, _ tag: String) -> Dictionary?
  ) {
    self.files = files
    self.load = load
  }

  /// The dictionary for a language tag: an exact match, else one for the language in any region.
  func dictionary(for tag: String) -> Dictionary? {
    let key = tag.lowercased()
    return state.withLock { state in
      if let known = state.byTag[key] { return known }
      let made = open(key, &state)
      state.byTag[key] = .some(made)
      return made
    }
  }

  private func open(_ tag: String, _ state: inout State) -> Dictionary? {
    for path in files.paths(for: tag) {
      if let known = state.byPath[path] { return known }
      guard let made = load(path, files.tag(ofPath: path)) else { continue }
      state.byPath[path] = made
      return made
    }
    return nil
  }
}

/// Finds dictionary files by language: an exact match, then the language alone, then its usual
/// region, then any region.
struct DictionaryFiles: Sendable {
  /// Searched in order.
  let folders: [String]
  let prefix: String

  /// The best file for a tag in each folder, in the order of the folders.
  func paths(for tag: String) -> [String] {
    let primary = LanguageTag.primary(tag)
    var result: [String] = []
    for folder in folders {
      let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        .filter { $0.hasPrefix(prefix) && $0.hasSuffix(".dic") }
      let byTag = Swift.Dictionary(
        names.map { (self.tag(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
      let name =
        byTag[tag] ?? byTag[primary] ?? Self.usual[primary].flatMap { byTag[$0] }
        ?? names.first { self.tag(of: $0).hasPrefix(primary + "-") }
      if let name { result.append(folder + "/" + name) }
    }
    return result
  }

  /// The languages that have a dictionary, sorted.
  var languages: [String] {
    Set(
      folders.flatMap { folder in
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
          .filter { $0.hasPrefix(prefix) && $0.hasSuffix(".dic") }.map { tag(of: $0) }
      }
    ).sorted()
  }

  /// The language of a file, whichever language it is used for.
  func tag(ofPath path: String) -> String {
    tag(of: path.fileName)
  }

  /// `hyph_en_US.dic` is "en-us".
  private func tag(of name: String) -> String {
    name.dropFirst(prefix.count).dropLast(4).lowercased().replacing("_", with: "-")
  }

  private static let usual = ["en": "en-us", "de": "de-de", "pt": "pt-pt", "fr": "fr-fr"]
}

/// The encodings that dictionaries name.
enum DictionaryEncoding {
  static func named(_ name: String) -> String.Encoding {
    let plain = name.uppercased().replacing("ISO-8859", with: "ISO8859")
    if plain.hasPrefix("ISO8859-"), let part = UInt(plain.dropFirst(8)), part <= 16 {
      // Core Foundation numbers these encodings from 0x201.
      return String.Encoding(rawValue: 0x8000_0200 + part)
    }
    switch plain {
    case "UTF-8": return .utf8
    case "KOI8-R": return String.Encoding(rawValue: 0x8000_0A02)
    case "KOI8-U": return String.Encoding(rawValue: 0x8000_0A08)
    case "MICROSOFT-CP1251", "CP1251": return .windowsCP1251
    default: return .isoLatin1
    }
  }
}

/// Tells which languages use hyphenation.
enum HyphenatedScripts {
  /// Languages written without hyphens or without spaces between words, and tags of no language.
  private static let undivided: Set<String> = [
    "am", "ar", "bo", "ckb", "cmn", "dv", "dz", "fa", "gan", "hak", "he", "hsn", "iw", "ja", "ji",
    "km", "ko", "ks", "lo", "lzh", "mul", "my", "nan", "ps", "sd", "syr", "th", "ti", "ug", "und",
    "ur", "vi", "wuu", "yi", "yue", "zh", "zxx",
  ]

  static func mayDivide(_ tag: String) -> Bool {
    let parts = tag.lowercased().split(separator: "-")
    guard let primary = parts.first, primary != "x" else { return false }
    return !undivided.contains(String(primary))
  }
}
