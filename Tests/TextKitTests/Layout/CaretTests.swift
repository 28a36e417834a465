import Paginator
import Support
import Testing

/// Where the caret goes, in text of both directions.
@Suite("TextKit: the caret")
struct CaretTests {
  @Test(
    "moving right or left, the caret visits every position of a line once",
    arguments: ["אבג", "abc אבג def", "abc", "אבג abc דהו", "a אבג 12 b"])
  func visualCaret(text: String) throws {
    for direction in [ParagraphStyle.WritingDirection.natural, .leftToRight, .rightToLeft] {
      let chain = try Chain(
        text, size: Size(width: 1000, height: 100),
        attributes: Chain.attributes { $0.baseWritingDirection = direction })
      let length = chain.storage.length
      for movement in [CaretMovement.right, .left] {
        let line = try #require(try chain.manager.frame(forContainerAt: 0)?.lines.first)
        let startsAtBeginning = (movement == .right) != line.isRightToLeft
        var offset = startsAtBeginning ? 0 : length
        var visited = [offset]
        while let next = try chain.manager.position(from: offset, moving: movement),
          visited.count < 40
        {
          offset = next
          visited.append(offset)
        }
        #expect(
          visited.sorted() == Array(0...length),
          "\(text) \(direction) \(movement): \(visited)")
        let places = try visited.map { try #require(try chain.manager.caretRect(at: $0)).rect.minX }
        #expect(places == (movement == .right ? places.sorted() : places.sorted { $0 > $1 }))
        #expect(Set(places).count == places.count, "two places of a caret are one")
      }
    }
  }

  @Test(
    "the caret visits every position of lines and paragraphs of mixed scripts once",
    arguments: [ParagraphStyle.WritingDirection.natural, .leftToRight, .rightToLeft])
  func visualCaretRandom(direction: ParagraphStyle.WritingDirection) throws {
    let alphabet =
      "abאבג12 ( ),\n".map { String($0) } + [
        "e\u{301}", "\t", "\u{1F468}\u{200D}\u{1F469}", "\u{200F}",
      ]
    let fonts = try SmallBook.squareFonts()
    for seed in 1...60 {
      var random = SeededRandom(seed: UInt64(seed))
      let text = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }.joined()
      let chain = try Chain(
        text, size: Size(width: 70, height: 1000),
        attributes: Chain.attributes { $0.baseWritingDirection = direction }, fonts: fonts)
      func walk(from start: Int, _ movement: CaretMovement) throws -> [Int] {
        var visited = [start]
        while let next = try chain.manager.position(
          from: visited[visited.count - 1], moving: movement),
          visited.count < 200
        {
          visited.append(next)
        }
        return visited
      }
      let places = text.indices.map { $0.utf16Offset(in: text) } + [text.utf16.count]
      let name: Comment = "seed \(seed), \(direction): \(text.debugDescription)"
      let edge = try #require(try walk(from: 0, .left).last)
      let right = try walk(from: edge, .right)
      #expect(right.sorted() == places, name)
      let carets = try right.map { try #require(try chain.manager.caretRect(at: $0)).rect }
      for (one, next) in zip(carets, carets.dropFirst()) where one.minY == next.minY {
        #expect(one.minX <= next.minX, name)
      }
      let left = try walk(from: try #require(right.last), .left)
      #expect(left == right.reversed(), name)
    }
  }

  @Test("T89: the closest position in a range is that of the nearest caret on the nearest line")
  func closestPositionsRandom() throws {
    let alphabet = "abאבג12 ,\n".map { String($0) } + ["e\u{301}", "\u{1F468}\u{200D}\u{1F469}"]
    let fonts = try SmallBook.squareFonts()
    for seed in 1...40 {
      var random = SeededRandom(seed: UInt64(seed))
      let text = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }.joined()
      let chain = try Chain(text, size: Size(width: 70, height: 1000), fonts: fonts)
      let places = text.indices.map { $0.utf16Offset(in: text) } + [text.utf16.count]
      let carets = try places.map { try #require(try chain.manager.caretRect(at: $0)).rect }
      for _ in 0..<20 {
        let first = Int.random(in: 0..<places.count, using: &random)
        let last = Int.random(in: first..<places.count, using: &random)
        let point = Point(
          x: Length(points: Double.random(in: -10...90, using: &random)),
          y: Length(points: Double.random(in: -10...90, using: &random)))
        func distance(_ number: Int) -> [Double] {
          let caret = carets[number]
          return [
            max(0, (caret.minY - point.y).points, (point.y - caret.maxY).points + 0.001),
            abs((caret.minX - point.x).points),
          ]
        }
        let found = try chain.manager.closestPosition(
          to: point, within: places[first]..<places[last], inContainerAt: 0)
        let number = try #require(places.firstIndex { $0 == found })
        #expect((first...last).contains(number))
        let least = try #require(
          (first...last).map(distance).min { $0.lexicographicallyPrecedes($1) })
        #expect(distance(number) == least, "seed \(seed), \(point): \(text.debugDescription)")
      }
    }
  }

  @Test(
    "up and down go to the next line in text from right to left, too",
    arguments: ["אב\nג\u{2028}דה\n\nו\n", "\u{200F}a\nאב\r\n"])
  func upAndDownFromRight(string: String) throws {
    for alignment in [ParagraphStyle.Alignment.natural, .left, .center] {
      let chain = try Chain(
        string, size: Size(width: 100, height: 200),
        attributes: Chain.attributes {
          $0.alignment = alignment
          $0.baseWritingDirection = .rightToLeft
        })
      let lines = try chain.frames()[0].lines
      for start in [0, chain.storage.length] {
        var place = start
        var visited = [start]
        let movement = start == 0 ? CaretMovement.down : .up
        while let next = try chain.manager.position(from: place, moving: movement),
          visited.count < 20
        {
          place = next
          visited.append(next)
        }
        if start > 0 { visited.reverse() }
        try #require(visited.count == lines.count, "\(alignment), \(movement): \(visited)")
        for (place, line) in zip(visited, lines) {
          let isHere =
            line.characterRange.contains(place)
            || line.characterRange.isEmpty && line.characterRange.lowerBound == place
          #expect(isHere, "\(alignment), \(movement): \(visited)")
        }
      }
    }
  }
}
