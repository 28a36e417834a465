extension StyleValue {
  /// What in the `content` of a margin box has no text there; nil if all of it has.
  var unknownInMarginBox: String? {
    guard case .list(let items) = self else { return nil }
    for item in items {
      switch item {
      case .string, .function("string", _): continue
      case .function(let name, let arguments) where name == "counter" || name == "counters":
        guard case .keyword(let counter) = arguments.first, ["page", "pages"].contains(counter)
        else { return "a counter other than page and pages" }
      case .function(let name, _): return "\"\(name)()\""
      case .keyword(let word): return "\"\(word)\""
      default: return "this content"
      }
    }
    return nil
  }
}
