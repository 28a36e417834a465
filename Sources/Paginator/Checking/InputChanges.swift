/// What went into a book otherwise than it did when its baseline was made.
public struct InputChange: Equatable, Sendable {
  /// In the order in which causes are looked for.
  public enum Group: String, CaseIterable, Sendable {
    case package, document, stylesheet, preset, font, dictionary, image, option, engine
  }

  /// What kind of input it is.
  public let group: Group
  /// The file, the option, the library.
  public let name: String
  /// Nil for what is new.
  public let before: String?
  /// Nil for what is gone.
  public let after: String?

  /// Whether the same thing is there with another content: what only came or went may be for
  /// another change's sake.
  public var isChanged: Bool { before != nil && after != nil }

  /// What differs between the inputs of two paginations, in the order in which causes are looked
  /// for.
  public static func changes(from old: BookRecord, to new: BookRecord) -> [InputChange] {
    var result: [InputChange] = []
    for group in Group.allCases {
      let before = values(group, old)
      let after = values(group, new)
      for name in Set(before.keys).union(after.keys).sorted() where before[name] != after[name] {
        result.append(
          InputChange(group: group, name: name, before: before[name], after: after[name]))
      }
    }
    return result
  }

  private static func values(_ group: Group, _ record: BookRecord) -> [String: String] {
    switch group {
    // Pages that are kept are what they were: they do not move for being kept.
    case .option: return record.settings.filter { $0.key != "keep" }
    case .engine: return record.generator
    default:
      return Dictionary(
        record.inputs.filter { $0.kind == group.rawValue }.map { ($0.name, $0.digest) },
        uniquingKeysWith: { a, _ in a })
    }
  }

  /// The groups that may have done it. A font, dictionary or image that only came or went follows
  /// from a change of another kind, where there is one.
  public static func suspects(_ changes: [InputChange]) -> [Group] {
    let roots = Set(
      changes.filter { change in
        change.isChanged || ![.font, .dictionary, .image, .stylesheet].contains(change.group)
      }.map(\.group))
    let found = roots.isEmpty ? Set(changes.map(\.group)) : roots
    return Group.allCases.filter(found.contains)
  }
}

/// Why pages moved, as far as it can be told.
public struct Cause: Equatable, Sendable {
  /// How sure the cause is.
  public enum Proof: Equatable, Sendable {
    /// With this put back, the pages are the baseline's.
    case rerun
    /// Nothing else changed.
    case onlyChange
    /// One of these, or several together: there is nothing to put back and try.
    case suspected
  }

  /// The kinds of input that did it.
  public let groups: [InputChange.Group]
  /// What changed of those kinds.
  public let changes: [InputChange]
  /// How sure it is.
  public let proof: Proof

  /// Finds the smallest set of changes that explains the difference.
  ///
  /// - Parameter rerun: sets the book with some groups as the baseline had them; nil where that
  ///   cannot be done.
  public static func find(
    from old: BookRecord, to new: BookRecord,
    rerun: (Set<InputChange.Group>) async throws -> BookRecord?
  ) async throws -> Cause? {
    let changes = InputChange.changes(from: old, to: new)
    let suspects = InputChange.suspects(changes)
    guard !suspects.isEmpty else { return nil }
    func cause(_ groups: [InputChange.Group], _ proof: Proof) -> Cause {
      Cause(
        groups: groups, changes: changes.filter { groups.contains($0.group) }, proof: proof)
    }
    if suspects.count == 1 { return cause(suspects, .onlyChange) }
    for size in 1...min(2, suspects.count) {
      for groups in combinations(suspects, size) {
        guard let record = try await rerun(Set(groups)) else { continue }
        if Comparison(old: old, new: record).isSame { return cause(groups, .rerun) }
      }
    }
    return cause(suspects, .suspected)
  }

  private static func combinations(
    _ groups: [InputChange.Group], _ size: Int
  ) -> [[InputChange.Group]] {
    if size == 1 { return groups.map { [$0] } }
    return groups.indices.flatMap { first in
      groups[(first + 1)...].map { [groups[first], $0] }
    }
  }
}
