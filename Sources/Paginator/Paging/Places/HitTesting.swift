extension Pagination {
  /// What is at a point of a page.
  public struct Hit: Sendable {
    /// The character nearest to the point.
    public let location: Location
    /// Whether the point is on the character's line and within its used width.
    public let isInside: Bool
    /// Whether the caret belongs after the character, not before it.
    public let isTrailing: Bool
    /// The word at the point; nil where there is none.
    public let word: String?
    /// The target of a link at the point; nil if there is none.
    public let link: String?
    /// The href of an image at the point; nil if there is none.
    public let image: String?
  }

  /// Finds what is at a point; nil on a blank page and on one without lines.
  /// - Parameter point: from the page's top left corner.
  public func hit(_ point: Point, on page: Page) -> Hit? {
    guard let (layout, content) = layout(of: page) else { return nil }
    let x = (point.x - page.contentRect.minX).rawValue
    let y = (point.y - page.contentRect.minY).rawValue
    var builder = TextFrameBuilder(layout, breaker: TextBreaker())
    guard
      let found = builder.frame(of: content)
        .hit(Point(x: Length(rawValue: x), y: Length(rawValue: y)))
    else { return nil }
    let offset = found.characterRange.lowerBound
    guard let location = location(of: offset, chapter: page.chapter) else { return nil }
    let text = layout.text
    let run = text.runs.isEmpty ? nil : text.runs[text.runIndex(at: offset)]
    let image = text.attachments.first { Int($0.offset) == offset }.flatMap { attachment in
      if case .image(let image) = attachment.content { image.href } else { nil }
    }
    return Hit(
      location: location, isInside: found.isInside, isTrailing: found.fraction > 0.5,
      word: word(at: location.offset + 1, in: location.href),
      link: run.flatMap { $0.link >= 0 ? text.links[Int($0.link)].href : nil }, image: image)
  }
}
