internal import CFreeType
internal import CHarfBuzz
internal import Digests
internal import Foundation

/// A font file's bytes as an sfnt, with the faces in it. FreeType opens every format, WOFF and
/// WOFF2 included; HarfBuzz then works on the plain tables.
struct FontFile {
  let path: String
  let digest: String
  let faces: [FontFace]

  enum Problem: Error, CustomStringConvertible {
    case unreadable(String)
    case notAFont(String)
    case bitmapOnly(String)
    case tooLarge(String)

    var description: String {
      switch self {
      case .unreadable(let path): "cannot read the font \"\(path)\""
      case .notAFont(let path): "\"\(path)\" is not a font that FreeType can open"
      case .bitmapOnly(let path): "\"\(path)\" has no outlines"
      case .tooLarge(let path):
        "the font \"\(path)\" says that it unpacks to over \(FontFile.mostUnpacked >> 20) MB"
      }
    }
  }

  static func open(_ path: String) throws(Problem) -> FontFile {
    guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path) }
    return try open([UInt8](data), path: path)
  }

  /// The largest fonts there are have some 30 MB.
  static let mostUnpacked = 128 << 20

  /// What a WOFF of either version says that its tables take (WOFF 1.0, section 3; WOFF 2.0, section
  /// 4.1); 0 for other fonts. FreeType sets that much memory aside before it reads them.
  private static func unpackedSize(_ bytes: [UInt8]) -> Int {
    guard bytes.count >= 20, bytes.starts(with: [0x77, 0x4F, 0x46]) else { return 0 }
    return bytes[16..<20].reduce(0) { $0 << 8 | Int($1) }
  }

  static func open(_ bytes: [UInt8], path: String) throws(Problem) -> FontFile {
    guard unpackedSize(bytes) <= mostUnpacked else { throw .tooLarge(path) }
    let digest = SHA256.hash(bytes).map { hexByte($0) }.joined()
    var faces: [FontFace] = []
    var problem: Problem?
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      var count = 1
      while index < count, problem == nil {
        switch Self.face(buffer, path: path, digest: digest, index: index, count: &count) {
        case .success(let face): faces.append(face)
        case .failure(let found): problem = found
        }
        index += 1
      }
    }
    if let problem, faces.isEmpty { throw problem }
    return FontFile(path: path, digest: digest, faces: faces)
  }

  private static func face(
    _ buffer: UnsafeBufferPointer<UInt8>, path: String, digest: String, index: Int,
    count: inout Int
  ) -> Result<FontFace, Problem> {
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0 else { return .failure(.notAFont(path)) }
    defer { FT_Done_FreeType(library) }
    var face: FT_Face?
    guard
      FT_New_Memory_Face(library, buffer.baseAddress, FT_Long(buffer.count), FT_Long(index), &face)
        == 0, let face
    else { return .failure(.notAFont(path)) }
    defer { FT_Done_Face(face) }
    count = max(1, Int(face.pointee.num_faces))
    guard shim_ft_is_scalable(face) != 0 else { return .failure(.bitmapOnly(path)) }
    guard let hbFace = harfBuzzFace(buffer, face, index: index),
      hb_face_get_glyph_count(hbFace) > 0
    else { return .failure(.notAFont(path)) }
    let names = FontNames(
      family: face.pointee.family_name.map { String(cString: $0) } ?? "",
      style: face.pointee.style_name.map { String(cString: $0) } ?? "",
      postScript: FT_Get_Postscript_Name(face).map { String(cString: $0) } ?? "")
    return .success(
      FontFace(hbFace, names: names, path: path, index: index, digest: digest))
  }

  /// The tables of `face` for HarfBuzz: the bytes as they are, or rebuilt from a WOFF.
  private static func harfBuzzFace(
    _ buffer: UnsafeBufferPointer<UInt8>, _ face: FT_Face, index: Int
  ) -> OpaquePointer? {
    let isCompressed =
      buffer.starts(with: [0x77, 0x4F, 0x46, 0x46])
      || buffer.starts(with: [0x77, 0x4F, 0x46, 0x32])
    guard isCompressed else {
      guard
        let blob = buffer.withMemoryRebound(
          to: CChar.self,
          {
            hb_blob_create_or_fail(
              $0.baseAddress, UInt32($0.count), HB_MEMORY_MODE_DUPLICATE, nil, nil)
          })
      else { return nil }
      defer { hb_blob_destroy(blob) }
      return hb_face_create(blob, UInt32(index))
    }
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

struct FontNames: Sendable {
  let family: String
  let style: String
  let postScript: String
}

func hexByte(_ byte: UInt8) -> String {
  let digits = Array("0123456789abcdef")
  return String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
}
