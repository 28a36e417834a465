/// Adds places where a line may end to those that ICU finds.
enum AddedBreaks {
  /// - Parameters:
  ///   - boundaries: UTF-16 offsets in order.
  ///   - places: the same; those that are boundaries already change nothing.
  static func merged(_ boundaries: ArraySlice<Int32>, _ places: [Int32]) -> ArraySlice<Int32> {
    guard !places.isEmpty else { return boundaries }
    var result: [Int32] = []
    result.reserveCapacity(boundaries.count + places.count)
    var rest = places[...]
    for boundary in boundaries {
      while let place = rest.first, place <= boundary {
        if place < boundary { result.append(place) }
        rest = rest.dropFirst()
      }
      result.append(boundary)
    }
    return (result + rest)[...]
  }
}
