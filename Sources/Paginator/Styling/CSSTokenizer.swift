/// Splits a stylesheet into tokens in one pass (CSS Syntax 3, section 4.3).
struct CSSTokenizer {
  private let input: [UInt32]
  private(set) var position = 0

  private static let replacement: UInt32 = 0xFFFD

  init(_ text: String) {
    var scalars: [UInt32] = []
    scalars.reserveCapacity(text.utf8.count)
    // Section 3.3: normalizes newlines and replaces NUL.
    var afterReturn = false
    for scalar in text.unicodeScalars {
      let value = scalar.value
      if value == 0x0A && afterReturn {
        afterReturn = false
        continue
      }
      afterReturn = value == 0x0D
      scalars.append(
        value == 0 ? Self.replacement : value == 0x0D || value == 0x0C ? 0x0A : value)
    }
    input = scalars
  }

  /// All tokens with their offsets, counted in Unicode scalars.
  ///
  /// - Parameter reportsEnd: whether an error token follows a string or URL that the end of the text closes. It
  ///   is no part of a value.
  static func tokens(of text: String, reportsEnd: Bool) -> [(token: CSSToken, offset: Int)] {
    var tokenizer = CSSTokenizer(text)
    // With the labels of the result: without them, Swift would cast every element.
    var result: [(token: CSSToken, offset: Int)] = []
    while true {
      tokenizer.skipComments()
      let offset = tokenizer.position
      guard let token = tokenizer.next() else { return result }
      result.append((token, offset))
      if reportsEnd, let error = tokenizer.trailingError { result.append((error, offset)) }
    }
  }

  private var trailingError: CSSToken?

  private func peek(_ ahead: Int = 0) -> UInt32? {
    position + ahead < input.count ? input[position + ahead] : nil
  }

  private mutating func skipComments() {
    while peek() == 0x2F, peek(1) == 0x2A {
      position += 2
      while position < input.count, !(peek() == 0x2A && peek(1) == 0x2F) { position += 1 }
      position = min(position + 2, input.count)
    }
  }

  private mutating func next() -> CSSToken? {
    guard let char = peek() else { return nil }
    switch char {
    case 0x09, 0x0A, 0x20:
      while let char = peek(), isSpace(char) { position += 1 }
      return .whitespace
    case 0x22, 0x27: return string()
    case 0x23: return hash()
    case 0x28: return single(.openParenthesis)
    case 0x29: return single(.closeParenthesis)
    case 0x2C: return single(.comma)
    case 0x2B, 0x2E: return startsNumber() ? numeric() : delim()
    case 0x2D: return minus()
    case 0x3A: return single(.colon)
    case 0x3B: return single(.semicolon)
    case 0x3C:
      if peek(1) == 0x21, peek(2) == 0x2D, peek(3) == 0x2D {
        position += 4
        return .cdo
      }
      return delim()
    case 0x40:
      position += 1
      guard startsIdentifier() else {
        position -= 1
        return delim()
      }
      return .atKeyword(name())
    case 0x5B: return single(.openBracket)
    case 0x5C: return isValidEscape() ? identLike() : delim()
    case 0x5D: return single(.closeBracket)
    case 0x7B: return single(.openBrace)
    case 0x7D: return single(.closeBrace)
    case 0x24, 0x2A, 0x5E, 0x7E, 0x7C: return matchOrDelim(char)
    case 0x55, 0x75: return unicodeRange() ?? identLike()
    default:
      if isDigit(char) { return numeric() }
      return isNameStart(char) ? identLike() : delim()
    }
  }

  private mutating func single(_ token: CSSToken) -> CSSToken {
    position += 1
    return token
  }

  private mutating func delim() -> CSSToken {
    defer { position += 1 }
    return .delim(Unicode.Scalar(input[position]) ?? "\u{FFFD}")
  }

