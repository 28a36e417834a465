import FlyingFox
import Foundation

/// The files of a proof, for requests that know its token. Nothing else of the disk is served.
struct ProofSite: Sendable {
  let folder: String
  let token: String
  let port: UInt16
  let versions: Versions

  /// Where a browser finds the proof.
  var address: String { "http://127.0.0.1:\(port)/\(token)/index.html" }

  /// 128 random bits, in hexadecimal digits.
  static func newToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<16).map { _ in
      let byte = UInt8.random(in: .min ... .max, using: &generator)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// Pages of other sites may send requests here: they do not know the token, and a name of theirs
  /// that leads to this machine is in the request's `Host`.
  func response(to request: HTTPRequest) async -> HTTPResponse {
    guard request.method == .GET else { return HTTPResponse(statusCode: .methodNotAllowed) }
    guard let host = request.headers[.host],
      ["127.0.0.1:\(port)", "localhost:\(port)"].contains(host)
    else { return HTTPResponse(statusCode: .forbidden) }
    // Browsers ask for it by themselves, without the token.
    if request.path == "/favicon.ico" { return HTTPResponse(statusCode: .noContent) }
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 2, parts[0].isEmpty, isToken(parts[1]) else {
      return HTTPResponse(statusCode: .notFound)
    }
    let name = parts.dropFirst(2)
    guard let type = Self.type(of: name) else { return HTTPResponse(statusCode: .notFound) }
    let path = name.joined(separator: "/")
    if path == "data/version.js", let known = request.query["after"].flatMap({ Int($0) }) {
      await versions.wait(after: known, atMost: .seconds(10))
    }
    guard let content = Self.content(of: folder + "/" + path) else {
      return HTTPResponse(statusCode: .notFound)
    }
    return HTTPResponse(
      statusCode: .ok, headers: Self.headers(type),
      body: HTTPBodySequence(data: content, suggestedBufferSize: max(1, content.count)))
  }

  /// Takes as long for every wrong token of the right length.
  private func isToken(_ text: Substring) -> Bool {
    guard text.utf8.count == token.utf8.count else { return false }
    return zip(text.utf8, token.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  // MARK: Files

  private static let folders: Set<Substring> = ["data", "pages", "old"]

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
  ]

  /// The media type of a file that a proof may have; nil for another name.
  private static func type(of name: ArraySlice<Substring>) -> String? {
    guard let file = name.last, name.count == 1 || name.count == 2 && folders.contains(name[2])
    else { return nil }
    let parts = file.split(separator: ".", omittingEmptySubsequences: false)
    let isPlain = file.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard isPlain, parts.count == 2, !parts[0].isEmpty else { return nil }
    return types[String(parts[1])]
  }

  /// The bytes of a regular file; nil for anything else, such as a link.
  private static func content(of path: String) -> Data? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return (try? file.readToEnd()) ?? Data()
  }

  /// The page's own policy is in `index.html`; this one says what a page cannot say of itself.
  private static func headers(_ type: String) -> HTTPHeaders {
    var headers: HTTPHeaders = [:]
    headers[.contentType] = type
    headers[.cacheControl] = "no-store"
    headers[HTTPHeader("X-Content-Type-Options")] = "nosniff"
    headers[HTTPHeader("Referrer-Policy")] = "no-referrer"
    headers[HTTPHeader("Cross-Origin-Resource-Policy")] = "same-origin"
    if type.hasPrefix("text/html") {
      headers[HTTPHeader("Content-Security-Policy")] = "frame-ancestors 'none'"
    }
    return headers
  }
}
