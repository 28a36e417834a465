import Foundation
import Support
import Testing

@testable import Paginator

/// The parts of each property agree: its grammar, its computed value, its copy, its fields in archives.
@Suite("Effects of properties")
struct PropertyEffectTests {
  /// Values of the properties that have a syntax of their own. None of them is the initial value.
  private static let values: [String: [String]] = [
    "font-family": ["Square", "'A B', serif"], "font-weight": ["bold", "350", "bolder", "lighter"],
    "font-style": ["italic", "oblique", "oblique 10deg"], "font-stretch": ["condensed", "120%"],
    "font-variant-numeric": ["oldstyle-nums", "tabular-nums slashed-zero"],
    "font-variant-ligatures": ["none", "no-common-ligatures", "historical-ligatures contextual"],
    "font-variant-east-asian": ["ruby", "jis78 full-width"],
    "font-variant-alternates": ["historical-forms"],
    "font-language-override": ["'SRB'"],
    "font-feature-settings": ["'smcp'", "'kern' 0, 'liga' off"],
    "font-size-adjust": ["0.5", "cap-height 0.7"],
    "text-indent": ["15pt", "10%", "1em hanging", "1em each-line", "1em -paginate-prose"],
    "text-transform": [
      "capitalize", "uppercase", "lowercase full-width", "full-size-kana", "math-bold",
    ],
    "text-decoration-line": ["underline", "overline line-through", "blink"],
    "text-emphasis-style": ["filled", "open sesame", "'x'", "triangle open"],
    "text-emphasis-position": ["under", "left under"],
    "pre-scale-min": ["none", "0.5", "0.5 nowrap"],
    "hyphenate-character": ["'='"], "hyphenate-limit-chars": ["7", "6 3", "7 3 2"],
    "hanging-punctuation": ["first", "last", "force-end", "allow-end"],
    "margin-kerning-characters": ["none", "'.,' 0% 70%", "'T' 8%, '-' -5% 60%"],
    "initial-letter": ["3", "3 2"], "quotes": ["none", "'<' '>'"],
    "display": Display.allCases.map(\.rawValue).filter { $0 != "inline" }
      + ["flex", "inline-grid", "inline flow-root", "list-item flow-root", "inline list-item"],
    "width": ["7pt", "3%", "min-content", "fit-content(3em)", "stretch"],
    "min-width": ["7pt", "3%", "max-content", "fit-content(3em)"],
    "max-width": ["7pt", "3%", "fit-content", "fit-content(3em)"],
    "height": ["7pt", "3%", "fit-content"], "min-height": ["7pt", "3%", "auto", "-paginate-text"],
    "max-height": ["7pt", "3%", "none"], "aspect-ratio": ["2", "auto 3 / 2", "3 / 2 auto"],
    "contain": ["size", "inline-size"],
    "contain-intrinsic-width": ["7pt", "auto 2em"], "contain-intrinsic-height": ["7pt"],
    "clip": ["rect(1pt, 2em, auto, 0)"],
    "text-overflow": ["ellipsis", "'-'", "clip ellipsis"],
    "object-position": ["left", "10pt 20%", "right 5pt top 0"],
    "shape-outside": [
      "circle(40%)", "inset(1pt round 2pt)", "polygon(0 0, 10pt 0, 0 10pt)", "inset(1pt)",
    ],
    "background-image": [
      "url(a.svg)", "linear-gradient(red, blue)", "none, url(b.svg)",
      "conic-gradient(from 1rad at left, red 3deg 10%, blue)",
    ],
    "background-repeat": ["no-repeat", "repeat-x", "space round"],
    "background-position-x": ["center", "10pt", "right 5pt"],
    "background-position-y": ["center", "20%", "bottom"],
    "background-size": ["cover", "contain", "10pt", "auto 20%"],
    "background-origin": ["border-box", "content-box"],
    "background-clip": ["padding-box", "content-box"], "background-attachment": ["fixed", "local"],
    "border-image-source": ["url(a.svg)", "linear-gradient(red, blue)"],
    "border-image-slice": ["10", "10% fill", "1 2 3 4"],
    "border-image-width": ["auto", "2", "3pt 10%"], "border-image-outset": ["1", "2pt 3"],
    "border-image-repeat": ["round", "stretch space", "repeat"],
    "page": ["chapter"], "content": ["'a'", "none", "counter(n) attr(title)"],
    "counter-reset": ["n", "n 3 m", "reversed(n)"], "counter-increment": ["n", "n 2"],
    "counter-set": ["n", "n 2"], "string-set": ["head content()", "head 'a'"],
    "list-style-type": ["none", "lower-roman", "'-'"], "list-style-image": ["url(a.svg)"],
    "image-orientation": ["none", "90deg", "flip", "0.5turn flip"],
    "image-resolution": ["2dppx", "300dpi snap", "from-image", "from-image 2x"],
    "border-top-left-radius": ["3pt", "10%", "3pt 4pt"], "border-top-right-radius": ["3pt"],
    "outline-color": ["#123456", "rgb(1 2 3 / 50%)"],
    "box-shadow": ["1pt 2pt red", "inset 1em 0 3px -1pt #123456, 0 0 1pt"],
    "border-bottom-right-radius": ["0.5em 2%"], "border-bottom-left-radius": ["calc(1pt + 2%)"],
    "border-spacing": ["3pt", "1pt 2pt"], "size": ["100pt 200pt", "A5 landscape"],
    "transform": [
      "translate(1pt, 2%)", "translateX(3pt)", "translateY(-50%)", "scale(2)", "rotate(9deg)",
      "matrix(2, 0, 0, 2, 1, 0)",
    ],
    "transform-origin": ["1pt 2pt", "left top", "10%"],
    "opacity": ["0.5", "25%", "0"],
    "clip-path": ["circle(3pt)", "inset(1pt 2pt round 3pt) padding-box", "content-box"],
  ]

