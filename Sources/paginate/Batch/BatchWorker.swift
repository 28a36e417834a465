import ArgumentParser
import EPUB
import Foundation
import Markup
import Paginator

/// Sets the units that it reads from standard input and writes their rows to standard output. A
/// batch starts several workers; other engines may start them too (`Documentation/batch.md`).
struct BatchWorker {
  /// The folder for requested outputs; nil if no outputs may be written.
  let folder: String?
  /// What books share, by the options that select fonts and dictionaries.
  private var shared: [String: Shared] = [:]
  /// Manifests select few; one that has fonts of its own for every book must not fill the memory.
  private static let mostShared = 8

  /// Fonts and dictionaries, opened once for all books, and the words that were shaped with them.
  private struct Shared {
    let options: PaginationOptions
    let words = SharedWords()
  }

  init(folder: String?) { self.folder = folder }

  mutating func run() async throws {
    while let line = readLine(strippingNewline: true) {
      guard let request = Request(line) else {
        throw BookError(.badUsage, "a worker wants the units of a batch, one object of JSON a line")
      }
      for row in await rows(of: request) { Console.write(row.line + "\n") }
    }
  }

  /// A unit as the batch sends it.
  private struct Request {
    let book: String
    let name: String
    let keys: [String]
    let bookDigest: String
    let settings: [[String: Any]]
    let arguments: [[String]]
    let outputs: Set<BatchUnit.Output>

    init?(_ line: String) {
      guard
        let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let book = object["book"] as? String, let keys = object["keys"] as? [String],
        let editions = object["editions"] as? [[String: Any]], editions.count == keys.count,
        let outputs = object["outputs"] as? [String],
        let digest = object["bookDigest"] as? String
      else { return nil }
      self.book = book
      self.keys = keys
      bookDigest = digest
      name = object["name"] as? String ?? book
      settings = editions.map { $0["settings"] as? [String: Any] ?? [:] }
      arguments = editions.map { $0["arguments"] as? [String] ?? [] }
      self.outputs = Set(outputs.compactMap(BatchUnit.Output.init))
    }
  }

  private mutating func rows(of request: Request) async -> [BatchRow] {
    let start = RunUsage.processorSeconds
    var rows = request.keys.indices.map { index in
      BatchRow(fields: [
        "key": request.keys[index], "book": request.name, "edition": request.settings[index],
        "bookDigest": request.bookDigest,
        "build": ProgramIdentity.text, "status": "failed",
      ])
    }
    await set(request, Array(rows.indices), &rows)
    let seconds = (RunUsage.processorSeconds - start) / Double(max(1, rows.count))
    for index in rows.indices {
      rows[index].fields["cpuSeconds"] = (seconds * 1000).rounded() / 1000
      rows[index].fields["peakMegabytes"] = RunUsage.peakMegabytes
    }
    return rows
  }

  /// The fields of an error, with the exit status that a separate run would have.
  /// - Parameter name: the book's name, which replaces its path in results.
  static func fields(
    of error: any Error, in book: String, called name: String
  ) -> [String: Any] {
    let status = Failure.status(of: error) ?? 70
    let kind =
      switch status {
      case 64: "usage"
      case 65: "bad-input"
      case 66: "no-input"
      case 73, 74: "output"
      default: "internal"
      }
    let path = URL(fileURLWithPath: book).standardizedFileURL.path
    let message = "\(error)".replacing(path, with: name).replacing(book, with: name)
    return ["class": kind, "status": Int(status), "message": message]
  }

  /// Sets some editions of a book. If that fails, each is set by itself: the fault of one is not that
  /// of the others.
  private mutating func set(
    _ request: Request, _ indices: [Int], _ rows: inout [BatchRow]
  ) async {
    do {
      try await setTogether(request, indices, &rows)
    } catch {
      let open = indices.filter { rows[$0].fields["pages"] == nil }
      guard indices.count > 1 else {
        for index in open {
          rows[index].fields["error"] = Self.fields(
            of: error, in: request.book, called: request.name)
        }
        return
      }
      for index in open { await set(request, [index], &rows) }
    }
  }

  /// Sets editions of a book; those with the same options for reading and fonts are set together.
  private mutating func setTogether(
    _ request: Request, _ indices: [Int], _ rows: inout [BatchRow]
  ) async throws {
    Supervisor.crashIfAsked(request.name)
    var options: [Int: EditionOptions] = [:]
    for index in indices {
      options[index] = try EditionOptions.remembered(request.arguments[index])
    }
    let layouts = options.mapValues(\.layout.settings)
    var groups: [(name: String, members: [Int])] = []
    for index in indices {
      let name = layouts[index]?.ofSource.canonicalText ?? ""
      if let known = groups.firstIndex(where: { $0.name == name }) {
        groups[known].members.append(index)
      } else {
        groups.append((name, [index]))
      }
    }
    for group in groups {
      guard let first = layouts[group.members[0]] else { continue }
      let publication = try first.publication(request.book)
      let shared = try shared(group.name, first)
      let members = try group.members.compactMap { index -> Member? in
        guard let own = options[index] else { return nil }
        var edition = try own.layout.settings.options(sharing: shared.options)
        // A batch runs its workers in parallel, so each of them has one task by default.
        edition.jobs = own.layout.settings.jobs ?? 1
        return Member(index: index, options: own, edition: edition, publication: publication)
      }
      try await set(
        SharedBook(publication, isLenient: first.lenient), members, shared.words, request, &rows)
    }
  }

