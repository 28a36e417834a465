internal import Markup

/// Reads MathML Core into a formula (MathML Core, sections 3 and 4).
struct MathReader {
  let tree: ElementTree
  /// The names of unsupported elements, which are read as rows.
  private(set) var unknown: Set<String> = []
  private var depth = 0
  /// Elements nested deeper than this are set as their text.
  private static let deepest = 48

  init(_ tree: ElementTree) { self.tree = tree }

  /// The content of a `math` element.
  mutating func formula(_ node: Int) -> MathNode { row(of: node) }

  // MARK: Elements

  private mutating func element(_ node: Int) -> MathNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { return .text(words(of: node)) }
    let content = plainElement(node)
    return change(of: node).map { .styled(content, $0) } ?? content
  }

  private mutating func plainElement(_ node: Int) -> MathNode {
    let children = elements(of: node)
    func child(_ index: Int) -> MathNode {
      index < children.count ? element(children[index]) : .row([])
    }
    switch tree.name(of: node).local {
    case "mi", "mn", "mtext", "ms": return token(node)
    case "mo": return .operation(operation(node))
    case "mspace":
      return .space(
        width: length("width", of: node) ?? .zero, height: length("height", of: node) ?? .zero,
        depth: length("depth", of: node) ?? .zero)
    case "mfrac":
      let thickness = length("linethickness", of: node)
      return .fraction(child(0), child(1), thickness: thickness)
    case "msqrt": return .root(row(of: node), degree: nil)
    case "mroot": return .root(child(0), degree: child(1))
    case "msub": return .scripts(child(0), sub: child(1), sup: nil)
    case "msup": return .scripts(child(0), sub: nil, sup: child(1))
    case "msubsup": return .scripts(child(0), sub: child(1), sup: child(2))
    case "munder", "mover", "munderover": return limits(node, children)
    case "mmultiscripts": return multiscripts(children)
    case "mtable": return table(node)
    case "mpadded": return padded(node)
    case "mphantom": return .phantom(row(of: node))
    case "mfenced": return fenced(node, children)
    case "semantics", "maction": return child(0)
    case "annotation", "annotation-xml": return .row([])
    case "mrow", "mstyle", "merror", "a", "math": return row(of: node)
    case let name:
      unknown.insert(name)
      // Content markup (MathML 3, chapter 4) has its text in `ci` and `cn`.
      return children.isEmpty ? .text(words(of: node)) : row(of: node)
    }
  }

  private mutating func row(of node: Int) -> MathNode {
    var children: [MathNode] = []
    for child in elements(of: node) { children.append(element(child)) }
    return children.count == 1 ? children[0] : .row(children)
  }

  private func elements(of node: Int) -> [Int] {
    tree.children(of: node).filter { tree.nodes[$0].kind == .element }
  }

  private func words(of node: Int) -> String { tree.singleSpaced(node) }

  // MARK: Tokens

  private func token(_ node: Int) -> MathNode {
    let name = tree.name(of: node).local
    let text = words(of: node)
    // An `mi` with one character is italic unless `mathvariant` is given.
    let automatic = name == "mi" && text.unicodeScalars.count == 1 ? MathVariant.italic : nil
    let asked = tree.attribute("mathvariant", of: node)?.asciiLowercased
    let variant =
      asked == nil ? automatic : MathVariant.allCases.first { $0.name == asked }
    guard let variant else { return .text(text) }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      shown.append(Unicode.Scalar(variant.form(of: scalar.value)) ?? scalar)
    }
    return .text(String(shown))
  }

  private func operation(_ node: Int) -> MathOperator {
    // A hyphen is a minus sign (MathML Core, section 3.2.4).
    let text = words(of: node)
    var own = MathOperator(text: text == "-" ? "\u{2212}" : text)
    own.form = tree.attribute("form", of: node).flatMap { MathForm(rawValue: $0.asciiLowercased) }
    own.isStretchy = flag("stretchy", of: node)
    own.isSymmetric = flag("symmetric", of: node)
    own.isLarge = flag("largeop", of: node)
    own.movesLimits = flag("movablelimits", of: node)
    own.before = length("lspace", of: node)
    own.after = length("rspace", of: node)
    own.least = length("minsize", of: node)
    own.most = length("maxsize", of: node)
    return own
  }

  private func flag(_ name: String, of node: Int) -> Bool? {
    switch tree.attribute(name, of: node)?.asciiLowercased {
    case "true": true
    case "false": false
    default: nil
    }
  }

  // MARK: Scripts

  private mutating func limits(_ node: Int, _ children: [Int]) -> MathNode {
    var parts = children.map { element($0) }
    while parts.count < 3 { parts.append(.row([])) }
    var accents = MathAccents()
    let name = tree.name(of: node).local
    let over = name == "mover" ? parts[1] : name == "munderover" ? parts[2] : nil
    let under = name == "mover" ? nil : parts[1]
    accents.isAccentOver = flag("accent", of: node) ?? over.map(Self.isAccent) ?? false
    accents.isAccentUnder = flag("accentunder", of: node) ?? under.map(Self.isAccent) ?? false
    return .limits(parts[0], under: under, over: over, accents)
  }

  /// Whether the core operator is an accent by default.
  private static func isAccent(_ node: MathNode) -> Bool {
    guard let scalar = node.coreOperator?.onlyScalar else { return false }
    switch scalar {
    case 0x5E, 0x5F, 0x60, 0x7E, 0xA8, 0xAF, 0xB4, 0xB8, 0x2C6...0x2DD, 0x300...0x36F, 0x203E,
      0x2190, 0x2192, 0x2194, 0x20D0...0x20DC:
      return true
    default: return false
    }
  }

  private mutating func multiscripts(_ children: [Int]) -> MathNode {
    var sides: [[MathScriptPair]] = [[]]
    var waiting: MathNode??
    for child in children.dropFirst() {
      let name = tree.name(of: child).local
      if name == "mprescripts" {
        sides.append([])
        waiting = nil
        continue
      }
      let script: MathNode? = name == "none" || isEmptyRow(child) ? nil : element(child)
      if let sub = waiting {
        sides[sides.count - 1].append(MathScriptPair(sub: sub, sup: script))
        waiting = nil
      } else {
        waiting = .some(script)
      }
    }
    let base = children.first.map { element($0) } ?? .row([])
    return .multiscripts(base, after: sides[0], before: sides.dropFirst().flatMap { $0 })
  }

  private func isEmptyRow(_ node: Int) -> Bool {
    tree.name(of: node).local == "mrow" && elements(of: node).isEmpty
  }

  // MARK: Tables, fences, padding

  private mutating func table(_ node: Int) -> MathNode {
    var style = MathTableStyle()
    style.alignments =
      tree.attribute("columnalign", of: node)?.split(whereSeparator: \.isCSSSpace)
      .map(String.init) ?? []
    style.isDisplay = flag("displaystyle", of: node) ?? false
    var rows: [[MathNode]] = []
    for row in elements(of: node) {
      guard tree.name(of: row).local != "mlabeledtr" else {
        rows.append(elements(of: row).dropFirst().map { element($0) })
        continue
      }
      let isRow = tree.name(of: row).local == "mtr"
      rows.append(isRow ? elements(of: row).map { cell($0) } : [element(row)])
    }
    return .table(rows, style)
  }

  private mutating func cell(_ node: Int) -> MathNode {
    tree.name(of: node).local == "mtd" ? row(of: node) : element(node)
  }

  /// `mfenced`: MathML 3's short form of a row in brackets.
  private mutating func fenced(_ node: Int, _ children: [Int]) -> MathNode {
    let separators = Array(tree.attribute("separators", of: node) ?? ",").filter { $0 != " " }
    func mark(_ name: String, _ usual: String) -> [MathNode] {
      let text = tree.attribute(name, of: node) ?? usual
      return text.isEmpty ? [] : [.operation(MathOperator(text: text))]
    }
    var inner: [MathNode] = []
    for (index, child) in children.enumerated() {
      if index > 0, let separator = separators[safe: index - 1] ?? separators.last {
        inner.append(.operation(MathOperator(text: String(separator))))
      }
      inner.append(element(child))
    }
    return .row(mark("open", "(") + [.row(inner)] + mark("close", ")"))
  }

  private mutating func padded(_ node: Int) -> MathNode {
    var padding = MathPadding()
    padding.width = length("width", of: node)
    padding.height = length("height", of: node)
    padding.depth = length("depth", of: node)
    padding.indent = length("lspace", of: node)
    padding.rise = length("voffset", of: node)
    return .padded(row(of: node), padding)
  }

  // MARK: Attributes

  private func change(of node: Int) -> MathChange? {
    var change = MathChange()
    change.isDisplay = tree.name(of: node).local == "mtable" ? nil : flag("displaystyle", of: node)
    if let text = tree.attribute("scriptlevel", of: node), let value = Int(text.drop { $0 == "+" })
    {
      let isRelative = text.hasPrefix("+") || text.hasPrefix("-")
      change.scriptLevel = (min(max(value, -10), 10), isRelative)
    }
    change.size = length("mathsize", of: node)
    if let text = tree.attribute("mathcolor", of: node) {
      var parser = CSSParser(text)
      var values = ValueParser(parser.componentValues())
      if case .color(let color)? = values.color() { change.color = color }
    }
    let isEmpty =
      change.isDisplay == nil && change.scriptLevel == nil && change.size == nil
      && change.color == nil
    return isEmpty ? nil : change
  }

  private static let units: [String: (points: Double, ems: Double)] = [
    "em": (0, 1), "ex": (0, 0.45), "pt": (1, 0), "px": (0.75, 0), "pc": (12, 0), "in": (72, 0),
    "cm": (72 / 2.54, 0), "mm": (7.2 / 2.54, 0), "rem": (0, 1), "%": (0, 0.01),
  ]

  /// A length in absolute or font-relative CSS units, or a percentage of the font size.
  private func length(_ name: String, of node: Int) -> MathLength? {
    guard let text = tree.attribute(name, of: node)?.asciiLowercased.trimmingSpaces,
      let start = text.firstIndex(where: { $0.isLetter || $0 == "%" }) ?? Optional(text.endIndex),
      let number = Double(text[..<start]), number.isFinite
    else { return nil }
    if start == text.endIndex { return number == 0 ? .zero : nil }
    guard let unit = Self.units[String(text[start...])] else { return nil }
    return MathLength(points: number * unit.points, ems: number * unit.ems)
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    String(drop { $0.isCSSSpace }.reversed().drop { $0.isCSSSpace }.reversed())
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
