import Foundation
import Paginator

/// Where the results go.
struct OutputPlaces: CustomStringConvertible {
  /// Holds map.json and svg/.
  var folder: String?
  var map: String?
  var svgFolder: String?
  var mapOnly: Bool
  /// Written besides: a page list, positions.
  var others: [String] = []

  var description: String {
    ([folder, map, svgFolder].compactMap { $0 } + others).joined(separator: ", ")
  }
}

/// Writes a book's map and pages beside their final places and moves them there when all of them
/// are complete: a failed run leaves what was there before.
struct OutputWriter {
  let pagination: Pagination
  let jobs: Int?
  var overlays: DebugOverlays = []

  func write(to places: OutputPlaces, isLive: Bool) async throws {
    if let folder = places.folder {
      let staging = try StagedFolder(final: folder, owns: Self.isOurs)
      do {
        try writeMap(to: staging.path + "/map.json")
        if !places.mapOnly {
          try OutputFile.createFolder(staging.path + "/svg")
          try await writePages(to: staging.path + "/svg", isLive: isLive)
        }
        try staging.commit()
      } catch {
        staging.discard()
        throw error
      }
    }
    if let folder = places.svgFolder {
      let staging = try StagedFolder(final: folder, owns: Self.isOurs)
      do {
        try await writePages(to: staging.path, isLive: isLive)
        try staging.commit()
      } catch {
        staging.discard()
        throw error
      }
    }
    if let map = places.map {
      if map == "-" {
        FileHandle.standardOutput.write(Data(mapBytes()))
      } else {
        try OutputFile.write(mapBytes(), to: map)
      }
    }
  }

  /// What an earlier run may have left in a folder, and nothing else.
  private static func isOurs(_ name: String) -> Bool {
    if ["map.json", "svg"].contains(name) { return true }
    if name.hasSuffix(".woff2") || name.hasSuffix(".otf") || name.hasSuffix(".ttf") {
      return name.hasPrefix("font-")
    }
    return name.hasSuffix(".svg") && name.dropLast(4).allSatisfy(\.isNumber)
  }

  private func mapBytes() -> [UInt8] {
    var map = PageMap(pagination)
    return map.json(versions: Versions.all)
  }

  private func writeMap(to path: String) throws { try OutputFile.write(mapBytes(), to: path) }

  private func writePages(to folder: String, isLive: Bool) async throws {
    let outlines = PageDrawer.SharedOutlines()
    let count = max(1, jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    let pagination = pagination
    let overlays = overlays
    let digits = max(4, String(pagination.pages.count).count)
    let live = isLive ? LiveFonts(pagination) : nil
    for (name, bytes) in live?.files ?? [] {
      try OutputFile.write(bytes, to: folder + "/" + name)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      let size = (pagination.pages.count + count - 1) / count
      for start in stride(from: 0, to: pagination.pages.count, by: max(1, size)) {
        let range = start..<min(start + size, pagination.pages.count)
        group.addTask {
          let drawer = PageDrawer(
            pagination, outlines: outlines, live: live, overlays: overlays)
          for page in pagination.pages[range] {
            let number = String(page.number)
            let name = String(repeating: "0", count: digits - number.count) + number
            try OutputFile.write(try drawer.svg(of: page), to: "\(folder)/\(name).svg")
          }
        }
      }
      try await group.waitForAll()
    }
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
    try? FileManager.default.removeItem(atPath: path)
    try OutputFile.createFolder(path, named: trimmed)
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
