import Support

@testable import Paginator

/// Where a line of the first page begins, in points.
struct LinePlace: Equatable {
  let x: Double
  let y: Double

  /// The places of all lines of the first page of a document.
  static func all(_ body: String, css: String = "") async throws -> [LinePlace] {
    SmallBook.fragments(of: try await SmallBook(css: css).set(body)).map {
      LinePlace(x: $0.usedRect.minX.points, y: $0.rect.minY.points)
    }
  }

  /// The same as pairs of numbers.
  static func pairs(_ body: String, css: String = "") async throws -> [[Double]] {
    try await all(body, css: css).map { [$0.x, $0.y] }
  }
}
