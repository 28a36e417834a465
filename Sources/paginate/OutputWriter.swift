import Foundation
import Paginator
import Synchronization

/// Where the results go.
struct OutputPlaces: CustomStringConvertible {
  /// Holds map.json and svg/.
  var folder: String?
  var map: String?
  var svgFolder: String?
  var mapOnly: Bool
  /// Written besides: a page list, positions.
  var others: [String] = []

  var hasMap: Bool { folder != nil || map != nil }

  var description: String {
    ([folder, map, svgFolder].compactMap { $0 } + others).joined(separator: ", ")
  }
}

/// Writes a book's map and pages beside their final places, chapter by chapter as they are done,
/// and moves them there when all of them are complete: a failed run leaves what was there before.
final class BookOutput: ChapterReceiver {
  private let places: OutputPlaces
  private let overlays: DebugOverlays
  private let staged: [StagedFolder]
  /// Where pages are written; staging folders.
  private let pageFolders: [String]
  private let outlines = PageDrawer.SharedOutlines()
  /// What the map says of each chapter; empty where no map is asked for.
  private let rows = MapRows()
  private let live = Mutex<LiveFonts?>(nil)

  /// - Throws: `BookError` when a place cannot be written to: before anything is set.
  init(_ places: OutputPlaces, overlays: DebugOverlays) throws {
    self.places = places
    self.overlays = overlays
    var staged: [StagedFolder] = []
    var pageFolders: [String] = []
    do {
      if let folder = places.folder {
        let staging = try StagedFolder(final: folder, owns: Self.isOurs)
        staged.append(staging)
        if !places.mapOnly { pageFolders.append(staging.path + "/svg") }
      }
      if let folder = places.svgFolder {
        let staging = try StagedFolder(final: folder, owns: Self.isOurs)
        staged.append(staging)
        pageFolders.append(staging.path)
      }
      for folder in pageFolders { try OutputFile.createFolder(folder) }
    } catch {
      for staging in staged { staging.discard() }
      throw error
    }
    self.staged = staged
    self.pageFolders = pageFolders
  }

  /// What an earlier run may have left in a folder, and nothing else.
  private static func isOurs(_ name: String) -> Bool {
    if ["map.json", "svg"].contains(name) { return true }
    if name.hasSuffix(".woff2") || name.hasSuffix(".otf") || name.hasSuffix(".ttf") {
      return name.hasPrefix("font-")
    }
    return name.hasSuffix(".svg") && name.dropLast(4).allSatisfy(\.isNumber)
  }

  /// Pages are to be live text in these fonts.
  func use(_ fonts: LiveFonts) throws {
    for folder in pageFolders {
      for (name, bytes) in fonts.files { try OutputFile.write(bytes, to: folder + "/" + name) }
    }
    live.withLock { $0 = fonts }
  }

  // MARK: Receiving

  func makeHand() -> any ReceivingHand { Hand(self) }

  func startAgain() throws {
    rows.removeAll()
    for folder in pageFolders {
      try? FileManager.default.removeItem(atPath: folder)
      try OutputFile.createFolder(folder)
    }
  }

  /// Draws the pages of chapters, with one drawer.
  private final class Hand: ReceivingHand {
    private let output: BookOutput
    private var drawer: PageDrawer?

    init(_ output: BookOutput) { self.output = output }

    func receive(_ chapter: NumberedChapter) throws {
      if output.places.hasMap { output.rows.add(chapter) }
      guard !output.pageFolders.isEmpty else { return }
      let drawer =
        self.drawer
        ?? PageDrawer(
          chapter.context, outlines: output.outlines, live: output.live.withLock { $0 },
          overlays: output.overlays)
      self.drawer = drawer
      for page in chapter.pages {
        let svg = try drawer.svg(of: page, in: chapter)
        for folder in output.pageFolders {
          try OutputFile.write(svg, to: folder + "/" + BookOutput.name(page.number, digits: 4))
        }
      }
    }
  }

  private static func name(_ number: Int, digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text + ".svg"
  }

  // MARK: The end

  /// Writes the map and moves everything to its place.
  func commit(_ pagination: Pagination) throws {
    let digits = String(pagination.pages.count).count
    if digits > 4 {
      for folder in pageFolders { try widenNames(in: folder, digits, pagination.pages.count) }
    }
    let map = places.hasMap ? rows.map(of: pagination) : []
    if places.folder != nil { try OutputFile.write(map, to: staged[0].path + "/map.json") }
    for staging in staged { try staging.commit() }
    if places.map == "-" {
      FileHandle.standardOutput.write(Data(map))
    } else if let path = places.map {
      try OutputFile.write(map, to: path)
    }
  }

