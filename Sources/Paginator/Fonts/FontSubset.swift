internal import CHarfBuzz

extension FontFace {
  /// A font file with the glyphs for these characters, all features and all axes, for live text.
  /// - Returns: nil when HarfBuzz cannot subset the face.
  func subset(for scalars: Set<UInt32>) -> [UInt8]? {
    guard let input = hb_subset_input_create_or_fail() else { return nil }
    defer { hb_subset_input_destroy(input) }
    let unicodes = hb_subset_input_unicode_set(input)
    for scalar in scalars { hb_set_add(unicodes, scalar) }
    // Keep every feature: small capitals and old-style figures are selected by their tags.
    let features = hb_subset_input_set(input, HB_SUBSET_SETS_LAYOUT_FEATURE_TAG)
    hb_set_clear(features)
    hb_set_invert(features)
    return withFace { face in
      guard let subset = hb_subset_or_fail(face, input) else { return nil }
      defer { hb_face_destroy(subset) }
      let blob = hb_face_reference_blob(subset)
      defer { hb_blob_destroy(blob) }
      return Self.bytes(of: blob)
    }
  }

  /// OS/2 fsType, bit 1: the licence allows no embedding at all.
  var forbidsEmbedding: Bool { embeddingRights & 0xF == 2 }
}
