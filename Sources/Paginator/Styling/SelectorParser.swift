/// Parses a selector list (Selectors 4, section 18) and resolves its namespace prefixes.
struct SelectorParser {
  /// The prefixes that `@namespace` declared; "" is the default namespace.
  let namespaces: [String: String]

  /// - Returns: nil if any selector of the list is invalid, as the specification requires.
  func list(_ values: [CSSValue]) -> [Selector]? {
    var result: [Selector] = []
    for part in values.split(separator: .token(.comma), omittingEmptySubsequences: false) {
      guard let selector = complex(Array(part)) else { return nil }
      result.append(selector)
    }
    return result
  }

  /// `:is()` and `:where()` ignore invalid selectors.
  private func forgivingList(_ values: [CSSValue]) -> [Selector] {
    values.split(separator: .token(.comma)).compactMap { complex(Array($0)) }
  }

  private func relativeList(_ values: [CSSValue]) -> [Selector.RelativeSelector]? {
    var result: [Selector.RelativeSelector] = []
    for part in values.split(separator: .token(.comma), omittingEmptySubsequences: false) {
      var slice = part.drop { $0 == .token(.whitespace) }
      var combinator = Selector.Combinator.descendant
      if case .token(.delim(let sign)) = slice.first, let explicit = Self.combinator(sign) {
        combinator = explicit
        slice = slice.dropFirst()
      }
      guard let selector = complex(Array(slice)) else { return nil }
      result.append(.init(combinator: combinator, selector: selector))
    }
    return result
  }

  private static func combinator(_ sign: Unicode.Scalar) -> Selector.Combinator? {
    switch sign {
    case ">": .child
    case "+": .nextSibling
    case "~": .subsequentSibling
    default: nil
    }
  }

  private func complex(_ values: [CSSValue]) -> Selector? {
    var selector = Selector(compounds: [], pseudoElement: nil, specificity: Specificity())
    var index = 0
    var pending: Selector.Combinator?
    while true {
      var sawSpace = false
      while index < values.count, values[index] == .token(.whitespace) {
        index += 1
        sawSpace = true
      }
      guard index < values.count else { break }
      if case .token(.delim(let sign)) = values[index], let explicit = Self.combinator(sign) {
        guard !selector.compounds.isEmpty, pending == nil else { return nil }
        pending = explicit
        index += 1
        continue
      }
      if pending == nil, !selector.compounds.isEmpty {
        guard sawSpace, selector.pseudoElement == nil else { return nil }
        pending = .descendant
      }
      guard var compound = compound(values, &index, &selector) else { return nil }
      compound.combinator = pending ?? .descendant
      selector.compounds.append(compound)
      pending = nil
    }
    // They are written from left to right and matched from right to left.
    selector.compounds.reverse()
    return selector.compounds.isEmpty || pending != nil ? nil : selector
  }

  private func compound(
    _ values: [CSSValue], _ index: inout Int, _ selector: inout Selector
  ) -> Selector.Compound? {
    var compound = Selector.Compound()
    let start = index
    if let (namespace, type) = typeSelector(values, &index) {
      compound.namespace = namespace
      compound.type = type
      if type != nil { selector.specificity.types += 1 }
    } else if index < 0 {
      return nil
    } else if let fallback = namespaces[""] {
      compound.namespace = .exactly(fallback)
    }
    while index < values.count {
      // Only pseudo-classes may follow a pseudo-element (Selectors 4, section 3.6.4), and none that
      // we know.
      if selector.pseudoElement != nil, values[index] != .token(.whitespace) { return nil }
      switch values[index] {
      case .token(.hash(let name, isID: true)):
        compound.ids.append(name)
        selector.specificity.ids += 1
        index += 1
      case .token(.delim(".")):
        guard index + 1 < values.count, case .token(.ident(let name)) = values[index + 1] else {
          return nil
        }
        compound.classes.append(name)
        selector.specificity.classes += 1
        index += 2
      case .block(.openBracket, let content):
        guard let test = attribute(content) else { return nil }
        compound.attributes.append(test)
        selector.specificity.classes += 1
        index += 1
      case .token(.colon):
        guard pseudo(values, &index, &compound, &selector) else { return nil }
      case .token(.whitespace): return index == start ? nil : compound
      case .token(.delim(let sign)) where Self.combinator(sign) != nil:
        return index == start ? nil : compound
      default: return nil
      }
    }
    return index == start ? nil : compound
  }

