/// A generator whose sequence is the same everywhere; the seed is printed with a failure.
package struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  package mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// Random paragraphs: how many words they have, and of how many letters.
package struct RandomProse {
  private let words: ClosedRange<Int>
  private let letters: ClosedRange<Int>
  private let letter: String?

  /// - Parameter letter: the only letter of all words; nil for random ones.
  package init(words: ClosedRange<Int>, letters: ClosedRange<Int>, of letter: String? = nil) {
    self.words = words
    self.letters = letters
    self.letter = letter
  }

  /// Paragraphs as lists of words.
  package func paragraphs(_ count: Int, _ random: inout SeededRandom) -> [[String]] {
    (0..<count).map { _ in
      (0..<Int.random(in: words, using: &random)).map { _ in word(&random) }
    }
  }

  private func word(_ random: inout SeededRandom) -> String {
    let count = Int.random(in: letters, using: &random)
    if let letter { return String(repeating: letter, count: count) }
    return (0..<count).map { _ in
      String(UnicodeScalar(UInt8.random(in: 97...122, using: &random)))
    }.joined()
  }
}
