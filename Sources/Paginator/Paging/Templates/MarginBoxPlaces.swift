/// The places of a page's margin boxes (CSS Paged Media 3, section 5.3).
///
/// The boxes of an edge share its length. Where nothing of that would be seen, because none has a
/// size, a background or a border and their texts fit beside each other, each keeps the whole edge: a
/// running head is then set once, whatever is beside it.
struct MarginBoxPlaces {
  /// By margin box of the template, its margin box in page coordinates.
  private var rects: [Int: Rect] = [:]

  init(_ page: Pagination.Page, _ setter: inout FurnitureSetter) throws {
    for edge in Edge.all {
      let slots = page.furniture.filter {
        edge.names.contains(page.template.marginBoxes[$0.box].name)
      }
      if !slots.isEmpty { try place(slots, on: edge, page.template, &setter) }
    }
  }

  /// The margin box of a box that shares its edge; nil for one with the whole edge or corner.
  func rect(of box: Int) -> Rect? { rects[box] }

  private struct Edge {
    let names: [String]
    let isHorizontal: Bool

    static let all = [
      Edge(names: ["top-left", "top-center", "top-right"], isHorizontal: true),
      Edge(names: ["bottom-left", "bottom-center", "bottom-right"], isHorizontal: true),
      Edge(names: ["left-top", "left-middle", "left-bottom"], isHorizontal: false),
      Edge(names: ["right-top", "right-middle", "right-bottom"], isHorizontal: false),
    ]
  }

  private mutating func place(
    _ slots: [(box: Int, text: String)], on edge: Edge, _ template: PageTemplate,
    _ setter: inout FurnitureSetter
  ) throws {
    let boxes = slots.map { template.marginBoxes[$0.box] }
    let area = MarginBoxGeometry.rect(
      of: boxes[0].name, size: template.size, margins: template.margins)
    let room = edge.isHorizontal ? area.width : area.height
    let isPlain = boxes.allSatisfy { !$0.style.box.isDrawn && !$0.hasSize }
    if isPlain, slots.count == 1 || !edge.isHorizontal { return }
    var sizes: [MarginBoxSizes?] = [nil, nil, nil]
    for (slot, box) in zip(slots, boxes) {
      guard let place = edge.names.firstIndex(of: box.name) else { continue }
      sizes[place] =
        edge.isHorizontal
        ? try setter.widths(of: slot.text, box, around: area.width)
        : try setter.heights(of: slot.text, box, area)
    }
    if isPlain, MarginBoxSizes.fit(sizes, in: room) { return }
    for (slot, box) in zip(slots, boxes) where edge.isHorizontal {
      guard let place = edge.names.firstIndex(of: box.name) else { continue }
      sizes[place]?.least = try setter.leastWidth(of: slot.text, box, around: area.width)
    }
    let found = MarginBoxSizes.distribute(sizes, over: room)
    for (slot, box) in zip(slots, boxes) {
      guard let place = edge.names.firstIndex(of: box.name), let own = found[place] else {
        continue
      }
      rects[slot.box] =
        edge.isHorizontal
        ? Rect(x: area.minX + own.start, y: area.minY, width: own.size, height: area.height)
        : Rect(x: area.minX, y: area.minY + own.start, width: area.width, height: own.size)
    }
  }
}

/// The sizes of a margin box along its edge, its margins included, in points.
struct MarginBoxSizes {
  /// The size at which no word overflows.
  var least: Length
  /// The size with the text on one line.
  var most: Length
  /// The specified size; nil for `auto`.
  var given: Length?
  var bounds: (least: Length, most: Length?) = (0, nil)

  private func bounded(_ size: Length) -> Length {
    max(bounds.least, min(size, bounds.most ?? size))
  }

  /// Whether the texts of three boxes fit beside each other, with the second one in the middle.
  static func fit(_ sizes: [MarginBoxSizes?], in room: Length) -> Bool {
    let widths = sizes.map { $0?.most ?? 0 }
    return widths[1] > 0
      ? widths[1] + max(widths[0], widths[2]) * 2 <= room : widths[0] + widths[2] <= room
  }

  /// Distributes an edge among its boxes (section 5.3.2.3).
  /// - Parameter sizes: those of the first, the middle and the last box; nil for a box that is not there.
  /// - Returns: their starts and sizes.
  static func distribute(
    _ sizes: [MarginBoxSizes?], over room: Length
  ) -> [(start: Length, size: Length)?] {
    var widths: [Length] = [0, 0, 0]
    if let middle = sizes[1] {
      let sides = [sizes[0], sizes[2]].compactMap(\.self)
      // The middle box stays in the middle: both sides count as the wider one.
      func twice(_ size: (MarginBoxSizes) -> Length) -> Length { (sides.map(size).max() ?? 0) * 2 }
      let both = MarginBoxSizes(
        least: twice { $0.given ?? $0.least }, most: twice { $0.given ?? $0.most })
      widths[1] = middle.bounded(
        middle.given ?? (sides.isEmpty ? room : flex(middle, both, room).first))
      for side in [0, 2] {
        widths[side] =
          sizes[side].map { $0.bounded($0.given ?? max(0, (room - widths[1]) / 2)) } ?? 0
      }
    } else if let first = sizes[0], let last = sizes[2] {
      let shared = flex(first, last, room)
      widths[0] = first.given ?? (last.given.map { max(0, room - $0) } ?? shared.first)
      widths[2] = last.given ?? (first.given.map { max(0, room - $0) } ?? shared.second)
      widths = [first.bounded(widths[0]), 0, last.bounded(widths[2])]
    } else {
      for side in [0, 2] { widths[side] = sizes[side].map { $0.bounded($0.given ?? room) } ?? 0 }
    }
    let starts: [Length] = [0, (room - widths[1]) / 2, room - widths[2]]
    return sizes.indices.map { sizes[$0] == nil ? nil : (starts[$0], widths[$0]) }
  }

