internal import CHyphen
internal import Foundation

/// libhyphen's automaton, built from a dictionary's patterns in one pass over a trie.
///
/// libhyphen's own loader looks up every prefix and suffix of a pattern in a hash table that is too
/// small for large dictionaries: German takes more than a second. The automaton built here is the
/// same, and libhyphen does the rest.
struct PatternAutomaton {
  private struct Node {
    var byte: UInt8
    var child: Int32 = -1
    var sibling: Int32 = -1
    /// Where its pattern's digits begin in `digits`; -1 for a state that ends no pattern.
    var match: Int32 = -1
    var childCount: Int32 = 0
  }

  private var nodes = [Node(byte: 0)]
  /// By byte, the children of the initial state, which has one for each letter; -1 for none.
  private var firstNodes = [Int32](repeating: -1, count: 256)
  /// The digits of the patterns, each list with a zero byte after it.
  private var digits: [UInt8] = []

  /// Adds a pattern such as "a1ban": letters, and between them digits that weigh a break there.
  mutating func add(_ line: UnsafeBufferPointer<UInt8>) {
    var node: Int32 = 0
    let start = digits.count
    var digit: UInt8 = 0x30
    for byte in line {
      if byte <= 0x20 { break }
      if byte >= 0x30 && byte <= 0x39 {
        digit = byte
        continue
      }
      add(digit, from: start)
      digit = 0x30
      node = child(of: node, byte) ?? addChild(of: node, byte)
    }
    add(digit, from: start)
    guard digits.count > start, node > 0 else {
      digits.removeSubrange(start...)
      return
    }
    digits.append(0)
    nodes[Int(node)].match = Int32(start)
  }

  /// Adds a digit to those of a pattern. Leading zeros have no effect.
  private mutating func add(_ digit: UInt8, from start: Int) {
    if digit != 0x30 || digits.count > start { digits.append(digit) }
  }

  private func child(of node: Int32, _ byte: UInt8) -> Int32? {
    if node == 0 {
      let first = firstNodes[Int(byte)]
      return first >= 0 ? first : nil
    }
    var child = nodes[Int(node)].child
    while child >= 0, nodes[Int(child)].byte != byte { child = nodes[Int(child)].sibling }
    return child >= 0 ? child : nil
  }

  private mutating func addChild(of node: Int32, _ byte: UInt8) -> Int32 {
    let added = Int32(nodes.count)
    nodes.append(Node(byte: byte, sibling: nodes[Int(node)].child))
    nodes[Int(node)].child = added
    nodes[Int(node)].childCount += 1
    if node == 0 { firstNodes[Int(byte)] = added }
    return added
  }

  /// For every state, the state of its longest proper suffix; -1 for the initial state (Aho and
  /// Corasick, Efficient String Matching, 1975).
  private var fallbacks: [Int32] {
    var result = [Int32](repeating: 0, count: nodes.count)
    result[0] = -1
    var queue: [Int32] = [0]
    queue.reserveCapacity(nodes.count)
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      var own = nodes[Int(node)].child
      while own >= 0 {
        var shorter = result[Int(node)]
        while shorter >= 0 {
          if let found = child(of: shorter, nodes[Int(own)].byte) {
            result[Int(own)] = found
            break
          }
          shorter = result[Int(shorter)]
        }
        queue.append(own)
        own = nodes[Int(own)].sibling
      }
    }
    return result
  }

  /// Installs the states in a level of a dictionary that has only the initial state; without memory, leaves the level
  /// as it is.
  ///
  /// All transitions are in one block of memory and all digits in another: libhyphen goes through states that
  /// are near one another, and a block for each would take longer to make than the patterns to read. The initial
  /// state owns both blocks, the digits as its `repl`, which it has no other use for (`release`).
  /// - Returns: whether there was memory.
  func install(in level: UnsafeMutablePointer<HyphenDict>) -> Bool {
    let fallbacks = fallbacks
    // Every state but the initial one is the end of one transition.
    guard let states = Self.allocate(HyphenState.self, nodes.count) else { return false }
    guard let matches = Self.allocate(CChar.self, digits.count) else {
      free(states)
      return false
    }
    guard var transition = Self.allocate(HyphenTrans.self, nodes.count) else {
      free(states)
      free(matches)
      return false
    }
    for (index, digit) in digits.enumerated() { matches[index] = CChar(bitPattern: digit) }
    for (index, node) in nodes.enumerated() {
      var state = HyphenState()
      state.fallback_state = fallbacks[index]
      state.num_trans = node.childCount
      if node.match >= 0 { state.match = matches + Int(node.match) }
      state.trans = transition
      var child = node.child
      while child >= 0 {
        transition.pointee = HyphenTrans(
          ch: CChar(bitPattern: nodes[Int(child)].byte), new_state: child)
        transition += 1
        child = nodes[Int(child)].sibling
      }
      states[index] = state
    }
    states[0].repl = matches
    free(level.pointee.states)
    level.pointee.states = states
    level.pointee.num_states = Int32(nodes.count)
    return true
  }

  /// Memory that libhyphen frees; nil if there is none.
  private static func allocate<Element>(
    _ type: Element.Type, _ count: Int
  ) -> UnsafeMutablePointer<Element>? {
    malloc(max(1, count) * MemoryLayout<Element>.stride)?
      .bindMemory(to: type, capacity: max(1, count))
  }

  /// Frees a dictionary, whoever made its states.
  static func release(_ dictionary: UnsafeMutablePointer<HyphenDict>) {
    var next: UnsafeMutablePointer<HyphenDict>? = dictionary
    while let level = next {
      if let states = level.pointee.states, states[0].repl != nil {
        // libhyphen frees what each state has.
        for index in 1..<max(1, Int(level.pointee.num_states)) {
          (states[index].match, states[index].trans) = (nil, nil)
        }
      }
      next = level.pointee.nextlevel
    }
    hnj_hyphen_free(dictionary)
  }
}

