import Paginator

/// Records the positions of the words on a page, for search and overlays of a proof: for each line
/// its baseline, its size, and its words and spaces in text order, as JSON.
struct WordsCanvas: Canvas {
  private(set) var pages: [Page] = []
  private var line: Line?

  struct Page {
    let number: Int
    let size: Size
    var lines: [Line] = []

    /// `[[baseline, size, [[x, width, "text"], [x, width], ...]], ...]`; a fourth element marks a
    /// word that ends in a hyphen that is not in the text.
    var json: String {
      "[" + lines.filter { !$0.items.isEmpty }.map(\.json).joined(separator: ",") + "]"
    }
  }

  struct Line {
    var baseline: Length = 0
    var size: Length = 0
    var items: [String] = []

    var json: String {
      "[\(ProofJSON.number(baseline)),\(ProofJSON.number(size)),[\(items.joined(separator: ","))]]"
    }
  }

  mutating func beginPage(_ page: CanvasPage) {
    pages.append(Page(number: page.number, size: page.size))
  }

  mutating func beginLine(_ line: CanvasLine) {
    // Running heads and folios are not text of the book.
    self.line = line.isFurniture ? nil : Line()
  }

  mutating func draw(_ run: GlyphRun) {
    guard var own = line else { return }
    if own.items.isEmpty { own.baseline = run.origin.y }
    own.size = max(own.size, run.size)
    let place = "\(ProofJSON.number(run.origin.x)),\(ProofJSON.number(run.width))"
    if run.isSpace {
      own.items.append("[\(place)]")
    } else {
      let text = ProofJSON.text(String(decoding: run.text, as: UTF16.self))
      own.items.append("[\(place),\(text)\(run.endsInHyphen ? ",1" : "")]")
    }
    line = own
  }

  mutating func draw(_ image: ImageMark) {}
  mutating func draw(_ shapes: [PageShape]) {}

  mutating func endLine() {
    if let line, !pages.isEmpty { pages[pages.count - 1].lines.append(line) }
    line = nil
  }

  mutating func endPage() {}
}

/// JSON that is safe in a script element: without `<` and line separators.
enum ProofJSON {
  /// A length in points, with at most two decimals.
  static func number(_ length: Length) -> String {
    let hundredths = Int((length.points * 100).rounded())
    let digits = String(hundredths.magnitude % 100)
    let fraction = digits == "0" ? "" : "." + (digits.count == 1 ? "0" + digits : digits)
    return (hundredths < 0 ? "-" : "") + String(hundredths.magnitude / 100) + fraction
  }

  static func text(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "<", ">", "&", "\u{2028}", "\u{2029}": result += escape(scalar)
      case _ where scalar.value < 0x20: result += escape(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Makes JSON safe in a script element.
  static func script(_ json: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(json.count)
    for byte in json {
      if byte == UInt8(ascii: "<") { result += Array("\\u003c".utf8) } else { result.append(byte) }
    }
    return result
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
