/// Scripts and limits (MathML Core, section 3.4).
extension MathLayout {
  // MARK: Scripts

  func scripts(
    _ base: MathNode, after: [MathScriptPair], before: [MathScriptPair], _ style: MathStyle,
    _ form: MathForm
  ) -> MathBox {
    let nucleus = box(base, style, form: form)
    let isLarge = base.coreOperator?.properties(in: form).isLarge ?? false
    let pairs = (before + after).map { pair in
      (
        sub: pair.sub.map { box($0, style.script.inner { $0.isCramped = true }) },
        sup: pair.sup.map { box($0, style.script) }
      )
    }
    let shifts = shifts(of: pairs, around: base.isCharacter ? MathBox() : nucleus, style)
    let space = constant(.spaceAfterScript, style)
    var result = MathBox()
    for pair in pairs.prefix(before.count) {
      // Prescripts are aligned to the right, next to the base.
      let width = max(pair.sub?.width ?? 0, pair.sup?.width ?? 0)
      if let sub = pair.sub {
        result.add(sub, x: result.width + space + width - sub.width, y: -shifts.sub)
      }
      if let sup = pair.sup {
        result.add(sup, x: result.width + space + width - sup.width, y: shifts.sup)
      }
      result.width += width + space
    }
    result.add(nucleus, x: result.width)
    result.width += nucleus.width
    for pair in pairs.dropFirst(before.count) {
      // The width of a large operator includes its slant: its subscript moves back to the left.
      let subX = result.width - (isLarge ? nucleus.italic : 0)
      let supX = result.width + (isLarge ? 0 : nucleus.italic)
      if let sub = pair.sub { result.add(sub, x: subX, y: -shifts.sub) }
      if let sup = pair.sup { result.add(sup, x: supX, y: shifts.sup) }
      let end = max(
        pair.sub.map { subX + $0.width } ?? 0, pair.sup.map { supX + $0.width } ?? 0, result.width)
      result.width = end + space
    }
    return result
  }

  /// How far all superscripts are raised, and all subscripts lowered.
  private func shifts(
    of pairs: [(sub: MathBox?, sup: MathBox?)], around base: MathBox, _ style: MathStyle
  ) -> (sub: Int, sup: Int) {
    let subs = pairs.compactMap(\.sub)
    let sups = pairs.compactMap(\.sup)
    var sub = max(
      constant(.subscriptShiftDown, style),
      base.descent + constant(.subscriptBaselineDropMin, style))
    var sup = max(
      constant(style.isCramped ? .superscriptShiftUpCramped : .superscriptShiftUp, style),
      base.ascent - constant(.superscriptBaselineDropMax, style))
    for box in subs { sub = max(sub, box.ascent - constant(.subscriptTopMax, style)) }
    for box in sups { sup = max(sup, box.descent + constant(.superscriptBottomMin, style)) }
    guard let top = subs.map(\.ascent).max(), let bottom = sups.map(\.descent).max() else {
      return (sub, sup)
    }
    let missing = constant(.subSuperscriptGapMin, style) - (sup - bottom + sub - top)
    if missing > 0 {
      let room = max(0, constant(.superscriptBottomMaxWithSubscript, style) - (sup - bottom))
      let raise = min(missing, room)
      sup += raise
      sub += missing - raise
    }
    return (sub, sup)
  }

  // MARK: Above and below

