/// Fractions, roots and tables (MathML Core, sections 3.3 and 3.5).
extension MathLayout {
  // MARK: Fractions

  func fraction(
    _ numerator: MathNode, _ denominator: MathNode, _ thickness: MathLength?, _ style: MathStyle
  ) -> MathBox {
    let inner = style.isDisplay ? style.inner { $0.isDisplay = false } : style.script
    let top = box(numerator, inner)
    let bottom = box(denominator, inner.inner { $0.isCramped = true })
    let rule = thickness?.resolved(size(style)) ?? constant(.fractionRuleThickness, style)
    let (up, down) =
      rule > 0 ? ruled(top, bottom, rule, style) : stacked(top, bottom, style)
    let pad = size(style) / 16
    var result = MathBox(width: max(top.width, bottom.width) + 2 * pad)
    result.add(top, x: (result.width - top.width) / 2, y: up)
    result.add(bottom, x: (result.width - bottom.width) / 2, y: -down)
    if rule > 0 {
      result.rules.append(
        MathBox.Rule(
          x: pad / 2, y: constant(.axisHeight, style) - rule / 2, width: result.width - pad,
          height: rule, color: style.color))
    }
    return result
  }

  /// How far the parts are moved up and down, with a rule between them.
  private func ruled(
    _ top: MathBox, _ bottom: MathBox, _ rule: Int, _ style: MathStyle
  ) -> (up: Int, down: Int) {
    let axis = constant(.axisHeight, style)
    let isDisplay = style.isDisplay
    let up = max(
      constant(
        isDisplay ? .fractionNumeratorDisplayStyleShiftUp : .fractionNumeratorShiftUp, style),
      axis + rule / 2
        + constant(isDisplay ? .fractionNumDisplayStyleGapMin : .fractionNumeratorGapMin, style)
        + top.descent)
    let down = max(
      constant(
        isDisplay ? .fractionDenominatorDisplayStyleShiftDown : .fractionDenominatorShiftDown, style
      ),
      rule / 2 - axis
        + constant(isDisplay ? .fractionDenomDisplayStyleGapMin : .fractionDenominatorGapMin, style)
        + bottom.ascent)
    return (up, down)
  }

  private func stacked(
    _ top: MathBox, _ bottom: MathBox, _ style: MathStyle
  ) -> (up: Int, down: Int) {
    let isDisplay = style.isDisplay
    var up = constant(isDisplay ? .stackTopDisplayStyleShiftUp : .stackTopShiftUp, style)
    var down = constant(
      isDisplay ? .stackBottomDisplayStyleShiftDown : .stackBottomShiftDown, style)
    let gap = up - top.descent + down - bottom.ascent
    let missing = constant(isDisplay ? .stackDisplayStyleGapMin : .stackGapMin, style) - gap
    if missing > 0 {
      up += missing / 2
      down += missing - missing / 2
    }
    return (up, down)
  }

  // MARK: Roots

  func root(_ content: MathNode, _ degree: MathNode?, _ style: MathStyle) -> MathBox {
    let inner = box(content, style.inner { $0.isCramped = true })
    let rule = constant(.radicalRuleThickness, style)
    var gap = constant(
      style.isDisplay ? .radicalDisplayStyleVerticalGap : .radicalVerticalGap, style)
    let wanted = inner.ascent + inner.descent + gap + rule
    let surd = stretched(0x221A, to: wanted, vertical: true, style)
    gap += max(0, surd.ascent + surd.descent - wanted) / 2
    let top = inner.ascent + gap + rule
    var result = MathBox()
    if let degree {
      let small = box(degree, style.script.script)
      let height = surd.ascent + surd.descent
      let raise = top - height + height * font.mathConstant(.radicalDegreeBottomRaisePercent) / 100
      let before = constant(.radicalKernBeforeDegree, style)
      result.add(small, x: before, y: raise + small.descent)
      result.width = max(0, before + small.width + constant(.radicalKernAfterDegree, style))
    }
    result.add(surd, x: result.width, y: top - surd.ascent)
    result.width += surd.width
    result.rules.append(
      MathBox.Rule(
        x: result.width, y: top - rule, width: inner.width, height: rule, color: style.color))
    result.add(inner, x: result.width)
    result.width += inner.width
    result.ascent = max(result.ascent, top + constant(.radicalExtraAscender, style))
    return result
  }

  // MARK: Tables

  func table(_ rows: [[MathNode]], _ shape: MathTableStyle, _ style: MathStyle) -> MathBox {
    let inner = style.inner { $0.isDisplay = shape.isDisplay }
    let cells = rows.map { $0.map { box($0, inner) } }
    let count = cells.map(\.count).max() ?? 0
    var widths = [Int](repeating: 0, count: count)
    for row in cells {
      for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.width) }
    }
    let size = size(style)
    let columnGap = size * 4 / 5
    let rowGap = size / 2
    // A row is at least as high as a line: rows of small letters would otherwise be too close.
    let leastAscent = size * 7 / 10
    let leastDescent = size * 2 / 10
    var result = MathBox()
    result.width = widths.reduce(0, +) + columnGap * max(0, count - 1)
    let heights = cells.map { row in
      (
        ascent: max(leastAscent, row.map(\.ascent).max() ?? 0),
        descent: max(leastDescent, row.map(\.descent).max() ?? 0)
      )
    }
    let total =
      heights.reduce(0) { $0 + $1.ascent + $1.descent } + rowGap * max(0, cells.count - 1)
    var y = total / 2 + constant(.axisHeight, style)
    let ascent = y
    for (row, height) in zip(cells, heights) {
      var x = 0
      for (index, cell) in row.enumerated() {
        let free = widths[index] - cell.width
        let shift =
          switch shape.alignment(ofColumn: index) {
          case "left": 0
          case "right": free
          default: free / 2
          }
        result.add(cell, x: x + shift, y: y - height.ascent)
        x += widths[index] + columnGap
      }
      y -= height.ascent + height.descent + rowGap
    }
    result.ascent = ascent
    result.descent = total - ascent
    return result
  }
}

extension MathTableStyle {
  fileprivate func alignment(ofColumn index: Int) -> String {
    index < alignments.count ? alignments[index] : alignments.last ?? "center"
  }
}