  private mutating func shared(_ name: String, _ layout: LayoutSettings) throws -> Shared {
    if let known = shared[name] { return known }
    let made = Shared(options: try layout.options())
    if shared.count >= Self.mostShared { shared.removeAll() }
    shared[name] = made
    return made
  }

  /// An edition to set.
  private struct Member {
    /// The number of its row.
    let index: Int
    let options: EditionOptions
    let edition: PaginationOptions
    let publication: Publication
  }

  private func set(
    _ book: SharedBook, _ members: [Member], _ words: SharedWords, _ request: Request,
    _ rows: inout [BatchRow]
  ) async throws {
    var receivers: [BatchReceiver] = []
    defer { for receiver in receivers { receiver.output.discard() } }
    for member in members {
      receivers.append(
        try BatchReceiver(
          places(request, member), budgets: member.edition.budgets,
          keepsMap: !request.outputs.isDisjoint(with: [.check, .baseline])))
    }
    // A page list needs the chapters of the whole book, so its editions are set one by one.
    guard folder == nil || !request.outputs.contains(.pageList) else {
      for (member, receiver) in zip(members, receivers) {
        let pagination = try await paginate(book, options: member.edition)
        try await pagination.deliver(to: receiver)
        try await finish(pagination, receiver, member, request, &rows)
      }
      return
    }
    let paginations = try await paginate(
      book, editions: members.map(\.edition), receivers: receivers, sharing: words)
    for (number, member) in members.enumerated() {
      try await finish(paginations[number], receivers[number], member, request, &rows)
    }
  }

  /// Writes an edition's outputs and its row.
  private func finish(
    _ pagination: Pagination, _ receiver: BatchReceiver, _ member: Member, _ request: Request,
    _ rows: inout [BatchRow]
  ) async throws {
    let epub = try pageList(pagination, member, request)
    let findings = try receiver.output.finish(pagination)
    let copy = try epub.map { try StagedFile($0, to: own(request, member) + ".epub") }
    defer { copy?.discard() }
    try receiver.output.place(with: copy.map { [$0] } ?? [])
    let index = member.index
    if request.outputs.contains(.baseline) {
      rows[index].fields["baselineDigest"] = try Self.writeBaseline(receiver, member)
    }
    rows[index].fields["pages"] = pagination.pages.count
    rows[index].fields["lines"] = receiver.lineCount
    rows[index].fields["mapDigest"] = receiver.output.mapDigest
    rows[index].fields["findings"] = Dictionary(
      (pagination.findings + findings).map { ($0.rule.rawValue, 1) }, uniquingKeysWith: +)
    guard request.outputs.contains(.check) else {
      rows[index].fields["status"] = "ok"
      return
    }
    do {
      let check = try await BatchCheck(receiver.output.map, member.options)
      rows[index].fields["status"] = check.status.rawValue
      rows[index].fields["check"] = check.fields
    } catch let missing as BatchCheck.NoBaseline {
      rows[index].fields["error"] = missing.fields
    } catch {
      rows[index].fields["error"] = Self.fields(of: error, in: request.book, called: request.name)
    }
  }

  /// Writes the pages as the edition's baseline, as `paginate check --update` does.
  /// - Returns: the digest of the file.
  private static func writeBaseline(_ receiver: BatchReceiver, _ member: Member) throws -> String {
    let bytes = try CheckRunner.record(receiver.output.map, "map.json").baseline
    let path = member.options.baseline ?? ""
    // An unchanged baseline keeps its time of change.
    if FileManager.default.contents(atPath: path).map({ [UInt8]($0) }) != bytes {
      try OutputFile.write(bytes, to: path)
    }
    return SealedFile.digest(of: bytes)
  }

  /// The EPUB with the edition's page numbers; nil if it is not wanted.
  private func pageList(
    _ pagination: Pagination, _ member: Member, _ request: Request
  ) throws -> [UInt8]? {
    guard folder != nil, request.outputs.contains(.pageList) else { return nil }
    let writer = try PageListWriter(pagination, pageSource: member.options.pageSource)
    return try member.publication.copy(replacing: try writer.reportedFiles())
  }

  /// The beginning of the names of an edition's outputs: its key, in the folder.
  private func own(_ request: Request, _ member: Member) -> String {
    "\(folder ?? ".")/\(request.keys[member.index])"
  }

  /// The places of an edition's outputs.
  private func places(_ request: Request, _ member: Member) throws -> OutputPlaces {
    guard folder != nil else { return OutputPlaces(mapOnly: true) }
    let own = own(request, member)
    let hasPDF = request.outputs.contains(.pdf)
    return OutputPlaces(
      folder: request.outputs.contains(.map) || request.outputs.contains(.svg) ? own : nil,
      mapOnly: !request.outputs.contains(.svg), pdf: hasPDF ? own + ".pdf" : nil,
      pdfProfile: hasPDF ? try member.options.print.profile() : .access,
      attachment: hasPDF ? try member.options.print.attachment(request.book) : nil)
  }
}
