internal import Synchronization

/// The inks of a color in print: the four process inks, or one spot ink. Amounts are thousandths
/// of full ink.
public struct Ink: Hashable, Codable, Sendable {
  /// For a spot ink, the four process inks that replace it at full tint.
  public let cyan: UInt16
  /// See `cyan`.
  public let magenta: UInt16
  /// See `cyan`.
  public let yellow: UInt16
  /// See `cyan`.
  public let black: UInt16
  /// The name of the spot ink, as the printer knows it; nil for process inks.
  public let spot: String?
  /// The amount of the spot ink; 1000 for process inks.
  public let tint: UInt16

  /// The longest name of a spot ink, in bytes (ISO 32000-1, annex C).
  static let longestName = 127

  /// Inks in thousandths of full ink; more is full ink.
  public init(
    cyan: UInt16, magenta: UInt16, yellow: UInt16, black: UInt16, spot: String? = nil,
    tint: UInt16 = 1000
  ) {
    self.cyan = min(cyan, 1000)
    self.magenta = min(magenta, 1000)
    self.yellow = min(yellow, 1000)
    self.black = min(black, 1000)
    self.spot = spot
    self.tint = spot == nil ? 1000 : min(tint, 1000)
  }

  /// The same ink at full tint.
  var full: Ink {
    Ink(cyan: cyan, magenta: magenta, yellow: yellow, black: black, spot: spot)
  }

  func hasSameReplacement(as other: Ink) -> Bool {
    (cyan, magenta, yellow, black) == (other.cyan, other.magenta, other.yellow, other.black)
  }

  /// Red, green and blue as a screen shows them, without a color profile (CSS Color 5, section
  /// 9.1).
  fileprivate var screen: (red: UInt8, green: UInt8, blue: UInt8) {
    func light(_ ink: UInt16) -> UInt8 {
      let amount = Int(ink) * Int(tint)
      let black = Int(self.black) * Int(tint)
      let dark = min(1_000_000, amount * (1_000_000 - black) / 1_000_000 + black)
      return UInt8(((1_000_000 - dark) * 255 + 500_000) / 1_000_000)
    }
    return (light(cyan), light(magenta), light(yellow))
  }
}

extension Color {
  /// A color of inks, with the red, green and blue that a screen shows.
  public init(ink: Ink, alpha: UInt8 = 255) {
    let screen = ink.screen
    self.init(red: screen.red, green: screen.green, blue: screen.blue, alpha: alpha)
    inkIndex = InkTable.index(of: ink)
  }

  /// The inks of the color in print; nil for a color that is given as red, green and blue.
  public var ink: Ink? { inkIndex == 0 ? nil : InkTable.ink(at: inkIndex) }
}

/// The inks of all colors of the process, so that a color stays a few bytes. Indices depend on
/// the order in which books are read: no output contains them.
enum InkTable {
  private struct State {
    var inks: [Ink] = []
    var indices: [Ink: UInt32] = [:]
  }

  private static let state = Mutex(State())

  /// The index of an ink, from 1.
  static func index(of ink: Ink) -> UInt32 {
    state.withLock { state in
      if let known = state.indices[ink] { return known }
      state.inks.append(ink)
      let index = UInt32(state.inks.count)
      state.indices[ink] = index
      return index
    }
  }

  static func ink(at index: UInt32) -> Ink { state.withLock { $0.inks[Int(index) - 1] } }
}

/// Encoded with the inks themselves.
extension Color: Codable {
  private enum CodingKeys: String, CodingKey { case red, green, blue, alpha, ink }

  /// Throws `DecodingError` if a component is missing or over 255.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      red: try container.decode(UInt8.self, forKey: .red),
      green: try container.decode(UInt8.self, forKey: .green),
      blue: try container.decode(UInt8.self, forKey: .blue),
      alpha: try container.decode(UInt8.self, forKey: .alpha))
    if let ink = try container.decodeIfPresent(Ink.self, forKey: .ink) {
      inkIndex = InkTable.index(of: ink)
    }
  }

  /// Writes the four components, and the ink if there is one.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(red, forKey: .red)
    try container.encode(green, forKey: .green)
    try container.encode(blue, forKey: .blue)
    try container.encode(alpha, forKey: .alpha)
    try container.encodeIfPresent(ink, forKey: .ink)
  }
}
