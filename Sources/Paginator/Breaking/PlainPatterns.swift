internal import CHyphen

/// The patterns of a dictionary for words of ASCII letters, if nothing else of it applies to such words: no change
/// of spelling, no compounds, no characters that forbid a hyphen.
///
/// libhyphen reads the dictionary, and its states are walked here as it walks them: for each word, it asks for
/// eleven pieces of memory, which takes longer than the patterns.
struct PlainPatterns {
  /// Those of the dictionary, which must outlive them.
  private let states: UnsafePointer<HyphenState>
  /// The states after the first character, by character; 0 for none.
  private let starts: [Int32]
  /// The dictionary's own minimum numbers of letters before and after a break.
  private let least: (before: Int, after: Int)

  /// - Returns: nil for a dictionary that needs more than its patterns.
  init?(_ dictionary: UnsafeMutablePointer<HyphenDict>) {
    // The first level divides compounds: in most dictionaries, only at hyphens and apostrophes.
    guard let level = dictionary.pointee.nextlevel, level.pointee.nextlevel == nil,
      let states = level.pointee.states, level.pointee.num_states > 0,
      !Self.concernsLetters(dictionary), Self.keepsSpelling(states, level.pointee.num_states)
    else { return nil }
    var starts = [Int32](repeating: 0, count: 256)
    // Where two transitions have one character, the first counts.
    for index in (0..<Int(states[0].num_trans)).reversed() {
      let transition = states[0].trans[index]
      starts[Int(UInt8(bitPattern: transition.ch))] = transition.new_state
    }
    self.states = UnsafePointer(states)
    self.starts = starts
    least = (Int(dictionary.pointee.lhmin), Int(dictionary.pointee.rhmin))
  }

  /// Whether the first level of a dictionary may divide words of letters or forbid a hyphen in them.
  private static func concernsLetters(_ level: UnsafeMutablePointer<HyphenDict>) -> Bool {
    if var text = level.pointee.nohyphen {
      for _ in 0...level.pointee.nohyphenl {
        var isOfLetters = true
        while text.pointee != 0 {
          isOfLetters = isOfLetters && isLetter(UInt16(UInt8(bitPattern: text.pointee)))
          text += 1
        }
        if isOfLetters { return true }
        text += 1
      }
    }
    guard let states = level.pointee.states else { return false }
    for state in UnsafeBufferPointer(start: states, count: Int(level.pointee.num_states)) {
      for index in 0..<Int(state.num_trans) {
        let character = UInt16(UInt8(bitPattern: state.trans[index].ch))
        if character == 0x2E || isLetter(character) { return true }
      }
    }
    return false
  }

  /// Whether no pattern changes the spelling. The initial state ends no pattern (`PatternAutomaton.install`).
  private static func keepsSpelling(
    _ states: UnsafeMutablePointer<HyphenState>, _ count: Int32
  ) -> Bool {
    states[0].match == nil && (1..<Int(count)).allSatisfy { states[$0].repl == nil }
  }

  @inline(__always)
  static func isLetter(_ unit: UInt16) -> Bool { (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7A }

  /// Visits the places where a word may be divided.
  /// - Parameters:
  ///   - word: ASCII letters.
  ///   - before, after: the minimum numbers of letters before and after the break, from 1 on.
  func forEachPoint(
    in word: Slice<UnsafeBufferPointer<UInt16>>, before: Int, after: Int, _ body: (Int) -> Void
  ) {
    let count = word.count
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count + 2) { digits in
      digits.initialize(repeating: 0x30)
      // A full stop stands for each end of the word. The digit at an index weighs the break after as many letters.
      var state = starts[0x2E]
      for index in 1...count {
        state = next(state, UInt8(truncatingIfNeeded: word[word.startIndex + index - 1] | 0x20))
        raise(digits, state, index)
      }
      raise(digits, next(state, 0x2E), count + 1)
      let (first, last) = (max(before, least.before), count - max(after, least.after))
      guard first < count else { return }
      for index in first..<count where digits[index] & 1 == 1 {
        // libhyphen keeps a break after the first letter whatever the minimum after it.
        if index <= last || index == 1 { body(index) }
      }
    }
  }

  @inline(__always)
  private func next(_ state: Int32, _ character: UInt8) -> Int32 {
    var state = Int(state)
    while state > 0 {
      for index in 0..<Int(states[state].num_trans)
      where states[state].trans[index].ch == CChar(bitPattern: character) {
        return states[state].trans[index].new_state
      }
      state = Int(states[state].fallback_state)
    }
    return starts[Int(character)]
  }

  /// Weighs the breaks by the pattern that ends with the character at an index.
  @inline(__always)
  private func raise(_ digits: UnsafeMutableBufferPointer<UInt8>, _ state: Int32, _ index: Int) {
    guard let match = states[Int(state)].match else { return }
    var length = 0
    while match[length] != 0 { length += 1 }
    let first = index + 1 - length
    for place in max(0, first)..<max(0, index + 1) {
      digits[place] = max(digits[place], UInt8(bitPattern: match[place - first]))
    }
  }
}