  func discard() { for staging in staged { staging.discard() } }

  /// How many digits the last page's number has is known at the end only.
  private func widenNames(in folder: String, _ digits: Int, _ count: Int) throws {
    for number in 1...min(9999, count) {
      try FileManager.default.moveItem(
        atPath: folder + "/" + Self.name(number, digits: 4),
        toPath: folder + "/" + Self.name(number, digits: digits))
    }
  }
}

/// What a page map says of the chapters of a book, collected as they are done.
final class MapRows: Sendable {
  private let rows = Mutex<[Int: ChapterRows]>([:])

  func add(_ chapter: NumberedChapter) {
    let made = ChapterRows(chapter)
    rows.withLock { $0[chapter.index] = made }
  }

  func removeAll() { rows.withLock { $0.removeAll() } }

  /// The book's map; nothing is kept of it.
  func map(of pagination: Pagination) -> [UInt8] {
    let rows = rows.withLock { rows in
      defer { rows.removeAll() }
      return rows.keys.sorted().compactMap { rows[$0] }
    }
    var map = PageMap(pagination, rows: rows)
    return map.json(versions: Versions.all)
  }
}

/// Files written whole or not at all.
enum OutputFile {
  /// - Parameter name: what the user calls the folder.
  static func createFolder(_ path: String, named name: String? = nil) throws {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      let reason =
        access(URL(fileURLWithPath: path).deletingLastPathComponent().path, W_OK) == 0
        ? "" : ": the folder it is in cannot be written to"
      throw BookError(.cannotCreateOutput, "cannot create the folder \"\(name ?? path)\"\(reason)")
    }
  }

  /// Writes beside the final place, then renames: a reader sees the old file or the new one.
  static func write(_ bytes: [UInt8], to path: String) throws {
    let staging = path + ".\(ProcessInfo.processInfo.processIdentifier).tmp"
    guard let file = fopen(staging, "wb") else {
      throw BookError(
        .cannotCreateOutput, "cannot write \"\(path)\": \(String(cString: strerror(errno)))")
    }
    let written = bytes.withUnsafeBufferPointer { fwrite($0.baseAddress, 1, $0.count, file) }
    let closed = fclose(file)
    guard written == bytes.count, closed == 0 else {
      unlink(staging)
      throw BookError(.inputOutput, "cannot write \"\(path)\": the disk may be full")
    }
    guard rename(staging, path) == 0 else {
      unlink(staging)
      throw BookError(
        .cannotCreateOutput, "cannot write \"\(path)\": \(String(cString: strerror(errno)))")
    }
  }
}

/// A folder filled beside its final place.
struct StagedFolder {
  let path: String
  private let final: String

  /// - Parameter owns: tells an earlier run's files; a folder with others is not replaced.
  init(final: String, owns: (String) -> Bool) throws {
    var trimmed = final
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    self.final = trimmed
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: trimmed, isDirectory: &isFolder) {
      guard isFolder.boolValue else {
        throw BookError(.cannotCreateOutput, "\"\(final)\" is a file, not a folder")
      }
      let names = (try? FileManager.default.contentsOfDirectory(atPath: trimmed)) ?? []
      if let foreign = names.sorted().first(where: { !owns($0) }) {
        throw BookError(
          .cannotCreateOutput,
          "the folder \"\(final)\" holds \"\(foreign)\", which is not ours: give another folder")
      }
    }
    path = trimmed + ".\(ProcessInfo.processInfo.processIdentifier).tmp"
    Self.removeAbandoned(of: trimmed)
    try? FileManager.default.removeItem(atPath: path)
    try OutputFile.createFolder(path, named: trimmed)
  }

  /// Removes what runs that were killed have left beside a folder: theirs is the number of a process
  /// that is no more.
  private static func removeAbandoned(of final: String) {
    let place = URL(fileURLWithPath: final)
    let parent = place.deletingLastPathComponent().path
    let prefix = place.lastPathComponent + "."
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) && name.hasSuffix(".tmp") {
      guard let process = Int32(name.dropFirst(prefix.count).dropLast(4)), process > 0,
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      try? FileManager.default.removeItem(atPath: parent + "/" + name)
    }
  }

  func commit() throws {
    let old = path + ".old"
    let hadOld = rename(final, old) == 0
    guard rename(path, final) == 0 else {
      let reason = String(cString: strerror(errno))
      if hadOld { rename(old, final) }
      discard()
      throw BookError(.cannotCreateOutput, "cannot create the folder \"\(final)\": \(reason)")
    }
    if hadOld { try? FileManager.default.removeItem(atPath: old) }
  }

  func discard() { try? FileManager.default.removeItem(atPath: path) }
}
