/// The start and the first words of every page of an earlier edition, so that pages can begin with
/// the same text again after corrections (`--keep`).
///
/// A page's start is searched for by its first words, near its old place. Offsets are adjusted for
/// text that was inserted or deleted before it.
public struct KeptPages: Sendable {
  /// A page of the earlier edition.
  public struct Page: Sendable {
    /// The page's start in UTF-16 units of its document.
    let start: Int
    /// Its first words without white space.
    let letters: [UInt16]
    let lines: [LineBreaks.Line]

    /// - Parameters:
    ///   - start: UTF-16 units into its document.
    ///   - words: its first words, separated by spaces.
    public init(start: Int, words: String, lines: [LineBreaks.Line]) {
      self.start = start
      self.lines = lines
      // Words cut to a length may end in half a character, decoded as U+FFFD.
      letters = words.utf16.filter { !Letters.isBlank($0) && $0 != 0xFFFD }
    }
  }

  /// The name of the file that they were read from, for messages.
  public let name: String
  /// By document; pages without text are left out.
  private let pages: [String: [Page]]

  /// How far from the expected place a page's start is searched for, in letters.
  private static let reach = 5_000
  /// After this many pages were not found, the search stays nearby. This limits the time for a file
  /// of another text.
  private static let mostMissed = 100
  /// A page that is not found belongs to the chapter only if at least so many UTF-16 units follow
  /// its expected place.
  private static let least = 200

  /// Pages by document.
  public init(name: String, pages: [String: [Page]]) {
    self.name = name
    self.pages = pages
  }

  /// Whether it has pages for a document.
  func has(document href: String) -> Bool { pages[href] != nil }

  /// - Returns: nil if the earlier edition does not have the chapter.
  func chapter(_ chapter: Chapter, of href: String) -> KeptChapter? {
    guard let pages = pages[href] else { return nil }
    let letters = Letters(chapter.text.units)
    let origin = chapter.documentOffset
    guard let first = firstPage(of: letters, at: origin, pages) else { return nil }
    // How much further towards the document's end text is now than in the earlier edition.
    var drift = origin - pages[first].start
    var starts: [Int?] = [0]
    var used = [pages[first]]
    var previous = 0
    var missed = 0
    var lastFound = 0
    for page in pages[(first + 1)...] {
      let expected = page.start + drift - origin
      let found = letters.offset(
        of: page.letters, near: expected, after: previous,
        reach: missed < Self.mostMissed ? Self.reach : Letters.near)
      if found == nil { missed += 1 }
      // The next chapter's pages are not in this one's text.
      if found == nil, expected > chapter.text.length - Self.least { break }
      if let found {
        drift = found + origin - page.start
        lastFound = starts.count
      }
      // If the first words themselves were corrected, the page starts at the expected place.
      let start = found ?? (letters.isWordStart(expected) && expected > previous ? expected : nil)
      starts.append(start)
      used.append(page)
      previous = start ?? previous
    }
    // What follows the last page that is found may be the next chapter's.
    starts.removeSubrange((lastFound + 1)...)
    used.removeSubrange((lastFound + 1)...)
    let lines = used.lazy.flatMap(\.lines)
    return KeptChapter(
      name: name, starts: starts,
      paragraphs: KeptChapter.paragraphs(
        lines.map { (length: $0.length, endsParagraph: $0.endsParagraph) }))
  }

  /// The index of the page that began with the chapter.
  private func firstPage(of letters: Letters, at origin: Int, _ pages: [Page]) -> Int? {
    if origin == 0 { return pages.isEmpty ? nil : 0 }
    let same = pages.indices.filter {
      !pages[$0].letters.isEmpty && letters.begin(pages[$0].letters)
    }
    return same.min { abs(pages[$0].start - origin) < abs(pages[$1].start - origin) }
  }
}

/// The letters of a text, to search it without regard to white space.
private struct Letters {
  /// How far a correction of a word or two can move text, in letters.
  static let near = 200

  private var units: [UInt16] = []
  private var offsets: [Int] = []
  private let text: [UInt16]

  init(_ text: [UInt16]) {
    self.text = text
    for (offset, unit) in text.enumerated() where !Self.isBlank(unit) {
      units.append(unit)
      offsets.append(offset)
    }
  }

  /// Whether a unit is white space or stands for an image.
  static func isBlank(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x20, 0x09...0x0D, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000, 0xFFFC:
      true
    default: false
    }
  }

  /// Whether an offset is that of a letter directly after a blank.
  func isWordStart(_ offset: Int) -> Bool {
    let place = offsets.partitioningIndex { $0 >= offset }
    return place > 0 && place < offsets.count && offsets[place] == offset
      && offsets[place - 1] < offset - 1
  }

  func begin(_ letters: [UInt16]) -> Bool { matches(letters, at: 0) }

  private func matches(_ letters: some Collection<UInt16>, at index: Int) -> Bool {
    index >= 0 && index + letters.count <= units.count && units[index...].starts(with: letters)
  }

  /// The offset at which the letters occur, nearest to the expected one.
  /// - Parameter previous: the result is after this offset.
  func offset(
    of letters: [UInt16], near expected: Int, after previous: Int, reach: Int
  ) -> Int? {
    if letters.isEmpty { return image(near: expected, after: previous) }
    let place = offsets.partitioningIndex { $0 >= expected }
    guard place < offsets.count else { return nil }
    // One of the first words may be corrected. Half of them at the expected place is a better match
    // than all of them far away.
    let half = (letters.count + 1) / 2
    // A page may begin with images, or with the spaces of a line of code.
    if matches(letters.prefix(half), at: place), expected > previous { return expected }
    if let near = nearest(letters, to: place, 1...Self.near, after: previous) { return near }
    let end = letters.suffix(half)
    let isNear = (place...place + 2 * letters.count).contains { matches(end, at: $0) }
    if isNear, expected > previous { return expected }
    return nearest(letters, to: place, Self.near...reach, after: previous)
  }

  /// The image with which a page without letters begins.
  private func image(near expected: Int, after previous: Int) -> Int? {
    let candidates = (0...Self.near).lazy.flatMap { [expected - $0, expected + $0] }
    return candidates.first { $0 > previous && $0 < text.count && text[$0] == 0xFFFC }
  }

  private func nearest(
    _ letters: [UInt16], to place: Int, _ distances: ClosedRange<Int>, after previous: Int
  ) -> Int? {
    for distance in distances {
      for index in [place - distance, place + distance]
      where matches(letters, at: index) && start(index) > previous {
        return start(index)
      }
    }
    return nil
  }

  /// Where a page begins whose first letter is known: with the images and the indent in the letter's line.
  private func start(_ index: Int) -> Int {
    let letter = offsets[index]
    var start = letter
    while start > 0, Self.isBlank(text[start - 1]), !Self.endsLine(text[start - 1]) { start -= 1 }
    if start == 0 || Self.endsLine(text[start - 1]) { return start }
    // The space before the first word of a page is at the end of the line before.
    return text[start..<letter].firstIndex(of: 0xFFFC) ?? letter
  }

  private static func endsLine(_ unit: UInt16) -> Bool {
    [0x0A, 0x0D, 0x85, 0x2028, 0x2029].contains(unit)
  }
}