extension PatternAutomaton {
  /// Loads a dictionary file, with the same result as libhyphen's loader; nil if it can't be read or there
  /// is no memory for it.
  /// libhyphen itself loads files with patterns that change a word's spelling.
  static func dictionary(at path: String) -> UnsafeMutablePointer<HyphenDict>? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    var levels = [PatternAutomaton()]
    // The lines that are not patterns: encoding, minimum lengths, `NOHYPHEN`, levels.
    var frame: [UInt8] = []
    let isPlain = data.withUnsafeBytes { bytes in
      let bytes = bytes.bindMemory(to: UInt8.self)
      var start = 0
      while start < bytes.count {
        let rest = UnsafeBufferPointer(rebasing: bytes[start...])
        let end = start + (place(of: 0x0A, in: rest) ?? rest.count)
        let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
        if start == 0 || isKeyword(line) {
          frame += line + [0x0A]
          if start > 0, line.starts(with: "NEXTLEVEL".utf8) { levels.append(PatternAutomaton()) }
        } else if let first = line.first, first != 0x25, first != 0x23 {
          if place(of: 0x2F, in: line) != nil { return false }
          levels[levels.count - 1].add(line)
        }
        start = end + 1
      }
      return levels.count <= 2
    }
    guard isPlain, let dictionary = load(&frame) else { return hnj_hyphen_load(path) }
    guard let inner = dictionary.pointee.nextlevel else {
      hnj_hyphen_free(dictionary)
      return hnj_hyphen_load(path)
    }
    // If a file has no levels, libhyphen adds a level for hyphens and apostrophes before its own.
    guard levels.count < 2 || levels[0].install(in: dictionary),
      levels[levels.count - 1].install(in: inner)
    else {
      release(dictionary)
      return nil
    }
    return dictionary
  }

  private static func place(of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let base = bytes.baseAddress, let found = memchr(base, Int32(byte), bytes.count) else {
      return nil
    }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// Loads a dictionary without patterns.
  private static func load(_ frame: inout [UInt8]) -> UnsafeMutablePointer<HyphenDict>? {
    frame.withUnsafeMutableBytes { bytes in
      guard let file = fmemopen(bytes.baseAddress, bytes.count, "r") else { return nil }
      defer { fclose(file) }
      return hnj_hyphen_load_file(file)
    }
  }

  private static func isKeyword(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = line.first, (0x41...0x5A).contains(first) else { return false }
    return keywords.contains { line.starts(with: $0.utf8) }
  }

  private static let keywords = [
    "LEFTHYPHENMIN", "RIGHTHYPHENMIN", "COMPOUNDLEFTHYPHENMIN", "COMPOUNDRIGHTHYPHENMIN",
    "NOHYPHEN", "NEXTLEVEL",
  ]
}