  /// `E`, `*`, `ns|E`, `*|E`, `|E`. Sets `index` to -1 for an undeclared prefix.
  private func typeSelector(
    _ values: [CSSValue], _ index: inout Int
  ) -> (Selector.NamespaceTest, String?)? {
    func name(at position: Int) -> (isStar: Bool, text: String)? {
      guard position < values.count else { return nil }
      if case .token(.ident(let text)) = values[position] { return (false, text) }
      if values[position] == .token(.delim("*")) { return (true, "*") }
      return nil
    }
    let first = name(at: index)
    let barAt = index + (first == nil ? 0 : 1)
    if barAt < values.count, values[barAt] == .token(.delim("|")), let second = name(at: barAt + 1)
    {
      let namespace: Selector.NamespaceTest
      if let first {
        if first.isStar {
          namespace = .any
        } else if let uri = namespaces[first.text] {
          namespace = .exactly(uri)
        } else {
          index = -1
          return nil
        }
      } else {
        namespace = .exactly("")
      }
      index = barAt + 2
      return (namespace, second.isStar ? nil : second.text)
    }
    guard let first else { return nil }
    index += 1
    let namespace = namespaces[""].map { Selector.NamespaceTest.exactly($0) } ?? .any
    return (namespace, first.isStar ? nil : first.text)
  }

  private func attribute(_ content: [CSSValue]) -> Selector.AttributeTest? {
    guard !hasSpaceAtBar(content) else { return nil }
    var values = content.filter { $0 != .token(.whitespace) }[...]
    guard let (name, namespace) = attributeName(&values) else { return nil }
    var test = Selector.AttributeTest(
      name: name, namespace: namespace, operation: .exists, value: "", ignoresCase: false)
    guard let sign = values.popFirst() else { return test }
    switch sign {
    case .token(.delim("=")): test.operation = .equals
    case .token(.match("~=")): test.operation = .includes
    case .token(.match("|=")): test.operation = .dash
    case .token(.match("^=")): test.operation = .prefix
    case .token(.match("$=")): test.operation = .suffix
    case .token(.match("*=")): test.operation = .substring
    default: return nil
    }
    switch values.popFirst() {
    case .token(.ident(let text)), .token(.string(let text)): test.value = text
    default: return nil
    }
    if case .token(.ident(let flag)) = values.first {
      guard ["i", "s"].contains(flag.asciiLowercased) else { return nil }
      test.ignoresCase = flag.asciiLowercased == "i"
      values.removeFirst()
    }
    return values.isEmpty ? test : nil
  }

  /// Whether white space divides the prefix of an attribute's name from the name.
  private func hasSpaceAtBar(_ content: [CSSValue]) -> Bool {
    guard let bar = content.firstIndex(of: .token(.delim("|"))) else { return false }
    let before = content[..<bar]
    return content.dropFirst(bar + 1).first == .token(.whitespace)
      || before.last == .token(.whitespace)
        && before.contains { $0 != .token(.whitespace) }
  }

  private func attributeName(
    _ values: inout ArraySlice<CSSValue>
  ) -> (String, Selector.NamespaceTest)? {
    var prefix: String??
    if values.count > 2, values[values.startIndex + 1] == .token(.delim("|")) {
      if case .token(.ident(let name)) = values.first { prefix = .some(name) }
      if values.first == .token(.delim("*")) { prefix = .some(nil) }
      guard prefix != nil else { return nil }
      values.removeFirst(2)
    } else if values.first == .token(.delim("|")) {
      values.removeFirst()
    }
    guard case .token(.ident(let name)) = values.popFirst() else { return nil }
    guard let prefix else { return (name, .exactly("")) }
    guard let prefix else { return (name, .any) }
    return namespaces[prefix].map { (name, .exactly($0)) }
  }

  // MARK: Pseudo-classes and pseudo-elements

