/// The supported longhands. Unsupported properties are reported as findings.
enum PropertyTable {
  static let all: [Property] = [
    Property.fonts, [.lineHeight, .color], Property.text, Property.decorations, Property.initials,
    Property.spacing, Property.microtypography, Property.breaking, Property.boxes, Property.sides,
    Property.corners, Property.borderImages, Property.outlines, Property.backgrounds,
    Property.columns, Property.items, Property.content, Property.listsAndTables,
    Property.containment,
  ].flatMap { $0 }

  /// Those that move nothing on pages.
  static let painting = all.filter { if case .paints = $0.effect { true } else { false } }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The property of a physical name; nil if it is not supported.
  static func property(_ name: String) -> Property? { byName[name] }

  /// The syntax of a longhand, also of those that depend on the direction.
  static func syntax(of name: String) -> PropertySyntax? {
    byName[LogicalProperties.physical(name, isRightToLeft: false)]?.syntax
  }

  /// Properties of elements in drawings (SVG 2, appendix L). Their values are passed on without
  /// parsing.
  static let drawing: Set<String> = [
    "alignment-baseline", "baseline-shift", "clip-rule", "color-interpolation",
    "dominant-baseline", "fill", "fill-opacity", "fill-rule", "filter", "flood-color",
    "flood-opacity", "image-rendering", "lighting-color", "marker-end", "marker-mid",
    "marker-start", "mask", "paint-order", "shape-rendering", "stop-color",
    "stop-opacity", "stroke", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap",
    "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width", "text-anchor",
    "text-rendering", "vector-effect",
  ]

  /// Other names of a property, from older specifications and reading systems.
  static let aliases: [String: String] = [
    "page-break-before": "break-before", "page-break-after": "break-after",
    "page-break-inside": "break-inside", "word-wrap": "overflow-wrap",
    "-webkit-box-shadow": "box-shadow", "-webkit-text-emphasis": "text-emphasis",
    "-webkit-text-emphasis-style": "text-emphasis-style",
    "-webkit-text-emphasis-color": "text-emphasis-color",
    "-webkit-text-emphasis-position": "text-emphasis-position",
    "-webkit-hyphens": "hyphens", "-moz-hyphens": "hyphens", "adobe-hyphenate": "hyphens",
    "text-wrap-mode": "text-wrap",
    "-webkit-writing-mode": "writing-mode", "-webkit-transform": "transform",
    "-webkit-transform-origin": "transform-origin",
    "text-wrap-style": "text-wrap", "-webkit-text-decoration-line": "text-decoration-line",
  ].merging(LogicalProperties.aliases) { first, _ in first }
    .merging(CornerGrammar.aliases) { first, _ in first }
    .merging(ColumnGrammar.aliases) { first, _ in first }
}
