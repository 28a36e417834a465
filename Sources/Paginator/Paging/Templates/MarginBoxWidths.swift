/// The widths of the margin boxes at the top and at the bottom of a page, where their texts do not fit
/// beside each other (CSS Paged Media 3, section 5.3.2). Otherwise each has the whole length of its
/// edge.
struct MarginBoxWidths {
  /// By the name of an edge, the widths of its left, centre and right boxes; none where all fit.
  private var widths: [String: (left: Length, center: Length, right: Length)] = [:]

  init(_ page: Pagination.Page, _ setter: inout FurnitureSetter) throws {
    let template = page.template
    let room = template.size.width - template.margins.horizontal
    for edge in ["top", "bottom"] {
      var natural: [String: Length] = [:]
      let names = ["left", "center", "right"].map { "\(edge)-\($0)" }
      let own = page.furniture.filter { names.contains(template.marginBoxes[$0.box].name) }
      guard own.count > 1 else { continue }
      for (index, text) in own {
        let box = template.marginBoxes[index]
        let line = try setter.layout(text, box.style, width: Length(rawValue: NestedLayout.endless))
        natural[box.name] = NestedLayout.width(of: line)
      }
      widths[edge] = Self.shares(
        natural[names[0]] ?? 0, natural[names[1]] ?? 0, natural[names[2]] ?? 0, of: room)
    }
  }

  /// The shares of boxes that do not fit beside each other, in proportion to their texts; nil if they
  /// fit. The centre box stays in the centre.
  private static func shares(
    _ left: Length, _ center: Length, _ right: Length, of room: Length
  ) -> (left: Length, center: Length, right: Length)? {
    guard center > 0 else {
      guard left + right > room else { return nil }
      let own = room * (left.points / (left + right).points)
      return (own, 0, room - own)
    }
    let side = max(left, right)
    guard center + side * 2 > room else { return nil }
    let middle = room * (center.points / (center + side * 2).points)
    let rest = (room - middle) / 2
    return (rest, middle, rest)
  }

  /// The place of a margin box within the rectangle of its whole edge.
  func narrowed(_ rect: Rect, _ name: String) -> Rect {
    guard let edge = name.split(separator: "-").first, let own = widths[String(edge)] else {
      return rect
    }
    switch name {
    case "\(edge)-left":
      return Rect(x: rect.minX, y: rect.minY, width: own.left, height: rect.height)
    case "\(edge)-center":
      return Rect(
        x: rect.minX + (rect.width - own.center) / 2, y: rect.minY, width: own.center,
        height: rect.height)
    case "\(edge)-right":
      return Rect(x: rect.maxX - own.right, y: rect.minY, width: own.right, height: rect.height)
    default: return rect
    }
  }
}
