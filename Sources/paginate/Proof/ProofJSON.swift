import Paginator

/// JSON in a script of a proof, where it is a text between backquotes: browsers read JSON in less
/// time and memory than a program. It has no `<`, backquotes, dollar signs or line separators.
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
      case "<", ">", "&", "`", "$", "\u{2028}", "\u{2029}": result += escape(scalar)
      case _ where scalar.value < 0x20: result += escape(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Makes JSON safe in a script. The characters are found in strings alone.
  static func script(_ json: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(json.count + 64)
    for byte in json {
      switch byte {
      case UInt8(ascii: "<"): result += "\\u003c".utf8
      case UInt8(ascii: "`"): result += "\\u0060".utf8
      case UInt8(ascii: "$"): result += "\\u0024".utf8
      default: result.append(byte)
      }
    }
    return result
  }

  /// A call of a function of the viewer with JSON that is safe in a script.
  static func call(_ function: String, _ json: [UInt8]) -> [UInt8] {
    Array("\(function)(String.raw`".utf8) + json + Array("`);\n".utf8)
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
