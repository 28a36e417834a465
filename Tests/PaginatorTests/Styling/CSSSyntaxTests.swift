import Foundation
import Support
import Testing

@testable import Paginator

/// The css-parsing-tests of ../shared/suites/faults/css: input and parse tree in JSON.
@Suite("CSS Syntax 3")
struct CSSSyntaxTests {
  @Test(
    "the suite's parsing tests pass",
    .needsShared("suites/faults/css"),
    arguments: [
      "component_value_list", "one_component_value", "declaration_list", "one_declaration",
      "one_rule", "rule_list", "stylesheet", "stylesheet_bytes", "An+B", "color3", "color3_hsl",
      "color3_keywords",
    ])
  func suite(name: String) throws {
    let file = Checkout.suite("faults/css/\(name).json")
    let cases = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [Any])
    var failures: [String] = []
    for index in stride(from: 0, to: cases.count - 1, by: 2) {
      let input = cases[index] as? String ?? Self.text(cases[index] as? [String: Any] ?? [:])
      let mine = CSSTree.parse(input, as: name)
      // For bytes the expected result also has the encoding, which is not compared.
      let wanted =
        name == "stylesheet_bytes" ? (cases[index + 1] as? [Any])?[0] ?? [] : cases[index + 1]
      if !CSSTree.equal(mine, wanted) {
        failures.append("\(input.prefix(60))\n  \(mine)\n  \(wanted)")
      }
    }
    #expect(
      failures.isEmpty,
      "\(failures.count) of \(cases.count / 2): \(failures.prefix(3).joined(separator: "\n"))")
  }
}

extension CSSSyntaxTests {
  /// Decodes the suite's bytes, which are written as the characters with the same numbers.
  fileprivate static func text(_ input: [String: Any]) -> String {
    let bytes = (input["css_bytes"] as? String ?? "").unicodeScalars.map { UInt8($0.value) }
    return StyleEncoding.decode(
      bytes, protocolEncoding: input["protocol_encoding"] as? String,
      environment: input["environment_encoding"] as? String)
  }
}

/// Converts our parse trees to the suite's JSON.
enum CSSTree {
  static func parse(_ input: String, as kind: String) -> Any {
    var parser = CSSParser(input, reportsEnd: true)
    switch kind {
    case "component_value_list": return parser.componentValues().flatMap(value)
    case "one_component_value":
      let values = parser.componentValues().filter { $0 != .token(.whitespace) }
      if values.isEmpty { return ["error", "empty"] }
      return values.count > 1 ? ["error", "extra-input"] : value(values[0])[0]
    case "declaration_list": return parser.declarationList().map(construct)
    case "one_declaration": return parser.declaration().map(construct) ?? ["error", "empty"]
    case "one_rule":
      guard let rule = parser.oneRule() else { return ["error", "empty"] }
      return construct(rule)
    case "rule_list": return parser.ruleList().map(construct)
    case "stylesheet", "stylesheet_bytes": return parser.stylesheet().map(construct)
    case "An+B":
      guard let pattern = NthPattern.parse(parser.componentValues()) else { return NSNull() }
      return [pattern.step, pattern.offset]
    default:
      switch ColorSyntax.parse(parser.componentValues()) {
      case nil, .ink?: return NSNull()
      case .currentColor?: return "currentColor"
      case .rgba(let red, let green, let blue, let alpha)?:
        let scale = kind == "color3_keywords" ? 255.0 : 1
        return [red * scale, green * scale, blue * scale, alpha]
      }
    }
  }

  private static func construct(_ construct: CSSConstruct) -> Any {
    switch construct {
    case .declaration(let declaration):
      return [
        "declaration", declaration.name, declaration.value.flatMap(value), declaration.isImportant,
      ] as [Any]
    case .atRule(let name, let prelude, let block, _):
      return [
        "at-rule", name, prelude.flatMap(value),
        block.map { $0.content.flatMap(value) } ?? NSNull(),
      ] as [Any]
    case .qualified(let prelude, let block, _):
      return ["qualified rule", prelude.flatMap(value), block.content.flatMap(value)] as [Any]
    case .invalid, .namedRule: return ["error", "invalid"]
    case .extraInput: return ["error", "extra-input"]
    }
  }

  private static func value(_ value: CSSValue) -> [Any] {
    switch value {
    case .token(let token): return [self.token(token)]
    case .unmatched(let token):
      return [["error", token == .closeBrace ? "}" : token == .closeBracket ? "]" : ")"]]
    case .function(let name, let content):
      return [["function", name] + content.flatMap(self.value)]
    case .block(let open, let content):
      let name = open == .openBrace ? "{}" : open == .openBracket ? "[]" : "()"
      return [[name] + content.flatMap(self.value)]
    }
  }

  private static func token(_ token: CSSToken) -> Any {
    func number(_ kind: String, _ number: CSSNumber, _ rest: [Any] = []) -> Any {
      [kind, number.text, number.value, number.isInteger ? "integer" : "number"] + rest
    }
    switch token {
    case .ident(let name): return ["ident", name]
    case .atKeyword(let name): return ["at-keyword", name]
    case .hash(let name, let isID): return ["hash", name, isID ? "id" : "unrestricted"]
    case .string(let text): return ["string", text]
    case .badString: return ["error", "bad-string"]
    case .url(let text): return ["url", text]
    case .badURL: return ["error", "bad-url"]
    case .delim(let scalar): return String(Character(scalar))
    case .match(let text): return text
    case .number(let value): return number("number", value)
    case .percentage(let value): return number("percentage", value)
    case .dimension(let value, let unit): return number("dimension", value, [unit])
    case .unicodeRange(let low, let high): return ["unicode-range", Int(low), Int(high)] as [Any]
    case .whitespace: return " "
    case .cdo: return "<!--"
    case .cdc: return "-->"
    case .colon: return ":"
    case .semicolon: return ";"
    case .comma: return ","
    case .endOfInputInString: return ["error", "eof-in-string"]
    case .endOfInputInURL: return ["error", "eof-in-url"]
    default: return "\(token)"
    }
  }

  static func equal(_ a: Any, _ b: Any) -> Bool {
    switch (a, b) {
    case (let a as [Any], let b as [Any]):
      return a.count == b.count && zip(a, b).allSatisfy { equal($0, $1) }
    case (is NSNull, is NSNull): return true
    case (let a as String, let b as String): return a == b
    case (let a as Bool, let b as Bool): return a == b
    case (let a as Int, let b as NSNumber): return a == b.intValue
    case (let a as Double, let b as NSNumber): return abs(a - b.doubleValue) < 0.005
    default: return false
    }
  }
}
