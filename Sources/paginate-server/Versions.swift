/// The number of the proof's last version, and the browsers that wait for the next one.
actor Versions {
  private var last = 0
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var count = 0

  /// A version is in its place.
  func begin(_ version: Int) {
    last = version
    let all = waiting.values
    waiting.removeAll()
    for one in all { one.resume() }
  }

  /// Waits for a version after the one that a browser has, but not for ever: a browser that went
  /// away is noticed only when it is answered.
  func wait(after version: Int, atMost time: Duration) async {
    guard last <= version else { return }
    count += 1
    let own = count
    let timer = Task {
      try? await Task.sleep(for: time)
      giveUp(own)
    }
    await withCheckedContinuation { waiting[own] = $0 }
    timer.cancel()
  }

  private func giveUp(_ number: Int) { waiting.removeValue(forKey: number)?.resume() }
}
