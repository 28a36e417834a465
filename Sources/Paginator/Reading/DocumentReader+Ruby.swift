internal import Markup

/// Ruby (HTML, section 4.5.10; CSS Ruby 1): annotations above the text that they explain.
extension DocumentReader {
  /// Reads the content of a `ruby` element: bases, each with the annotations that follow it.
  mutating func readRuby(_ node: Int, _ style: ComputedStyle) {
    var bases: [Int] = []
    var annotations: [Int] = []
    for child in rubyParts(of: node) {
      if tree.isElement(child, "rt") {
        annotations.append(child)
      } else if !annotations.isEmpty, isBetweenRubyParts(child) {
        continue
      } else if annotations.isEmpty || tree.isElement(child, "rp") {
        bases.append(child)
      } else {
        readRuby(bases, annotations, node, style)
        bases = [child]
        annotations = []
      }
    }
    readRuby(bases, annotations, node, style)
  }

  /// The children of a `ruby` element, and those of its containers of annotations.
  private func rubyParts(of node: Int) -> [Int] {
    tree.children(of: node).flatMap {
      tree.isElement($0, "rtc") ? Array(tree.children(of: $0)) : [$0]
    }
  }

  /// Whether a node is white space or a comment, which stands for no base.
  private func isBetweenRubyParts(_ node: Int) -> Bool {
    switch tree.nodes[node].kind {
    case .text: isWhiteSpace(node)
    case .element: false
    case .comment, .instruction: true
    }
  }

  /// Reads bases with their annotations, which divide their width evenly.
  private mutating func readRuby(
    _ bases: [Int], _ annotations: [Int], _ node: Int, _ style: ComputedStyle
  ) {
    guard !annotations.isEmpty else { return readChildren(bases, style) }
    guard fitsAbove(bases, annotations, style) else {
      findings.report(
        .fallbackContent, "long ruby is set on the line, in parentheses",
        at: tree.location(of: node))
      readChildren(bases, style)
      for annotation in annotations { readAnnotationInLine(annotation, style) }
      return
    }
    let base = resolver.rubyBaseStyle(style)
    beginContent()
    builder.appendEdge(isStart: true, style: base)
    readChildren(bases, base)
    for (place, annotation) in annotations.enumerated() {
      let own = resolver.style(of: annotation, parent: base)
      guard own.box.display != .none else { continue }
      let share = RubyShare(place: place, count: annotations.count)
      readAtomicInline(annotation, resolver.annotationStyle(own, share))
    }
    builder.appendEdge(isStart: false, style: base)
  }

  /// Whether annotations can be above their bases: both are short. Lines do not break inside.
  private func fitsAbove(_ bases: [Int], _ annotations: [Int], _ style: ComputedStyle) -> Bool {
    guard !style.text.isRightToLeft, annotations.count <= Self.mostAnnotations else { return false }
    let parts = bases.filter { !isBetweenRubyParts($0) }
    let longest = Self.longestRubyBase / max(1, parts.count)
    return !parts.contains { holdsText($0, over: longest) }
      && !annotations.contains { holdsText($0, over: Self.longestAnnotation) }
  }

  /// All bases of an annotation, in bytes: twelve ideographs.
  private static let longestRubyBase = 36
  private static let longestAnnotation = 72
  private static let mostAnnotations = 12

  private mutating func readAnnotationInLine(_ node: Int, _ style: ComputedStyle) {
    let own = resolver.style(of: node, parent: style)
    guard own.box.display != .none else { return }
    let inLine = resolver.inLineAnnotationStyle(own)
    generated("(", inLine)
    anchor(node)
    readChildren(node, inLine)
    generated(")", inLine)
  }
}

extension StyleResolver {
  /// The style of bases, to which the places of their annotations refer.
  fileprivate func rubyBaseStyle(_ style: ComputedStyle) -> ComputedStyle {
    derived(.rubyBase, style) { text, box in
      box = BoxProperties()
      box.position = .relative
      box.rubyPart = .base
      text.whiteSpace = .nowrap
    }
  }

  /// The style of an annotation: a line in the middle above its base.
  fileprivate func annotationStyle(_ style: ComputedStyle, _ share: RubyShare) -> ComputedStyle {
    derived(.annotation(share), style) { text, box in
      box.display = .block
      box.position = .absolute
      box.float = .none
      box.width = .auto
      box.offsets = Edges(.auto)
      box.offsets.bottom = Dimension(fraction: 1)
      box.offsets.left = Dimension(fraction: share.middle)
      box.translation = Translation(x: Dimension(fraction: -0.5), y: .zero)
      box.rubyPart = .annotation(share)
      // The box has its background, not its text.
      text.inlineBackground = .transparent
      text.whiteSpace = .nowrap
      text.lineHeight = .number(1)
      text.indent = .zero
      text.align = .start
    }
  }

  /// The style of an annotation in its line: it is not as small as above its base.
  fileprivate func inLineAnnotationStyle(_ style: ComputedStyle) -> ComputedStyle {
    derived(.inLineAnnotation, style) { text, box in
      box = BoxProperties()
      text.font.size = text.font.size * 1.4
    }
  }
}
