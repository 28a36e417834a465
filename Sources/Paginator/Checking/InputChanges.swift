/// An input of a book that differs from the input of its baseline.
public struct InputChange: Equatable, Sendable {
  /// The kinds of input, in the order in which they are tested as causes.
  public enum Group: String, CaseIterable, Sendable {
    /// The package document of an EPUB.
    case package
    /// A file of the spine.
    case document
    /// A stylesheet of the book.
    case stylesheet
    /// The preset's stylesheet.
    case preset
    /// A font file.
    case font
    /// A hyphenation dictionary.
    case dictionary
    /// An image.
    case image
    /// A setting of the layout.
    case option
    /// The program or a library that it uses.
    case engine
  }

  /// The kind of input.
  public let group: Group
  /// The name of the file, option or library.
  public let name: String
  /// The old digest or value; nil for a new input.
  public let before: String?
  /// The new digest or value; nil for a removed input.
  public let after: String?

  /// Whether the input exists in both with different content. An input that was only added or
  /// removed may be the effect of another change.
  public var isChanged: Bool { before != nil && after != nil }

  /// The differences between the inputs of two paginations, in the order in which they are tested
  /// as causes.
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
    // Keeping pages does not move them: `keep` is no cause.
    case .option: return record.settings.filter { $0.key != "keep" }
    case .engine: return record.generator
    default:
      // Two fonts in different folders may have one name: a change of either is one of the name.
      return Dictionary(
        record.inputs.filter { $0.kind == group.rawValue }.map { ($0.name, $0.digest) },
        uniquingKeysWith: { "\($0) \($1)" })
    }
  }

  /// The groups that may be the cause. A font, dictionary, image or stylesheet that was only added
  /// or removed is the effect of another kind of change, if there is one.
  public static func suspects(_ changes: [InputChange]) -> [Group] {
    let roots = Set(
      changes.filter { change in
        change.isChanged || ![.font, .dictionary, .image, .stylesheet].contains(change.group)
      }.map(\.group))
    let found = roots.isEmpty ? Set(changes.map(\.group)) : roots
    return Group.allCases.filter(found.contains)
  }
}

/// The cause of moved pages, as far as it is known.
public struct Cause: Equatable, Sendable {
  /// How certain a cause is.
  public enum Proof: Equatable, Sendable {
    /// With these inputs restored, the pages are those of the baseline.
    case rerun
    /// Nothing else changed.
    case onlyChange
    /// One or several of these: no test with restored inputs gave the baseline's pages.
    case suspected
  }

  /// The kinds of input that are the cause.
  public let groups: [InputChange.Group]
  /// The changes of those kinds.
  public let changes: [InputChange]
  /// How certain the cause is.
  public let proof: Proof

  /// Finds the smallest set of changes that explains the difference.
  ///
  /// - Parameter rerun: sets the book with some groups as they were in the baseline; returns nil if
  ///   that is not possible.
  /// - Throws: what `rerun` throws.
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
