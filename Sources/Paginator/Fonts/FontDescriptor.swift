/// What faces of a library have in common (`CTFontDescriptor` as a query). What is nil or empty may be anything.
public struct FontDescriptor: Hashable, Sendable {
  /// Names of families, in any case.
  public var families: [String] = []
  /// The name by which PostScript and PDF know the face.
  public var postScriptName: String?
  /// CSS `font-weight`, 1 to 1000. A variable font matches with any of its weights.
  public var weights: ClosedRange<Int>?
  /// Whether the face is slanted.
  public var isItalic: Bool?
  /// Whether all its characters have one width.
  public var isMonospaced: Bool?
  /// Characters that the face has.
  public var characters = ""

  /// A descriptor of all faces.
  public init() {}

  func matches(_ face: FontLibrary.Face) -> Bool {
    let own = face.weights ?? face.weight...face.weight
    return (families.isEmpty || families.contains { $0.lowercased() == face.family.lowercased() })
      && (postScriptName.map { $0 == face.face.postScriptName } ?? true)
      && (weights?.overlaps(own) ?? true) && (isItalic.map { $0 == face.isItalic } ?? true)
      && (isMonospaced.map { $0 == face.face.isMonospaced } ?? true)
      && face.face.covers(characters)
  }
}

extension FontLibrary {
  /// The faces that a descriptor describes, in the order of `available()`. Every font of the machine is opened for the
  /// first request.
  public func faces(matching descriptor: FontDescriptor) -> [Face] {
    available().filter(descriptor.matches)
  }
}