  private mutating func matchOrDelim(_ char: UInt32) -> CSSToken {
    if peek(1) == 0x3D, let sign = Unicode.Scalar(char) {
      position += 2
      return .match("\(sign)=")
    }
    if char == 0x7C, peek(1) == 0x7C {
      position += 2
      return .match("||")
    }
    return delim()
  }

  private mutating func minus() -> CSSToken {
    if startsNumber() { return numeric() }
    if peek(1) == 0x2D, peek(2) == 0x3E {
      position += 3
      return .cdc
    }
    return startsIdentifier() ? identLike() : delim()
  }

  private mutating func hash() -> CSSToken {
    guard let next = peek(1), isName(next) || isValidEscape(at: 1) else { return delim() }
    position += 1
    let isID = startsIdentifier()
    return .hash(name(), isID: isID)
  }

  private mutating func string() -> CSSToken {
    let quote = input[position]
    position += 1
    var text = String.UnicodeScalarView()
    while let char = peek() {
      if char == quote {
        position += 1
        return .string(String(text))
      }
      if char == 0x0A { return .badString }
      position += 1
      if char != 0x5C {
        text.append(scalar(char))
      } else if peek() == 0x0A {
        position += 1
      } else if peek() != nil {
        text.append(escape())
      }
    }
    trailingError = .endOfInputInString
    return .string(String(text))
  }

  private mutating func identLike() -> CSSToken {
    let name = name()
    guard peek() == 0x28 else { return .ident(name) }
    position += 1
    guard name.asciiLowercased == "url" else { return .function(name) }
    let mark = position
    while let char = peek(), isSpace(char) { position += 1 }
    if peek() == 0x22 || peek() == 0x27 {
      position = mark
      return .function(name)
    }
    return url()
  }

  private mutating func url() -> CSSToken {
    var text = String.UnicodeScalarView()
    while let char = peek() {
      position += 1
      if char == 0x29 { return .url(String(text)) }
      if isSpace(char) {
        while let char = peek(), isSpace(char) { position += 1 }
        guard let char = peek() else { break }
        if char == 0x29 {
          position += 1
          return .url(String(text))
        }
        return badURL()
      }
      if char == 0x22 || char == 0x27 || char == 0x28 || isNonPrintable(char) { return badURL() }
      if char == 0x5C {
        position -= 1
        guard isValidEscape() else { return badURL() }
        position += 1
        text.append(escape())
      } else {
        text.append(scalar(char))
      }
    }
    trailingError = .endOfInputInURL
    return .url(String(text))
  }

  private mutating func badURL() -> CSSToken {
    while let char = peek() {
      if char == 0x5C, isValidEscape() {
        position += 1
        _ = escape()
        continue
      }
      position += 1
      if char == 0x29 { break }
    }
    return .badURL
  }

  private mutating func numeric() -> CSSToken {
    let number = number()
    if startsIdentifier() { return .dimension(number, unit: name()) }
    if peek() == 0x25 {
      position += 1
      return .percentage(number)
    }
    return .number(number)
  }

  private mutating func number() -> CSSNumber {
    let start = position
    var isInteger = true
    if peek() == 0x2B || peek() == 0x2D { position += 1 }
    while let char = peek(), isDigit(char) { position += 1 }
    if peek() == 0x2E, let next = peek(1), isDigit(next) {
      isInteger = false
      position += 1
      while let char = peek(), isDigit(char) { position += 1 }
    }
    if peek() == 0x65 || peek() == 0x45 {
      let signed = peek(1) == 0x2B || peek(1) == 0x2D
      if let digit = peek(signed ? 2 : 1), isDigit(digit) {
        isInteger = false
        position += signed ? 2 : 1
        while let char = peek(), isDigit(char) { position += 1 }
      }
    }
    var text = String.UnicodeScalarView()
    for value in input[start..<position] { text.append(scalar(value)) }
    let plain = String(text)
    return CSSNumber(
      text: plain, value: Double(plain.hasPrefix("+") ? String(plain.dropFirst()) : plain) ?? 0,
      isInteger: isInteger)
  }

