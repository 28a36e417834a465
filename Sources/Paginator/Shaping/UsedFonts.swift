/// The fonts that text was set in, and the findings about them.
struct UsedFonts: Sendable {
  private var byIdentity: [ObjectIdentifier: FontFace] = [:]
  var findings = FindingList()

  mutating func add(_ face: FontFace) {
    let identity = ObjectIdentifier(face)
    if byIdentity[identity] == nil { byIdentity[identity] = face }
  }

  mutating func add(_ other: UsedFonts) {
    byIdentity.merge(other.byIdentity) { own, _ in own }
    findings.append(contentsOf: other.findings.all)
  }

  /// Sorted by path and index.
  var faces: [FontFace] {
    byIdentity.values.sorted { ($0.path, $0.index) < ($1.path, $1.index) }
  }
}
