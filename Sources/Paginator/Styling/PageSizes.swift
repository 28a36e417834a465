/// Page sizes by name, from `size` (CSS Paged Media 3, section 7.1), and from `--page`.
public enum PageSizes {
  /// The size of pages that neither an option nor a style sheet says: six by nine inches.
  public static let standard = Size(width: 432, height: 648)

  /// Width and height in points.
  static let named: [String: (Double, Double)] = [
    "a3": (297 * mm, 420 * mm), "a4": (210 * mm, 297 * mm), "a5": (148 * mm, 210 * mm),
    "a6": (105 * mm, 148 * mm), "b4": (250 * mm, 353 * mm), "b5": (176 * mm, 250 * mm),
    "jis-b4": (257 * mm, 364 * mm), "jis-b5": (182 * mm, 257 * mm), "letter": (612, 792),
    "legal": (612, 1008), "ledger": (792, 1224), "trade": (432, 648), "digest": (396, 612),
    "pocket": (306, 495), "royal": (442, 663),
  ]
  /// The names of all pages, sorted.
  package static let names = named.keys.sorted()
  private static let mm = 7.2 / 2.54

  static func size(_ value: StyleValue) -> Size? {
    guard case .list(let items) = value else { return nil }
    var lengths: [Length] = []
    var named: (Double, Double)?
    var orientation: String?
    for item in items {
      switch item {
      case .length(let amount, let unit):
        guard let points = unit.points else { return nil }
        lengths.append(Length(points: amount * points))
      case .keyword(let word):
        if let found = Self.named[word] {
          named = found
        } else if word == "portrait" || word == "landscape" {
          orientation = word
        } else if word != "auto" {
          return nil
        }
      default: return nil
      }
    }
    if let first = lengths.first {
      return Size(width: first, height: lengths.count > 1 ? lengths[1] : first)
    }
    guard let named else { return nil }
    let size = Size(width: Length(points: named.0), height: Length(points: named.1))
    return orientation == "landscape" ? Size(width: size.height, height: size.width) : size
  }

  /// The orientation of a `size` that specifies nothing else; otherwise nil.
  static func orientation(_ value: StyleValue) -> String? {
    guard case .list(let items) = value, items.count == 1, case .keyword(let word) = items[0],
      ["portrait", "landscape"].contains(word)
    else { return nil }
    return word
  }

  /// Reads `--page`: "6x9" (inches), "152x229mm", "8.33x6.25in", or a name.
  public static func parse(_ text: String) -> Size? {
    let lower = text.lowercased()
    if let (width, height) = named[lower] {
      return Size(width: Length(points: width), height: Length(points: height))
    }
    guard let (width, height, unit) = sides(of: lower), width > 0, height > 0, width < 10_000,
      height < 10_000, unit != nil || max(width, height) <= mostInches
    else { return nil }
    let factor = unit ?? 72
    return Size(width: Length(points: width * factor), height: Length(points: height * factor))
  }

  /// Whether a text is a width and a height, of any amount.
  package static func isSize(_ text: String) -> Bool { sides(of: text.lowercased()) != nil }

  /// Two numbers, and their unit in points.
  private static func sides(of lower: String) -> (width: Double, height: Double, unit: Double?)? {
    let unit = (units + [("\"", 72)]).first { lower.hasSuffix($0.0) }
    let numbers = (unit.map { String(lower.dropLast($0.0.count)) } ?? lower)
      .split(separator: "x", omittingEmptySubsequences: false)
      .map { part in
        // The unit may follow both numbers.
        let bare = unit.flatMap { part.hasSuffix($0.0) ? part.dropLast($0.0.count) : nil } ?? part
        return Double(bare)
      }
    guard numbers.count == 2, let width = numbers[0], let height = numbers[1] else { return nil }
    return (width, height, unit?.1)
  }

  /// Numbers without a unit are inches; larger ones are a slip: "152x229" means millimetres.
  public static let mostInches = 60.0

  /// The units of lengths, in points.
  private static let units: [(String, Double)] = [
    ("in", 72), ("mm", mm), ("cm", 10 * mm), ("pt", 1), ("px", 0.75),
  ]

  /// Reads one length that is not negative; a number without a unit is inches. Nil for anything else.
  public static func parseLength(_ text: String) -> Length? {
    let unit = units.first { text.lowercased().hasSuffix($0.0) }
    guard let value = Double(unit.map { text.dropLast($0.0.count) } ?? text[...]), value >= 0 else {
      return nil
    }
    return Length(points: value * (unit?.1 ?? 72))
  }

  /// Reads a point: two lengths with a comma between them, such as "3.1in,4in".
  public static func parsePoint(_ text: String) -> Point? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let lengths = parts.compactMap { part in
      parseLength(part.trimmingPrefix { $0 == " " }.description)
    }
    return lengths.count == 2 ? Point(x: lengths[0], y: lengths[1]) : nil
  }

  /// Reads `--margin`: one to four lengths, as in CSS; numbers without a unit are inches. Nil for
  /// anything else.
  public static func parseMargin(_ text: String) -> Insets? {
    let parts = text.split { $0 == " " || $0 == "," }
    let lengths = parts.compactMap { parseLength(String($0)) }
    guard lengths.count == parts.count, let top = lengths.first, lengths.count <= 4 else {
      return nil
    }
    let right = lengths.count > 1 ? lengths[1] : top
    return Insets(
      top: top, right: right, bottom: lengths.count > 2 ? lengths[2] : top,
      left: lengths.count > 3 ? lengths[3] : right)
  }
}
