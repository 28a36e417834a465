/// A longhand of CSS: all that the parser, the cascade and the computation of styles know of it.
///
/// The initial value is that of the field in which the computed value is kept. No part has a default, so a
/// property that lacks one does not compile; `PropertyEffectTests` checks that the parts agree.
struct Property: Sendable {
  /// The name in style sheets.
  let name: String
  /// Whether it moves anything on pages, and to which elements it applies.
  let effect: PropertyEffect
  let syntax: PropertySyntax
  /// Where the computed value is kept, and whether it is inherited.
  let copy: PropertyCopy
  /// Sets the computed value. CSS-wide keywords are not computed: they copy.
  let compute: @Sendable (inout StyleComputer, StyleValue) -> Void
  /// Whether other properties depend on it, so that it is computed before them.
  private(set) var isEarly = false

  var early: Property {
    var result = self
    result.isEarly = true
    return result
  }
}

/// Copies the computed value of one property between styles, for `inherit`, `initial` and `unset`.
enum PropertyCopy: Sendable {
  /// Of an inherited property.
  case inherited(@Sendable (inout TextProperties, TextProperties) -> Void)
  /// Of a property of the box.
  case own(@Sendable (inout BoxProperties, BoxProperties) -> Void)
  /// Of a property that only the document reader needs.
  case read(@Sendable (inout GeneratedContent, GeneratedContent) -> Void)
  /// The property has no value of its own: `StyleComputer` reads the declaration when it computes the values that
  /// depend on several properties, or adds it to what is there.
  case nowhere(isInherited: Bool)

  var isInherited: Bool {
    switch self {
    case .inherited: true
    case .own, .read: false
    case .nowhere(let isInherited): isInherited
    }
  }

  /// Copies one field of the text.
  static func text<Value>(_ path: any WritableKeyPath<TextProperties, Value> & Sendable) -> Self {
    .inherited(CopiedField.field(path).copy)
  }

  /// Copies one field of the box.
  static func box<Value>(_ path: any WritableKeyPath<BoxProperties, Value> & Sendable) -> Self {
    .own(CopiedField.field(path).copy)
  }

  /// Copies fields of the text.
  static func text(_ fields: CopiedField<TextProperties>...) -> Self {
    .inherited { target, source in
      for field in fields { field.copy(&target, source) }
    }
  }

  /// Copies fields of the box.
  static func box(_ fields: CopiedField<BoxProperties>...) -> Self {
    .own { target, source in
      for field in fields { field.copy(&target, source) }
    }
  }
}

/// Copies one field between styles.
struct CopiedField<Style>: Sendable {
  let copy: @Sendable (inout Style, Style) -> Void

  static func field<Value>(_ path: any WritableKeyPath<Style, Value> & Sendable) -> Self {
    Self { $0[keyPath: path] = $1[keyPath: path] }
  }
}

/// The field of a style that has all of a property's computed value.
struct PropertyField<Value>: Sendable where Value: Sendable {
  let initial: Value
  let copy: PropertyCopy
  let set: @Sendable (inout StyleComputer, Value) -> Void

  /// A field of the text: an inherited property.
  static func text(_ path: any WritableKeyPath<TextProperties, Value> & Sendable) -> Self {
    PropertyField(initial: initialText[keyPath: path], copy: .text(path)) {
      $0.text[keyPath: path] = $1
    }
  }

  /// A field of the box: a property that is not inherited.
  static func box(_ path: any WritableKeyPath<BoxProperties, Value> & Sendable) -> Self {
    PropertyField(initial: initialBox[keyPath: path], copy: .box(path)) {
      $0.box[keyPath: path] = $1
    }
  }

  /// A field that only the document reader needs.
  static func read(_ path: any WritableKeyPath<GeneratedContent, Value> & Sendable) -> Self {
    PropertyField(
      initial: GeneratedContent()[keyPath: path],
      copy: .read { $0[keyPath: path] = $1[keyPath: path] }
    ) {
      $0.generated[keyPath: path] = $1
    }
  }
}

private let initialText = TextProperties()
private let initialBox = BoxProperties()

/// The ways to describe a property, the shortest first.
extension Property {
  /// A property whose keywords are the cases of a type.
  static func keywords<Value: CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, _ effect: PropertyEffect, _ field: PropertyField<Value>
  ) -> Property {
    value(name, effect, .keywords(of: Value.self), field) {
      $0.keyword($1).flatMap { Value(rawValue: $0) }
    }
  }

  /// The same for a field that is optional in archives: nil for the initial keyword.
  static func keywords<Value: CaseIterable & RawRepresentable<String> & Sendable & Equatable>(
    _ name: String, _ effect: PropertyEffect, _ field: PropertyField<Value?>, initial: Value
  ) -> Property {
    value(name, effect, .keywords(of: Value.self), field) {
      let word = $0.keyword($1, or: initial)
      return word == initial ? nil : word
    }
  }

  /// A property with two meanings.
  /// - Parameters:
  ///   - on: the keywords for true.
  ///   - off: the keywords for false.
  static func flag(
    _ name: String, _ effect: PropertyEffect, _ field: PropertyField<Bool>, on: String...,
    off: String...
  ) -> Property {
    value(name, effect, .keywords(Set(on + off)), field) { $0.keyword($1).map(on.contains) }
  }

  /// A length or percentage that may be `auto`.
  static func dimension(
    _ name: String, _ effect: PropertyEffect, _ field: PropertyField<Dimension>,
    _ kinds: DimensionKinds, or words: Set<String>
  ) -> Property {
    value(name, effect, .dimension(kinds, or: words), field) { $0.lengths.dimension($1) }
  }

  /// A whole number.
  static func integer(
    _ name: String, _ effect: PropertyEffect, _ field: PropertyField<Int>, minimum: Int
  ) -> Property {
    value(name, effect, .integer(minimum: minimum, or: []), field) { $0.integer($1) }
  }

  /// A property whose value is one field.
  /// - Parameter computed: the computed value; nil for the initial one.
  static func value<Value>(
    _ name: String, _ effect: PropertyEffect, _ syntax: PropertySyntax,
    _ field: PropertyField<Value>,
    _ computed: @escaping @Sendable (inout StyleComputer, StyleValue) -> Value?
  ) -> Property {
    Property(name: name, effect: effect, syntax: syntax, copy: field.copy) {
      field.set(&$0, computed(&$0, $1) ?? field.initial)
    }
  }

  /// A property whose value is several fields, or that keeps the value that is there in some cases.
  static func custom(
    _ name: String, _ effect: PropertyEffect, _ syntax: PropertySyntax, _ copy: PropertyCopy,
    _ compute: @escaping @Sendable (inout StyleComputer, StyleValue) -> Void
  ) -> Property {
    Property(name: name, effect: effect, syntax: syntax, copy: copy, compute: compute)
  }
}