  private func pseudo(
    _ values: [CSSValue], _ index: inout Int, _ compound: inout Selector.Compound,
    _ selector: inout Selector
  ) -> Bool {
    guard selector.pseudoElement == nil, index + 1 < values.count else { return false }
    var isElement = false
    index += 1
    if values[index] == .token(.colon) {
      isElement = true
      index += 1
    }
    guard index < values.count else { return false }
    defer { index += 1 }
    switch values[index] {
    case .token(.ident(let name)):
      let name = name.asciiLowercased
      let oldElements = ["before", "after", "first-letter", "first-line"]
      if isElement || oldElements.contains(name) {
        guard let element = PseudoElement(rawValue: name) else { return false }
        selector.pseudoElement = element
        selector.specificity.types += 1
        return true
      }
      guard let simple = Self.simple(name) else { return false }
      compound.pseudoClasses.append(simple)
      selector.specificity.classes += 1
      return true
    case .function(let name, let content) where !isElement:
      guard let (pseudo, specificity) = functional(name.asciiLowercased, content) else {
        return false
      }
      compound.pseudoClasses.append(pseudo)
      selector.specificity = selector.specificity + specificity
      return true
    default: return false
    }
  }

  private static func simple(_ name: String) -> Selector.PseudoClass? {
    let first = NthPattern(step: 0, offset: 1)
    switch name {
    case "first-child": return .nthChild(first, fromEnd: false, of: [])
    case "last-child": return .nthChild(first, fromEnd: true, of: [])
    case "first-of-type": return .nthOfType(first, fromEnd: false)
    case "last-of-type": return .nthOfType(first, fromEnd: true)
    case "only-child": return .onlyChild
    case "only-of-type": return .onlyOfType
    // Stylesheets of documents have no scope of their own (Selectors 4, section 8.4).
    case "root", "scope": return .root
    case "empty": return .empty
    case "-paginate-sign": return .sign
    case "link", "any-link": return .link
    case "hover", "active", "focus", "visited", "target", "focus-within", "focus-visible":
      return .never
    default: return Selector.FieldState(rawValue: name).map { .field($0) }
    }
  }

  private func functional(
    _ name: String, _ content: [CSSValue]
  ) -> (Selector.PseudoClass, Specificity)? {
    let one = Specificity(classes: 1)
    switch name {
    case "not": return list(content).map { (.not($0), Self.most($0)) }
    case "is", "matches", "any", "-webkit-any", "-moz-any":
      let list = forgivingList(content)
      return (.matchesAny(list), Self.most(list))
    case "where": return (.matchesAny(forgivingList(content)), Specificity())
    case "has": return relativeList(content).map { (.has($0), Self.most($0.map(\.selector))) }
    case "nth-child", "nth-last-child":
      guard let (pattern, of) = nth(content) else { return nil }
      return (.nthChild(pattern, fromEnd: name == "nth-last-child", of: of), one + Self.most(of))
    case "nth-of-type":
      return NthPattern.parse(content).map { (.nthOfType($0, fromEnd: false), one) }
    case "nth-last-of-type":
      return NthPattern.parse(content).map { (.nthOfType($0, fromEnd: true), one) }
    case "lang":
      let tags = content.compactMap { value -> String? in
        switch value {
        case .token(.ident(let tag)), .token(.string(let tag)): tag.asciiLowercased
        default: nil
        }
      }
      return tags.isEmpty ? nil : (.lang(tags), one)
    case "dir":
      let values = content.filter { $0 != .token(.whitespace) }
      guard values.count == 1, case .token(.ident(let word)) = values[0] else { return nil }
      switch word.asciiLowercased {
      case "ltr": return (.direction(isRightToLeft: false), one)
      case "rtl": return (.direction(isRightToLeft: true), one)
      // Other directions match nothing (Selectors 4, section 9.1).
      default: return (.never, one)
      }
    default: return nil
    }
  }

  /// `An+B [of S]`.
  private func nth(_ content: [CSSValue]) -> (NthPattern, [Selector])? {
    let ofIndex = content.firstIndex { value in
      if case .token(.ident(let word)) = value { word.asciiLowercased == "of" } else { false }
    }
    guard let ofIndex else { return NthPattern.parse(content).map { ($0, []) } }
    guard let pattern = NthPattern.parse(Array(content[..<ofIndex])),
      let selectors = list(Array(content[(ofIndex + 1)...]))
    else { return nil }
    return (pattern, selectors)
  }

  private static func most(_ list: [Selector]) -> Specificity {
    list.map(\.specificity).max() ?? Specificity()
  }
}
