import Foundation

/// Measures the time and memory of a run.
struct RunUsage {
  private let start = ContinuousClock.now

  private static var usage: rusage {
    var usage = rusage()
    getrusage(Int32(bitPattern: UInt32(bitPattern: RUSAGE_SELF.rawValue)), &usage)
    return usage
  }

  /// The CPU time of this process, in all its threads.
  static var processorSeconds: Double {
    let usage = usage
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
  }

  static var peakMegabytes: Int { usage.ru_maxrss / 1024 }

  func report(documents: Int, pages: Int) {
    let cpu = Self.processorSeconds
    let seconds = start.duration(to: .now).inSeconds
    let text = String(
      format: "stats: %d documents parsed, %d pages, %.2f s, %.2f s CPU, peak %d MB\n", documents,
      pages, seconds, cpu, Self.peakMegabytes)
    Console.writeError(text)
  }
}

extension Duration {
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
