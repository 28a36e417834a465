/// How an operator behaves (MathML Core, appendix B). Spaces are in eighteenths of an em.
struct OperatorProperties: Sendable {
  var before = 5
  var after = 5
  var isStretchy = false
  var isSymmetric = false
  var isLarge = false
  var movesLimits = false
  /// Whether it stretches horizontally instead of vertically.
  var isHorizontal = false
}

/// The operators of MathML Core by category. An operator that has no entry in its form is looked up as an
/// infix operator, such as "=" at the beginning of a cell; one without an entry has the default space
/// (MathML Core, section 3.2.4.2).
enum OperatorDictionary {
  static func properties(of text: String, form: MathForm) -> OperatorProperties {
    let scalars = Array(text.unicodeScalars)
    guard scalars.count == 1 else {
      return words.contains(text)
        ? OperatorProperties(before: 4, after: 4) : OperatorProperties()
    }
    var found = properties(of: scalars[0].value, form)
    found.isHorizontal = horizontal.contains(scalars[0])
    return found
  }

  /// Two-character operators with less space; others, such as `&&` and `||`, have the default
  /// space.
  private static let words: Set<String> = ["++", "--", "+=", "-="]

  private static let spaceless = OperatorProperties(before: 0, after: 0)

  private static func properties(of scalar: UInt32, _ form: MathForm) -> OperatorProperties {
    guard let value = Unicode.Scalar(scalar) else { return OperatorProperties() }
    switch form {
    case .prefix:
      if fences.contains(value) || bars.contains(value) {
        return OperatorProperties(before: 0, after: 0, isStretchy: true, isSymmetric: true)
      }
      if integrals.contains(value) {
        return OperatorProperties(before: 3, after: 3, isSymmetric: true, isLarge: true)
      }
      if large(scalar) {
        return OperatorProperties(
          before: 3, after: 3, isSymmetric: true, isLarge: true, movesLimits: true)
      }
      if differentials.contains(value) { return OperatorProperties(before: 3, after: 0) }
      return prefixes.contains(value) ? spaceless : properties(of: scalar, .infix)
    case .postfix:
      if closingFences.contains(value) || bars.contains(value) {
        return OperatorProperties(before: 0, after: 0, isStretchy: true, isSymmetric: true)
      }
      if horizontal.contains(value) {
        return OperatorProperties(before: 0, after: 0, isStretchy: true)
      }
      // A comma at the end has no space after it: the text goes on.
      return postfixes.contains(value) || separators.contains(value)
        ? spaceless : properties(of: scalar, .infix)
    case .infix:
      if invisible.contains(value) { return spaceless }
      if separators.contains(value) { return OperatorProperties(before: 0, after: 3) }
      if sums.contains(value) { return OperatorProperties(before: 4, after: 4) }
      if products.contains(value) { return OperatorProperties(before: 3, after: 3) }
      if fences.contains(value) || closingFences.contains(value) {
        return OperatorProperties(before: 0, after: 0, isStretchy: true, isSymmetric: true)
      }
      if large(scalar) || integrals.contains(value) { return properties(of: scalar, .prefix) }
      var found = OperatorProperties()
      found.isStretchy = bars.contains(value) || arrows.contains(Int(scalar))
      found.isSymmetric = bars.contains(value)
      return found
    }
  }

  private static func large(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x220F...0x2211, 0x22C0...0x22C3, 0x2A00...0x2A0A, 0x2A10...0x2A14, 0x2AFC, 0x2AFF: true
    default: false
    }
  }

  private static func set(_ text: String) -> Set<Unicode.Scalar> { Set(text.unicodeScalars) }
  private static let fences = set("([{⌈⌊⟦⟨⟪⟬⟮〈")
  private static let closingFences = set(")]}⌉⌋⟧⟩⟫⟭⟯〉")
  private static let bars = set("|‖∣∥⦀")
  private static let integrals = set("∫∬∭∮∯∰∱∲∳⨌⨍⨎⨏")
  private static let differentials = set("∂∇√∛∜ⅅⅆⅇⅈⅉ")
  private static let prefixes = set("+-−±∓¬!'\"‘“∀∁∃∄∟∠∡∢∴∵∼⊾⊿⌐⌙")
  private static let postfixes = set("!\"%&'`°²³¸¹’”′″‴‵‶‷⁗")
  private static let invisible = set("\u{2061}\u{2062}\u{2063}\u{2064}/\\_^∖⁄")
  private static let separators = set(",;")
  private static let sums = set("+-−±∓∔⊞⊟∪∩∧∨⊎⊓⊔⊕⊖∸")
  private static let products = set("×÷·∗*⋅∘•∙⊗⊘⊙⊠⊡⋆⋄.%")
  private static let arrows = 0x2190...0x21FF
  private static let horizontal: Set<Unicode.Scalar> = {
    var result = set("¯^ˆ~˜ˇ_‾⏞⏟⏜⏝⎴⎵⏠⏡‗˙¨´`\u{302}\u{303}\u{304}\u{305}\u{332}←→↔⇐⇒⇔⟵⟶⟷↼↽⇀⇁⇋⇌")
    for scalar in arrows { Unicode.Scalar(UInt32(scalar)).map { _ = result.insert($0) } }
    for scalar in "↑↓↕⇑⇓⇕".unicodeScalars { result.remove(scalar) }
    return result
  }()
}
