/// The widths of a paragraph's lines: all that line breaking needs from a container.
struct LineWidths {
  var first: Int
  var others: Int
  /// The widths of the first lines, if they are next to floats.
  var leading: [Int] = [] { didSet { leadingCount = leading.count } }
  /// Lines beside floats that are narrower are ragged.
  var raggedBelow = 0
  /// The count of `leading`, stored so that the array is not touched: it is read for every pair of
  /// breaks.
  private var leadingCount = 0

  init(first: Int, others: Int) {
    self.first = first
    self.others = others
  }

  @inline(__always)
  func width(ofLine line: Int) -> Int {
    if line < leadingCount { return leading[line] }
    return line == 0 ? first : others
  }

  /// Whether a line is too narrow beside a float to be justified.
  func isRagged(_ line: Int) -> Bool { line < leadingCount && leading[line] < raggedBelow }

  /// How much a line may exceed its width by rounding, in 1/1024 points.
  static let rounding = 4

  var areEqual: Bool { leadingCount == 0 && first == others }
  var least: Int { min(first, others, leading.min() ?? first) }
  /// A wider word is broken: beside floats, a word that fits below them is not.
  var mostOfWord: Int { leadingCount == 0 ? least : others }

  /// The index from which on all lines have the same width.
  var firstUniformLine: Int { max(1, leadingCount) }
}
