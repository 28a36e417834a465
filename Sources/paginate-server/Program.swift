import FlyingFox
import FlyingSocks
import Foundation

/// Serves a proof to browsers on this machine: `paginate watch` starts it beside itself. It is a
/// program of its own, so that `paginate` is not linked with an HTTP library.
///
/// It prints its address, reads the number of each new version from standard input, and ends with
/// that.
@main
enum Program {
  static func main() async throws {
    guard CommandLine.arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: paginate-server FOLDER\n".utf8))
      exit(64)
    }
    let versions = Versions()
    let server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
    let running = Task { try await server.run() }
    try await server.waitUntilListening()
    guard case .ip4(_, let port)? = await server.listeningAddress else { exit(74) }
    let site = ProofSite(
      folder: CommandLine.arguments[1], token: ProofSite.newToken(), port: port,
      versions: versions)
    await server.appendRoute("*") { await site.response(to: $0) }
    FileHandle.standardOutput.write(Data("\(site.address)\n".utf8))
    Thread.detachNewThread { read(versions) }
    try await running.value
  }

  private static func read(_ versions: Versions) {
    while let line = readLine() {
      guard let number = Int(line) else { continue }
      Task { await versions.begin(number) }
    }
    exit(0)
  }
}
