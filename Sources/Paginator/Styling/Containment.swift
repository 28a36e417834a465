/// `contain: size` and the sizes that a box has then (CSS Containment 3, section 3.1; CSS Sizing 4, section 5.2).
/// Indirect, because every style has room for one.
indirect enum Containment: Hashable, Sendable {
  /// The axes of which the size does not depend on the content, and the sizes; nil for none.
  case sizes(Axes, width: Length?, height: Length?)

  struct Axes: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let width = Axes(rawValue: 1)
    static let height = Axes(rawValue: 2)
  }
}

extension GeneratedContent {
  /// The axes of `contain`.
  var containedAxes: Containment.Axes {
    get { if case .sizes(let axes, _, _)? = containment { axes } else { [] } }
    set { setContainment(newValue, containedWidth, containedHeight) }
  }
  /// `contain-intrinsic-width`; nil for none.
  var containedWidth: Length? {
    get { if case .sizes(_, let width, _)? = containment { width } else { nil } }
    set { setContainment(containedAxes, newValue, containedHeight) }
  }
  /// `contain-intrinsic-height`; nil for none.
  var containedHeight: Length? {
    get { if case .sizes(_, _, let height)? = containment { height } else { nil } }
    set { setContainment(containedAxes, containedWidth, newValue) }
  }

  private mutating func setContainment(
    _ axes: Containment.Axes, _ width: Length?, _ height: Length?
  ) {
    containment =
      axes.isEmpty && width == nil && height == nil
      ? nil : .sizes(axes, width: width, height: height)
  }
}

/// The values of `contain` and `contain-intrinsic-size`.
enum ContainmentGrammar {
  @Sendable static func contain(_ parser: inout ValueParser) -> StyleValue? {
    if let word = parser.keyword(of: ["none", "strict", "content"]) { return .list([word]) }
    var words: [StyleValue] = []
    while let word = parser.keyword(of: ["size", "inline-size", "layout", "style", "paint"]) {
      guard !words.contains(word) else { return nil }
      words.append(word)
    }
    return words.isEmpty ? nil : .list(words)
  }

  /// `none` or a length. The size that a box had on a screen (`auto`) is not known.
  @Sendable static func size(_ parser: inout ValueParser) -> StyleValue? {
    _ = parser.keyword(of: ["auto"])
    return parser.keyword(of: ["none"]) ?? parser.dimension([.length, .nonNegative])
  }

  /// `contain-intrinsic-size`: a width and a height, or one size for both.
  @Sendable static func sizes(_ parser: inout ValueParser) -> DeclarationParser.Longhands? {
    guard let width = size(&parser) else { return nil }
    return [(longhands[0], width), (longhands[1], size(&parser) ?? width)]
  }

  static let longhands = ["contain-intrinsic-width", "contain-intrinsic-height"]
}

extension Property {
  static let containment: [Property] = [
    value(
      "contain", .moves([.blockContainers, .replaced]), .custom(ContainmentGrammar.contain),
      .read(\.containedAxes)
    ) { $0.containedAxes($1) },
    value(
      "contain-intrinsic-width", .moves([.blockContainers, .replaced]),
      .custom(ContainmentGrammar.size), .read(\.containedWidth)
    ) { $0.lengths.dimension($1)?.definite },
    value(
      "contain-intrinsic-height", .moves([.blockContainers, .replaced]),
      .custom(ContainmentGrammar.size), .read(\.containedHeight)
    ) { $0.lengths.dimension($1)?.definite },
  ]
}

extension StyleComputer {
  fileprivate mutating func containedAxes(_ value: StyleValue) -> Containment.Axes? {
    guard case .list(let values) = value else { return nil }
    let words = values.compactMap { keyword($0) }
    // What paint containment cuts off would be lost on a page.
    for word in words where !["none", "size", "inline-size"].contains(word) {
      generated.unhonoured.append("contain: " + word)
    }
    if words.contains("size") || words.contains("strict") { return [.width, .height] }
    return words.contains("inline-size") ? .width : []
  }

  /// Sizes a box as if it had no content.
  mutating func finishContainment() {
    guard case .sizes(let axes, let width, let height)? = generated.containment, !axes.isEmpty,
      [.inline, .inlineBlock, .block, .flowRoot, .listItem].contains(box.display)
    else { return }
    let edges = box.sizesBorderBox
    func sides(_ first: Dimension, _ second: Dimension, _ borders: Length) -> Length {
      edges ? first.length + second.length + borders : 0
    }
    if axes.contains(.width), isAsWideAsContent {
      let around = sides(
        box.padding.left, box.padding.right, box.border.left.width + box.border.right.width)
      box.width = Dimension(length: (width ?? 0) + around)
      (box.widthKeyword, box.widthContent) = (nil, nil)
    }
    guard axes.contains(.height), box.height.isAuto, box.aspectRatio == nil else { return }
    let around = sides(
      box.padding.top, box.padding.bottom, box.border.top.width + box.border.bottom.width)
    box.height = Dimension(length: (height ?? 0) + around)
  }

  private var isAsWideAsContent: Bool {
    if let word = box.widthKeyword { return word != .stretch }
    guard box.width.isAuto else { return false }
    if box.position.isOutOfFlow { return box.offsets.left.isAuto || box.offsets.right.isAuto }
    return box.float.side != nil || box.display == .inlineBlock || box.display == .inline
  }
}
