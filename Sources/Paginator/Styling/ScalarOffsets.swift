/// Converts offsets in scalars, as in the tokenizer, to offsets in bytes, as in source lines.
struct ScalarOffsets {
  private let isASCII: Bool
  private let bytes: [Int32]

  init(_ text: String) {
    isASCII = text.utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D }
    var bytes: [Int32] = []
    if !isASCII {
      var at: Int32 = 0
      var afterReturn = false
      for scalar in text.unicodeScalars {
        if !(afterReturn && scalar == "\n") { bytes.append(at) }
        afterReturn = scalar == "\r"
        at += Int32(UTF8.width(scalar))
      }
      bytes.append(at)
    }
    self.bytes = bytes
  }

  func byte(ofScalar offset: Int) -> Int {
    isASCII ? offset : Int(bytes[min(max(0, offset), bytes.count - 1)])
  }
}