  /// What must be declared too, so that a property has an effect.
  static func companion(of property: String) -> [String: String] {
    if property.hasPrefix("border-image-") { return ["border-image-source": "url(x.svg)"] }
    if property.hasPrefix("border-"), property.hasSuffix("-width") || property.hasSuffix("-color") {
      return [property.split(separator: "-").prefix(2).joined(separator: "-") + "-style": "solid"]
    }
    if property.hasPrefix("text-decoration-") || property == "text-underline-offset" {
      return ["text-decoration-line": "underline"]
    }
    if property == "transform-origin" { return ["position": "absolute", "transform": "scale(2)"] }
    return property.hasPrefix("background-") ? ["background-image": "url(x.svg)"] : [:]
  }

  /// The values of a property's syntax.
  static func values(of property: String, _ syntax: PropertySyntax) -> [String] {
    switch syntax {
    case .keywords(let words): words.sorted()
    case .color: ["#123456", "rgb(1 2 3 / 50%)"]
    case .integer(_, or: let words): ["7"] + words.sorted()
    case .dimension(let kinds, or: let words):
      (kinds.contains(.length) ? ["7pt", "1.7em"] : [])
        + (kinds.contains(.percentage) ? ["3%"] : []) + (kinds.contains(.number) ? ["3.5"] : [])
        + words.sorted()
    case .custom: values[property] ?? []
    }
  }

  /// Values besides the initial one that ask for nothing else.
  private static let equivalents: [String: Set<String>] = [
    // Nothing scrolls on a page.
    "background-attachment": ["local"],
    // A page may end where a column should not.
    "break-before": ["avoid-column"], "break-after": ["avoid-column"],
    "column-fill": ["balance-all"],
    // What `auto` chooses.
    "font-kerning": ["normal"], "text-decoration-thickness": ["from-font"],
    "text-justify": ["inter-word"],
    // Old names of rows.
    "writing-mode": ["horizontal-tb", "lr", "lr-tb", "rl", "rl-tb"],
  ]

  private static func computer() throws -> StyleComputer {
    let context = StyleContext(
      page: Size(width: 300, height: 400), readerSize: .large, textStyles: [:],
      fonts: try SmallBook.squareFonts())
    return StyleComputer(context: context, parent: nil, root: nil, language: "en")
  }

  private static func winners(_ declarations: [String: String]) throws -> [String: StyleValue] {
    var winners: [String: StyleValue] = [:]
    for (name, text) in declarations {
      var parser = CSSParser(text)
      for longhand in try DeclarationParser.parse(name, parser.componentValues()).get() {
        winners[longhand.property] = longhand.value
      }
    }
    return winners
  }

  private static func style(_ declarations: [String: String]) throws -> StyleComputer {
    var computer = try computer()
    computer.apply(try winners(declarations))
    return computer
  }

  @Test("every property with a syntax of its own has values to try")
  func complete() {
    let own = PropertyTable.all.filter { if case .custom = $0.syntax { true } else { false } }
    #expect(Set(own.map(\.name)) == Set(Self.values.keys))
  }

  private static let names = PropertyTable.all.map(\.name)

