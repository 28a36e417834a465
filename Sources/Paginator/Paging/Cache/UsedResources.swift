/// The fonts and dictionaries that text was set with, and the findings about the fonts.
struct UsedResources: Sendable {
  struct Face: Hashable, Codable, Sendable {
    let path: String
    let index: Int
    let digest: String
    let version: String

    var fileName: String { path.fileName }
  }

  private var known: Set<Face> = []
  private var knownDictionaries: Set<String> = []
  private(set) var findings = FindingList()

  init() {}

  init(faces: [Face], dictionaries: [String], findings: [Finding]) {
    known = Set(faces)
    knownDictionaries = Set(dictionaries)
    self.findings.append(contentsOf: findings)
  }

  init(_ fonts: UsedFonts, dictionaries: some Sequence<String>) {
    known = Set(
      fonts.faces.map {
        Face(path: $0.path, index: $0.index, digest: $0.digest, version: $0.version)
      })
    knownDictionaries = Set(dictionaries)
    findings = fonts.findings
  }

  mutating func add(_ other: UsedResources) {
    known.formUnion(other.known)
    knownDictionaries.formUnion(other.knownDictionaries)
    findings.append(contentsOf: other.findings.all)
  }

  /// Sorted by the names and digests of their files: the folders differ between machines.
  var faces: [Face] {
    known.sorted {
      ($0.fileName, $0.digest, $0.index, $0.path) < ($1.fileName, $1.digest, $1.index, $1.path)
    }
  }

  /// Paths, sorted by the names of the files.
  var dictionaries: [String] {
    knownDictionaries.sorted { ($0.fileName, $0) < ($1.fileName, $1) }
  }

  /// The paths of fonts and dictionaries of this machine, not of the book.
  var paths: [String] { (faces.map(\.path) + dictionaries).filter { $0.hasPrefix("/") } }
}
