internal import Synchronization

/// The digests of styles by their values, kept between the runs of a book: each run makes its styles
/// anew.
final class StyleDigests: Sendable {
  private struct Values: Hashable {
    let text: TextProperties
    let box: BoxProperties
    let paragraph: ParagraphStyle?
    let effects: TextEffects?
  }

  private static let most = 4096
  private let known = Mutex<[Values: [UInt8]]>([:])

  func digest(of style: TextStyle, make: () throws -> [UInt8]) rethrows -> [UInt8] {
    let values = Values(
      text: style.text, box: style.box, paragraph: style.paragraph, effects: style.effects)
    if let digest = known.withLock({ $0[values] }) { return digest }
    let digest = try make()
    known.withLock { known in
      if known.count >= Self.most { known.removeAll() }
      known[values] = digest
    }
    return digest
  }
}
