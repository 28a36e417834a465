/// The attributed string: reading and setting attributes.
extension AttributedText {
  /// - Parameter attributes: the attributes of every character.
  public init(_ string: String, attributes: TextAttributes = TextAttributes()) {
    self.init()
    paragraphsFollowText = true
    let style = styleIndex(for: attributes)
    runs = [
      AttributeRun(
        start: 0, style: style, link: linkIndex(for: attributes.link),
        custom: customIndex(for: attributes.custom))
    ]
    replaceCharacters(in: 0..<0, with: string)
  }

  /// The text without its attributes; an attachment is U+FFFC.
  public var string: String { String(decoding: units, as: UTF16.self) }

  /// The attributes at an offset, and a range over which none of them changes. The range is not
  /// necessarily the longest one.
  public func attributes(
    at offset: Int
  ) -> (attributes: TextAttributes, effectiveRange: Range<Int>) {
    precondition(offset >= 0 && offset < max(1, length), "an offset outside the text")
    let index = runIndex(at: offset)
    let end = index + 1 < runs.count ? Int(runs[index + 1].start) : length
    return (
      attributes(ofRun: index, at: offset), attachmentFree(Int(runs[index].start)..<end, offset)
    )
  }

  func attributes(ofRun index: Int, at offset: Int) -> TextAttributes {
    let run = runs[index]
    var attributes = TextAttributes(styles[Int(run.style)])
    if run.link >= 0 { attributes.link = links[Int(run.link)].href }
    if run.custom >= 0 { attributes.custom = customs[Int(run.custom)] }
    attributes.attachment = attachment(at: offset).flatMap { $0.asTextAttachment }
    return attributes
  }

  /// Shortens a range so that the character of an attachment is always a range by itself.
  private func attachmentFree(_ range: Range<Int>, _ offset: Int) -> Range<Int> {
    guard !attachments.isEmpty, !range.isEmpty else { return range }
    if attachment(at: offset) != nil { return offset..<offset + 1 }
    var start = offset
    while start > range.lowerBound, attachment(at: start - 1) == nil { start -= 1 }
    var end = offset
    while end < range.upperBound, attachment(at: end) == nil { end += 1 }
    return start..<end
  }

  func attachment(at offset: Int) -> Attachment? {
    guard offset < length, units[offset] == 0xFFFC else { return nil }
    return attachments.first { Int($0.offset) == offset }
  }

  /// The value of one attribute, and the longest range around `offset` and within `limit` over
  /// which this value does not change.
  public func attribute<Value: Equatable>(
    _ path: KeyPath<TextAttributes, Value>, at offset: Int,
    longestEffectiveRangeIn limit: Range<Int>
  ) -> (value: Value, effectiveRange: Range<Int>) {
    let (here, own) = attributes(at: offset)
    let value = here[keyPath: path]
    var range = own
    while range.lowerBound > limit.lowerBound {
      let (before, next) = attributes(at: range.lowerBound - 1)
      guard before[keyPath: path] == value else { break }
      range = next.lowerBound..<range.upperBound
    }
    while range.upperBound < limit.upperBound {
      let (behind, next) = attributes(at: range.upperBound)
      guard behind[keyPath: path] == value else { break }
      range = range.lowerBound..<next.upperBound
    }
    return (value, range.clamped(to: limit))
  }

