import ArgumentParser
import EPUB
import Foundation
import Markup
import Paginator

/// `paginate watch`: makes a proof again when its inputs change.
struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Make a proof, and make it again whenever an input changes; the browser follows.",
    discussion: """
      paginate watch book.epub --page 6x9 -o proof/
      paginate watch                                 the book of paginate.yml
      Open the address that it prints, or proof/index.html, once: after each change the page shows \
      the new pages at the same place, and errors with their file, line and column until they are \
      corrected. The address is of this machine alone, and has a secret. Ctrl-C ends it.
      """)

  @OptionGroup var source: ProofArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The proof's folder (default: BOOK-NAME.proof).", valueName: "dir"))
  var output: String?

  @Flag(help: "Start no server: the proof is opened from its folder.")
  var noServer = false

  @Flag(name: .shortAndLong, help: "Print errors only, and start no server.")
  var quiet = false

  func run() async throws {
    let target = try source.target()
    if !quiet { target.reportSource() }
    let folder = output ?? target.name + ".proof"
    var maker = ProofMaker(source, target, folder: folder)
    let watcher = FileWatcher()
    var server: ProofServer?
    var used: [String] = []
    // The inputs when the last change was seen.
    var changed: InputState?
    while true {
      let inputs = maker.inputs
      watcher.watch(inputs + used)
      // To detect inputs that change while the book is set.
      let before = changed ?? InputState(of: inputs + used)
      changed = nil
      let start = ContinuousClock.now
      var failure: (any Error)?
      do {
        let pagination = try await maker.make(ProofMaker.Inputs(paths: inputs, state: before))
        // Of what is unchanged, nothing is read again.
        let files = pagination.filesOfDocument
        used = Array(Set(used + files.read + files.missing)).sorted()
        if server == nil, !noServer, !quiet { server = ProofServer(folder: folder) }
        server?.announce(maker.version)
        report(pagination, server?.address ?? folder + "/index.html", start.duration(to: .now))
      } catch {
        // A wrong option stays wrong; a project file can be corrected.
        guard let status = Failure.status(of: error), status != 64 || maker.version > 0 else {
          throw error
        }
        failure = error
      }
      let known = maker
      let files = used
      let paths = { known.inputs + files }
      let seen = InputState(of: paths())
      guard before.isPart(of: seen) else { continue }
      if let failure {
        // A file that is half written is often not well-formed: its writer gets a moment.
        if await Self.changes(paths, since: seen, within: .milliseconds(150)) { continue }
        // Without a proof in which it can be shown, the error ends the run.
        try maker.show(failure)
        Console.writeError(PrintableText.lines("paginate: error: \(failure)") + "\n")
        server?.announce(maker.version)
      }
      changed = await Self.waitForChange(of: paths, since: seen, watcher)
    }
  }

  private func report(_ pagination: Pagination, _ place: String, _ time: Duration) {
    guard !quiet else { return }
    Console.print(
      "\(counted(pagination.pages.count, "page")): \(place)"
        + String(format: " (%.2f s)", time.inSeconds))
  }

  /// Waits until files differ from `seen`, and then until they stay the same for a moment: a save is
  /// often several writes, and the last one counts. One that comes later is set after this one.
  /// - Returns: the files as they are then.
  private static func waitForChange(
    of paths: () -> [String], since seen: InputState, _ watcher: FileWatcher
  ) async -> InputState {
    watcher.watch(paths())
    var now = InputState(of: paths())
    while now == seen {
      await watcher.wait()
      now = InputState(of: paths())
    }
    while true {
      try? await Task.sleep(for: .milliseconds(5))
      let next = InputState(of: paths())
      if next == now { return now }
      now = next
    }
  }

  private static func changes(
    _ paths: () -> [String], since seen: InputState, within time: Duration
  ) async -> Bool {
    try? await Task.sleep(for: time)
    return InputState(of: paths()) != seen
  }
}
