internal import Foundation

/// A resource that a document names: its bytes and what they are known as.
public struct Resource: Sendable {
  public let bytes: [UInt8]
  /// From the publication's folder, or "data:" for one inside the document.
  public let href: String
  public let mediaType: String?
}

public enum ResourceFailure: Error, Sendable {
  case missing(String)
  /// Outside the book's folder, or on the network.
  case refused(String)
}

extension Publication {
  /// Reads what a URL means, seen from a file of the book. Nothing above the book's folder (or
  /// `--root`) and nothing on the network is ever read.
  /// - Parameters:
  ///   - url: as written: relative, percent-encoded, from the root, or a data URL.
  ///   - base: the href of the file that names it.
  public func resource(_ url: String, relativeTo base: String) throws(ResourceFailure) -> Resource {
    let trimmed = url.trimmingCharacters(in: .whitespacesAndNewlines)
    if trimmed.lowercased().hasPrefix("data:") { return try Self.dataURL(trimmed) }
    if let colon = trimmed.firstIndex(of: ":"),
      trimmed[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+") })
    {
      throw .refused(trimmed)
    }
    let pathPart = trimmed.prefix { $0 != "#" && $0 != "?" }
    guard !pathPart.isEmpty, !pathPart.hasPrefix("//"),
      let decoded = String(pathPart).removingPercentEncoding, !decoded.contains("\0")
    else { throw .missing(trimmed) }
    let file: URL
    if decoded.hasPrefix("/") {
      file = root.appendingPathComponent(String(decoded.drop { $0 == "/" }))
    } else {
      file = folder.appendingPathComponent(base).deletingLastPathComponent()
        .appendingPathComponent(decoded)
    }
    let resolved = file.standardizedFileURL.resolvingSymlinksInPath()
    guard isInside(resolved, folder) || isInside(resolved, root) else { throw .refused(trimmed) }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: resolved.path, isDirectory: &isFolder),
      !isFolder.boolValue, let data = FileManager.default.contents(atPath: resolved.path)
    else { throw .missing(trimmed) }
    return Resource(bytes: [UInt8](data), href: href(of: resolved), mediaType: nil)
  }

  private func isInside(_ file: URL, _ folder: URL) -> Bool {
    file.path.hasPrefix(folder.path.hasSuffix("/") ? folder.path : folder.path + "/")
  }

  private func href(of file: URL) -> String {
    if isInside(file, folder) { return String(file.path.dropFirst(folder.path.count + 1)) }
    // Above the document's folder but under the root: written from the document.
    let from = folder.pathComponents
    let to = file.pathComponents
    let common = zip(from, to).prefix { $0 == $1 }.count
    let ups = Array(repeating: "..", count: from.count - common)
    return (ups + to[common...]).joined(separator: "/")
  }

  private static func dataURL(_ url: String) throws(ResourceFailure) -> Resource {
    guard let comma = url.firstIndex(of: ",") else { throw .missing("data:") }
    let head = url[url.index(url.startIndex, offsetBy: 5)..<comma]
    let body = String(url[url.index(after: comma)...])
    let fields = head.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
    let type = head.hasPrefix(";") ? nil : fields.first
    let decoded = body.removingPercentEncoding ?? body
    if fields.contains(where: { $0.lowercased() == "base64" }) {
      guard let data = Data(base64Encoded: decoded, options: .ignoreUnknownCharacters) else {
        throw .missing("data:")
      }
      return Resource(bytes: [UInt8](data), href: "data:", mediaType: type)
    }
    return Resource(bytes: Array(decoded.utf8), href: "data:", mediaType: type)
  }
}
