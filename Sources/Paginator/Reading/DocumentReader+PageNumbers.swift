/// Page numbers that elements set: `counter-reset` and `counter-set` of the counter `page` (CSS Paged
/// Media 3, section 7.1).
extension DocumentReader {
  mutating func setPageNumber(_ style: ComputedStyle) {
    let changes = style.generated.counterReset + style.generated.counterSet
    guard let change = changes.last(where: { $0.name == "page" }) else { return }
    settleBreak()
    builder.appendNamedString(NamedString.pageNumber, String(change.value ?? 0))
  }
}
