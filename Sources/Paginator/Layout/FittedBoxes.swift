/// The layouts of boxes in lines, by the room they have. A box that is as wide as its content is set
/// several times; each time, the boxes inside it would be set as often again, three times more at each
/// level.
struct FittedBoxes {
  /// What a layout depends on.
  struct Key: Hashable {
    /// Copies of a text share their storage until one is changed.
    private let storage: [UnsafeRawPointer?]
    private let room: BoxRoom?
    private let pageHeight: Length

    init(_ text: AttributedText, in room: BoxRoom?, pageHeight: Length) {
      storage = [
        Self.address(text.units), Self.address(text.runs), Self.address(text.styles),
        Self.address(text.paragraphs), Self.address(text.blocks), Self.address(text.attachments),
      ]
      self.room = room
      self.pageHeight = pageHeight
    }

    /// Only compared, and only while the array is kept.
    private static func address<Element>(_ array: [Element]) -> UnsafeRawPointer? {
      array.withUnsafeBytes(\.baseAddress)
    }
  }

  /// The text is kept so that no other one gets its addresses.
  private var layouts: [Key: (text: AttributedText, layout: ChapterLayout)] = [:]

  subscript(key: Key) -> ChapterLayout? { layouts[key]?.layout }

  mutating func keep(_ layout: ChapterLayout, of text: AttributedText, for key: Key) {
    layouts[key] = (text, layout)
  }

  mutating func removeAll() {
    if !layouts.isEmpty { layouts.removeAll() }
  }
}