  func limits(
    _ base: MathNode, _ under: MathNode?, _ over: MathNode?, _ accents: MathAccents,
    _ style: MathStyle, _ form: MathForm
  ) -> MathBox {
    let own = base.coreOperator?.properties(in: form)
    if own?.movesLimits ?? false, !style.isDisplay {
      return scripts(base, after: [MathScriptPair(sub: under, sup: over)], before: [], style, form)
    }
    let isLarge = own?.isLarge ?? false
    let overStyle = accents.isAccentOver ? style.inner { $0.isDisplay = false } : style.script
    let underStyle = accents.isAccentUnder ? style.inner { $0.isDisplay = false } : style.script
    var nucleus = box(base, style.inner { if over != nil { $0.isCramped = true } }, form: form)
    var top = over.map { box($0, overStyle) }
    var bottom = under.map { box($0, underStyle) }
    // A part that stretches horizontally is as wide as the widest of the other parts.
    let widest = max(
      isHorizontal(base) ? 0 : nucleus.width, over.map(isHorizontal) ?? true ? 0 : top?.width ?? 0,
      under.map(isHorizontal) ?? true ? 0 : bottom?.width ?? 0)
    if isHorizontal(base) { nucleus = stretchedAlong(base, to: widest, style) ?? nucleus }
    if let over, isHorizontal(over) { top = stretchedAlong(over, to: widest, overStyle) ?? top }
    if let under, isHorizontal(under) {
      bottom = stretchedAlong(under, to: widest, underStyle) ?? bottom
    }
    let lean = isLarge ? nucleus.italic / 2 : 0
    let middle = nucleus.width / 2
    var parts: [(box: MathBox, x: Int, y: Int)] = [(nucleus, 0, 0)]
    if let top {
      let y = rise(of: top, above: nucleus, accents, isHorizontal(over), style)
      let x =
        accents.isAccentOver
        ? (nucleus.accent ?? middle) - (top.accent ?? top.width / 2) : middle - top.width / 2 + lean
      parts.append((top, x, y))
    }
    if let bottom {
      let gap = constant(
        isHorizontal(under) || accents.isAccentUnder ? .stretchStackGapAboveMin : .lowerLimitGapMin,
        style)
      let drop = max(
        nucleus.descent + bottom.ascent + gap,
        accents.isAccentUnder
          ? 0 : nucleus.descent + constant(.lowerLimitBaselineDropMin, style))
      parts.append((bottom, middle - bottom.width / 2 - lean, -drop))
    }
    return joined(parts, like: nucleus, keepsWidth: accents.isAccentOver && under == nil)
  }

  private func rise(
    of top: MathBox, above base: MathBox, _ accents: MathAccents, _ stretches: Bool,
    _ style: MathStyle
  ) -> Int {
    if accents.isAccentOver {
      let letters = constant(.accentBaseHeight, style)
      // The ink of accents is above letter height; the ink of arrows is on the axis.
      let ink = bottom(ofInk: top)
      let least = base.ascent - min(base.ascent, letters)
      return max(least, base.ascent + (ink > letters / 2 ? -ink : top.descent))
    }
    if stretches {
      return base.ascent + top.descent + constant(.overbarVerticalGap, style) / 2
    }
    return base.ascent
      + max(
        top.descent + constant(.upperLimitGapMin, style),
        constant(.upperLimitBaselineRiseMin, style))
  }

  /// How far above the baseline the ink of a box begins; its descent below it without glyphs. A box itself is at least as
  /// deep as the baseline.
  private func bottom(ofInk box: MathBox) -> Int {
    guard box.rules.isEmpty else { return -box.descent }
    return box.glyphs.map { glyph in
      let units = glyph.face.inkHeights(glyph.glyph).descent
      return glyph.y - units * glyph.size / glyph.face.metrics.unitsPerEm
    }.min() ?? -box.descent
  }

  /// - Parameter keepsWidth: whether the result is as wide as the base, although parts protrude
  ///   from it.
  private func joined(
    _ parts: [(box: MathBox, x: Int, y: Int)], like base: MathBox, keepsWidth: Bool
  ) -> MathBox {
    let left = keepsWidth ? 0 : min(0, parts.map(\.x).min() ?? 0)
    var result = MathBox()
    for part in parts {
      result.add(part.box, x: part.x - left, y: part.y)
      if !keepsWidth { result.width = max(result.width, part.x - left + part.box.width) }
    }
    if keepsWidth {
      result.width = base.width
      result.italic = base.italic
    }
    return result
  }

  private func isHorizontal(_ node: MathNode?) -> Bool {
    guard let own = node?.coreOperator else { return false }
    let properties = own.properties(in: .postfix)
    return (properties.isStretchy || own.properties(in: .infix).isStretchy)
      && properties.isHorizontal && own.isStretchy ?? true
  }

  /// A rule over or under the base, because few fonts have a bar of any length.
  private func bar(_ width: Int, _ style: MathStyle) -> MathBox {
    let thickness = constant(.overbarRuleThickness, style)
    var box = MathBox(width: width)
    box.ascent = thickness
    box.descent = constant(.overbarVerticalGap, style)
    box.rules = [MathBox.Rule(x: 0, y: 0, width: width, height: thickness, color: style.color)]
    return box
  }

  private func stretchedAlong(_ node: MathNode, to width: Int, _ style: MathStyle) -> MathBox? {
    guard let scalar = node.coreOperator?.onlyScalar, width > 0 else { return nil }
    if [0xAF, 0x5F, 0x203E, 0x304, 0x305, 0x332].contains(scalar) { return bar(width, style) }
    return stretched(scalar, to: width, vertical: false, style)
  }
}
