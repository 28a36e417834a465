/// The findings about the characters of the word that is being shaped, each once. Nearly every word of a script that the
/// text's fonts lack has the same finding: its sentence is made once, and all words share it.
struct WordFindings {
  /// What a finding about a character depends on.
  private struct Key: Hashable {
    let scalar: UInt32
    /// The face that the character is set in; nil for none.
    let face: ObjectIdentifier?
    /// The face that lacks it, where the finding names it.
    let first: ObjectIdentifier?
  }

  /// In the order in which they were reported.
  private(set) var all: [Finding] = []
  /// Each finding is a list of its own, which the words that have no other share.
  private var known: [Key: [Finding]] = [:]
  private static let mostKnown = 4096

  /// Begins the next word.
  mutating func begin() { all = [] }

  /// Reports a character that is set in a face other than the first one, or in none.
  mutating func reportFallback(_ face: FontFace?, for scalar: UInt32) {
    report(Key(scalar: scalar, face: face.map { ObjectIdentifier($0) }, first: nil)) {
      FontLibrary.finding(ofFallback: face, for: scalar)
    }
  }

  /// Reports a character that is set in a later face of its list.
  mutating func reportStandIn(_ face: FontFace, for scalar: UInt32, insteadOf first: FontFace) {
    let key = Key(scalar: scalar, face: ObjectIdentifier(face), first: ObjectIdentifier(first))
    report(key) { FontLibrary.finding(ofStandIn: face, for: scalar, insteadOf: first) }
  }

  /// Reports capitals in place of small capitals that a face lacks.
  mutating func reportReducedCapitals(_ face: FontFace) {
    add([
      Finding(
        .synthesizedFont,
        "\"\(face.family)\" has no small capitals of some letters: smaller capitals replace them")
    ])
  }

  private mutating func report(_ key: Key, _ make: () -> Finding) {
    if known.count >= Self.mostKnown { known.removeAll(keepingCapacity: true) }
    let finding = known[key] ?? [make()]
    known[key] = finding
    add(finding)
  }

  private mutating func add(_ finding: [Finding]) {
    if all.isEmpty {
      all = finding
    } else if !all.contains(finding[0]) {
      all += finding
    }
  }
}
