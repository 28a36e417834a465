internal import Markup

/// A formula as a line of text, for those who hear it: "a/b", "x^2", "\u{221A}(x + 1)".
struct MathWords {
  private let tree: ElementTree
  private var depth = 0
  /// Elements nested deeper than this are their text.
  private static let deepest = 48

  init(_ tree: ElementTree) { self.tree = tree }

  /// The text of an element of a formula.
  func text(of node: Int) -> String {
    let spaced = element(node).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return spaced.isEmpty ? tree.singleSpaced(node) : spaced
  }

  private func element(_ node: Int) -> String {
    guard depth < Self.deepest else { return tree.singleSpaced(node) }
    var inner = self
    inner.depth += 1
    return inner.content(of: node)
  }

  private func content(of node: Int) -> String {
    let children = elements(of: node)
    func child(_ index: Int) -> String { index < children.count ? element(children[index]) : "" }
    func part(_ index: Int) -> String { Self.grouped(child(index)) }
    switch tree.name(of: node).local {
    case "mo": return operation(node)
    case "mfrac": return part(0) + "/" + part(1)
    case "msqrt": return "\u{221A}" + Self.grouped(row(node))
    case "mroot": return "\u{221A}[" + child(1) + "]" + part(0)
    case "msub", "munder": return part(0) + Self.script("_", child(1))
    case "msup": return part(0) + Self.script("^", child(1))
    case "mover": return part(0) + (isMark(children) ? child(1) : Self.script("^", child(1)))
    case "msubsup", "munderover":
      return part(0) + Self.script("_", child(1)) + Self.script("^", child(2))
    case "mmultiscripts": return multiscripts(children)
    case "mtable": return "[" + children.map { cells(of: $0) }.joined(separator: "; ") + "]"
    case "mfenced": return fenced(node, children)
    case "semantics", "maction": return child(0)
    case "annotation", "annotation-xml", "mphantom", "none", "mspace": return " "
    default: return children.isEmpty ? tree.singleSpaced(node) : row(node)
    }
  }

  private func elements(of node: Int) -> [Int] {
    tree.children(of: node).filter { tree.nodes[$0].kind == .element }
  }

  /// The elements of a row. Letters and numbers are next to each other; fractions, scripts and words
  /// are apart.
  private func row(_ node: Int) -> String {
    var text = ""
    var wasApart = false
    for child in elements(of: node) {
      let own = element(child)
      let isApart = !isOperation(child) && !(own.count == 1 || own.allSatisfy(\.isNumber))
      let followsOperand =
        text.last.map { !$0.isWhitespace && $0 != "(" && $0 != "\u{2212}" } ?? false
      if followsOperand, isApart || wasApart, !isOperation(child) { text += " " }
      text += own
      wasApart = isApart
    }
    return text
  }

  private func isOperation(_ node: Int) -> Bool { tree.name(of: node).local == "mo" }

  /// Operators between two operands have spaces around them, invisible ones are a space or nothing.
  private func operation(_ node: Int) -> String {
    let text = tree.singleSpaced(node)
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else {
      return text.isEmpty ? "" : " " + text + " "
    }
    switch scalar {
    case "\u{2061}": return " "
    case "\u{2062}", "\u{2064}": return ""
    case "\u{2063}", ",", ";": return (scalar == "\u{2063}" ? "," : text) + " "
    default:
      return (scalar.properties.isMath || scalar == "-") && isInfix(node) ? " " + text + " " : text
    }
  }

  /// Whether an operator has something on both sides, and is not a bracket or an accent.
  private func isInfix(_ node: Int) -> Bool {
    let parent = Int(tree.nodes[node].parent)
    guard parent >= 0,
      ["mrow", "math", "mstyle", "mtd", "msqrt", "mpadded"].contains(
        tree.name(of: parent).local),
      tree.singleSpaced(node).unicodeScalars.first?.properties.generalCategory == .mathSymbol
        || tree.singleSpaced(node) == "-"
    else { return false }
    let siblings = elements(of: parent)
    return siblings.first != node && siblings.last != node
  }

  /// Whether the script of `mover` is an accent, such as a bar.
  private func isMark(_ children: [Int]) -> Bool {
    children.count > 1 && tree.isElement(children[1], "mo", in: Namespace.mathML)
      && tree.singleSpaced(children[1]).unicodeScalars.count == 1
  }

  private func multiscripts(_ children: [Int]) -> String {
    var text = children.first.map { Self.grouped(element($0)) } ?? ""
    var before = ""
    var isBefore = false
    var isSubscript = true
    for child in children.dropFirst() {
      guard tree.name(of: child).local != "mprescripts" else {
        (isBefore, isSubscript) = (true, true)
        continue
      }
      let script = Self.script(isSubscript ? "_" : "^", element(child))
      if isBefore { before += script } else { text += script }
      isSubscript.toggle()
    }
    return before + text
  }

  private func cells(of row: Int) -> String {
    let cells = elements(of: row)
    return cells.isEmpty ? element(row) : cells.map { element($0) }.joined(separator: ", ")
  }

  private func fenced(_ node: Int, _ children: [Int]) -> String {
    (tree.attribute("open", of: node) ?? "(") + children.map { element($0) }.joined(separator: ", ")
      + (tree.attribute("close", of: node) ?? ")")
  }

  /// A script with its sign; nothing for an empty one.
  private static func script(_ sign: String, _ text: String) -> String {
    text.allSatisfy(\.isWhitespace) ? "" : sign + grouped(text)
  }

  /// In brackets, unless it is one letter, number or word.
  private static func grouped(_ text: String) -> String {
    let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isWhole = text.count <= 1 || text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." }
    return isWhole ? text : "(" + text + ")"
  }
}
