/// The names of elements and attributes of a document that was read by HTML's rules: the HTML parser
/// knows no namespaces and writes all names in lower case.
enum ForeignContent {
  /// - Parameter parent: the element around it; nil for the root.
  static func elementName(_ name: String, in parent: ElementTree.Name?) -> ElementTree.Name {
    if let known = prefixed(name) { return known }
    switch name {
    case "svg": return ElementTree.Name(namespace: Namespace.svg, local: name)
    case "math": return ElementTree.Name(namespace: Namespace.mathML, local: name)
    default: break
    }
    let namespace = parent.map(namespace(inside:)) ?? Namespace.xhtml
    let local = namespace == Namespace.svg ? svgElements[name] ?? name : name
    return ElementTree.Name(namespace: namespace, local: local)
  }

  /// - Parameter element: the element that has the attribute.
  static func attributeName(_ name: String, in element: ElementTree.Name?) -> ElementTree.Name {
    if let known = prefixed(name) { return known }
    var local = name
    if element?.namespace == Namespace.svg { local = svgAttributes[name] ?? name }
    if element?.namespace == Namespace.mathML, name == "definitionurl" { local = "definitionURL" }
    return ElementTree.Name(namespace: "", local: local)
  }

  /// The namespace of the children of an element. HTML begins again inside of some (HTML, section
  /// 13.2.6, "HTML integration point").
  private static func namespace(inside parent: ElementTree.Name) -> String {
    switch (parent.namespace, parent.local) {
    case (Namespace.svg, "foreignObject"), (Namespace.svg, "desc"), (Namespace.svg, "title"),
      (Namespace.mathML, "annotation-xml"), (Namespace.mathML, "mtext"):
      Namespace.xhtml
    case (Namespace.svg, _), (Namespace.mathML, _): parent.namespace
    default: Namespace.xhtml
    }
  }

  /// The usual prefixes are resolved without declarations.
  private static func prefixed(_ name: String) -> ElementTree.Name? {
    let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    let namespace = prefixes[parts[0]] ?? ""
    let local = namespace == Namespace.svg ? svgElements[parts[1]] ?? parts[1] : parts[1]
    return ElementTree.Name(namespace: namespace, local: local)
  }

  private static let prefixes = [
    "epub": Namespace.ops, "xml": Namespace.xml, "xlink": Namespace.xlink,
    "svg": Namespace.svg, "m": Namespace.mathML, "mml": Namespace.mathML,
  ]

  private static func byLowerCase(_ names: String) -> [String: String] {
    let all = names.split(whereSeparator: \.isWhitespace).map(String.init)
    return Dictionary(all.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// HTML, section 13.2.6.5, "any other start tag".
  private static let svgElements = byLowerCase(
    """
    altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend
    feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
    feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
    feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight
    feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient
    radialGradient textPath
    """)

  /// HTML, section 13.2.6.1, "adjust SVG attributes".
  private static let svgAttributes = byLowerCase(
    """
    attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits
    diffuseConstant edgeMode filterUnits glyphRef gradientTransform gradientUnits kernelMatrix
    kernelUnitLength keyPoints keySplines keyTimes lengthAdjust limitingConeAngle markerHeight
    markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength
    patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ
    preserveAlpha preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur
    requiredExtensions requiredFeatures specularConstant specularExponent spreadMethod
    startOffset stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX
    targetY textLength viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan
    """)
}
