public import EPUB
internal import Markup
internal import Synchronization

/// A book and what all its editions share: the parsed documents.
public final class SharedBook: Sendable {
  struct Parsed: Sendable {
    let tree: ElementTree
    let repairs: [MarkupRepair]
    let digest: String
    let byteCount: Int
  }

  private struct State {
    var parsed: [Int: Parsed] = [:]
    var byteCount = 0
    var kept: Set<Int> = []
    var seen: Set<Int> = []
    var matches: [MatchKey: [[Int32]?]] = [:]
    var tools: LayoutTools?
  }

  /// What editions with the same fonts and dictionaries share.
  struct LayoutTools: Sendable {
    let cache: ShapingCache
    let hyphenation: HyphenationLibrary
    let pool = LayoutEnvironment.TypesetterPool()
  }

  /// Everything that decides which rules match the elements of a document.
  struct MatchKey: Hashable {
    let document: Int
    /// The preset's CSS.
    let preset: String
    let sheets: String
    let page: Size?
  }

  let publication: Publication
  private let isLenient: Bool
  private let mostBytes: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - isLenient: whether markup is repaired rather than refused.
  ///   - mostBytes: how many source bytes of the book are kept parsed. Documents beyond that are
  ///     parsed again when they are needed again. Use no limit for a book that is set many times.
  public init(
    _ publication: Publication, isLenient: Bool = false, mostBytes: Int = .max
  ) {
    self.publication = publication
    self.isLenient = isLenient
    self.mostBytes = mostBytes
  }

  /// How many documents have been parsed.
  public var parsedCount: Int { state.withLock { $0.seen.count } }

  func document(_ index: Int) throws -> Parsed {
    if let known = state.withLock({ $0.parsed[index] }) { return known }
    let document = publication.documents[index]
    let path = publication.displayPath(of: document.href)
    let bytes = try publication.bytes(of: document)
    let (tree, repairs) = try parse(bytes, path: path, mode: isLenient ? .lenient : .strict)
    guard tree.root != nil else {
      throw BookError(.badInput, "\(path): the document has no element")
    }
    let made = Parsed(
      tree: tree, repairs: repairs, digest: Digest.of(bytes), byteCount: bytes.count)
    state.withLock { state in
      state.seen.insert(index)
      guard state.parsed[index] == nil,
        state.byteCount + bytes.count <= mostBytes || state.kept.contains(index)
      else { return }
      state.parsed[index] = made
      state.byteCount += bytes.count
    }
    return made
  }

  /// Keeps a document's tree from now on, even in a large book.
  func keep(_ index: Int) { state.withLock { _ = $0.kept.insert(index) } }

  /// The tools of the last edition if it has the same fonts and dictionaries, else a new one.
  func tools(_ options: PaginationOptions) -> LayoutTools {
    state.withLock { state in
      if let known = state.tools, known.cache.fonts === options.fonts,
        known.hyphenation === options.hyphenation
      {
        return known
      }
      let made = LayoutTools(
        cache: ShapingCache(fonts: options.fonts), hyphenation: options.hyphenation)
      state.tools = made
      return made
    }
  }

  func matches(_ key: MatchKey) -> [[Int32]?]? { state.withLock { $0.matches[key] } }
  func keep(_ matches: [[Int32]?], _ key: MatchKey) { state.withLock { $0.matches[key] = matches } }

  /// Drops a document's tree, unless it or the whole book is kept.
  func release(_ index: Int) {
    guard mostBytes < .max else { return }
    state.withLock { state in
      guard !state.kept.contains(index), let known = state.parsed.removeValue(forKey: index) else {
        return
      }
      state.byteCount -= known.byteCount
    }
  }
}
