import Paginator

/// Finds out whether editions can be set, without a book. Answers are kept: the books of a catalogue
/// have few different editions.
struct EditionChecks {
  /// What is wrong, by the settings; nil for nothing.
  private var known: [String: BookError?] = [:]
  private static let mostKnown = 256
  /// Arguments of editions without a problem: comparing them is faster than making a text of settings.
  private var faultless: Set<[String]> = []
  /// The fonts and dictionaries of the last edition, and the settings that select them.
  private var last: (source: String, options: PaginationOptions)?

  /// - Returns: the first thing that is wrong with the settings of a unit's editions; nil if nothing is.
  mutating func problem(of unit: BatchUnit) -> BookError? {
    for edition in unit.editions {
      // Their own names tell baselines apart, and nothing else.
      let arguments = edition.arguments + (unit.outputs.contains(.pdf) ? ["pdf"] : [])
      let isCommon = edition.options.baseline == nil
      if isCommon, faultless.contains(arguments) { continue }
      if let problem = problem(of: edition.options, unit.outputs) { return problem }
      if faultless.count >= Self.mostKnown { faultless.removeAll() }
      if isCommon { faultless.insert(arguments) }
    }
    return nil
  }

  /// - Returns: why an edition cannot be set, as a batch would say; nil if nothing is wrong with its
  ///   settings.
  mutating func problem(
    of edition: EditionOptions, _ outputs: Set<BatchUnit.Output>
  ) -> BookError? {
    let hasPDF = outputs.contains(.pdf)
    let key =
      edition.layout.settings.canonicalText + (hasPDF ? "\u{0}" + edition.print.description : "")
    if let known = known[key] { return known }
    if known.count >= Self.mostKnown { known.removeAll() }
    var problem: BookError?
    do {
      try check(edition.layout.settings)
      if hasPDF { _ = try edition.print.profile() }
    } catch {
      let kind = (error as? BookError)?.kind ?? .badUsage
      problem = BookError(kind, "an edition: \(error)")
    }
    known[key] = .some(problem)
    return problem
  }

  private mutating func check(_ settings: LayoutSettings) throws {
    let source = settings.ofSource.canonicalText
    if let last, last.source == source {
      _ = try settings.options(sharing: last.options)
    } else {
      last = (source, try settings.options())
    }
  }
}
