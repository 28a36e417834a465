/// The text style of characters, such as "body" or "title": their size follows the reader's
/// (`adjustsFontForContentSizeCategory`).
///
///     attributes[PreferredTextStyle.self] = "body"
///     storage.setReaderSize(.xxLarge, of: preset)
public enum PreferredTextStyle: TextAttributeKey {
  /// The name of a text style.
  public typealias Value = String
  /// The name in archives.
  public static let name = "text-style"
}

extension TextStorage {
  /// Gives all text with a `PreferredTextStyle` the font size and the leading that a preset has for
  /// its style at a reader's size. Families, weights and slants stay. This is one edit: the layout
  /// managers lay out the text again at the next request.
  /// - Parameter preset: its text style tables; text styles that it does not have are left alone.
  /// - Throws: `BookError` of the kind `.badInput`, and changes nothing, if the preset has one of the
  /// text styles without this size.
  public func setReaderSize(_ size: ReaderSize, of preset: PresetSummary) throws(BookError) {
    for (name, cells) in preset.textStyles where !cells.contains(where: { $0.0 == size }) {
      throw BookError.missing(size, of: name, in: preset.name)
    }
    edit { storage in
      storage.modifyAttributes(in: 0..<storage.length) { attributes in
        guard let style = attributes[PreferredTextStyle.self],
          let (font, leading) = preset.preferredFont(for: style, at: size)
        else { return }
        attributes.font.size = font.size
        attributes.lineHeight = .length(leading)
      }
    }
  }
}

extension BookError {
  /// Of a table that has a text style without one of the reader's sizes.
  static func missing(_ size: ReaderSize, of textStyle: String, in preset: String) -> BookError {
    BookError(
      .badInput,
      "the style \(preset) has no size for the text style \"\(textStyle)\" at the reader size "
        + "\"\(size.rawValue)\"")
  }
}
