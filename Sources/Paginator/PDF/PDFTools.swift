internal import Markup

/// What one worker draws its chapters with. It is costly to make, so it is used for one chapter after
/// another.
final class PDFTools {
  /// Most of the bytes are compressed here: each level above the fastest one takes longer than it saves.
  let deflater = Deflater(level: 1)
  let imageDeflater = Deflater()
  private let faces: SharedFaces
  /// The tables that no canvas uses.
  private var tables: [ObjectIdentifier: GlyphTable] = [:]
  /// The names of the last document, and what they say of roles.
  private var names: (names: [ElementTree.Name], roles: [StructureBuilder.NameRole]) = ([], [])

  init(_ faces: SharedFaces) { self.faces = faces }

  /// A table without used glyphs, which belongs to the caller until it is given back.
  func takeTable(of face: FontFace) -> GlyphTable {
    tables.removeValue(forKey: ObjectIdentifier(face)) ?? GlyphTable(face, faces.entry(face))
  }

  /// - Parameter table: one without used glyphs.
  func giveBack(_ table: GlyphTable) { tables[ObjectIdentifier(table.face)] = table }

  /// What the names in a tree say of roles.
  func roles(of tree: ElementTree) -> [StructureBuilder.NameRole] {
    if tree.names != names.names {
      names = (tree.names, tree.names.map { StructureBuilder.NameRole($0) })
    }
    return names.roles
  }
}
