/// The attributed string: reading and setting attributes.
extension AttributedText {
  /// - Parameter attributes: the attributes of every character; an attachment is that of every
  ///   U+FFFC.
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
    setAttachment(attributes.attachment, in: 0..<length)
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
    if linkLimit.isReached(by: links.count) {
      dropUnusedLinks()
      linkLimit.renew(used: links.count)
    }
    links.append(Link(href: href, node: -1))
    return Int32(links.count - 1)
  }

  private mutating func customIndex(for custom: CustomAttributes) -> Int32 {
    if custom.isEmpty { return -1 }
    if let known = customs.lastIndex(of: custom) { return Int32(known) }
    if customLimit.isReached(by: customs.count) {
      dropUnusedCustoms()
      customLimit.renew(used: customs.count)
    }
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
}

extension AttributeRun {
  /// Whether two runs are equal except for their start.
  func isSame(as other: AttributeRun) -> Bool {
    style == other.style && link == other.link && custom == other.custom
  }
}
