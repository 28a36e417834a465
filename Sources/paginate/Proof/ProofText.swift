import Paginator

/// The text of a page as search sees it, with words that are divided at a line end in one piece, and
/// where its lines and words are.
struct ProofText {
  struct Word {
    let x: Length
    let width: Length
    /// Nil for a space.
    let text: String?
    /// Whether it ends in a hyphen that is not in the text.
    var endsInHyphen = false
  }

  struct Line {
    var baseline: Length = 0
    var size: Length = 0
    var words: [Word] = []
  }

  private var text = ""
  private var length = 0
  private var lines: [String] = []

  /// The text, as a JSON string.
  var json: String { ProofJSON.text(text) }

  /// The lines, as JSON: `[[start, baseline, size, x, width, length, ...], ...]`, where `start` is an
  /// index in the text, and `length` the number of UTF-16 units of a word. That of a space is -1; 0
  /// if it follows another one and is not in the text.
  var places: String { "[\(lines.joined(separator: ","))]" }

  mutating func add(_ line: Line) {
    guard let last = line.words.last else { return }
    var numbers = [
      String(length), ProofJSON.number(line.baseline), ProofJSON.number(line.size),
    ]
    for word in line.words {
      numbers.append(ProofJSON.number(word.x))
      numbers.append(ProofJSON.number(word.width))
      numbers.append(String(add(word)))
    }
    lines.append("[\(numbers.joined(separator: ","))]")
    if !last.endsInHyphen, let end = text.unicodeScalars.last, !Self.goesOn(end) {
      text += " "
      length += 1
    }
  }

  private mutating func add(_ word: Word) -> Int {
    guard let own = word.text else {
      guard text.utf8.last != UInt8(ascii: " ") else { return 0 }
      text += " "
      length += 1
      return -1
    }
    text += own
    let count = own.utf16.count
    length += count
    return count
  }

  /// Whether a line that ends in a character has no space before the next line: after a space, a
  /// dash or a slash, and between the characters of Chinese and Japanese.
  private static func goesOn(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " ", "-", "\u{2010}", "\u{2012}"..."\u{2015}", "/", "\u{2E80}"..."\u{312F}",
      "\u{31A0}"..."\u{A4CF}", "\u{F900}"..."\u{FAFF}", "\u{FE30}"..."\u{FE4F}",
      "\u{FF00}"..."\u{FFEF}":
      true
    default: false
    }
  }
}
