import ArgumentParser
import Foundation
import Paginator

/// A unit of work in a batch: one book with all its editions (`Schemas/batch-unit.schema.json`).
struct BatchUnit {
  /// The book's name in the manifest and in results.
  let name: String
  /// The path of the book.
  let book: String
  let editions: [Edition]
  let outputs: Set<Output>

  /// One way to set the book.
  struct Edition {
    /// The settings as in the manifest.
    let settings: [String: Any]
    /// The same settings as options of the command, with paths resolved.
    var arguments: [String]
    var options: EditionOptions
  }

  enum Output: String, CaseIterable {
    case map, svg, pdf
    /// The EPUB with print page numbers.
    case pageList = "page-list"
    /// The comparison with a baseline; it is part of the row and leaves no file.
    case check
    /// The pages of the edition as its baseline; it is written to the place of the baseline.
    case baseline

    /// The file or folder of an edition in the folder of results; nil for none.
    func file(of key: String) -> String? {
      switch self {
      case .map: key + "/map.json"
      case .svg: key + "/svg"
      case .pdf: key + ".pdf"
      case .pageList: key + ".epub"
      case .check, .baseline: nil
      }
    }
  }

  /// Options whose values are paths, besides settings of the layout.
  private static let paths: Set<String> = ["icc", "baseline"]

  /// - Parameters:
  ///   - object: a line of the manifest.
  ///   - folder: the folder that its paths are relative to; empty, or with a slash at its end.
  /// - Throws: `BookError` that names the invalid value, without its line.
  init(_ object: [String: Any], folder: String) throws {
    let known: Set<String> = ["book", "name", "editions", "outputs"]
    if let other = object.keys.sorted().first(where: { !known.contains($0) }) {
      throw Self.problem(
        "unknown key \"\(Excerpt.of(other))\": a unit has \(known.sorted().joined(separator: ", "))"
      )
    }
    guard let book = object["book"] as? String, !book.isEmpty else {
      throw Self.problem("a unit wants a \"book\"")
    }
    self.book = Self.resolved(book, folder)
    name = object["name"] as? String ?? book
    let list = object["editions"] ?? [[String: Any]()]
    guard let editions = list as? [[String: Any]], !editions.isEmpty else {
      throw Self.problem("\"editions\" wants a list of objects")
    }
    let parsed = try editions.map { try Self.edition($0, folder) }
    let names = object["outputs"] ?? [String]()
    guard let names = names as? [String] else {
      throw Self.problem("\"outputs\" wants a list of names")
    }
    outputs = Set(
      try names.map { name in
        guard let output = Output(rawValue: name) else {
          let all = Output.listed
          throw Self.problem("unknown output \"\(Excerpt.of(name))\": it is one of \(all)")
        }
        return output
      })
    guard !outputs.isSuperset(of: [.check, .baseline]) else {
      throw Self.problem("\"check\" and \"baseline\" are not for the same unit: check it first")
    }
    self.editions =
      outputs.isDisjoint(with: [.check, .baseline])
      ? parsed : try Self.withBaselines(parsed, of: self.book)
  }

  /// Editions without a baseline of their own have the one beside the book.
  private static func withBaselines(_ editions: [Edition], of book: String) throws -> [Edition] {
    var places: Set<String> = []
    return try editions.map { edition in
      var edition = edition
      if edition.options.baseline == nil {
        let place = edition.options.baseline(beside: book, isAlone: editions.count == 1)
        edition.options.baseline = place
        edition.arguments += ["--baseline", place]
      }
      let place = edition.options.baseline ?? ""
      guard places.insert(place).inserted else {
        let name = OutputFile.split(place).name
        throw problem("two editions have the baseline \"\(name)\": name one with \"baseline\"")
      }
      return edition
    }
  }

  private static func problem(_ message: String) -> BookError { BookError(.badUsage, message) }

  private static func resolved(_ path: String, _ folder: String) -> String {
    path.hasPrefix("/") ? path : folder + path
  }

