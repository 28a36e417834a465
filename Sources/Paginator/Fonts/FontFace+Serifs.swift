extension FontFace {
  /// Whether the face has serifs, or what stands for them in its script: Mincho and Song have, Gothic and Hei have not.
  /// By the family class or the PANOSE serif style (OpenType, table OS/2); nil if neither says.
  var hasSerifs: Bool? {
    guard let os2 = table("OS/2"), os2.count >= 34 else { return nil }
    switch os2[30] {
    case 1...5, 7: return true
    case 8: return false
    default: break
    }
    // PANOSE classifies Latin text faces only.
    guard os2[32] == 2 else { return nil }
    switch os2[33] {
    case 2...10: return true
    case 11...15: return false
    default: return nil
    }
  }
}
