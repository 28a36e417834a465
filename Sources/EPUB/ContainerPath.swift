internal import Foundation

/// Paths inside a container (EPUB 3.3, section 4.2): components separated by "/", no leading "/".
enum ContainerPath {
  /// The path to which a URL in a file of the container refers. As in the URL standard, ".."
  /// segments never lead above the root.
  /// - Returns: nil for a URL with a scheme or a host, and for one without a path.
  static func resolve(_ url: String, relativeTo base: String) -> String? {
    guard !hasScheme(url), !url.hasPrefix("//") else { return nil }
    let pathPart = url.prefix { $0 != "#" && $0 != "?" }
    guard !pathPart.isEmpty, let decoded = String(pathPart).removingPercentEncoding,
      !decoded.contains("\0")
    else { return nil }
    var components: [Substring] =
      decoded.hasPrefix("/") ? [] : base.split(separator: "/").dropLast()
    for component in decoded.split(separator: "/") {
      switch component {
      case ".": break
      case "..": if !components.isEmpty { components.removeLast() }
      default: components.append(component)
      }
    }
    return components.isEmpty ? nil : components.joined(separator: "/")
  }

  /// The place to which a URL in a file of the container leads, as "path#id" or "path"; nil if it leads out
  /// of the container.
  static func place(of url: String, from base: String) -> String? {
    let fragment = fragment(of: url).map { "#" + $0 } ?? ""
    if url.hasPrefix("#") { return base + fragment }
    return resolve(url, relativeTo: base).map { $0 + fragment }
  }

  /// The steps from a folder to a file, both from the same root.
  static func steps(to file: [String], from folder: [String]) -> [String] {
    let common = zip(folder, file).prefix { $0 == $1 }.count
    return Array(repeating: "..", count: folder.count - common) + file[common...]
  }

  static func fragment(of url: String) -> String? {
    guard let hash = url.firstIndex(of: "#") else { return nil }
    let text = String(url[url.index(after: hash)...])
    return text.removingPercentEncoding ?? text
  }

  static func hasScheme(_ url: String) -> Bool {
    guard let colon = url.firstIndex(of: ":"), let first = url.first, first.isASCII, first.isLetter
    else { return false }
    return url[..<colon].allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
    }
  }

  /// Why an entry's name is not safe; nil if it is safe.
  static func problem(of name: String) -> String? {
    if name.hasPrefix("/") { return "an absolute path" }
    if name.contains("\\") { return "a backslash in its name" }
    if name.contains("\0") { return "a NUL in its name" }
    let components = name.split(separator: "/", omittingEmptySubsequences: false)
    if components.contains("..") || components.contains(".") {
      return "a path that leaves the container"
    }
    if let first = components.first, first.count == 2, first.last == ":" { return "a drive letter" }
    return nil
  }
}
