/// The style of the note area (CSS GCPM 3, section 2.5).
struct NoteAreaStyle: Sendable {
  let style: ComputedStyle
  /// The names of the properties that the area's rules give.
  let declared: Set<String>

  /// What notes never have from the text around them.
  private static let own: Set<String> = [
    "font-size", "line-height", "text-align", "text-align-last", "text-indent", "baseline-grid",
    "page-breaking",
  ]
  /// What notes have from the element around them, and not from the body.
  private static let ofParent: Set<String> = [
    "font-family", "font-weight", "font-style", "color", "direction",
  ]

  /// The style of the text of a note.
  /// - Parameters:
  ///   - parent: the style of the element around it.
  ///   - body: the style of its document's body; `parent` if it has none.
  func text(
    in parent: TextProperties, body: TextProperties?, _ context: StyleContext
  ) -> TextProperties {
    var result = body ?? parent
    let sized = sized(for: body?.font.size, context)
    for name in Self.own.union(declared) { result.copy(name, from: sized) }
    for name in Self.ofParent.subtracting(declared) {
      result.copy(name, from: parent)
    }
    result.language = parent.language
    return result
  }

  /// A preset's size of notes is one for the preset's text: it grows and shrinks with the size that
  /// the book gives its body.
  private func sized(for size: Length?, _ context: StyleContext) -> TextProperties {
    guard let size, let usual = context.textStyle("body")?.size, usual > 0, size != usual,
      context.textStyle("note")?.size == style.text.font.size
    else { return style.text }
    let scale = min(max(size.points / usual.points, 0.5), 2)
    var text = style.text
    text.font.size = text.font.size * scale
    if case .length(let height) = text.lineHeight { text.lineHeight = .length(height * scale) }
    return text
  }
}

extension TextProperties {
  /// Takes over the value of an inherited property; nothing for another property.
  fileprivate mutating func copy(_ property: String, from other: TextProperties) {
    guard case .inherited(let copy)? = PropertyTable.property(property)?.copy else { return }
    copy(&self, other)
  }
}