  /// Calls `body` for each longest range over which one attribute has the same value, in order.
  public func enumerate<Value: Equatable>(
    _ path: KeyPath<TextAttributes, Value>, in range: Range<Int>,
    _ body: (_ value: Value, _ range: Range<Int>) throws -> Void
  ) rethrows {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let (value, effective) = attribute(path, at: offset, longestEffectiveRangeIn: range)
      try body(value, effective)
      offset = effective.upperBound
    }
  }

  /// Replaces all attributes of a range.
  public mutating func setAttributes(_ attributes: TextAttributes, in range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= length, "a range outside the text")
    guard !range.isEmpty else { return }
    let run = AttributeRun(
      start: Int32(range.lowerBound), style: styleIndex(for: attributes),
      link: linkIndex(for: attributes.link), custom: customIndex(for: attributes.custom))
    replaceRuns(in: range, with: run)
    setAttachment(attributes.attachment, in: range)
    if paragraphsFollowText { restyleParagraphs(in: range) }
  }

  // MARK: Tables

  mutating func styleIndex(for attributes: TextAttributes) -> Int32 {
    if let known = styles.lastIndex(where: attributes.isSet) {
      styleSlots.keep(Int32(known))
      return Int32(known)
    }
    let style = TextStyle(
      text: attributes.text, box: attributes.box, paragraph: attributes.paragraphStyle,
      effects: attributes.effects)
    var slots = styleSlots
    let slot = slots.take(in: self)
    styleSlots = slots
    if let slot {
      styles[Int(slot)] = style
      return slot
    }
    styles.append(style)
    return Int32(styles.count - 1)
  }

  private mutating func linkIndex(for href: String?) -> Int32 {
    guard let href else { return -1 }
    if let known = links.firstIndex(where: { $0.href == href }) { return Int32(known) }
    links.append(Link(href: href, node: -1))
    return Int32(links.count - 1)
  }

  private mutating func customIndex(for custom: CustomAttributes) -> Int32 {
    if custom.isEmpty { return -1 }
    if let known = customs.lastIndex(of: custom) { return Int32(known) }
    customs.append(custom)
    return Int32(customs.count - 1)
  }

  /// Replaces the runs of a range by one run, and merges it with equal neighbours.
  mutating func replaceRuns(in range: Range<Int>, with run: AttributeRun) {
    let end = Int32(range.upperBound)
    var first = runs.partitioningIndex { Int($0.start) >= range.lowerBound }
    let last = runs.partitioningIndex { $0.start > end }
    let behind = last > 0 ? runs[last - 1] : run
    var replacement = [run]
    if range.upperBound < length, !behind.isSame(as: run) {
      var rest = behind
      rest.start = end
      replacement.append(rest)
    }
    if first > 0, runs[first - 1].isSame(as: run) {
      first -= 1
      replacement[0] = runs[first]
    }
    var stop = last
    if stop < runs.count, replacement.last?.isSame(as: runs[stop]) ?? false { stop += 1 }
    runs.replaceSubrange(first..<max(first, stop), with: replacement)
  }

  private mutating func setAttachment(_ attachment: TextAttachment?, in range: Range<Int>) {
    for index in attachments.indices where range.contains(Int(attachments[index].offset)) {
      attachments[index].offset = -1
    }
    guard let attachment else { return }
    for offset in range where units[offset] == 0xFFFC {
      let index = attachments.firstIndex { Int($0.offset) > offset } ?? attachments.count
      attachments.insert(Attachment(attachment, at: offset), at: index)
      for paragraph in paragraphs.indices where Int(paragraphs[paragraph].marker) >= index {
        paragraphs[paragraph].marker += 1
      }
    }
  }
}

extension AttributeRun {
  /// Whether two runs are equal except for their start.
  func isSame(as other: AttributeRun) -> Bool {
    style == other.style && link == other.link && custom == other.custom
  }
}

extension Attachment {
  init(_ attachment: TextAttachment, at offset: Int) {
    var image = attachment.image ?? ImageReference(drawnByRenderer: attachment.name)
    image.size = attachment.bounds.size
    var box = BoxProperties()
    box.display = .inline
    box.width = Dimension(length: attachment.bounds.width)
    box.height = Dimension(length: attachment.bounds.height)
    box.verticalAlign = .length(attachment.bounds.minY)
    self.init(
      content: .image(image), style: TextStyle(text: TextProperties(), box: box), node: -1,
      offset: Int32(offset))
  }

  /// Nil for content that programs do not set.
  var asTextAttachment: TextAttachment? {
    guard case .image(let image) = content else { return nil }
    var rise: Length = 0
    if case .length(let length) = style.box.verticalAlign { rise = length }
    let size = image.size ?? .zero
    return TextAttachment(
      image: image.isDrawnByRenderer ? nil : image,
      bounds: Rect(x: 0, y: rise, width: size.width, height: size.height),
      name: image.isDrawnByRenderer ? image.href : "")
  }
}
