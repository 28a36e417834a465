/// The predefined counter styles (CSS Counter Styles 3, sections 6 and 7).
enum CounterStyleTable {
  static let styles: [String: CounterStyle] = {
    var table: [String: CounterStyle] = [:]
    for (name, zero) in zeros { table[name] = decimal(from: zero) }
    table["decimal-leading-zero"] = with(decimal(from: 0x30)) { $0.pad = (2, "0") }
    for (name, letters, suffix) in alphabets {
      table[name] = CounterStyle(
        system: .alphabetic, symbols: letters.map(String.init), suffix: suffix)
    }
    for (name, symbol) in bullets {
      table[name] = CounterStyle(system: .cyclic, symbols: [symbol], suffix: " ")
    }
    addRoman(to: &table)
    addAncient(to: &table)
    addEastAsian(to: &table)
    table["ethiopic-numeric"] = CounterStyle(
      system: .algorithm(.ethiopic), suffix: "/ ", ranges: [1...Int.max])
    return table
  }()

  private static func with(
    _ style: CounterStyle, _ change: (inout CounterStyle) -> Void
  ) -> CounterStyle {
    var style = style
    change(&style)
    return style
  }

  private static let bullets = [
    ("disc", "•"), ("circle", "◦"), ("square", "▪"), ("disclosure-open", "▾"),
    ("disclosure-closed", "▸"),
  ]

  static func isBullet(_ name: String) -> Bool { bullets.contains { $0.0 == name } }

  // MARK: Digits and letters

  private static func decimal(from zero: UInt32) -> CounterStyle {
    CounterStyle(
      system: .numeric,
      symbols: (0..<10).compactMap { Unicode.Scalar(zero + $0).map { String(Character($0)) } })
  }

  private static let zeros: [(String, UInt32)] = [
    ("decimal", 0x30), ("arabic-indic", 0x660), ("bengali", 0x9E6), ("cambodian", 0x17E0),
    ("khmer", 0x17E0), ("devanagari", 0x966), ("gujarati", 0xAE6), ("gurmukhi", 0xA66),
    ("kannada", 0xCE6), ("lao", 0xED0), ("malayalam", 0xD66), ("mongolian", 0x1810),
    ("myanmar", 0x1040), ("oriya", 0xB66), ("persian", 0x6F0), ("tamil", 0xBE6),
    ("telugu", 0xC66), ("thai", 0xE50), ("tibetan", 0xF20),
  ]

  private static let latin = "abcdefghijklmnopqrstuvwxyz"
  private static let ideographicComma = "、"

  private static let alphabets: [(String, String, String?)] = [
    ("lower-alpha", latin, nil), ("lower-latin", latin, nil),
    ("upper-alpha", latin.uppercased(), nil), ("upper-latin", latin.uppercased(), nil),
    ("lower-greek", "αβγδεζηθικλμνξοπρστυφχψω", nil),
    (
      "hiragana", "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん",
      ideographicComma
    ),
    (
      "hiragana-iroha", "いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす",
      ideographicComma
    ),
    (
      "katakana", "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン",
      ideographicComma
    ),
    (
      "katakana-iroha", "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス",
      ideographicComma
    ),
  ]

  // MARK: Additive styles

  private static func sum(
    _ weights: [Int], _ symbols: some Sequence<String>, _ range: ClosedRange<Int>
  ) -> CounterStyle {
    CounterStyle(
      system: .additive, additive: zip(weights, symbols).map { ($0, $1) }, ranges: [range])
  }

