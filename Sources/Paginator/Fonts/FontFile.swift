internal import CFreeType
internal import CHarfBuzz
internal import Digests
internal import Synchronization

/// A font file and the faces in it. FreeType opens every format, including WOFF and WOFF2;
/// HarfBuzz then uses the plain sfnt tables.
struct FontFile {
  let path: String
  let faces: [FontFace]

  enum Problem: Error, CustomStringConvertible {
    case unreadable(String)
    /// With the path and the reason.
    case notAFont(String, String)
    case bitmapOnly(String)
    case tooLarge(String)

    var description: String {
      switch self {
      case .unreadable(let path): "cannot read the font \"\(path)\""
      case .notAFont(let path, let reason):
        "\"\(path)\" is not a font that FreeType can open: \(reason)"
      case .bitmapOnly(let path): "\"\(path)\" has no outlines"
      case .tooLarge(let path):
        "the font \"\(path)\" says that it unpacks to over \(FontFile.mostUnpacked >> 20) MB"
      }
    }
  }

  /// Maps the file instead of reading it: only the names are needed of most faces of a family.
  static func open(_ path: String) throws(Problem) -> FontFile {
    guard let blob = hb_blob_create_from_file_or_fail(path) else { throw .unreadable(path) }
    return try open(FontBytes(blob), path: path)
  }

  static func open(_ bytes: [UInt8], path: String) throws(Problem) -> FontFile {
    let blob = bytes.withUnsafeBytes { buffer in
      hb_blob_create_or_fail(
        buffer.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(buffer.count),
        HB_MEMORY_MODE_DUPLICATE, nil, nil)
    }
    guard let blob else { throw .notAFont(path, "it has only \(bytes.count) bytes") }
    return try open(FontBytes(blob), path: path)
  }

  /// The largest existing fonts have about 30 MB.
  static let mostUnpacked = 128 << 20

  /// The unpacked size of the tables, as the header of a WOFF file states it (WOFF 1.0, section 3;
  /// WOFF 2.0, section 4.1); 0 for other fonts. FreeType allocates this much before it reads them.
  private static func unpackedSize(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard bytes.count >= 20, bytes.starts(with: [0x77, 0x4F, 0x46]) else { return 0 }
    return bytes[16..<20].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func open(_ bytes: FontBytes, path: String) throws(Problem) -> FontFile {
    guard unpackedSize(bytes.buffer) <= mostUnpacked else { throw .tooLarge(path) }
    var faces: [FontFace] = []
    var index = 0
    var count = 1
    while index < count {
      do {
        faces.append(try Self.face(bytes, path: path, index: index, count: &count))
      } catch {
        guard !faces.isEmpty else { throw error }
        break
      }
      index += 1
    }
    return FontFile(path: path, faces: faces)
  }

  private static func face(
    _ bytes: FontBytes, path: String, index: Int, count: inout Int
  ) throws(Problem) -> FontFace {
    let buffer = bytes.buffer
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0 else { throw .notAFont(path, "FreeType does not start") }
    defer { FT_Done_FreeType(library) }
    var face: FT_Face?
    let code = FT_New_Memory_Face(
      library, buffer.baseAddress, FT_Long(buffer.count), FT_Long(index), &face)
    guard code == 0, let face else {
      throw .notAFont(path, FontDirectory.fault(in: buffer) ?? "error \(code)")
    }
    defer { FT_Done_Face(face) }
    count = max(1, Int(face.pointee.num_faces))
    guard shim_ft_is_scalable(face) != 0 else { throw .bitmapOnly(path) }
    guard let hbFace = harfBuzzFace(bytes, face, index: index),
      hb_face_get_glyph_count(hbFace) > 0
    else { throw .notAFont(path, FontDirectory.fault(in: buffer) ?? "it has no glyphs") }
    let names = FontNames(
      family: face.pointee.family_name.map { String(cString: $0) } ?? "",
      style: face.pointee.style_name.map { String(cString: $0) } ?? "",
      postScript: FT_Get_Postscript_Name(face).map { String(cString: $0) } ?? "")
    return FontFace(hbFace, names: names, path: path, index: index, bytes: bytes)
  }

  /// The tables of `face` for HarfBuzz: the bytes of the file, or tables rebuilt from a WOFF file.
  private static func harfBuzzFace(
    _ bytes: FontBytes, _ face: FT_Face, index: Int
  ) -> OpaquePointer? {
    let isCompressed =
      bytes.buffer.starts(with: [0x77, 0x4F, 0x46, 0x46])
      || bytes.buffer.starts(with: [0x77, 0x4F, 0x46, 0x32])
    guard isCompressed else { return hb_face_create(bytes.blob, UInt32(index)) }
    guard let builder = hb_face_builder_create() else { return nil }
    defer { hb_face_destroy(builder) }
    var table: FT_UInt = 0
    var tag: FT_ULong = 0
    var length: FT_ULong = 0
    while FT_Sfnt_Table_Info(face, table, &tag, &length) == 0 {
      addTable(FT_Load_Sfnt_Table, face, tag, length, to: builder)
      table += 1
    }
    guard let blob = hb_face_reference_blob(builder) else { return nil }
    defer { hb_blob_destroy(blob) }
    return hb_face_create(blob, 0)
  }

  private static func addTable(
    _ load: (
      FT_Face?, FT_ULong, FT_Long, UnsafeMutablePointer<FT_Byte>?,
      UnsafeMutablePointer<FT_ULong>?
    ) -> FT_Error,
    _ face: FT_Face, _ tag: FT_ULong, _ length: FT_ULong, to builder: OpaquePointer
  ) {
    var bytes = [UInt8](repeating: 0, count: Int(length))
    var size = length
    guard load(face, tag, 0, &bytes, &size) == 0 else { return }
    bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) {
        let blob = hb_blob_create(
          $0.baseAddress, UInt32($0.count), HB_MEMORY_MODE_DUPLICATE, nil, nil)
        hb_face_builder_add_table(builder, hb_tag_t(tag), blob)
        hb_blob_destroy(blob)
      }
    }
  }
}

/// The bytes of a font file. The digest is computed only on demand: systems have font families of
/// many megabytes, of which a book uses one face.
final class FontBytes: Sendable {
  nonisolated(unsafe) let blob: OpaquePointer
  private let known = Mutex<String?>(nil)

  /// Takes ownership of the blob.
  init(_ blob: OpaquePointer) {
    hb_blob_make_immutable(blob)
    self.blob = blob
  }

  deinit { hb_blob_destroy(blob) }

  var buffer: UnsafeBufferPointer<UInt8> {
    var count: UInt32 = 0
    let start = hb_blob_get_data(blob, &count)
    return UnsafeBufferPointer(
      start: UnsafeRawPointer(start)?.assumingMemoryBound(to: UInt8.self), count: Int(count))
  }

  /// SHA-256.
  var digest: String {
    known.withLock { known in
      let digest = known ?? hexDigits(SHA256.hash(buffer))
      known = digest
      return digest
    }
  }
}

struct FontNames: Sendable {
  let family: String
  let style: String
  let postScript: String
}
