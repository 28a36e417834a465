/// `text-overflow` (CSS Overflow 4, section 5.1). Fading is not supported.
enum TextOverflowGrammar {
  /// One mark for the end of lines, or those on the left and on the right.
  @Sendable static func marks(_ parser: inout ValueParser) -> StyleValue? {
    guard let first = mark(&parser) else { return nil }
    return .list([first] + (mark(&parser).map { [$0] } ?? []))
  }

  private static func mark(_ parser: inout ValueParser) -> StyleValue? {
    parser.keyword(of: ["clip", "ellipsis"]) ?? parser.string().map { .string($0) }
  }
}

extension StyleComputer {
  /// Nil for `clip`, the initial value.
  func textOverflow(_ value: StyleValue) -> TextOverflow? {
    guard case .list(let values) = value else { return nil }
    let marks = values.map { value -> TextOverflow.Mark in
      switch value {
      case .string(let text): .string(text)
      case .keyword("ellipsis"): .ellipsis
      default: .clip
      }
    }
    // A single mark is that of the end of lines: their other end is never cut off.
    guard let first = marks.first, let last = marks.last, marks.contains(where: { $0 != .clip })
    else { return nil }
    return .marks(left: first, right: last)
  }
}
