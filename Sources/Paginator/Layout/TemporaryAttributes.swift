/// Attributes that a layout manager adds to the text that it draws. They are not part of the
/// storage: another manager of the same storage does not show them, and they never change lines,
/// glyphs or positions. Use them for marks that come and go, such as highlighted syntax, found
/// words and misspellings.
public struct TemporaryAttributes: Hashable, Sendable {
  /// The color of the glyphs; nil for the text's own.
  public var color: Color?
  /// The background; nil for the text's own.
  public var background: Color?
  /// The underline; nil for the text's own.
  public var underline: UnderlineStyle?
  /// The underline's color; nil for the text's own.
  public var underlineColor: Color?
  /// The line through the text; nil for the text's own.
  public var strikethrough: UnderlineStyle?
  /// The color of the line through the text; nil for the text's own.
  public var strikethroughColor: Color?

  /// Attributes that change nothing.
  public init() {}

  /// A color of the glyphs, a background and an underline.
  public init(color: Color? = nil, background: Color? = nil, underline: UnderlineStyle? = nil) {
    self.color = color
    self.background = background
    self.underline = underline
  }

  /// Whether nothing is changed.
  public var isEmpty: Bool { self == TemporaryAttributes() }

  /// These attributes, with those of the other that are set.
  func adding(_ other: TemporaryAttributes) -> TemporaryAttributes {
    var sum = self
    sum.color = other.color ?? color
    sum.background = other.background ?? background
    sum.underline = other.underline ?? underline
    sum.underlineColor = other.underlineColor ?? underlineColor
    sum.strikethrough = other.strikethrough ?? strikethrough
    sum.strikethroughColor = other.strikethroughColor ?? strikethroughColor
    return sum
  }

  /// A style as it is drawn with these attributes.
  func applied(to style: TextStyle) -> TextStyle {
    if isEmpty { return style }
    var text = style.text
    text.color = color ?? text.color
    text.inlineBackground = background ?? text.inlineBackground
    var effects = style.effects ?? TextEffects()
    effects.underline = underline ?? effects.underline
    effects.underlineColor = underlineColor ?? effects.underlineColor
    effects.strikethrough = strikethrough ?? effects.strikethrough
    effects.strikethroughColor = strikethroughColor ?? effects.strikethroughColor
    return style.replacing(text: text, effects: effects)
  }
}

/// The temporary attributes of a text, as runs: sorted, not empty, and no two adjacent runs equal.
struct TemporaryRuns: Sendable {
  struct Run: Sendable {
    var range: Range<Int>
    var attributes: TemporaryAttributes
  }

  private(set) var runs: [Run] = []
  var isEmpty: Bool { runs.isEmpty }

  /// The index of the first run that ends after an offset.
  private func index(after offset: Int) -> Int {
    runs.partitioningIndex { $0.range.upperBound > offset }
  }

  func attributes(at offset: Int) -> TemporaryAttributes {
    let index = index(after: offset)
    guard index < runs.count, runs[index].range.contains(offset) else {
      return TemporaryAttributes()
    }
    return runs[index].attributes
  }

  /// The attributes at an offset and the longest range over which they do not change.
  func run(at offset: Int, length: Int) -> Run {
    let index = index(after: offset)
    if index < runs.count, runs[index].range.contains(offset) { return runs[index] }
    let start = index > 0 ? runs[index - 1].range.upperBound : 0
    let end = index < runs.count ? runs[index].range.lowerBound : length
    return Run(range: start..<max(start, end), attributes: TemporaryAttributes())
  }

  func overlaps(_ range: Range<Int>) -> Bool {
    let index = index(after: range.lowerBound)
    return index < runs.count && runs[index].range.lowerBound < range.upperBound
  }

