/// A value given to a named string (CSS GCPM 3, section 1.1).
public struct NamedString: Codable, Sendable {
  /// UTF-16 units from the text's start.
  public var offset: Int32
  /// The string's name.
  public var name: String
  /// The value; nil for a string that is set to the value of a string from another document.
  public var value: String?
  /// The name of that other string; it may be the same name.
  public var source: String?
  /// Whether a heading below those of chapters sets it: a page that begins with it is no opening. Optional in
  /// archives.
  var isInsideChapter: Bool?

  /// The name under which an element sets the number of its page. No style can give a string this
  /// name.
  static let pageNumber = "counter(page)"
}
