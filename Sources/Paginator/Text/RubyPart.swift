/// Which part of the width of its bases an annotation has.
struct RubyShare: Hashable, Codable, Sendable {
  let place: Int
  let count: Int

  /// Where its middle is.
  var middle: Double { (Double(place) + 0.5) / Double(count) }
}

/// What a box is in ruby.
enum RubyPart: Hashable, Codable, Sendable {
  case base
  case annotation(RubyShare)
}
