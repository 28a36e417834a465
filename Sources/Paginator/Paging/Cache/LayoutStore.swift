internal import Foundation
internal import Synchronization

/// Caches chapter layouts by a digest of everything they depend on, so that an unchanged chapter is
/// not laid out again. A cached layout has lines and pages but no glyphs: enough to compare a book
/// with its baseline.
public final class LayoutStore: Sendable {
  /// What is kept of a chapter in addition to its outline.
  private struct Entry: Codable {
    let key: String
    /// The size of the outline, in bytes.
    let size: Int
    let findings: [Remark]
    let faces: [UsedResources.Face]
    let fontFindings: [Remark]
    let dictionaries: [String]
  }

  /// A finding without a source location.
  private struct Remark: Codable {
    let rule: Finding.Rule
    let message: String
    var textOffset: Int?
    var subject: String?
  }

  private struct Kept {
    let entry: Entry
    let outline: [UInt8]
  }

  private struct State {
    var chapters: [String: Kept] = [:]
    /// The keys requested or added since the store was made.
    var current: Set<String> = []
    var foundCount = 0
    var laidOutCount = 0
  }

  private struct Head: Codable {
    let format: Int
    let chapters: [Entry]
  }

  private static let format = 2
  private let state: Mutex<State>

  /// Creates an empty store.
  public init() { state = Mutex(State()) }

  /// Reads a store from its ``bytes``; nil if they are not valid.
  public init?(_ bytes: [UInt8]) {
    guard let newline = bytes.firstIndex(of: 0x0A),
      let head = try? JSONDecoder().decode(Head.self, from: Data(bytes[..<newline])),
      head.format == Self.format
    else { return nil }
    var state = State()
    var start = newline + 1
    for entry in head.chapters {
      guard entry.size >= 0, entry.size <= bytes.count - start else { return nil }
      state.chapters[entry.key] = Kept(
        entry: entry, outline: Array(bytes[start..<start + entry.size]))
      start += entry.size
    }
    guard start == bytes.count else { return nil }
    self.state = Mutex(state)
  }

  /// The store in a file: the chapters requested or added since it was made. One line of JSON, then
  /// the outlines. The same chapters give the same bytes.
  public var bytes: [UInt8] {
    let chapters = state.withLock { state in
      state.current.sorted().compactMap { state.chapters[$0] }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let head = Head(format: Self.format, chapters: chapters.map(\.entry))
    // Only strings and numbers: encoding can't fail.
    guard let line = try? encoder.encode(head) else { return [] }
    return Array(line) + [0x0A] + chapters.flatMap(\.outline)
  }

  /// How many requested layouts the store had, and how many were made. A chapter that must be laid
  /// out again for the other side counts twice.
  public var counts: (found: Int, laidOut: Int) {
    state.withLock { ($0.foundCount, $0.laidOutCount) }
  }

  // MARK: Chapters

  /// - Parameter key: a digest from `ChapterDigester`.
  func layout(of chapter: Chapter, key: String) -> (layout: ChapterLayout, used: UsedResources)? {
    guard let kept = state.withLock({ $0.chapters[key] }),
      let layout = ChapterOutline.layout(
        kept.outline, of: chapter, findings: Self.findings(kept.entry.findings))
    else { return nil }
    state.withLock { state in
      state.current.insert(key)
      state.foundCount += 1
    }
    return (
      layout,
      UsedResources(
        faces: kept.entry.faces, dictionaries: kept.entry.dictionaries,
        findings: Self.findings(kept.entry.fontFindings))
    )
  }

  /// - Parameter isOtherSide: whether it is the alternative for the other side, which does not
  ///   count.
  func keep(
    _ layout: ChapterLayout, using used: UsedResources, key: String, isOtherSide: Bool = false
  ) {
    let outline = ChapterOutline.bytes(of: layout)
    let entry = Entry(
      key: key, size: outline.count, findings: Self.remarks(layout.findings), faces: used.faces,
      fontFindings: Self.remarks(used.findings.all), dictionaries: used.dictionaries)
    state.withLock { state in
      state.chapters[key] = Kept(entry: entry, outline: outline)
      state.current.insert(key)
      if !isOtherSide { state.laidOutCount += 1 }
    }
  }

  /// Findings of layout have no source location: they are the same wherever the chapter is.
  private static func remarks(_ findings: [Finding]) -> [Remark] {
    findings.map {
      Remark(
        rule: $0.rule, message: $0.message, textOffset: $0.textOffset, subject: $0.subject)
    }
  }

  private static func findings(_ remarks: [Remark]) -> [Finding] {
    remarks.map { remark in
      var finding = Finding(remark.rule, remark.message)
      finding.textOffset = remark.textOffset
      finding.subject = remark.subject
      return finding
    }
  }
}
