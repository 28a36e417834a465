/// Attribute fixing (TextKit's `fixAttributes`): characters that their font lacks get a font that
/// has them as an attribute, and each is reported once. Layout uses fallback fonts by itself; use
/// the pass to see, keep or change the chosen fonts.
public struct FontFixingPass: TextPass, Sendable {
  /// The families that were requested.
  private enum Asked: TextAttributeKey {
    typealias Value = [String]
    static let name = "paginator.asked-families"
  }

  private let fonts: FontLibrary

  /// A pass that looks for faces in a library.
  public init(fonts: FontLibrary) { self.fonts = fonts }

  /// Sets a font attribute on characters that their font lacks.
  public func process(_ storage: TextStorage, in paragraphs: Range<Int>) {
    storage.modifyAttributes(in: paragraphs) { attributes in
      guard let asked = attributes[Asked.self] else { return }
      attributes[Asked.self] = nil
      // Families that were set since stay.
      if Array(attributes.font.families.dropFirst()) == asked { attributes.font.families = asked }
    }
    for (range, family) in substitutes(in: storage.text, paragraphs) {
      storage.modifyAttributes(in: range) { attributes in
        attributes[Asked.self] = attributes.font.families
        attributes.font.families.insert(family, at: 0)
      }
    }
  }

  private func substitutes(
    in text: AttributedText, _ paragraphs: Range<Int>
  ) -> [(range: Range<Int>, family: String)] {
    var result: [(range: Range<Int>, family: String)] = []
    var offset = paragraphs.lowerBound
    for scalar in text.string(in: paragraphs).unicodeScalars {
      let length = scalar.value >= 0x10000 ? 2 : 1
      let range = offset..<offset + length
      offset += length
      guard scalar.value > 0x20, let family = substitute(for: scalar.value, text, range) else {
        continue
      }
      if let last = result.last, last.range.upperBound == range.lowerBound, last.family == family {
        result[result.count - 1].range = last.range.lowerBound..<range.upperBound
      } else {
        result.append((range, family))
      }
    }
    return result
  }

  private func substitute(
    for scalar: UInt32, _ text: AttributedText, _ range: Range<Int>
  ) -> String? {
    let style = text.style(at: range.lowerBound).style
    guard let matches = try? fonts.matches(style.text.font.request),
      !matches.contains(where: { $0.face.covers(scalar) }),
      Unicode.Scalar(scalar).map({ !$0.properties.isDefaultIgnorableCodePoint }) ?? false
    else { return nil }
    return fonts.fallback(for: scalar)?.family
  }
}
