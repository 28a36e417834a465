extension LayoutSettings {
  /// The values of a setting as texts: none if it is not given, an empty one for a flag.
  public func texts(of key: Key) -> [String] {
    switch Self.field(key) {
    case .text(let path): self[keyPath: path].map { [$0] } ?? []
    case .texts(let path): self[keyPath: path]
    case .flag(let path): self[keyPath: path] ? [""] : []
    case .number(let path): self[keyPath: path].map { [String($0)] } ?? []
    case .onOff(let path): self[keyPath: path].map { [$0.rawValue] } ?? []
    case .notes(let path): self[keyPath: path].map { [$0.rawValue] } ?? []
    case .pageBreaking(let path): self[keyPath: path].map { [$0.rawValue] } ?? []
    }
  }

  /// Whether a setting is given.
  public func has(_ key: Key) -> Bool { !texts(of: key).isEmpty }

  /// These settings, where they are given, instead of others. Limits are put after the others',
  /// because of two with one name, the last counts.
  public func overriding(_ others: LayoutSettings) -> LayoutSettings {
    var result = others
    for key in Key.allCases where has(key) { result.take(key, of: self) }
    result.limits = others.limits + limits
    return result
  }

  /// Only the settings that can change pages.
  public var ofPages: LayoutSettings { only { !$0.isOfRun } }

  /// Only the settings that bound the run or divide its work.
  public var ofRun: LayoutSettings { only(\.isOfRun) }

  /// The settings with the defaults of those that are not given: two ways to write the same
  /// settings are equal.
  public var complete: LayoutSettings {
    var result = self
    result.givenStyle = style
    result.givenReaderSize = readerSize
    result.givenAuthorStyles = authorStyles
    return result
  }

  /// Only the settings that editions of a book must agree on to be set together.
  public var ofSource: LayoutSettings { only(\.isOfSource) }

  /// The settings with every path replaced: by its place, or by a digest of what it names.
  public func mappingPaths(_ transform: (String) -> String) -> LayoutSettings {
    var result = self
    for key in Key.allCases {
      func value(_ text: String) -> String { key.isPath(text) ? transform(text) : text }
      switch Self.field(key) {
      case .text(let path): result[keyPath: path] = self[keyPath: path].map(value)
      case .texts(let path): result[keyPath: path] = self[keyPath: path].map(value)
      case .flag, .number, .onOff, .notes, .pageBreaking: break
      }
    }
    return result
  }

  /// Only some of the settings.
  private func only(_ isWanted: (Key) -> Bool) -> LayoutSettings {
    var result = LayoutSettings()
    for key in Key.allCases where isWanted(key) { result.take(key, of: self) }
    return result
  }

  private mutating func take(_ key: Key, of other: LayoutSettings) {
    switch Self.field(key) {
    case .text(let path): self[keyPath: path] = other[keyPath: path]
    case .texts(let path): self[keyPath: path] = other[keyPath: path]
    case .flag(let path): self[keyPath: path] = other[keyPath: path]
    case .number(let path): self[keyPath: path] = other[keyPath: path]
    case .onOff(let path): self[keyPath: path] = other[keyPath: path]
    case .notes(let path): self[keyPath: path] = other[keyPath: path]
    case .pageBreaking(let path): self[keyPath: path] = other[keyPath: path]
    }
  }
}

extension LayoutSettings: Codable {
  /// Writes the settings that are given, under their keys.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for key in Key.allCases where has(key) {
      switch Self.field(key) {
      case .texts(let path): try container.encode(self[keyPath: path], forKey: key)
      case .flag(let path): try container.encode(self[keyPath: path], forKey: key)
      case .number(let path): try container.encode(self[keyPath: path], forKey: key)
      case .text, .onOff, .notes, .pageBreaking:
        try container.encode(texts(of: key)[0], forKey: key)
      }
    }
  }

  /// Reads the settings that are given.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: Key.self)
    for key in container.allKeys {
      switch Self.field(key) {
      case .text(let path):
        self[keyPath: path] = try container.decode(String.self, forKey: key)
      case .texts(let path):
        self[keyPath: path] = try container.decode([String].self, forKey: key)
      case .flag(let path): self[keyPath: path] = try container.decode(Bool.self, forKey: key)
      case .number(let path): self[keyPath: path] = try container.decode(Int.self, forKey: key)
      case .onOff(let path): self[keyPath: path] = try Self.word(key, container)
      case .notes(let path): self[keyPath: path] = try Self.word(key, container)
      case .pageBreaking(let path): self[keyPath: path] = try Self.word(key, container)
      }
    }
  }

  /// One of a few words.
  private static func word<Value: RawRepresentable<String> & CaseIterable>(
    _ key: Key, _ container: KeyedDecodingContainer<Key>
  ) throws -> Value {
    let text = try container.decode(String.self, forKey: key)
    guard let value = Value(rawValue: text) else {
      let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container, debugDescription: "\"\(text)\" is not one of \(words)")
    }
    return value
  }
}