  private mutating func unicodeRange() -> CSSToken? {
    guard peek(1) == 0x2B, let third = peek(2), third == 0x3F || isHex(third) else { return nil }
    position += 2
    var digits = ""
    while digits.count < 6, let char = peek(), isHex(char) {
      digits.unicodeScalars.append(scalar(char))
      position += 1
    }
    var marks = 0
    while digits.count + marks < 6, peek() == 0x3F {
      marks += 1
      position += 1
    }
    let low = UInt32(digits + String(repeating: "0", count: marks), radix: 16) ?? 0
    if marks > 0 {
      let high = UInt32(digits + String(repeating: "F", count: marks), radix: 16) ?? 0
      return .unicodeRange(low, high)
    }
    guard peek() == 0x2D, let next = peek(1), isHex(next) else { return .unicodeRange(low, low) }
    position += 1
    digits = ""
    while digits.count < 6, let char = peek(), isHex(char) {
      digits.unicodeScalars.append(scalar(char))
      position += 1
    }
    return .unicodeRange(low, UInt32(digits, radix: 16) ?? 0)
  }

  private mutating func name() -> String {
    var text = String.UnicodeScalarView()
    while let char = peek() {
      if isName(char) {
        text.append(scalar(char))
        position += 1
      } else if isValidEscape() {
        position += 1
        text.append(escape())
      } else {
        break
      }
    }
    return String(text)
  }

  /// The character of an escape; the backslash is already read.
  private mutating func escape() -> Unicode.Scalar {
    guard let char = peek() else { return "\u{FFFD}" }
    guard isHex(char) else {
      position += 1
      return scalar(char)
    }
    var value: UInt32 = 0
    var count = 0
    while count < 6, let char = peek(), isHex(char) {
      value = value * 16 + UInt32(hexDigit(char))
      position += 1
      count += 1
    }
    if let char = peek(), isSpace(char) { position += 1 }
    return value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private func scalar(_ value: UInt32) -> Unicode.Scalar { Unicode.Scalar(value) ?? "\u{FFFD}" }

  private func isValidEscape(at ahead: Int = 0) -> Bool {
    peek(ahead) == 0x5C && peek(ahead + 1) != 0x0A
      && (peek(ahead + 1) != nil || ahead + position + 1 == input.count)
  }

  private func startsIdentifier() -> Bool {
    guard let char = peek() else { return false }
    if char == 0x2D {
      guard let next = peek(1) else { return false }
      return isNameStart(next) || next == 0x2D || isValidEscape(at: 1)
    }
    return isNameStart(char) || isValidEscape()
  }

  private func startsNumber() -> Bool {
    guard let char = peek() else { return false }
    if isDigit(char) { return true }
    if char == 0x2E { return peek(1).map(isDigit) ?? false }
    guard char == 0x2B || char == 0x2D, let next = peek(1) else { return false }
    return isDigit(next) || next == 0x2E && (peek(2).map(isDigit) ?? false)
  }
}

private func isSpace(_ char: UInt32) -> Bool { char == 0x20 || char == 0x09 || char == 0x0A }
private func isDigit(_ char: UInt32) -> Bool { char >= 0x30 && char <= 0x39 }
private func isHex(_ char: UInt32) -> Bool {
  isDigit(char) || char >= 0x41 && char <= 0x46 || char >= 0x61 && char <= 0x66
}
private func hexDigit(_ char: UInt32) -> Int {
  isDigit(char) ? Int(char) - 0x30 : Int(char | 0x20) - 0x61 + 10
}
private func isNameStart(_ char: UInt32) -> Bool {
  char >= 0x80 || char == 0x5F || (char | 0x20) >= 0x61 && (char | 0x20) <= 0x7A
}
private func isName(_ char: UInt32) -> Bool { isNameStart(char) || isDigit(char) || char == 0x2D }
private func isNonPrintable(_ char: UInt32) -> Bool {
  char <= 8 || char == 0x0B || char >= 0x0E && char <= 0x1F || char == 0x7F
}
