/// The place where a storage keeps its characters and attributes: the two accessors and two
/// mutators that TextKit requires of a text storage's subclass. Implement it to edit a syntax tree,
/// a rope or a database through a `TextStorage`. Layout never reads it: after every edit the
/// storage copies the edited range back.
public protocol TextBacking: AnyObject {
  /// The whole text. All offsets are UTF-16 code units.
  var string: String { get }
  /// The attributes of the character at an offset, and the range around it in which they are the
  /// same.
  func attributes(at offset: Int) -> (attributes: TextAttributes, effectiveRange: Range<Int>)
  /// Replaces characters. New characters take the attributes of the first one that they replace, or
  /// else of the one before them.
  func replaceCharacters(in range: Range<Int>, with string: String)
  /// Sets the attributes of a range, in place of those that it has.
  func setAttributes(_ attributes: TextAttributes, in range: Range<Int>)
  /// The length in UTF-16 code units; by default counted in `string`.
  var length: Int { get }
  /// The UTF-16 code units of a range; by default taken from `string`.
  func units(in range: Range<Int>) -> [UInt16]
}

extension TextBacking {
  /// UTF-16 code units.
  public var length: Int { string.utf16.count }

  /// The UTF-16 code units of a range.
  public func units(in range: Range<Int>) -> [UInt16] {
    Array(string.utf16.dropFirst(range.lowerBound).prefix(range.count))
  }
}
