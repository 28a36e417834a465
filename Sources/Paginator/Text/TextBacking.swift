/// Where a storage keeps its characters and attributes: two accessors and two mutators, as TextKit
/// asks of a text storage's subclass. Give a `TextStorage` your own to edit a syntax tree, a rope,
/// a database. Layout never sees it: after every edit the storage reads the edited range back.
public protocol TextBacking: AnyObject {
  /// The whole text. All offsets are UTF-16 code units.
  var string: String { get }
  func attributes(at offset: Int) -> (attributes: TextAttributes, effectiveRange: Range<Int>)
  func replaceCharacters(in range: Range<Int>, with string: String)
  func setAttributes(_ attributes: TextAttributes, in range: Range<Int>)
  /// UTF-16 units; by default counted.
  var length: Int { get }
  /// The characters of a range; by default cut out of `string`.
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