  private static func edition(_ settings: [String: Any], _ folder: String) throws -> Edition {
    var arguments: [String] = []
    for key in settings.keys.sorted() {
      switch settings[key] {
      // A JSON number may be read as a Boolean.
      case let flag as Bool where !(settings[key] is String):
        if flag { arguments.append("--\(key)") }
      case let text as String: arguments += option(key, value(text, of: key, folder))
      case let texts as [String]:
        for text in texts { arguments += option(key, value(text, of: key, folder)) }
      default:
        throw problem("\"\(key)\" of an edition wants a text, a list of texts, true or false")
      }
    }
    do {
      return Edition(
        settings: settings, arguments: arguments, options: try EditionOptions.remembered(arguments))
    } catch {
      throw problem("an edition: \(EditionOptions.message(for: error))")
    }
  }

  /// An option with its value, which may begin like an option.
  private static func option(_ key: String, _ value: String) -> [String] {
    value.hasPrefix("-") ? ["--\(key)=\(value)"] : ["--\(key)", value]
  }

  private static func value(_ text: String, of key: String, _ folder: String) -> String {
    let isPath = LayoutSettings.Key(rawValue: key)?.isPath(text) ?? paths.contains(key)
    return isPath ? resolved(text, folder) : text
  }

  private init(_ unit: BatchUnit, editions: [Edition]) {
    name = unit.name
    book = unit.book
    outputs = unit.outputs
    self.editions = editions
  }

  /// The unit with some of its editions.
  func only(_ indices: [Int]) -> BatchUnit {
    BatchUnit(self, editions: indices.map { editions[$0] })
  }

  /// The line for a worker, with resolved paths and the keys of the editions.
  func line(keys: BatchKey.Keys) -> String {
    let editions = editions.map { edition -> [String: Any] in
      ["arguments": edition.arguments, "settings": edition.settings]
    }
    return JSONText.line([
      "book": book, "name": name, "editions": editions, "keys": keys.editions,
      "bookDigest": keys.book,
      "outputs": outputs.map(\.rawValue).sorted(),
    ])
  }
}

/// A result: one edition of one book, one line of JSON (`Schemas/batch-result.schema.json`).
struct BatchRow {
  /// `moved`: the edition was set, and it is not as in its baseline.
  enum Status: String { case ok, moved, failed }

  var fields: [String: Any] { didSet { text = nil } }
  /// The line that the row was read from; nil for another row.
  private var text: String?

  /// The fields that depend only on the book and its settings; the others depend on the run.
  static let columns = [
    "key", "book", "edition", "status", "pages", "lines", "findings", "mapDigest", "error",
    "check",
  ]

  init(fields: [String: Any]) { self.fields = fields }

  init?(line: String) {
    guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)),
      let fields = object as? [String: Any], fields["key"] is String, fields["status"] is String
    else { return nil }
    self.fields = fields
    text = line
  }

  /// The row of an edition whose result never arrived.
  init(failed unit: BatchUnit, edition: Int, key: String, class name: String, _ message: String) {
    fields = [
      "key": key, "book": unit.name, "edition": unit.editions[edition].settings,
      "build": ProgramIdentity.text, "status": "failed",
      "error": ["class": name, "message": message],
    ]
  }

  var key: String { fields["key"] as? String ?? "" }
  var status: Status { Status(rawValue: fields["status"] as? String ?? "") ?? .failed }
  var isGood: Bool { status == .ok }
  var line: String { text ?? JSONText.line(fields) }

  /// The row of the table; its bytes do not depend on how the work was divided.
  var csv: String {
    Self.columns.map { column in
      switch fields[column] {
      case let text as String: Self.quoted(text)
      case let object as [String: Any]: Self.quoted(JSONText.line(object))
      case let number as Int: String(number)
      default: ""
      }
    }.joined(separator: ",")
  }

  private static func quoted(_ text: String) -> String {
    // By scalars, because CR LF is a single `Character`, and so is a quote with a combining mark.
    let scalars = text.unicodeScalars
    guard scalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return text }
    return scalars.reduce(into: "\"") { result, scalar in
      result.unicodeScalars.append(scalar)
      if scalar == "\"" { result.unicodeScalars.append(scalar) }
    } + "\""
  }
}
