internal import Foundation

/// A resource that a document refers to: its bytes, path and media type.
public struct Resource: Sendable {
  /// The content, without obfuscation.
  public let bytes: [UInt8]
  /// The path from the publication's root, or "data:" for a resource inside the document.
  public let href: String
  /// The media type in the manifest or in a data URL; nil if it is not given.
  public let mediaType: String?
}

/// Why a file of the book is not read.
public enum ResourceFailure: Error, Sendable {
  /// Not in the container; with its path.
  case missing(String)
  /// Outside the book's folder, or on the network.
  case refused(String)
  /// In the container, but not in the package's manifest, so not part of the book.
  case unlisted(String)
  /// Damaged or encrypted.
  case unreadable(String)
}

extension Publication {
  /// Reads the resource that a URL in a file of the book refers to. Nothing outside the container
  /// (the document's folder, or `--root`) and nothing on the network is ever read.
  /// - Parameters:
  ///   - url: as written: relative, percent-encoded, from the root, or a data URL.
  ///   - base: the href of the file that contains the URL.
  public func resource(_ url: String, relativeTo base: String) throws(ResourceFailure) -> Resource {
    let trimmed = url.trimmingCharacters(in: .whitespacesAndNewlines)
    if trimmed.lowercased().hasPrefix("data:") { return try Self.dataURL(trimmed) }
    if ContainerPath.hasScheme(trimmed) || trimmed.hasPrefix("//") { throw .refused(trimmed) }
    if case .loose(let folder, let root) = container.storage {
      return try looseResource(trimmed, relativeTo: base, folder: folder, root: root)
    }
    guard let path = ContainerPath.resolve(trimmed, relativeTo: base) else {
      throw .missing(trimmed)
    }
    return try listedResource(path)
  }

  /// The paths of the files that were asked for beside a single document so far: those that were read,
  /// and those that do not exist. None for an EPUB, which contains its files.
  public var filesOfDocument: (read: [String], missing: [String]) {
    (
      fileLog.names(there: true).map(displayPath(of:)),
      fileLog.names(there: false).map(displayPath(of:))
    )
  }

  /// The place in the book that a link leads to, as "href#id" or "href"; nil if it leads out of the
  /// book.
  public func place(of url: String, from base: String) -> String? {
    ContainerPath.place(of: url, from: base)
  }

  /// The relative URL of a file of the container, seen from another file.
  public func relativeURL(of href: String, from base: String) -> String {
    ContainerPath.steps(
      to: href.split(separator: "/").map(String.init),
      from: base.split(separator: "/").dropLast().map(String.init)
    ).map { $0.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? $0 }
      .joined(separator: "/")
  }

  /// RFC 3986, section 2.3.
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// A resource of an EPUB by its path: itself, or the first fallback of its manifest entry that
  /// can be shown.
  private func listedResource(_ path: String) throws(ResourceFailure) -> Resource {
    let listed = item(at: path)
    if listed == nil, package?.isVersion2 == false { throw .unlisted(path) }
    let item = listed.flatMap { package?.supported($0, by: Self.resourceKind) } ?? listed
    let href = item?.href ?? path
    do {
      guard let bytes = try container.bytes(href) else { throw ResourceFailure.missing(href) }
      let method = encryption?.methods[href]
      if case .other? = method { throw ResourceFailure.unreadable(href) }
      let clear = method.flatMap { encryption?.clear(bytes, method: $0) } ?? bytes
      return Resource(bytes: clear, href: href, mediaType: item?.mediaType)
    } catch let failure as ResourceFailure {
      throw failure
    } catch {
      throw .unreadable(href)
    }
  }

  /// True for media types that need no fallback; nil for others.
  private static func resourceKind(_ mediaType: String) -> Bool? {
    documentKind(mediaType) != nil || mediaType.hasPrefix("font/") || mediaType == "text/css"
      || mediaType.contains("font") || mediaType.contains("opentype") ? true : nil
  }

  // MARK: Beside a single document

  private func looseResource(
    _ url: String, relativeTo base: String, folder: URL, root: URL
  ) throws(ResourceFailure) -> Resource {
    let pathPart = url.prefix { $0 != "#" && $0 != "?" }
    guard !pathPart.isEmpty, let decoded = String(pathPart).removingPercentEncoding,
      !decoded.contains("\0")
    else { throw .missing(url) }
    let file: URL
    if decoded.hasPrefix("/") {
      file = root.appendingPathComponent(String(decoded.drop { $0 == "/" }))
    } else {
      file = folder.appendingPathComponent(base).deletingLastPathComponent()
        .appendingPathComponent(decoded)
    }
    let resolved = file.standardizedFileURL.resolvingSymlinksInPath()
    guard Container.isInside(resolved, folder) || Container.isInside(resolved, root) else {
      throw .refused(url)
    }
    let name = href(of: resolved, from: folder)
    let bytes = container.replaced[name] ?? Container.read(resolved, within: [folder, root])
    fileLog.note(name, isThere: bytes != nil)
    guard let bytes else { throw .missing(url) }
    return Resource(bytes: bytes, href: name, mediaType: nil)
  }

  private func href(of file: URL, from folder: URL) -> String {
    if Container.isInside(file, folder) {
      return String(file.path.dropFirst(folder.path.count + 1))
    }
    // Outside the document's folder, but inside the root: relative to the document's folder.
    return ContainerPath.steps(to: file.pathComponents, from: folder.pathComponents)
      .joined(separator: "/")
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
