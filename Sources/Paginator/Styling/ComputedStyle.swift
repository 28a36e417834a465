/// A style with all values computed, plus what only the document reader needs: generated content
/// and custom properties.
final class ComputedStyle: Sendable {
  let style: TextStyle
  /// Copies of the properties in `style`: reading one field of a stored property copies nothing
  /// else.
  let text: TextProperties
  let box: BoxProperties
  let generated: GeneratedContent
  let custom: [String: [CSSValueBox]]

  var id: Int { style.id }

  init(style: TextStyle, generated: GeneratedContent, custom: [String: [CSSValueBox]]) {
    self.style = style
    text = style.text
    box = style.box
    self.generated = generated
    self.custom = custom
  }
}

/// Properties that generate text or set names; not needed after the document is read.
extension ComputedStyle {
  /// Every property with its initial value.
  static let initial = ComputedStyle(
    style: TextStyle(id: -1, text: TextProperties(), box: BoxProperties()),
    generated: GeneratedContent(), custom: [:])
}

struct GeneratedContent: Sendable {
  var content: StyleValue?
  var counterReset: [CounterChange] = []
  var counterIncrement: [CounterChange] = []
  var counterSet: [CounterChange] = []
  var stringSet: [StringSet] = []
  var pageSize: StyleValue?
  /// Whether the children are items of a flex or grid container.
  var isItemContainer = false
  /// Where these items, or the element in its container, are.
  var itemPlaces = ItemPlaces()
  /// Whether the element or one around it scrolls, where there are no pages.
  var isInScroller = false
  /// By how much the transforms of the element and of those around it scale its lengths.
  var scale = 1.0
  /// `contain` and `contain-intrinsic-size`; nil for their initial values.
  var containment: Containment?
  /// Nil for rows.
  var writingMode: WritingMode?
  /// By property of the box, the declared values with `currentcolor`: a child that inherits one has its own color there
  /// (CSS Color 4, section 9.2).
  var currentColors: [String: StyleValue] = [:]
  /// Declarations of the element that are known and have no effect.
  var unhonoured: [String] = []

  /// What the content of an element takes over, for a style that is made from the element's.
  var inherited: GeneratedContent {
    var result = GeneratedContent()
    result.scale = scale
    result.writingMode = writingMode
    return result
  }
}

struct CounterChange: Hashable, Sendable {
  var name: String
  var value: Int?
  /// Whether the counter counts down to 1: `reversed()` in `counter-reset`.
  var isReversed = false
}

struct StringSet: Hashable, Sendable {
  var name: String
  var items: [StyleValue]
}

extension TextStyle {
  /// What parts of tables have in place of what does not apply to them.
  private static let boxOfParts = BoxProperties()

  /// The style without what does not apply to its box, but is inherited from it: margins of the parts
  /// of a table, and padding of its rows and columns (CSS 2, sections 8.3 and 8.4).
  var applied: TextStyle {
    guard let part = ElementKinds.tablePart(box.display) else { return self }
    var box = box
    for property in Property.edges where !property.effect.elements.contains(part) {
      if case .own(let copy) = property.copy { copy(&box, Self.boxOfParts) }
    }
    return replacing(box: box)
  }
}
