internal import CDeflate
internal import Digests

/// Writes the syntax of a PDF 1.7 file (ISO 32000-1, section 7): objects in the order in which they
/// are known, those that are not streams in compressed object streams, a cross-reference stream at
/// the end. Only the positions of written objects are kept.
struct PDFFile {
  /// An object's number.
  struct Reference: Hashable, Sendable {
    let number: Int
  }

  private enum Place {
    case free
    case offset(Int)
    case inStream(number: Int, index: Int)
  }

  private let sink: ([UInt8]) throws -> Void
  private let deflater = Deflater()
  private var places: [Place] = [.free]
  private var length = 0
  private var hash = SHA256()
  /// The next object stream.
  private var pending = ObjectStream()

  /// Objects, each with a line break after it, and before them their numbers and offsets.
  private struct ObjectStream {
    var numbers: [Int] = []
    var index = PDFBytes()
    var bodies = PDFBytes()

    mutating func add(_ body: PDFBytes, number: Int) {
      numbers.append(number)
      index.write(number)
      index.write(" ")
      index.write(bodies.count)
      index.write(" ")
      bodies.write(body)
      bodies.write("\n")
    }

    mutating func clear() {
      numbers.removeAll(keepingCapacity: true)
      index.clear()
      bodies.clear()
    }
  }

  /// - Parameter sink: receives the bytes of the file in order.
  init(sink: @escaping ([UInt8]) throws -> Void) throws {
    self.sink = sink
    // The second line marks the file as binary (section 7.5.2).
    try write(Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
  }

  /// Reserves a number for an object that is written later.
  mutating func reserve() -> Reference {
    places.append(.free)
    return Reference(number: places.count - 1)
  }

  /// Writes an object that is not a stream.
  mutating func add(_ body: PDFBytes, as reference: Reference) throws {
    pending.add(body, number: reference.number)
    if pending.numbers.count >= 200 || pending.bodies.count - pending.numbers.count > 1 << 16 {
      try flush()
    }
  }

  mutating func add(_ body: PDFBytes) throws -> Reference {
    let reference = reserve()
    try add(body, as: reference)
    return reference
  }

  /// Writes a stream.
  /// - Parameters:
  ///   - entries: the entries of its dictionary, without length and filter.
  ///   - isCompressed: whether the data was compressed by `Deflater`; data with another filter
  ///     names it in the entries.
  mutating func addStream(
    _ entries: PDFBytes, _ data: [UInt8], isCompressed: Bool, as reference: Reference
  ) throws {
    places[reference.number] = .offset(length)
    var bytes = PDFBytes()
    bytes.write("\(reference.number) 0 obj\n<<")
    bytes.write(entries)
    if isCompressed { bytes.write("/Filter/FlateDecode") }
    bytes.write("/Length \(data.count)>>\nstream\n")
    try write(bytes.bytes)
    try write(data)
    // The line break before the keyword is not part of the data (section 7.3.8.1). With CR and LF,
    // a CR at the end of the data is not taken for a part of the line break.
    try write(Array("\r\nendstream\nendobj\n".utf8))
  }

  mutating func addStream(
    _ entries: PDFBytes, compressing data: [UInt8], as reference: Reference? = nil
  ) throws -> Reference {
    let reference = reference ?? reserve()
    try addStream(entries, deflater.compress(data), isCompressed: true, as: reference)
    return reference
  }

  /// Writes the cross-reference stream and the end of the file.
  mutating func finish(catalog: Reference, information: Reference) throws {
    try flush()
    let own = reserve()
    places[own.number] = .offset(length)
    let start = length
    var table: [UInt8] = []
    table.reserveCapacity(places.count * 7)
    for place in places {
      switch place {
      case .free: Self.append(0, 0, 0xFFFF, to: &table)
      case .offset(let offset): Self.append(1, offset, 0, to: &table)
      case .inStream(let number, let index): Self.append(2, number, index, to: &table)
      }
    }
    // The file's ID is a digest of the bytes so far: the same book has the same ID.
    let digest = hexDigits(hash.finish().prefix(16))
    var entries = PDFBytes()
    entries.write("/Type/XRef/Size \(places.count)/W[1 5 2]/Root \(catalog)/Info \(information)")
    entries.write("/ID[<\(digest)><\(digest)>]")
    try addStream(entries, deflater.compress(table), isCompressed: true, as: own)
    try write(Array("startxref\n\(start)\n%%EOF\n".utf8))
  }

  private static func append(_ kind: UInt8, _ value: Int, _ index: Int, to table: inout [UInt8]) {
    table.append(kind)
    for shift in [32, 24, 16, 8, 0] { table.append(UInt8(truncatingIfNeeded: value >> shift)) }
    for shift in [8, 0] { table.append(UInt8(truncatingIfNeeded: index >> shift)) }
  }

  /// Writes the pending objects as an object stream (section 7.5.7).
  private mutating func flush() throws {
    guard !pending.numbers.isEmpty else { return }
    let stream = reserve()
    for (position, number) in pending.numbers.enumerated() {
      places[number] = .inStream(number: stream.number, index: position)
    }
    var entries = PDFBytes()
    entries.write("/Type/ObjStm/N \(pending.numbers.count)/First \(pending.index.count)")
    let data = deflater.compress(pending.index.bytes + pending.bodies.bytes)
    pending.clear()
    try addStream(entries, data, isCompressed: true, as: stream)
  }

  private mutating func write(_ bytes: [UInt8]) throws {
    length += bytes.count
    bytes.withUnsafeBytes { hash.update($0) }
    try sink(bytes)
  }
}

extension PDFFile.Reference: CustomStringConvertible {
  var description: String { "\(number) 0 R" }
}

/// Compresses data for FlateDecode (RFC 1950).
final class Deflater {
  private let compressor: OpaquePointer?

  /// - Parameter level: from 1, the fastest, to 12.
  init(level: Int32 = 4) { compressor = libdeflate_alloc_compressor(level) }

  deinit { libdeflate_free_compressor(compressor) }

  func compress(_ data: [UInt8]) -> [UInt8] {
    let bound = libdeflate_zlib_compress_bound(compressor, data.count)
    return [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      count = data.withUnsafeBytes {
        libdeflate_zlib_compress(
          compressor, $0.baseAddress, data.count, buffer.baseAddress, bound)
      }
    }
  }
}
