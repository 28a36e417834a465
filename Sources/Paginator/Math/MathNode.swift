/// A formula in the structure of MathML Core, after its elements are read.
indirect enum MathNode: Sendable {
  /// Letters, numbers and words, in the characters that are shown.
  case text(String)
  case operation(MathOperator)
  case space(width: MathLength, height: MathLength, depth: MathLength)
  case row([MathNode])
  /// - `thickness`: the thickness of the rule; nil for the font's own.
  case fraction(MathNode, MathNode, thickness: MathLength?)
  case root(MathNode, degree: MathNode?)
  case scripts(MathNode, sub: MathNode?, sup: MathNode?)
  /// Scripts on both sides, as pairs of subscript and superscript.
  case multiscripts(MathNode, after: [MathScriptPair], before: [MathScriptPair])
  case limits(MathNode, under: MathNode?, over: MathNode?, MathAccents)
  case table([[MathNode]], MathTableStyle)
  case padded(MathNode, MathPadding)
  /// Has its size, but is not drawn.
  case phantom(MathNode)
  case styled(MathNode, MathChange)
}

struct MathScriptPair: Sendable {
  var sub: MathNode?
  var sup: MathNode?
}

struct MathAccents: Sendable {
  var isAccentOver = false
  var isAccentUnder = false
}

struct MathTableStyle: Sendable {
  /// `left`, `center` or `right`, by column; the last one is for all further columns.
  var alignments: [String] = []
  var isDisplay = false
}

struct MathPadding: Sendable {
  var width: MathLength?
  var height: MathLength?
  var depth: MathLength?
  var indent: MathLength?
  var rise: MathLength?
}

/// The changes that an element makes to the style of its content.
struct MathChange: Sendable {
  var isDisplay: Bool?
  /// A value to add to the script level, or the level itself.
  var scriptLevel: (value: Int, isRelative: Bool)?
  var size: MathLength?
  var color: Color?
}

/// A length in points, or in ems of the font where it is used.
struct MathLength: Sendable {
  var points = 0.0
  var ems = 0.0
  static let zero = MathLength()

  /// - Parameter size: the font size, in 1/1024 points.
  func resolved(_ size: Int) -> Int {
    let value = points * 1024 + ems * Double(size)
    return value.isFinite ? Int(min(max(value, -1e9), 1e9)) : 0
  }
}

/// An operator with the properties from its attributes; nil for those from the dictionary.
struct MathOperator: Sendable {
  var text: String
  var form: MathForm?
  var isStretchy: Bool?
  var isSymmetric: Bool?
  var isLarge: Bool?
  var movesLimits: Bool?
  var before: MathLength?
  var after: MathLength?
  var least: MathLength?
  var most: MathLength?

  func properties(in form: MathForm) -> OperatorProperties {
    var found = OperatorDictionary.properties(of: text, form: self.form ?? form)
    found.isStretchy = isStretchy ?? found.isStretchy
    found.isSymmetric = isSymmetric ?? found.isSymmetric
    found.isLarge = isLarge ?? found.isLarge
    found.movesLimits = movesLimits ?? found.movesLimits
    return found
  }
}

enum MathForm: String, Sendable { case prefix, infix, postfix }

extension MathNode {
  /// Whether it is a single character; the height of its scripts then does not depend on its own.
  var isCharacter: Bool {
    if case .text(let text) = self { text.unicodeScalars.count == 1 } else { false }
  }

  /// The core operator of an embellished operator (MathML Core, section 3.2.4.1).
  var coreOperator: MathOperator? {
    switch self {
    case .operation(let own): return own
    case .scripts(let base, _, _), .multiscripts(let base, _, _), .limits(let base, _, _, _),
      .styled(let base, _), .padded(let base, _), .phantom(let base):
      return base.coreOperator
    case .row(let children):
      let shown = children.filter { if case .space = $0 { false } else { true } }
      return shown.count == 1 ? shown[0].coreOperator : nil
    case .fraction(let numerator, _, _): return numerator.coreOperator
    default: return nil
    }
  }
}
