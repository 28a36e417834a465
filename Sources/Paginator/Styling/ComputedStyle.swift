/// A style with every value computed, and what only the reader of a document asks: generated
/// content and custom properties.
final class ComputedStyle: Sendable {
  let style: TextStyle
  /// The same as in `style`, stored here too: asking a stored property for one field copies
  /// nothing else.
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

/// The properties that make text or name things; they are done with once a document is read.
struct GeneratedContent: Sendable {
  var content: StyleValue?
  var counterReset: [CounterChange] = []
  var counterIncrement: [CounterChange] = []
  var counterSet: [CounterChange] = []
  var stringSet: [StringSet] = []
  var pageSize: StyleValue?
}

struct CounterChange: Hashable, Sendable {
  var name: String
  var value: Int?
}

struct StringSet: Hashable, Sendable {
  var name: String
  var items: [StyleValue]
}
