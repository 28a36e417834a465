import CLinux
import Foundation
import Paginator

/// Keeps a crash in one book from taking the others: the work is done by a child process, and a
/// book that ends it is left out by the next child.
enum Supervisor {
  /// What was being done when a process ended.
  enum Stage: Int32 {
    case starting, reading, setting, comparing

    var phrase: String {
      switch self {
      case .starting: "starting"
      case .reading: "opening the book"
      case .setting: "setting the book"
      case .comparing: "comparing the pages"
      }
    }
  }

  struct Crash {
    let signal: Int32
    let stage: Stage

    var sentence: String {
      let cause = signal == SIGKILL ? "was killed, perhaps for want of memory" : "crashed"
      return
        "the program \(cause) (signal \(signal)) while \(stage.phrase): please report it with the book, or with \"paginate --version\" and the smallest part of the book that does it"
    }
  }

  /// A page that parent and child share: which unit of work is being done, and its stage.
  nonisolated(unsafe) private static var journal: UnsafeMutablePointer<Int32>?
  /// Units that ended a process, by number; whole for all units at once.
  nonisolated(unsafe) private(set) static var crashes: [Int: Crash] = [:]

  /// The number of work that is not divided into units.
  static let whole = -2
  private static let nothing: Int32 = -1

  /// Divides the process: the parent waits and never returns from here. Called while there is one
  /// thread. Where no process can be made, the work is done in this one.
  static func divide() {
    let page = mmap(
      nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    guard let page, page != MAP_FAILED else { return }
    let shared = page.bindMemory(to: Int32.self, capacity: 2)
    journal = shared
    while true {
      shared[0] = nothing
      shared[1] = Stage.starting.rawValue
      let child = clinux_fork()
      // In the child, or without one.
      if child == 0 { _ = clinux_die_with_parent() }
      if child <= 0 { return }
      note(endOf: child, shared)
    }
  }

  /// Waits for a child. A normal end is the program's own.
  private static func note(endOf child: Int32, _ journal: UnsafeMutablePointer<Int32>) {
    forwarded = child
    var forwardable = sigset_t()
    sigemptyset(&forwardable)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { number in _ = kill(Supervisor.forwarded, number) }
      sigaddset(&forwardable, number)
    }
    // Whoever started this process may have had them blocked.
    pthread_sigmask(SIG_UNBLOCK, &forwardable, nil)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let ending = status & 0x7F
    guard ending != 0 else { _exit(status >> 8 & 0xFF) }
    let unit = Int(journal[0])
    guard unit != Int(nothing), crashes[unit] == nil,
      ![SIGINT, SIGTERM, SIGHUP, SIGPIPE].contains(ending)
    else { _exit(128 + ending) }
    crashes[unit] = Crash(signal: ending, stage: Stage(rawValue: journal[1]) ?? .starting)
  }

  nonisolated(unsafe) private static var forwarded: Int32 = 0

  /// Notes that a unit is begun.
  static func begin(_ unit: Int) {
    journal?[0] = Int32(clamping: unit)
    enter(.reading)
  }

  static func enter(_ stage: Stage) { journal?[1] = stage.rawValue }

  /// For tests of debug builds: a book of this name ends the process.
  static func crashIfAsked(_ book: String) {
    #if DEBUG
      let asked = ProcessInfo.processInfo.environment["PAGINATE_TEST_CRASH"]
      precondition(asked != book, "a test asked for this")
    #endif
  }
}
