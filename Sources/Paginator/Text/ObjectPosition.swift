/// `object-position`: where an image is in its box (CSS Images 3, section 5.6). Indirect, because every style has
/// room for one.
public indirect enum ObjectPosition: Hashable, Codable, Sendable {
  /// Across and down: each is a fraction of the room that the image leaves, plus a length.
  case at(x: Dimension, y: Dimension)

  /// The place across.
  var x: Dimension {
    switch self {
    case .at(let x, _): x
    }
  }
  /// The place down.
  var y: Dimension {
    switch self {
    case .at(_, let y): y
    }
  }
}
