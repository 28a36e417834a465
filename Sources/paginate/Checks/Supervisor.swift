import CLinux
import Foundation
import Paginator

/// Isolates crashes: a child process does the work, and if a book crashes it, the next child skips
/// the book.
enum Supervisor {
  /// What the process was doing when it ended.
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

  /// Memory shared by parent and child: the number of the current unit, and its stage.
  nonisolated(unsafe) private static var journal: UnsafeMutablePointer<Int32>?
  /// Crashes by the number of the unit; `whole` for all units together.
  nonisolated(unsafe) private(set) static var crashes: [Int: Crash] = [:]

  /// The number of the unit for work that is not divided.
  static let whole = -2
  private static let nothing: Int32 = -1

  /// Forks the process. The parent waits for children and never returns; each child returns and
  /// does the work. Must be called while there is only one thread. If the fork fails, this process
  /// does the work.
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
      // In the child, or in this process if the fork failed.
      if child == 0 { _ = clinux_die_with_parent() }
      if child <= 0 { return }
      note(endOf: child, shared)
    }
  }

  /// Waits for a child, and exits with its status if it exited. Records the crash of a unit.
  private static func note(endOf child: Int32, _ journal: UnsafeMutablePointer<Int32>) {
    forwarded = child
    var forwardable = sigset_t()
    sigemptyset(&forwardable)
    for number in Signals.ending {
      signal(number) { number in _ = kill(Supervisor.forwarded, number) }
      sigaddset(&forwardable, number)
    }
    // The process that started this one may have blocked these signals.
    pthread_sigmask(SIG_UNBLOCK, &forwardable, nil)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let ending = status & 0x7F
    guard ending != 0 else { _exit(status >> 8 & 0xFF) }
    let unit = Int(journal[0])
    guard unit != Int(nothing), crashes[unit] == nil,
      !Signals.ending.contains(ending), ending != SIGPIPE
    else { _exit(128 + ending) }
    crashes[unit] = Crash(signal: ending, stage: Stage(rawValue: journal[1]) ?? .starting)
  }

  nonisolated(unsafe) private static var forwarded: Int32 = 0

  /// Records that a unit begins.
  static func begin(_ unit: Int) {
    journal?[0] = Int32(clamping: unit)
    enter(.reading)
  }

  static func enter(_ stage: Stage) { journal?[1] = stage.rawValue }

  /// For tests, in debug builds and with `-DTESTING`: crashes the process at the book that a test names.
  static func crashIfAsked(_ book: String) {
    #if DEBUG || TESTING
      let asked = ProcessInfo.processInfo.environment["PAGINATE_TEST_CRASH"]
      precondition(asked != book, "a test asked for this")
    #endif
  }
}
