/// Finds the known name that a misspelled one is for.
enum NearName {
  /// A longer name is not compared.
  private static let longest = 40

  /// - Returns: the first of the names that differ least; nil if all differ in more than a third of
  ///   the letters.
  static func nearest(to name: String, among known: [String]) -> String? {
    let letters = Array(name.lowercased().utf8)
    guard !letters.isEmpty, letters.count <= longest else { return nil }
    let near = known.map { (name: $0, changes: changes(letters, Array($0.utf8))) }
      .min { $0.changes < $1.changes }
    guard let near, near.changes <= max(1, letters.count / 3) else { return nil }
    return near.name
  }

  /// How many letters must be added, removed, replaced, or exchanged with the next one, each at most
  /// once: the optimal string alignment distance, row by row.
  private static func changes(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var before: [Int] = []
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var next = [i + 1]
      for (j, other) in b.enumerated() {
        var least = min(row[j + 1] + 1, next[j] + 1, row[j] + (letter == other ? 0 : 1))
        if i > 0, j > 0, letter == b[j - 1], a[i - 1] == other {
          least = min(least, before[j - 1] + 1)
        }
        next.append(least)
      }
      (before, row) = (row, next)
    }
    return row[b.count]
  }
}
