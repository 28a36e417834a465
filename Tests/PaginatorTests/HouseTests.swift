import Foundation
import Support
import Testing

/// House rules that the compiler does not check.
@Suite("House rules")
struct HouseTests {
  private static let rooms = [
    "Geometry", "Text", "Fonts", "Styling", "Math", "Reading", "Shaping", "Breaking", "Spelling",
    "Layout", "Paging", "Drawing", "SVG", "PDF", "Checking",
  ]
  /// Rooms to the left of these that they may not use either: output formats are independent, and text
  /// is laid out wherever it comes from.
  private static let independent: [String: Set<String>] = [
    "PDF": ["SVG"], "Shaping": ["Math", "Reading"], "Breaking": ["Math", "Reading"],
    "Spelling": ["Math", "Reading"], "Layout": ["Math", "Reading"],
  ]

  /// Whether a room may not use what belongs to another.
  private static func forbids(_ room: Int, _ home: Int) -> Bool {
    home > room || independent[rooms[room]]?.contains(rooms[home]) ?? false
  }

  private func files(in room: String) throws -> [(name: String, text: String)] {
    try Self.sources(in: "Paginator/\(room)")
  }

  /// All Swift files below a folder of Sources, named by their paths in that folder.
  private static func sources(in folder: String = "") throws -> [(name: String, text: String)] {
    let root = Checkout.root.appendingPathComponent("Sources/\(folder)")
    let names =
      FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return try names.filter { $0.hasSuffix(".swift") }.sorted().map {
      ($0, try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8))
    }
  }

  @Test("a room uses only its own types and those of rooms to its left")
  func direction() throws {
    var owner: [String: Int] = [:]
    for (index, room) in Self.rooms.enumerated() {
      for file in try files(in: room) {
        for line in file.text.split(separator: "\n")
        where !line.hasPrefix(" ") && !line.hasPrefix("//") {
          let words = line.split { !$0.isLetter && !$0.isNumber }
          guard
            let at = words.firstIndex(where: {
              ["struct", "class", "enum", "protocol"].contains($0)
            }),
            at + 1 < words.count, at <= 2
          else { continue }
          owner[String(words[at + 1])] = index
        }
      }
    }
    #expect(owner.count > 100)
    for (index, room) in Self.rooms.enumerated() {
      for file in try files(in: room) {
        let code = file.text.split(separator: "\n").filter {
          !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//")
        }.joined(separator: "\n")
        let words = Set(code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
        for word in words.sorted() {
          if let home = owner[word], Self.forbids(index, home) {
            Issue.record("\(room)/\(file.name) uses \(word) of \(Self.rooms[home])")
          }
        }
      }
    }
  }

  /// Names of members of the standard library that later rooms have for their own types, too.
  private static let ofStandardLibrary: Set<String> = [
    "append", "insert", "intersection", "joined",
  ]

  @Test("a room uses no member that only a room to its right adds to a type")
  func directionOfMembers() throws {
    /// By name, the rooms that have it in an extension, and those that have it in any other way.
    var (added, others): ([String: Set<Int>], [String: Set<Int>]) = ([:], [:])
    var used: [(room: Int, file: String, words: Set<String>)] = []
    for (index, room) in Self.rooms.enumerated() {
      for file in try files(in: room) {
        let source = SwiftSource(file.text)
        for member in source.members where member.isInExtension && member.hasWord {
          added[member.name, default: []].insert(index)
        }
        for name in source.otherNames { others[name, default: []].insert(index) }
        used.append((index, file.name, Set(source.tokens.map(\.text))))
      }
    }
    for name in Self.ofStandardLibrary { added[name] = nil }
    #expect(added.count > 500)
    for (room, file, words) in used {
      for word in words.sorted() {
        guard let homes = added[word], let home = homes.min(),
          homes.allSatisfy({ Self.forbids(room, $0) }),
          others[word, default: []].allSatisfy({ $0 >= home && Self.forbids(room, $0) })
        else { continue }
        Issue.record("\(Self.rooms[room])/\(file) uses \(word) of \(Self.rooms[home])")
      }
    }
  }

  @Test("the check of members knows their types, and what is in a function")
  func members() {
    let source = SwiftSource(
      """
      struct Box<T>: Own where T: Own { let width, height: Int; static func open(_ door: Int) { let key = door } }
      extension Book.Page { var isOdd: Bool { number % 2 == 1 }; enum Side { case left, right(Int) } }
      extension [Box] { init(all: Int) { for box in self { use(box) } } }
      """)
    let found = source.members.map { "\($0.type).\($0.name)\($0.isInExtension ? " +" : "")" }
    #expect(
      Set(found) == [
        "Box.width", "Box.height", "Box.open", "Page.isOdd +", "Page.Side +", "Side.left",
        "Side.right", "Array.init +",
      ])
    #expect(source.otherNames.isSuperset(of: ["door", "key", "box", "left"]))
    #expect(!source.otherNames.contains("isOdd"))
  }

  /// Names that files of other formats have, which the code writes as text.
  private static let ofFormats: Set<String> = ["ActualText"]

  @Test(
    "the documents for engineers name only what exists",
    arguments: ["ARCHITECTURE.md", "CONTRIBUTING.md"])
  func documents(name: String) throws {
    let text = try String(
      contentsOf: Checkout.root.appendingPathComponent(name), encoding: .utf8)
    let files = try ["Sources", "Tests"].flatMap { try Self.sources(in: "../\($0)") }
    let names = Set(files.map { $0.name.split(separator: "/").last.map(String.init) ?? $0.name })
    let known = Set(files.flatMap { SwiftSource($0.text).tokens.map(\.text) })
      .union(Self.ofFormats)
    let members = try Self.members()
    var count = 0
    for quoted in text.matches(of: /`([A-Za-z][\w.+\/:()-]*)`/).map(\.1) {
      if quoted.contains("/") {
        let isThere = ["", "Sources/", "Sources/Paginator/"].contains {
          FileManager.default.fileExists(
            atPath: Checkout.root.appendingPathComponent($0 + quoted).path)
        }
        #expect(isThere, "there is no \(quoted)")
      } else if quoted.hasSuffix(".swift") {
        #expect(names.contains(String(quoted)), "there is no \(quoted)")
      } else if quoted.contains("(") || quoted.contains(where: \.isUppercase) {
        let unknown = quoted.split { !$0.isLetter && !$0.isNumber }.filter {
          !known.contains(String($0))
        }
        #expect(unknown.isEmpty, "no code has \(unknown) of \(quoted)")
        let parts = quoted.prefix { $0 != "(" }.split(separator: ".").map(String.init)
        for (type, member) in zip(parts, parts.dropFirst()) {
          #expect(
            members[type, default: []].contains(member), "\(type) has no \(member): \(quoted)")
        }
      } else {
        // Commands, properties of CSS and keywords.
        continue
      }
      count += 1
    }
    #expect(count > 15)
  }

  /// By type, the names of its members.
  private static func members() throws -> [String: Set<String>] {
    var members: [String: Set<String>] = [:]
    for (_, text) in try sources() {
      for member in SwiftSource(text).members {
        members[member.type, default: []].insert(member.name)
      }
    }
    return members
  }

  @Test("a C library is imported only in its owner's folder")
  func libraries() throws {
    let owners = [
      "CColor": ["Paginator/PDF"], "CDeflate": ["Paginator/PDF"],
      "CFontconfig": ["Paginator/Fonts"], "CFreeType": ["Paginator/Fonts"],
      "CFriBidi": ["Paginator/Text"], "CGIF": ["Paginator/PDF"],
      "CHarfBuzz": [
        "Paginator/Fonts", "Paginator/Shaping", "Paginator/PDF/GlyphCases.swift",
        "Paginator/PDF/PDFFaces.swift",
      ],
      "CHunspell": ["Paginator/Spelling"], "CHyphen": ["Paginator/Breaking"],
      "CLibXML2": ["Markup"], "CLibZip": ["EPUB"], "CLinux": ["paginate"],
      // It is linked, not imported.
      "CMemory": [], "CNettle": ["Digests"], "CPNG": ["Paginator/PDF"], "CRsvg": ["Paginator/PDF"],
      "CUnicode": [
        "Paginator/Fonts", "Paginator/Reading", "Paginator/Shaping", "Paginator/Breaking",
        "Paginator/Text/LanguageTag.swift",
      ],
      "CWebP": ["Paginator/PDF"],
    ]
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Checkout.root.appendingPathComponent("Sources").path)
    #expect(Set(folders.filter { $0.wholeMatch(of: /C[A-Z].*/) != nil }) == Set(owners.keys))
    for (name, text) in try Self.sources() where !name.hasSuffix("Drawing/Versions.swift") {
      for (module, homes) in owners where text.contains("import \(module)\n") {
        #expect(homes.contains { name.hasPrefix($0) }, "\(name) imports \(module)")
      }
    }
  }

  /// Witnesses of standard library protocols: the protocols document them.
  private static let witnesses: Set<String> = [
    "init init(from:)", "func encode(to:)", "func hash(into:)", "let rawValue",
    "init init(rawValue:)",
  ]

  @Test("every public declaration has a docstring")
  func docstrings() throws {
    var count = 0
    for (name, text) in try Self.sources() {
      for declaration in SwiftSource(text).publicDeclarations {
        count += 1
        #expect(
          declaration.isDocumented || Self.witnesses.contains(declaration.name)
            || declaration.name.hasPrefix("func =="),
          "\(name):\(declaration.line): \(declaration.name)")
      }
    }
    #expect(count > 1900)
  }

  @Test("every public function that throws says what")
  func errors() throws {
    for (name, text) in try Self.sources() {
      for declaration in SwiftSource(text).publicDeclarations
      where declaration.hidesErrors && !Self.witnesses.contains(declaration.name) {
        Issue.record("\(name):\(declaration.line): \(declaration.name)")
      }
    }
  }

  @Test("the check of errors reads the type and the docstring")
  func hiddenErrors() {
    let source = SwiftSource(
      """
      /// Opens.
      /// - Throws: `Own`.
      /// - Returns: a door.
      public func open() throws -> Int { try read() }
      /// - Throws: `Own`.
      public let width = 1
      /// Reads.
      public func read(_ body: () throws -> Int) async throws -> Int { 1 }
      /// Writes.
      @discardableResult public mutating func write() throws(Own) -> Int { 1 }
      /// Calls.
      public init(_ body: () throws -> Void) rethrows {}
      func close() throws {}
      """)
    #expect(
      source.publicDeclarations.filter(\.hidesErrors).map(\.name) == ["func read(_:)"])
  }

  @Test("the check of docstrings sees what other modules see")
  func publicDeclarations() {
    let source = SwiftSource(
      """
      public enum Side { case left, right; var isLeft: Bool { self == .left } }
      /// Documented.
      @frozen public indirect enum Tree {
        /// Documented.
        case leaf
        case node(Tree)
      }
      public protocol Station { func open(at door: Int); associatedtype Cargo }
      protocol Own { func open() }
      public extension Side { static func < (a: Side, b: Side) -> Bool { let x = "func"; return x > a } }
      open class Box { public init?(from text: String) {}; public private(set) var size = 0 }
      func own(open: Int) { let copy = open
        let next = copy }
      struct Inner { @available(*, deprecated) public subscript(row: Int) -> Int { row }; let own = 1 }
      """)
    let found = source.publicDeclarations
    #expect(
      found.filter { !$0.isDocumented }.map(\.name) == [
        "enum Side", "case left", "case node", "protocol Station", "func open(at:)",
        "associatedtype Cargo", "func <(a:b:)", "class Box", "init init(from:)", "var size",
        "subscript subscript(row:)",
      ])
    #expect(found.filter(\.isDocumented).map(\.name) == ["enum Tree", "case leaf"])
    #expect(found.first { $0.name == "case node" }?.line == 6)
  }

  @Test("no function has more than six parameters")
  func parameters() throws {
    var count = 0
    for (name, text) in try Self.sources() {
      for function in SwiftSource(text).functions {
        count += 1
        #expect(
          function.parameterCount <= 6,
          "\(name):\(function.line): \(function.name) has \(function.parameterCount) parameters")
      }
    }
    #expect(count > 3000)
  }

  @Test("the check of parameters counts them")
  func parameterCounts() {
    let source = SwiftSource(
      """
      // func hidden(a: Int) {}
      func none() { let text = "func inner(\\(call("a, b")))"; self.init(a, b) }
      func pairs<Key, Value>(_ a: [Key: Value], of b: (Int, Int) -> Dictionary<Key, Value>,
        c: @escaping (Int, Int) -> Void = { _, _ in }, d: Int = max(1, 2),
      ) {}
      static func == (a: Own, b: Own) -> Bool { true }
      init?<T>(@Own _ one: Pair<T, T>) {}
      """)
    #expect(
      source.functions.map(\.name) == [
        "none()", "pairs(_:of:c:d:)", "==(a:b:)", "init(_:)",
      ])
    #expect(source.functions.map(\.parameterCount) == [0, 4, 2, 1])
    #expect(source.functions.map(\.line) == [2, 3, 6, 7])
  }

  @Test("a value is unwrapped by force only below a comment that says why")
  func forcedUnwraps() throws {
    var count = 0
    for (name, text) in try Self.sources() {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for line in SwiftSource(text).forcedUnwraps {
        count += 1
        let before = line > 1 ? lines[line - 2].drop { $0 == " " } : ""
        #expect(before.hasPrefix("//"), "\(name):\(line): a value is unwrapped by force")
      }
    }
    #expect(count > 0)
    let source = SwiftSource("if !a, b != c, d(e!) { return !f }\ng()!.h[i]! = \"j!\"")
    #expect(source.forcedUnwraps == [1, 2])
  }

  @Test("every preset in the library is a link to its file in Styles")
  func presets() throws {
    let manager = FileManager.default
    let resources = Checkout.root.appendingPathComponent("Sources/Paginator/Resources")
    let presets = try manager.contentsOfDirectory(atPath: resources.path).filter {
      $0.hasSuffix(".css")
    }
    #expect(presets.count >= 7)
    for preset in presets {
      let link = resources.appendingPathComponent(preset).path
      #expect(try manager.destinationOfSymbolicLink(atPath: link) == "../../../Styles/\(preset)")
    }
  }

  @Test("no file is over 500 lines", arguments: ["Sources", "Tests"])
  func sizes(folder: String) throws {
    for (name, text) in try Self.sources(in: "../\(folder)") {
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 500, "\(name)")
    }
  }
}
