import Foundation

/// The program `paginate-server`, which is beside this one and serves a proof to browsers on this
/// machine. It ends when this object does.
final class ProofServer {
  /// The address of the proof, with its token.
  let address: String
  private let process = Process()
  private let input = Pipe()

  /// Nil if the program is not installed, or cannot serve.
  init?(folder: String) {
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let program = own.deletingLastPathComponent().appendingPathComponent("paginate-server")
    guard FileManager.default.isExecutableFile(atPath: program.path) else { return nil }
    let output = Pipe()
    process.executableURL = program
    process.arguments = [folder]
    process.standardInput = input
    process.standardOutput = output
    guard (try? process.run()) != nil else { return nil }
    var line = Data()
    // Its first line is its address.
    while !line.contains(0x0A) {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { return nil }
      line += more
    }
    address = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  deinit { try? input.fileHandleForWriting.close() }

  /// Tells browsers that a version is in its place.
  func announce(_ version: Int) {
    try? input.fileHandleForWriting.write(contentsOf: Data("\(version)\n".utf8))
  }
}
