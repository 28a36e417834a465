internal import CHarfBuzz

extension FontFace {
  /// The bytes of a font table; nil if the font does not have it.
  func table(_ name: StaticString) -> [UInt8]? {
    withFace { FontFace.table(name, of: $0) }
  }

  static func table(_ name: StaticString, of face: OpaquePointer) -> [UInt8]? {
    let tag = name.utf8Start
    let blob = hb_face_reference_table(face, shim_hb_tag(tag[0], tag[1], tag[2], tag[3]))
    defer { hb_blob_destroy(blob) }
    return bytes(of: blob)
  }

  static func bytes(of blob: OpaquePointer?) -> [UInt8]? {
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(blob, &length), length > 0 else { return nil }
    return Array(UnsafeRawBufferPointer(start: data, count: Int(length)))
  }
}