  /// Shares a room between two boxes, in proportion to their texts, or to what these can give up.
  private static func flex(
    _ a: MarginBoxSizes, _ b: MarginBoxSizes, _ room: Length
  ) -> (first: Length, second: Length) {
    var (start, weights) = ((a.most, b.most), (a.most, b.most))
    if a.most + b.most > room {
      start = (a.least, b.least)
      weights = a.least + b.least > room ? start : (a.most - a.least, b.most - b.least)
    }
    let rest = room - start.0 - start.1
    let sum = (weights.0 + weights.1).points
    let own = sum > 0 ? rest * (weights.0.points / sum) : rest / 2
    let first = max(0, start.0 + own)
    return (first, max(0, room - first))
  }
}

extension PageTemplate.MarginBox {
  /// Whether a size along its edge or across it is specified.
  fileprivate var hasSize: Bool {
    let box = style.box
    return ![box.width, box.minWidth, box.maxWidth, box.height, box.minHeight, box.maxHeight]
      .allSatisfy(\.isAuto)
  }
}

extension FurnitureSetter {
  /// The widths of a box at the top or the bottom of a page, except the least one.
  fileprivate mutating func widths(
    of text: String, _ box: PageTemplate.MarginBox, around: Length
  ) throws -> MarginBoxSizes {
    let own = box.style.box
    let (edges, margins) = (own.edges(against: around), own.margins(against: around))
    func given(_ dimension: Dimension) -> Length? {
      own.outerSize(
        dimension, around, edges: edges.horizontal, margins: margins.horizontal)
    }
    return MarginBoxSizes(
      least: 0, most: try width(of: text, box, around: around, measure: NestedLayout.endless),
      given: given(own.width), bounds: (given(own.minWidth) ?? 0, given(own.maxWidth)))
  }

  /// The width at which no word of a box overflows.
  fileprivate mutating func leastWidth(
    of text: String, _ box: PageTemplate.MarginBox, around: Length
  ) throws -> Length {
    try width(of: text, box, around: around, measure: 1)
  }

  private mutating func width(
    of text: String, _ box: PageTemplate.MarginBox, around: Length, measure: Int
  ) throws -> Length {
    let own = box.style.box
    let outer = own.edges(against: around).horizontal + own.margins(against: around).horizontal
    guard !text.isEmpty else { return Length(rawValue: outer) }
    let lines = try layout(text, box.bareStyle, width: Length(rawValue: measure)).lines
    return Length(rawValue: outer + (lines.map(\.usedWidth).max() ?? 0))
  }

  /// The heights of a box at the left or the right side of a page.
  /// - Parameter area: the whole side.
  fileprivate mutating func heights(
    of text: String, _ box: PageTemplate.MarginBox, _ area: Rect
  ) throws -> MarginBoxSizes {
    let own = box.style.box
    let (edges, margins) = (own.edges(against: area.width), own.margins(against: area.width))
    var height = edges.vertical + margins.vertical
    if !text.isEmpty {
      let sides = Length(rawValue: edges.horizontal + margins.horizontal)
      let layout = try layout(text, box.bareStyle, width: max(0, area.width - sides))
      height += layout.pages.first?.usedHeight ?? 0
    }
    func given(_ dimension: Dimension) -> Length? {
      own.outerSize(
        dimension, area.height, edges: edges.vertical, margins: margins.vertical)
    }
    return MarginBoxSizes(
      least: Length(rawValue: height), most: Length(rawValue: height), given: given(own.height),
      bounds: (given(own.minHeight) ?? 0, given(own.maxHeight)))
  }
}

extension BoxProperties {
  /// Without margins and sizes, which the place of a margin box already has.
  var placed: BoxProperties {
    var box = self
    box.margin = BoxProperties().margin
    (box.width, box.minWidth, box.maxWidth) = (.auto, .auto, .auto)
    (box.height, box.minHeight, box.maxHeight) = (.auto, .auto, .auto)
    return box
  }

  /// The size of the margin box with a specified size; nil for `auto`.
  func outerSize(
    _ dimension: Dimension, _ around: Length, edges: Int, margins: Int
  ) -> Length? {
    contentWidth(dimension, edges: edges, around: around).map {
      Length(rawValue: $0 + edges + margins)
    }
  }

  /// Also without borders and padding.
  var bare: BoxProperties {
    var box = placed
    box.padding = BoxProperties().padding
    box.border = BoxProperties().border
    return box
  }
}

extension ComputedStyle {
  func replacing(_ box: BoxProperties) -> ComputedStyle {
    ComputedStyle(
      style: style.replacing(box: box), generated: generated, custom: custom)
  }
}
