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
    /// Of a book that is set many times.
    let paths: KeptPaths?
  }

  /// The paths of a document's elements, found once for all runs.
  final class KeptPaths: Sendable {
    private let made = Mutex<DocumentTree?>(nil)

    func paths(in tree: ElementTree) -> DocumentTree {
      made.withLock { made in
        let own = made ?? DocumentTree(tree)
        made = own
        return own
      }
    }
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
  /// The documents of an earlier state of the book, by href.
  private let earlier: [String: Parsed]
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
    earlier = [:]
  }

  /// A book that is set again after an edit: documents that did not change are not parsed again.
  package init(_ publication: Publication, isLenient: Bool, after earlier: SharedBook?) {
    self.publication = publication
    self.isLenient = isLenient
    mostBytes = .max
    self.earlier = earlier?.parsedByName ?? [:]
  }

  private var parsedByName: [String: Parsed] {
    let parsed = state.withLock(\.parsed)
    return Dictionary(
      parsed.map { (publication.documents[$0.key].href, $0.value) },
      uniquingKeysWith: { first, _ in first })
  }

  /// How many documents have been parsed.
  public var parsedCount: Int { state.withLock { $0.seen.count } }

  func document(_ index: Int) throws -> Parsed {
    if let known = state.withLock({ $0.parsed[index] }) { return known }
    let document = publication.documents[index]
    let path = publication.displayPath(of: document.href)
    let bytes = try publication.bytes(of: document)
    let made = try parsed(bytes, of: document, path)
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

  private func parsed(
    _ bytes: [UInt8], of document: Publication.Document, _ path: String
  ) throws -> Parsed {
    let digest = Digest.of(bytes)
    if let known = earlier[document.href], known.digest == digest { return known }
    let (tree, repairs) = try parse(bytes, path: path, mode: isLenient ? .lenient : .strict)
    guard tree.root != nil else {
      throw BookError(.badInput, "\(path): the document has no element")
    }
    return Parsed(
      tree: tree, repairs: repairs, digest: digest, byteCount: bytes.count,
      paths: mostBytes == .max ? KeptPaths() : nil)
  }

  /// The paths of the elements of a document's tree.
  func paths(_ index: Int, in tree: ElementTree) -> DocumentTree {
    let kept = state.withLock { $0.parsed[index]?.paths }
    return kept?.paths(in: tree) ?? DocumentTree(tree)
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
