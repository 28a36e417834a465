internal import CUnicode
internal import Foundation

/// A regular expression in ICU's syntax. An invalid one is an error; it never means "not found".
public struct TextPattern: Sendable {
  /// The error for a pattern that is not a regular expression.
  public struct Malformed: Error, CustomStringConvertible {
    /// The invalid pattern.
    public let pattern: String
    /// How many characters of the pattern could be read.
    public let offset: Int
    /// What is wrong with the pattern, and where.
    public var description: String {
      "\"\(pattern)\" is not a regular expression (ICU's syntax), from character \(offset + 1) on"
    }
  }

  private let expression: NSRegularExpression

  /// Creates a pattern in ICU's syntax.
  public init(_ pattern: String, ignoresCase: Bool = false) throws(Malformed) {
    do {
      expression = try NSRegularExpression(
        pattern: pattern, options: ignoresCase ? [.caseInsensitive] : [])
    } catch {
      let offset = Array(pattern.utf16).withUnsafeBufferPointer {
        unicode_regex_error($0.baseAddress, Int32($0.count))
      }
      throw Malformed(pattern: pattern, offset: max(0, Int(offset)))
    }
  }

  /// The matches in a range, in order, including empty ones.
  public func matches(in text: AttributedText, _ range: Range<Int>) -> [Range<Int>] {
    matches(in: text.units[range]).map {
      range.lowerBound + $0.lowerBound..<range.lowerBound + $0.upperBound
    }
  }

  /// The matches in UTF-16 units, counted from their start.
  func matches(in units: ArraySlice<UInt16>) -> [Range<Int>] {
    let string = String(decoding: units, as: UTF16.self)
    return expression.matches(in: string, range: NSRange(location: 0, length: units.count)).map {
      $0.range.location..<$0.range.location + $0.range.length
    }
  }
}
