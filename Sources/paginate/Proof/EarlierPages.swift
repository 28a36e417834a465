import Foundation
import Paginator

/// The earlier pages that a proof is compared with.
protocol EarlierPages {
  /// The number of earlier pages.
  var count: Int { get }
  /// The folder of their SVG files; nil if there are none.
  var svgFolder: String? { get }
  /// What differs in the new map, with the cause if it is known.
  func result(on map: [UInt8]) async throws -> CheckResult
  /// Notes about the changes as a whole.
  func notes(on result: CheckResult) -> [String]
  /// The pages of a new map that are not what they were.
  func changes(to map: [UInt8]) throws -> [PageChange]
}

/// A page that changed or moved.
struct PageChange {
  let page: Int
  let old: Int?
  /// Whether only its number changed.
  let isMoved: Bool
  /// The name of the old page's SVG file.
  let file: String?
  /// Why it changed, if that is known.
  var cause: String?
  /// The lines of the page that changed, and those of the old page.
  var lines: [ChangedLines.Mark] = []
  var oldLines: [ChangedLines.Mark] = []

  var json: String {
    var text = "{\"page\":\(page),\"kind\":\"\(isMoved ? "moved" : "changed")\""
    if let old { text += ",\"old\":\(old)" }
    if let file { text += ",\"file\":\(ProofJSON.text(file))" }
    if let cause { text += ",\"cause\":\(ProofJSON.text(cause))" }
    if !lines.isEmpty { text += ",\"lines\":[\(lines.map(\.json).joined(separator: ","))]" }
    if !oldLines.isEmpty {
      text += ",\"oldLines\":[\(oldLines.map(\.json).joined(separator: ","))]"
    }
    return text + "}"
  }
}

/// An earlier run's map and pages, or an earlier proof.
struct OldPages: EarlierPages {
  private struct Map: Decodable {
    struct Page: Decodable {
      let number: Int
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
  }

  let svgFolder: String?
  private let pages: [Map.Page]
  private let files: [Int: String]
  private let path: String

  var count: Int { pages.count }

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
      pages = try JSONDecoder().decode(Map.self, from: data).pages
    } catch {
      throw BookError(.badInput, "\(path): no page map")
    }
    let isProof = FileManager.default.fileExists(atPath: folder + "/pages")
    let pictures = folder + (isProof ? "/pages" : "/svg")
    // Pages beside a map of another name may be those of another book.
    let hasPictures =
      OutputFile.split(path).name == "map.json" && FileManager.default.fileExists(atPath: pictures)
    svgFolder = hasPictures ? pictures : nil
    let names =
      hasPictures ? (try? FileManager.default.contentsOfDirectory(atPath: pictures)) ?? [] : []
    files = Dictionary(
      names.filter { $0.hasSuffix(".svg") }.compactMap { name in
        Int(name.dropLast(4)).map { ($0, name) }
      }, uniquingKeysWith: { one, _ in one })
  }

  private static func isFile(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && !isFolder.boolValue
  }

  /// The digests of the pages, in order.
  var digests: [String?] { pages.map(\.digest) }

  /// The name of a page's SVG file.
  func file(of page: Int) -> String? { files[page] }

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
    result.decision = Decision(comparison, pagination: nil)
    return result
  }

  /// The pages of a new map that changed or moved.
  func changes(to map: [UInt8]) throws -> [PageChange] {
    let new = try JSONDecoder().decode(Map.self, from: Data(map)).pages
    let byNumber = Dictionary(pages.map { ($0.number, $0) }, uniquingKeysWith: { one, _ in one })
    let byContent = Dictionary(
      pages.map { ($0.content, $0.number) }, uniquingKeysWith: { one, _ in one })
    return new.compactMap { page in
      let same = byNumber[page.number]
      if let same, same.digest == page.digest, same.text == page.text { return nil }
      if let old = byContent[page.content], old != page.number {
        return PageChange(page: page.number, old: old, isMoved: true, file: nil)
      }
      return PageChange(
        page: page.number, old: same?.number, isMoved: false,
        file: same.flatMap { files[$0.number] })
    }
  }
}

/// The changes that `check` found, page by page, with their cause.
struct CheckedPages: EarlierPages {
  let result: CheckResult
  let comparison: Comparison
  /// The pages of the baseline, if they are there to be shown.
  let old: OldPages?
  /// What else is to be said, such as why the old pages are not shown.
  let remarks: [String]

  var svgFolder: String? { old?.svgFolder }

  func result(on map: [UInt8]) -> CheckResult { result }

  func notes(on result: CheckResult) -> [String] {
    [result.headline] + result.details + remarks
  }

  var count: Int { comparison.old.pages.count }

  func changes(to map: [UInt8]) -> [PageChange] {
    comparison.fates.enumerated().compactMap { index, fate in
      switch fate {
      case .unchanged: nil
      case .shifted(let number): PageChange(page: index + 1, old: number, isMoved: true, file: nil)
      case .reflowed(let number):
        PageChange(page: index + 1, old: number, isMoved: false, file: old?.file(of: number))
      case .inserted: PageChange(page: index + 1, old: nil, isMoved: false, file: nil)
      }
    }
  }
}