  @Test(
    "every value of a property but the initial one changes the style, or is a finding",
    arguments: names)
  func effect(name: String) throws {
    let property = try #require(PropertyTable.property(name))
    let companion = Self.companion(of: name)
    let initial = try Self.style(companion)
    var without: Set<String> = []
    for value in Self.values(of: name, property.syntax) {
      let style = try Self.style(companion.merging([name: value]) { $1 })
      // What is in `unhonoured` is reported as a finding.
      if style.text == initial.text, style.box == initial.box,
        "\(style.generated)" == "\(initial.generated)"
      {
        without.insert(value)
      }
    }
    let expected = Self.equivalents[name] ?? []
    #expect(
      without.subtracting(expected).count <= 1 && expected.isSubset(of: without), "\(without)")
  }

  @Test("a property copies exactly what it computes, and resets it", arguments: names)
  func copying(name: String) throws {
    let property = try #require(PropertyTable.property(name))
    let initial = try Self.computer()
    for text in Self.values(of: name, property.syntax) {
      let value = try #require(try Self.winners([name: text])[name])
      var computed = initial
      property.compute(&computed, value)
      var copied = initial
      copied.copy(property, from: computed)
      // What `display` says besides its keyword is said again by the finding, or by the parent.
      if name == "display" { computed.generated = copied.generated }
      #expect(copied.hasValues(of: computed), "\(text)")
      computed.copy(property, from: initial)
      #expect(computed.hasValues(of: initial), "\(text)")
    }
  }

  @Test("every value of a property survives an archive", arguments: names)
  func archive(name: String) throws {
    let property = try #require(PropertyTable.property(name))
    func read<Value: Codable>(_ value: Value) throws -> Value {
      try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }
    for value in Self.values(of: name, property.syntax) {
      let style = try Self.style(Self.companion(of: name).merging([name: value]) { $1 })
      #expect(try read(style.text) == style.text && read(style.box) == style.box, "\(value)")
    }
  }

  /// What every archive of this version has of a style. Archives from before a newer field do not have it.
  private static let requiredFields = """
    align baselineGrid baselineShift borderSpacing captionIsAtBottom collapsesBorders color
    decorations fitsFloatedInitials font hangingPunctuation hidesEmptyCells
    hyphenationLimits hyphens indent indentEachLine indentHangs initialLetterWrap
    inlineBackground inlineShift isRightToLeft justifiedMeasureMin justifies
    justifiesLetters keepsWhole letterSpacing lineBreak lineHeight listStyleIsInside
    listStyleType measureMin microtypography orphans overflowWrap pageBreaking tabSize
    transform visibility whiteSpace widows wordBreak wordSpacing wrap
    avoidsBreakInside background border breakAfter breakBefore clear clonesDecoration
    display float height margin maxHeight maxWidth minHeight minWidth offsets overflow
    padding position sizesBorderBox tableLayoutIsFixed unicodeBidi verticalAlign width
    """

  @Test("a field that is newer than the version of archives is optional in them")
  func requiredFields() throws {
    let encoder = JSONEncoder()
    func names(_ value: some Encodable) throws -> Set<String> {
      let object = try JSONSerialization.jsonObject(with: encoder.encode(value))
      return Set(try #require(object as? [String: Any]).keys)
    }
    let known = Set(Self.requiredFields.split { $0.isWhitespace }.map(String.init))
    #expect(try names(TextProperties()).union(names(BoxProperties())) == known)
  }

  /// Fields that no property sets alone.
  private static let otherFields: Set<String> = [
    // Of attributes, of tables that are scaled, of elements around the text, of ruby, of boxes that scroll.
    "language", "typeScale", "writingDirections", "keepsWhole", "baselineShift", "inlineShift",
    "inlineRise", "inlineBackground", "lineAlignment", "parentBaseline", "outerShift", "rubyPart",
    "scrolledHeight",
  ]

  @Test("every field of a style is the value of a property")
  func fields() throws {
    func stored(_ value: Any) -> [String: String] {
      Dictionary(
        uniqueKeysWithValues: Mirror(reflecting: value).children.map {
          ($0.label ?? "", "\($0.value)")
        })
    }
    func fields(_ style: StyleComputer) -> [String: String] {
      stored(style.text).merging(stored(style.box)) { $1 }
    }
    let initial = fields(try Self.style([:]))
    var without = Set(initial.keys)
    for property in PropertyTable.all {
      for value in Self.values(of: property.name, property.syntax) {
        let companion = Self.companion(of: property.name)
        let style = try Self.style(companion.merging([property.name: value]) { $1 })
        for (name, field) in fields(style) where field != initial[name] { without.remove(name) }
      }
    }
    #expect(without == Self.otherFields)
  }
}

extension StyleComputer {
  fileprivate mutating func copy(_ property: Property, from other: StyleComputer) {
    switch property.copy {
    case .inherited(let copy): copy(&text, other.text)
    case .own(let copy): copy(&box, other.box)
    case .read(let copy): copy(&generated, other.generated)
    case .nowhere: break
    }
  }

  fileprivate func hasValues(of other: StyleComputer) -> Bool {
    text == other.text && box == other.box && "\(generated)" == "\(other.generated)"
  }
}
