internal import Markup

/// What readers who do not see an image are told (HTML-AAM 1.0, section 4.1.10).
extension ElementTree {
  /// The description of an `img`: its label, its `alt` or, without that, its `title`; empty for none.
  func imageDescription(of node: Int) -> String {
    ariaLabel(of: node) ?? attribute("alt", of: node) ?? attribute("title", of: node) ?? ""
  }

  /// The text of the elements that label an element, or its label; nil for none (Accessible Name and
  /// Description Computation 1.2, section 4.3.2).
  func ariaLabel(of node: Int) -> String? {
    let labels = words(of: "aria-labelledby", node).prefix(Self.mostLabels)
      .compactMap { element(withID: $0) }.map { singleSpaced($0) }.filter { !$0.isEmpty }
    if !labels.isEmpty { return labels.joined(separator: " ") }
    let own = words(of: "aria-label", node).joined(separator: " ")
    return own.isEmpty ? nil : own
  }

  /// Each is searched for in the whole document.
  private static let mostLabels = 8
}
