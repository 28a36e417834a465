import CHarfBuzz
import Foundation

@testable import Paginator

/// Shapes a whole paragraph at once with HarfBuzz, without our word cache.
enum Oracle {
  /// The advance of each cluster in font units, by its UTF-16 offset.
  static func advances(of text: String, _ face: FontFace) -> [Int: Int] {
    face.withFont { font in
      let buffer = hb_buffer_create()
      defer { hb_buffer_destroy(buffer) }
      let units = Array(text.utf16)
      hb_buffer_add_utf16(buffer, units, Int32(units.count), 0, Int32(units.count))
      hb_buffer_set_direction(buffer, HB_DIRECTION_LTR)
      hb_buffer_set_script(buffer, HB_SCRIPT_LATIN)
      hb_buffer_set_language(buffer, hb_language_from_string("en", -1))
      hb_shape(font, buffer, nil, 0)
      var count: UInt32 = 0
      let infos = hb_buffer_get_glyph_infos(buffer, &count)
      let positions = hb_buffer_get_glyph_positions(buffer, nil)
      var result: [Int: Int] = [:]
      for index in 0..<Int(count) {
        result[Int(infos![index].cluster), default: 0] += Int(positions![index].x_advance)
      }
      return result
    }
  }
}
