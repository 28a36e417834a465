/// The stylesheets that are being imported, each by its predecessor. The depth and the total number
/// of imports are limited, because sheets may import the same sheet many times.
struct ImportChain {
  private final class Count {
    var value = 0
  }

  private var paths: Set<String> = []
  /// The layer that the sheet is imported into.
  var layer: LayerName = []
  private let count = Count()
  private static let deepest = 16
  private static let most = 256

  /// - Returns: the chain inside a sheet; nil if it is already in it or a limit is reached.
  func entering(_ path: String, from outer: String) -> ImportChain? {
    guard path != outer, !paths.contains(path), paths.count < Self.deepest,
      count.value < Self.most
    else { return nil }
    count.value += 1
    var inner = self
    inner.paths.insert(outer)
    inner.paths.insert(path)
    return inner
  }
}
