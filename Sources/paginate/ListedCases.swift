import Paginator

extension CaseIterable where Self: RawRepresentable<String> {
  /// The names of all cases, for help and messages.
  static var listed: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension ReaderSize {
  /// What is wrong with a name that is none of a reader size.
  static func unknown(_ name: String) -> String {
    let long = allCases.prefix(shortNames.count).map(\.rawValue)
    let short = shortNames + allCases.dropFirst(shortNames.count).map(\.rawValue)
    return
      "unknown reader size \"\(Excerpt.of(name))\": it is one of \(short.joined(separator: ", ")), or \(long.joined(separator: ", "))"
  }
}

extension Budgets.Name {
  /// The names of all limits, with their units.
  static var listedWithUnits: String { allCases.map(\.withUnit).joined(separator: ", ") }

  private var withUnit: String {
    switch self {
    case .pages, .boxes: rawValue
    case .output: "\(rawValue) (MB)"
    case .generated: "\(rawValue) (characters)"
    case .time: "\(rawValue) (seconds)"
    }
  }
}
