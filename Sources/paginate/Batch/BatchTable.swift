import Foundation
import Paginator

/// Makes the table of a batch from its rows. They are divided by the beginnings of their keys into
/// pieces on the disk, which are sorted one by one: memory does not grow with the number of rows.
struct BatchTable {
  /// What the rows of a batch add up to.
  struct Sums {
    var rows = 0
    var good = 0
    var moved = 0
    var failed = 0
    var pages = 0

    fileprivate mutating func add(_ row: BatchRow) {
      rows += 1
      switch row.status {
      case .ok: good += 1
      case .moved: moved += 1
      case .failed: failed += 1
      }
      pages += row.fields["pages"] as? Int ?? 0
    }
  }

  /// The folder of results.
  let folder: String
  /// For keys that several units have: the first of the skipped ones, by name.
  let names: [String: BatchResults.Wish]

  /// Writes `table.csv`, with one row of every key. If `results.jsonl` has other rows too, it is
  /// written again, in the order of the table.
  func write() throws -> Sums {
    let results = folder + "/results.jsonl"
    let table = folder + "/table.csv"
    let (place, _) = try Temporaries.folder(beside: table)
    defer { Temporaries.discard(place) }
    var pieces = Pieces(place, of: results)
    try pieces.divide(results)
    var sums = Sums()
    try OutputFile.write(to: table) { writer in
      try writer.write(BatchRow.columns.joined(separator: ",") + "\n")
      try forEachRow(of: pieces) { row in
        sums.add(row)
        try writer.write(row.csv + "\n")
      }
    }
    if sums.rows < pieces.rowCount || !names.isEmpty {
      try OutputFile.write(to: results) { writer in
        try forEachRow(of: pieces) { try writer.write($0.line + "\n") }
      }
    }
    return sums
  }

  /// The rows by key, one of each.
  private func forEachRow(of pieces: Pieces, _ body: (BatchRow) throws -> Void) throws {
    for index in pieces.indices {
      let rows = newest(try pieces.rows(of: index))
      for row in rows.sorted(by: { $0.key < $1.key }) { try body(row) }
    }
  }

  /// The last row of every key: an edition is set again if an output of it was missing. If books
  /// with different names have one key, the row gets the first name, whatever their order was.
  private func newest(_ rows: [BatchRow]) -> [BatchRow] {
    Dictionary(grouping: rows, by: \.key).map { key, rows in
      var row = rows[rows.count - 1]
      guard row.status != .failed, rows.count > 1 || names[key] != nil else { return row }
      typealias Wish = BatchResults.Wish
      let wishes = rows.filter { $0.status != .failed }.map { Wish($0) }
      let wish = wishes.reduce(into: names[key]) { $0 = Wish.first($1, $0) }
      row.fields["book"] = wish?.name
      row.fields["edition"] = wish.flatMap {
        try? JSONSerialization.jsonObject(with: Data($0.settings.utf8))
      }
      return row
    }
  }
}

/// Rows in files, each with the keys of one range, in the order of the keys.
private struct Pieces {
  /// A row takes about twenty times its size in memory.
  private static let size = 1 << 20
  private static let most = 1024
  private static let block = 1 << 15

  private let folder: String
  /// What is not yet in the files.
  private var buffers: [[UInt8]]
  private(set) var rowCount = 0

  /// - Parameters:
  ///   - folder: an empty one, for the files.
  ///   - path: the file of the rows that will be divided.
  init(_ folder: String, of path: String) {
    self.folder = folder
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let bytes = attributes?[.size] as? Int ?? 0
    buffers = Array(repeating: [], count: min(Self.most, bytes / Self.size + 1))
  }

  var indices: Range<Int> { buffers.indices }

  /// Reads the rows of a file; other lines, such as the last one of a killed run, are left out.
  mutating func divide(_ path: String) throws {
    guard let file = FileHandle(forReadingAtPath: path) else { return }
    var reader = LineReader(file)
    while let line = try reader.next() {
      guard let row = BatchRow(line: line) else { continue }
      rowCount += 1
      let index = index(of: row.key)
      buffers[index] += line.utf8
      buffers[index].append(0x0A)
      if buffers[index].count >= Self.block { try flush(index) }
    }
    for index in indices { try flush(index) }
  }

  /// Keys are digests, so their beginnings are evenly distributed.
  private func index(of key: String) -> Int {
    (Int(UInt16(key.prefix(4), radix: 16) ?? .max) * buffers.count) >> 16
  }

  private func path(of index: Int) -> String { "\(folder)/\(index)" }

  /// Opens the file for each block, because a process may have too few descriptors for all files.
  private mutating func flush(_ index: Int) throws {
    guard !buffers[index].isEmpty else { return }
    let path = path(of: index)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw OutputFile.cannotCreate(path, errno) }
    defer { close(descriptor) }
    if let reason = OutputFile.writeAll(buffers[index], to: descriptor) {
      throw OutputFile.cannotWrite(path, reason)
    }
    buffers[index].removeAll(keepingCapacity: true)
  }

  /// - Throws: `BookError` if a file cannot be read.
  func rows(of index: Int) throws -> [BatchRow] {
    let path = path(of: index)
    guard access(path, F_OK) == 0 else { return [] }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw BookError(.inputOutput, "cannot read \"\(path)\"")
    }
    return String(decoding: data, as: UTF8.self).split(separator: "\n")
      .compactMap { BatchRow(line: String($0)) }
  }
}