  /// Changes the attributes of a range; text without any is changed too.
  mutating func modify(
    _ range: Range<Int>, _ change: (TemporaryAttributes) -> TemporaryAttributes
  ) {
    guard !range.isEmpty else { return }
    let first = index(after: range.lowerBound)
    var last = first
    while last < runs.count, runs[last].range.lowerBound < range.upperBound { last += 1 }
    var made: [Run] = []
    func append(_ range: Range<Int>, _ attributes: TemporaryAttributes) {
      guard !range.isEmpty, !attributes.isEmpty else { return }
      if let end = made.last, end.range.upperBound == range.lowerBound, end.attributes == attributes
      {
        made[made.count - 1].range = end.range.lowerBound..<range.upperBound
      } else {
        made.append(Run(range: range, attributes: attributes))
      }
    }
    // The neighbours are included, because they may now be equal to the changed text.
    let low = max(0, first - 1)
    let high = min(runs.count, last + 1)
    for run in runs[low..<first] { append(run.range, run.attributes) }
    var offset = range.lowerBound
    for run in runs[first..<last] {
      append(run.range.lowerBound..<max(run.range.lowerBound, range.lowerBound), run.attributes)
      append(offset..<max(offset, run.range.lowerBound), change(TemporaryAttributes()))
      let own = run.range.clamped(to: range)
      append(own, change(run.attributes))
      offset = own.upperBound
      if offset == range.upperBound {
        append(offset..<max(offset, run.range.upperBound), run.attributes)
      }
    }
    append(offset..<max(offset, range.upperBound), change(TemporaryAttributes()))
    for run in runs[last..<high] { append(run.range, run.attributes) }
    runs.replaceSubrange(low..<high, with: made)
  }

  /// Follows an edit of characters: new text has no temporary attributes.
  mutating func follow(_ edit: TextEditRecord) {
    guard !runs.isEmpty, edit.mask.contains(.characters) else { return }
    let old =
      edit.range
      .lowerBound..<max(
        edit.range.lowerBound, edit.range.upperBound - edit.changeInLength)
    modify(old) { _ in TemporaryAttributes() }
    let first = index(after: old.lowerBound)
    if first < runs.count, runs[first].range.lowerBound < old.lowerBound {
      // The text was inserted inside a run.
      var behind = runs[first]
      behind.range = old.lowerBound..<behind.range.upperBound
      runs[first].range = runs[first].range.lowerBound..<old.lowerBound
      runs.insert(behind, at: first + 1)
    }
    for index in runs.indices where runs[index].range.lowerBound >= old.upperBound {
      let range = runs[index].range
      runs[index].range =
        range.lowerBound + edit.changeInLength..<range.upperBound + edit.changeInLength
    }
    guard edit.range.isEmpty else { return }
    // Text on both sides of a deletion may now be one run.
    modify(max(0, edit.range.lowerBound - 1)..<edit.range.lowerBound) { $0 }
  }
}

/// Temporary attributes (`NSLayoutManager.addTemporaryAttributes(_:forCharacterRange:)` and its
/// relatives). Setting them lays out nothing again. They move with the text when it is edited; text
/// that replaces other text has none.
extension LayoutManager {
  /// Adds attributes to those of a range; attributes that are nil leave the present ones alone.
  public func addTemporaryAttributes(_ attributes: TemporaryAttributes, in range: Range<Int>) {
    temporary.modify(checked(range)) { $0.adding(attributes) }
  }

  /// Replaces the temporary attributes of a range.
  public func setTemporaryAttributes(_ attributes: TemporaryAttributes, in range: Range<Int>) {
    temporary.modify(checked(range)) { _ in attributes }
  }

  /// Removes one attribute from a range: `removeTemporaryAttribute(\.color, in: range)`.
  public func removeTemporaryAttribute<Value>(
    _ path: WritableKeyPath<TemporaryAttributes, Value?>, in range: Range<Int>
  ) {
    temporary.modify(checked(range)) {
      var rest = $0
      rest[keyPath: path] = nil
      return rest
    }
  }

  /// Removes all temporary attributes of a range.
  public func removeTemporaryAttributes(in range: Range<Int>) {
    setTemporaryAttributes(TemporaryAttributes(), in: range)
  }

  /// The temporary attributes at an offset, and the longest range over which they do not change.
  public func temporaryAttributes(
    at offset: Int
  ) -> (attributes: TemporaryAttributes, effectiveRange: Range<Int>) {
    let run = temporary.run(at: offset, length: storage.length)
    return (run.attributes, run.range)
  }

  private func checked(_ range: Range<Int>) -> Range<Int> {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= storage.length, "a range outside the text")
    return range
  }
}
