extension UInt8 {
  /// Whether it is a letter from A to Z in either case.
  var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }

  /// Whether it is a digit from 0 to 9.
  var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
}
