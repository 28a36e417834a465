import Paginator
import Support
import Testing

@Suite("TextKit: shapes")
struct ShapeTests {
  @Test("T15: text runs on both sides of an ellipse, in reading order, and no glyph meets it")
  func ellipse() throws {
    let chain = try Chain(
      Sample.prose + "\n" + Sample.prose, size: nil, attributes: Sample.serif(), fonts: Chain.serif)
    let container = TextContainer(size: Size(width: 300, height: 400))
    let ellipse = ExclusionPath(ellipseIn: Rect(x: 90, y: 40, width: 120, height: 90))
    container.exclusionPaths = [ellipse]
    try chain.manager.add(container)
    let frame = try #require(try chain.frames().first)
    var offset = 0
    var isSplit = false
    for line in frame.lines {
      #expect(line.characterRange.lowerBound == offset)
      offset = line.characterRange.upperBound
      let blocked = ellipse.ranges(from: line.rect.minY, to: line.rect.maxY)
      for rect in line.rects(for: line.characterRange) {
        for range in blocked {
          #expect(
            rect.maxX - line.trailingWhitespaceWidth <= range.lowerBound
              || rect.minX >= range.upperBound)
        }
      }
      if frame.lines.contains(where: {
        $0.rect.minY == line.rect.minY && $0.rect.minX > line.rect.minX
      }) {
        isSplit = true
      }
    }
    #expect(isSplit)
    #expect(offset == chain.storage.length)
  }

  @Test("T15: a path in the view's coordinates is moved by the inset, negated")
  func insets() throws {
    let inset = Insets(top: 20, right: 10, bottom: 20, left: 30)
    func usedXs(_ path: ExclusionPath) throws -> [Length] {
      let chain = try Chain("aaaa bbbb cccc dddd", size: nil)
      let container = TextContainer(viewSize: Size(width: 140, height: 90), inset: inset)
      #expect(container.size == Size(width: 100, height: 50))
      container.exclusionPaths = [path]
      try chain.manager.add(container)
      return try chain.frames()[0].lines.map(\.usedRect.minX)
    }
    // In the view the path covers the first two characters of the container's first line.
    let inView = ExclusionPath(rect: Rect(x: 30, y: 20, width: 20, height: 10))
    #expect(try usedXs(inView.moved(x: -inset.left, y: -inset.top)) == [20, 0, 0])
    // If it is not moved, it is 30 points too far right and 20 too low: a likely mistake.
    #expect(try usedXs(inView) != [20, 0, 0])
  }

  @Test("T15: polygons with holes, and a circle made by overriding one method")
  func shapes() throws {
    let square = [
      Point(x: 0, y: 0), Point(x: 100, y: 0), Point(x: 100, y: 100), Point(x: 0, y: 100),
    ]
    let hole = [
      Point(x: 40, y: 0), Point(x: 60, y: 0), Point(x: 60, y: 100), Point(x: 40, y: 100),
    ]
    let path = ExclusionPath(polygons: [square, hole])
    #expect(path.ranges(from: 10, to: 20).map(\.lowerBound) == [0, 60])
    #expect(path.ranges(from: 10, to: 20).map(\.upperBound) == [40, 100])
    let triangle = ExclusionPath(polygon: [
      Point(x: 50, y: 0), Point(x: 100, y: 100), Point(x: 0, y: 100),
    ])
    #expect(triangle.ranges(from: 0, to: 50) == [25..<75])
    #expect(triangle.ranges(from: 100, to: 110) == [])
    let chain = try Chain(Sample.prose, size: nil, attributes: Sample.serif(), fonts: Chain.serif)
    try chain.manager.add(CircleContainer(diameter: 260))
    for line in try chain.frames()[0].lines {
      for y in [line.rect.minY, line.rect.maxY] {
        let half = CircleContainer.halfChord(diameter: 260, at: y)
        #expect(line.usedRect.minX >= 130 - half - 0.01)
        #expect(line.usedRect.maxX - line.trailingWhitespaceWidth <= 130 + half + 0.01)
      }
    }
  }

  @Test("T16: padding narrows the measure on both sides and is none by default")
  func padding() throws {
    #expect(TextContainer(size: Size(width: 100, height: 10)).lineFragmentPadding == 0)
    let chain = try Chain("aaaa bbbb", size: nil)
    try chain.manager.add(
      TextContainer(size: Size(width: 100, height: 50), lineFragmentPadding: 10))
    let lines = try chain.frames()[0].lines
    #expect(lines.map(\.usedRect.minX) == [10, 10])  // "aaaa bbbb" is 90 wide, the measure 80
    // A 6 x 9 inch page with 0.75 and 0.6 inches of margin has a measure of 4.65 inches.
    let page = TextContainer(
      viewSize: Size(width: 432, height: 648),
      inset: Insets(top: 54, right: 43.2, bottom: 54, left: 54))
    #expect((page.size.width - 334.8).rawValue.magnitude <= 1)
  }

  @Test("T42: text stands at the top, in the middle, at the foot of its container, or fills it")
  func blockAlignment() throws {
    func tops(_ alignment: TextContainer.BlockAlignment) throws -> [Length] {
      let chain = try Chain("a\nb", size: nil)
      let container = TextContainer(size: Size(width: 100, height: 50))
      container.blockAlignment = alignment
      try chain.manager.add(container)
      return try chain.frames()[0].lines.map(\.rect.minY)
    }
    #expect(try tops(.top) == [0, 10])
    #expect(try tops(.center) == [15, 25])  // 15 above, 15 below
    #expect(try tops(.bottom) == [30, 40])
    #expect(try tops(.justified) == [0, 40])
  }

  @Test("a container that an exclusion path covers stays empty; the text starts in the next")
  func covered() throws {
    let chain = try Chain("aaa bbb", size: nil)
    let covered = TextContainer(size: Size(width: 100, height: 50))
    covered.exclusionPaths = [ExclusionPath(rect: Rect(x: 0, y: 0, width: 100, height: 50))]
    try chain.manager.add(covered)
    try chain.manager.add(TextContainer(size: Size(width: 100, height: 50)))
    #expect(try chain.lines() == [[], ["aaa bbb"]])
  }

  @Test("paragraph spacing at a container's top moves no line into an exclusion path")
  func spacingAtTop() throws {
    let chain = try Chain(
      "aaaa\nbbbb cccc dddd", size: nil, attributes: Chain.attributes { $0.paragraphSpacing = 12 })
    try chain.manager.add(TextContainer(size: Size(width: 100, height: 14)))
    let second = TextContainer(size: Size(width: 100, height: 100))
    second.exclusionPaths = [ExclusionPath(rect: Rect(x: 0, y: 0, width: 50, height: 11))]
    try chain.manager.add(second)
    let lines = try chain.frames()[1].lines
    #expect(lines.map(\.usedRect.minX) == [50, 50, 0])
    #expect(lines.map(\.rect.minY) == [0, 10, 20])
  }

  @Test("a line with a hanging indent and a tall line stay out of an exclusion path")
  func fitting() throws {
    let hanging = try Chain(
      "aaaa bbbb", size: nil,
      attributes: Chain.attributes {
        $0.headIndent = 20
        $0.firstLineHeadIndent = 10
      })
    let container = TextContainer(size: Size(width: 100, height: 100))
    container.exclusionPaths = [ExclusionPath(rect: Rect(x: 0, y: 0, width: 30, height: 10))]
    try hanging.manager.add(container)
    #expect(try hanging.frames()[0].lines[0].usedRect.minX == 30)
    let tall = try Chain("a", size: nil)
    tall.storage.insert(TextAttachment(bounds: Rect(x: 0, y: 0, width: 10, height: 40)), at: 1)
    let other = TextContainer(size: Size(width: 100, height: 100))
    other.exclusionPaths = [ExclusionPath(rect: Rect(x: 0, y: 15, width: 100, height: 20))]
    try tall.manager.add(other)
    #expect(try tall.frames()[0].lines[0].rect.minY >= 35)
  }
}

private final class CircleContainer: TextContainer {
  init(diameter: Length) { super.init(size: Size(width: diameter, height: diameter)) }

  override var isSimpleRectangular: Bool { false }

  static func halfChord(diameter: Length, at y: Length) -> Length {
    let radius = diameter.points / 2
    let distance = y.points - radius
    return Length(points: max(0, radius * radius - distance * distance).squareRoot())
  }

  override func lineFragmentRect(
    forProposedRect proposed: Rect, at offset: Int,
    writingDirection: ParagraphStyle.WritingDirection, remaining: inout Rect
  ) -> Rect {
    let half = min(
      Self.halfChord(diameter: size.width, at: proposed.minY),
      Self.halfChord(diameter: size.width, at: proposed.maxY))
    return Rect(
      x: size.width / 2 - half, y: proposed.minY, width: half * 2, height: proposed.height)
  }
}
