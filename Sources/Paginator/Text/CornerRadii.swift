/// `border-radius`: the radii of a box's corners (CSS Backgrounds 3, section 4.1).
public struct CornerRadii: Hashable, Codable, Sendable {
  /// A corner of a box; the raw value counts clockwise.
  public enum Corner: Int, CaseIterable, Sendable {
    /// The first corner.
    case topLeft
    /// The second corner.
    case topRight
    /// The third corner.
    case bottomRight
    /// The last corner.
    case bottomLeft
  }

  /// The two radii of a quarter of an ellipse.
  public struct Radius: Hashable, Codable, Sendable {
    /// Percentages are of the border box's width.
    public var across: Dimension
    /// Percentages are of the border box's height.
    public var down: Dimension

    /// A radius across and one down.
    public init(across: Dimension = .zero, down: Dimension = .zero) {
      self.across = across
      self.down = down
    }
  }

  /// In the order of the corners; those that are missing are square. An array, so that the style of
  /// a box without rounded corners has little room for them.
  private var radii: [Radius] = []

  /// Square corners.
  public init() {}

  /// The radius of a corner.
  public subscript(corner: Corner) -> Radius {
    get { radii.indices.contains(corner.rawValue) ? radii[corner.rawValue] : Radius() }
    set {
      while radii.count <= corner.rawValue { radii.append(Radius()) }
      radii[corner.rawValue] = newValue
      while radii.last == Radius() { radii.removeLast() }
    }
  }

  /// Whether no corner is rounded.
  var isSquare: Bool { radii.isEmpty }
}

extension BoxProperties {
  /// The radius of a corner. A box with square corners keeps no radii, so that its style equals that
  /// of other boxes.
  subscript(corner: CornerRadii.Corner) -> CornerRadii.Radius {
    get { corners?[corner] ?? CornerRadii.Radius() }
    set {
      var all = corners ?? CornerRadii()
      all[corner] = newValue
      corners = all.isSquare ? nil : all
    }
  }
}
