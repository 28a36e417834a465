import Foundation
import Paginator

/// An earlier run's map and pages, or an earlier proof.
struct OldPages: EarlierPages {
  private struct Map: Decodable {
    struct Page: Decodable {
      let number: Int
      let label: String?
      let digest: String?
      let text: String?
      let breaks: String?

      /// The same for a page that only moved. A digest depends on the side of the page, so a page
      /// of several lines is identified by its line breaks instead.
      var content: String {
        let lines = breaks ?? ""
        return "\(lines.count < 24 ? digest ?? "" : lines)\n\(text ?? "")"
      }
    }
    let pages: [Page]
    let settings: Settings?

    struct Settings: Decodable { let page: String? }
  }

  /// The page map.
  let map: [UInt8]
  private let known: Map
  private let folder: String?
  private let files: [Int: String]
  private let path: String

  var count: Int { known.pages.count }

  var pages: OldPages? { self }

  func label(of page: Int) -> String? {
    guard known.pages.indices.contains(page - 1), known.pages[page - 1].number == page else {
      return nil
    }
    return known.pages[page - 1].label
  }

  /// - Parameters:
  ///   - named: the folder of a run (`map.json`, `svg/`) or of a proof (`map.json`, `pages/`), or
  ///     its page map.
  ///   - option: the option that names it.
  init(folder named: String, option: String = "--against") throws {
    // The map itself may be named instead of its folder.
    path = Self.isFile(named) ? named : named + "/map.json"
    let folder = OutputFile.split(path).folder
    guard let data = FileManager.default.contents(atPath: path) else {
      throw BookError(
        .noSuchInput,
        "\(option): there is no \"\(path)\": name the folder of an earlier run, or its page map")
    }
    do {
      known = try JSONDecoder().decode(Map.self, from: data)
      map = [UInt8](data)
    } catch {
      throw BookError(.badInput, "\(path): no page map")
    }
    let isProof = FileManager.default.fileExists(atPath: folder + "/pages")
    let pictures = folder + (isProof ? "/pages" : "/svg")
    // Pages beside a map of another name may be those of another book.
    let hasPictures =
      OutputFile.split(path).name == "map.json" && FileManager.default.fileExists(atPath: pictures)
    self.folder = hasPictures ? pictures : nil
    let names =
      hasPictures ? (try? FileManager.default.contentsOfDirectory(atPath: pictures)) ?? [] : []
    files = Dictionary(
      names.compactMap { name in
        Int(name.prefix { $0.isNumber }).map { ($0, name) }
      }, uniquingKeysWith: { one, _ in one })
  }

  /// Whether a path names the output of a run, or its page map, and not a book.
  static func isRun(_ path: String) -> Bool {
    isFile(path) ? path.hasSuffix(".json") : isFile(path + "/map.json")
  }

  /// Whether an output folder would take the place of the pages.
  func isIn(_ output: String) -> Bool {
    Paths.resolved(output) == Paths.resolved(OutputFile.split(path).folder)
  }

  private static func isFile(_ path: String) -> Bool { Paths.kind(of: path) == .file }

  /// The digests of the pages, in order.
  var digests: [String?] { known.pages.map(\.digest) }

  func hasPicture(of page: Int) -> Bool { files[page] != nil }

  /// A page's SVG as a script of a proof; nil if there is none.
  func script(of page: Int) -> [UInt8]? {
    guard let folder, let file = files[page],
      let data = FileManager.default.contents(atPath: folder + "/" + file)
    else { return nil }
    // Written anew, so that no script of another proof runs in this one.
    return ProofPicture.script(ProofPicture.svg([UInt8](data)))
  }

  /// The size of pages of which there is no picture.
  var pageSize: Size {
    known.settings?.page.flatMap { PageSizes.parse($0) } ?? PageSizes.standard
  }

  func notes(on result: CheckResult) -> [String] { result.details }

  func result(on map: [UInt8]) async throws -> CheckResult {
    let comparison = Comparison(
      old: try CheckRunner.record(at: path), new: try CheckRunner.record(map, "the new map"))
    let names = Set(comparison.new.documents.map(\.href))
    guard comparison.old.documents.contains(where: { names.contains($0.href) }) else {
      throw BookError(
        .badInput, "\(path) is of another book: it has no page of any document of this one")
    }
    var result = CheckResult(book: "", cell: "", baseline: path, outcome: .same)
    result.comparison = comparison
    result.changes = InputChange.changes(from: comparison.old, to: comparison.new)
    result.cause = try await Cause.find(from: comparison.old, to: comparison.new) { _ in nil }
    result.difference = DifferenceDescription(comparison, pagination: nil)
    return result
  }

  /// The pages of a new map that changed or moved.
  func changes(to map: [UInt8]) throws -> [PageChange] {
    let new = try JSONDecoder().decode(Map.self, from: Data(map)).pages
    let byNumber = Dictionary(
      known.pages.map { ($0.number, $0) }, uniquingKeysWith: { one, _ in one })
    let byContent = Dictionary(
      known.pages.map { ($0.content, $0.number) }, uniquingKeysWith: { one, _ in one })
    return new.compactMap { page in
      let same = byNumber[page.number]
      if let same, same.digest == page.digest, same.text == page.text { return nil }
      if let old = byContent[page.content], old != page.number {
        return PageChange(page: page.number, old: old, isMoved: true, isShown: false)
      }
      return PageChange(
        page: page.number, old: same?.number, isMoved: false,
        isShown: same.map { hasPicture(of: $0.number) } ?? false)
    }
  }
}