  private static func addRoman(to table: inout [String: CounterStyle]) {
    let weights = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1]
    let numerals = ["M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"]
    table["upper-roman"] = sum(weights, numerals, 1...3999)
    table["lower-roman"] = sum(weights, numerals.map { $0.lowercased() }, 1...3999)
  }

  /// 9000, 8000, ..., 1000, 900, ..., 1.
  private static func places(from highest: Int) -> [Int] {
    var weights: [Int] = []
    var place = highest
    while place >= 1 {
      weights += (1...9).reversed().map { $0 * place }
      place /= 10
    }
    return weights
  }

  private static func addAncient(to table: inout [String: CounterStyle]) {
    let armenian = "ՔՓՒՑՐՏՎՍՌՋՊՉՈՇՆՅՄՃՂՁՀԿԾԽԼԻԺԹԸԷԶԵԴԳԲԱ"
    let upper = sum(places(from: 1000), armenian.map(String.init), 1...9999)
    table["armenian"] = upper
    table["upper-armenian"] = upper
    table["lower-armenian"] = sum(
      places(from: 1000), armenian.lowercased().map(String.init), 1...9999)
    table["georgian"] = sum(
      [10000] + places(from: 1000), "ჵჰჯჴხჭწძცჩშყღქფჳტსრჟპოჲნმლკითჱზვედგბა".map(String.init),
      1...19999)
    table["hebrew"] = CounterStyle(system: .additive, additive: hebrew, ranges: [1...10999])
  }

  /// 15 and 16 avoid the letters of the divine name.
  private static let hebrew: [(weight: Int, symbol: String)] = [
    (10000, "י׳"), (9000, "ט׳"), (8000, "ח׳"), (7000, "ז׳"), (6000, "ו׳"), (5000, "ה׳"),
    (4000, "ד׳"), (3000, "ג׳"), (2000, "ב׳"), (1000, "א׳"), (400, "ת"), (300, "ש"), (200, "ר"),
    (100, "ק"), (90, "צ"), (80, "פ"), (70, "ע"), (60, "ס"), (50, "נ"), (40, "מ"), (30, "ל"),
    (20, "כ"), (19, "יט"), (18, "יח"), (17, "יז"), (16, "טז"), (15, "טו"), (10, "י"), (9, "ט"),
    (8, "ח"), (7, "ז"), (6, "ו"), (5, "ה"), (4, "ד"), (3, "ג"), (2, "ב"), (1, "א"),
  ]

  // MARK: East Asia

  private static let belowTenThousand = [-9999...9999]

  private static func addEastAsian(to table: inout [String: CounterStyle]) {
    table["cjk-decimal"] = CounterStyle(
      system: .numeric, symbols: "〇一二三四五六七八九".map(String.init), suffix: ideographicComma,
      ranges: [0...Int.max])
    for (name, symbols) in [
      ("cjk-earthly-branch", "子丑寅卯辰巳午未申酉戌亥"), ("cjk-heavenly-stem", "甲乙丙丁戊己庚辛壬癸"),
    ] {
      table[name] = CounterStyle(
        system: .fixed(first: 1), symbols: symbols.map(String.init), suffix: ideographicComma,
        fallback: "cjk-decimal")
    }
    for (name, digits, markers, minus) in chinese {
      let numerals = ChineseNumerals(digits, markers, isInformal: name.hasSuffix("-informal"))
      table[name] = CounterStyle(
        system: .algorithm(.chinese(numerals)), negative: (minus, ""), suffix: ideographicComma,
        ranges: belowTenThousand, fallback: "cjk-decimal")
    }
    table["cjk-ideographic"] = table["trad-chinese-informal"]
    for (name, digits, markers, writesOnes) in counted {
      let isKorean = name.hasPrefix("korean")
      table[name] = CounterStyle(
        system: .additive, additive: symbols(Array(digits), Array(markers), writesOnes),
        negative: (isKorean ? "마이너스 " : "マイナス", ""),
        suffix: isKorean ? ", " : ideographicComma, ranges: belowTenThousand,
        fallback: isKorean ? nil : "cjk-decimal")
    }
  }

  private static let chinese = [
    ("simp-chinese-informal", "零一二三四五六七八九", "十百千", "负"),
    ("simp-chinese-formal", "零壹贰叁肆伍陆柒捌玖", "拾佰仟", "负"),
    ("trad-chinese-informal", "零一二三四五六七八九", "十百千", "負"),
    ("trad-chinese-formal", "零壹貳參肆伍陸柒捌玖", "拾佰仟", "負"),
  ]

  /// Digits from zero; markers for ten, hundred and thousand; whether 10 is written as "one ten".
  private static let counted = [
    ("japanese-informal", "〇一二三四五六七八九", "十百千", false),
    ("japanese-formal", "零壱弐参四伍六七八九", "拾百阡", true),
    ("korean-hangul-formal", "영일이삼사오육칠팔구", "십백천", true),
    ("korean-hanja-informal", "零一二三四五六七八九", "十百千", false),
    ("korean-hanja-formal", "零壹貳參四五六七八九", "拾百仟", true),
  ]

  private static func symbols(
    _ digits: [Character], _ markers: [Character], _ writesOnes: Bool
  ) -> [(weight: Int, symbol: String)] {
    var result: [(weight: Int, symbol: String)] = []
    var weight = 1000
    for marker in markers.reversed() {
      for digit in (1...9).reversed() {
        let one = digit > 1 || writesOnes ? String(digits[digit]) : ""
        result.append((digit * weight, one + String(marker)))
      }
      weight /= 10
    }
    for digit in (0...9).reversed() { result.append((digit, String(digits[digit]))) }
    return result
  }
}

extension ListStyleType {
  /// Whether the marker is a shape, such as a disc.
  var isBullet: Bool {
    if case .keyword(let name) = self { CounterStyleTable.isBullet(name) } else { false }
  }
}
