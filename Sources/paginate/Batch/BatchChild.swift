import CLinux
import Foundation
import Paginator

/// A worker process: reads units from standard input and writes rows to standard output. Only one
/// thread communicates with it.
final class BatchChild {
  /// The reason why a row is missing.
  enum Ending: Error {
    case crashed(signal: Int32)
    case exited(status: Int32)
    /// It was told to end, as a batch is: that says nothing about the book.
    case interrupted(signal: Int32)
    case timedOut
    case tookMemory
  }

  private let process: pid_t
  private let input: Int32
  private let output: Int32
  private var buffer: [UInt8] = []
  private var isReaped = false

  /// Starts this program again as a worker.
  init(arguments: [String]) throws {
    var (toChild, fromChild): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    // Closed on exec: children started at the same time must not inherit these ends.
    guard clinux_pipe(&toChild) == 0, clinux_pipe(&fromChild) == 0 else {
      let reason = OutputFile.reason(errno)
      for end in toChild where end >= 0 { close(end) }
      throw BookError(.inputOutput, "no pipe: \(reason)")
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], STDOUT_FILENO)
    var texts = (["paginate", "batch"] + arguments).map { strdup($0) }
    texts.append(nil)
    defer { for text in texts { free(text) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, "/proc/self/exe", &actions, nil, texts, environ)
    close(toChild[0])
    close(fromChild[1])
    guard code == 0 else {
      close(toChild[1])
      close(fromChild[0])
      throw BookError(.inputOutput, "no worker could be started: \(OutputFile.reason(code))")
    }
    process = child
    input = toChild[1]
    output = fromChild[0]
  }

  deinit {
    close(input)
    if !isReaped { _ = reap() }
    close(output)
  }

  /// Sends a unit and waits for its rows.
  ///
  /// - Parameters:
  ///   - limits: those of the unit.
  ///   - received: called for each row when it arrives.
  /// - Throws: `Ending` if the worker ends before its last row or exceeds a limit.
  func rows(
    of line: String, count: Int, limits: BatchLimits, received: (BatchRow) -> Void
  ) throws(Ending) {
    if OutputFile.writeAll(Array((line + "\n").utf8), to: input) != nil { throw end() }
    let deadline =
      limits.seconds > 0
      ? ProcessInfo.processInfo.systemUptime + Double(limits.seconds) : .infinity
    var left = count
    while left > 0 {
      if let row = nextRow() {
        received(row)
        left -= 1
        continue
      }
      var wait = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let isReady = poll(&wait, 1, 100) > 0
      if isReady, !fill() { throw end() }
      if ProcessInfo.processInfo.systemUptime > deadline { throw kill(.timedOut) }
      if limits.megabytes > 0, residentMegabytes > limits.megabytes { throw kill(.tookMemory) }
    }
  }

  /// The next complete row that has arrived; nil if there is none yet.
  private func nextRow() -> BatchRow? {
    guard let end = buffer.firstIndex(of: 0x0A) else { return nil }
    let line = String(decoding: buffer[..<end], as: UTF8.self)
    buffer.removeFirst(end + 1)
    return BatchRow(line: line)
  }

  /// - Returns: false at the end of the child's output.
  private func fill() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = read(output, &bytes, bytes.count)
    if count > 0 { buffer += bytes[..<count] }
    return count > 0 || count < 0 && errno == EINTR
  }

  private var residentMegabytes: Int {
    // Foundation reads files of /proc as empty, because their size is reported as 0.
    let file = open("/proc/\(process)/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = read(file, &bytes, bytes.count)
    let text = String(decoding: bytes[..<max(0, count)], as: UTF8.self)
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return (pages * Int(getpagesize())) >> 20
  }

  private func kill(_ ending: Ending) -> Ending {
    _ = Glibc.kill(process, SIGKILL)
    _ = reap()
    return ending
  }

  private func end() -> Ending {
    let status = reap()
    let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
    let asked = signal == 0 ? code - 128 : signal
    if Signals.ending.contains(asked) { return .interrupted(signal: asked) }
    return signal == 0 ? .exited(status: code) : .crashed(signal: signal)
  }

  private func reap() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    isReaped = true
    return status
  }
}
