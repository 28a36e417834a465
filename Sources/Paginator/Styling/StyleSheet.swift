internal import Markup

/// Where a stylesheet comes from, weakest first (CSS Cascade 4, section 6.2).
public enum StyleOrigin: Int, Comparable, Sendable {
  /// The base sheet.
  case userAgent
  /// A preset's sheet.
  case preset
  /// The book's own sheets.
  case author
  /// Sheets and options of the command.
  case override
  /// Whether one origin is weaker.
  public static func < (a: StyleOrigin, b: StyleOrigin) -> Bool { a.rawValue < b.rawValue }
}

/// A parsed stylesheet: rules, page rules, font faces and text styles, in order.
public struct StyleSheet: Sendable {
  /// The file's name, for findings.
  public let path: String
  var rules: [StyleRule] = []
  var pageRules: [PageRule] = []
  var fontFaces: [FontFaceRule] = []
  var textStyles: [String: TextStyleTable] = [:]
  var counterStyles: [CounterStyleRule] = []
  var featureValues: [FeatureValueRule] = []
  /// The cascade layers in the order of their names' appearance; one may be here more than once.
  var layers: [(origin: StyleOrigin, name: LayerName)] = []
  /// Nil if the sheet has no `@copyfit` rule.
  var copyfit: CopyfitBounds?
  /// Invalid or unsupported CSS, with its location.
  public var findings: [Finding] = []

  struct StyleRule: LayeredRule, Sendable {
    let selectors: [Selector]
    let block: DeclarationBlock
    let origin: StyleOrigin
    var layer: LayerName = []
  }

  struct PageRule: LayeredRule, Sendable {
    let name: String?
    let pseudoClasses: Set<String>
    let block: DeclarationBlock
    /// Margin boxes by name, such as "top-center".
    private(set) var marginBoxes: [(name: String, block: DeclarationBlock)]
    let origin: StyleOrigin
    var layer: LayerName = []
    /// CSS Paged Media 3, section 5.
    var specificity: Specificity {
      Specificity(
        ids: name == nil ? 0 : 1,
        classes: pseudoClasses.intersection(["first", "blank"]).count,
        types: pseudoClasses.intersection(["left", "right"]).count)
    }

    /// The rule with some of its margin boxes.
    func keepingMarginBoxes(
      _ isKept: (_ box: (name: String, block: DeclarationBlock)) -> Bool
    ) -> PageRule {
      var rule = self
      rule.marginBoxes.removeAll { !isKept($0) }
      return rule
    }
  }

  struct CounterStyleRule: LayeredRule, Sendable {
    let name: String
    let style: CounterStyle
    let origin: StyleOrigin
    var layer: LayerName = []
  }

  /// A block of `@font-feature-values`: the values of names, for some families.
  struct FeatureValueRule: LayeredRule, Sendable {
    let families: [String]
    let values: [FontAlternate: [Int]]
    let origin: StyleOrigin
    var layer: LayerName = []
  }

  struct FontFaceRule: LayeredRule, Sendable {
    let family: String
    /// URLs relative to the stylesheet, and names of local fonts, in order of preference.
    let sources: [(kind: SourceKind, value: String)]
    /// Weight, style and stretch, by the names of their properties.
    let axes: [String: StyleValue]
    /// The second weight of a range; nil if the rule has one weight or none.
    let heaviest: Int?
    let descriptors: FaceDescriptors
    let location: SourceLocation
    let origin: StyleOrigin
    var layer: LayerName = []
  }

  enum SourceKind: Sendable { case url, local }
}

/// The typed declarations of one rule, both normal and important.
struct DeclarationBlock: Sendable {
  struct Entry: Sendable {
    let property: String
    let value: StyleValue
    let isImportant: Bool
  }
  private(set) var entries: [Entry] = []
  private(set) var hasImportant = false
  /// Whether a value is `revert` or `revert-layer`.
  private(set) var rollsBack = false
  /// Whether a property depends on the direction of the text.
  private(set) var isLogical = false
  /// Whether it sets the size of type or the height of lines.
  private(set) var declaresTypeSize = false

  mutating func append(_ entry: Entry) {
    entries.append(entry)
    if LogicalProperties.contains(entry.property) { isLogical = true }
    if ["font-size", "line-height"].contains(entry.property) { declaresTypeSize = true }
    if entry.isImportant { hasImportant = true }
    if entry.value.rollback != nil { rollsBack = true }
  }
}

/// A row of a preset's text styles: a size and a leading, in points, for each reader size.
struct TextStyleTable: Sendable {
  var cells: [ReaderSize: (size: Length, leading: Length)]
}

/// The twelve reader sizes of UIKit's content size categories.
public enum ReaderSize: String, CaseIterable, Sendable {
  /// UIKit's ordinary sizes.
  case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
  /// The first accessibility size.
  case ax1 = "AX1"
  /// The second accessibility size.
  case ax2 = "AX2"
  /// The third accessibility size.
  case ax3 = "AX3"
  /// The fourth accessibility size.
  case ax4 = "AX4"
  /// The largest size.
  case ax5 = "AX5"

  /// Short names of the ordinary sizes, in their order.
  package static let shortNames = ["XS", "S", "M", "L", "XL", "XXL", "XXXL"]

  /// The size of readers who have chosen none.
  public static let standard = ReaderSize.large

  /// Reads a size by its name or by the short one (XS, S, M, L, XL, XXL, XXXL), in any case.
  public init?(name: String) {
    let lower = name.asciiLowercased
    let index =
      Self.shortNames.firstIndex { $0.asciiLowercased == lower }
      ?? Self.allCases.firstIndex { $0.rawValue.asciiLowercased == lower }
    guard let index else { return nil }
    self = Self.allCases[index]
  }
}
