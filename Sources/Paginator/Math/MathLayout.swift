/// Sets formulas with an OpenType font that has a MATH table (MathML Core, section 3; OpenType's
/// "MATH" for the meaning of the constants).
struct MathLayout {
  let font: FontFace
  /// A face for a character that the font lacks.
  let fallback: (UInt32) -> FontFace?

  // MARK: Measures

  func size(_ style: MathStyle) -> Int {
    let percent: Int
    switch style.level {
    case ...0: return style.base
    case 1: percent = font.mathConstant(.scriptPercentScaleDown)
    default: percent = font.mathConstant(.scriptScriptPercentScaleDown)
    }
    return style.base * (percent > 0 ? percent : 70) / 100
  }

  /// Font units of the math font in 1/1024 points.
  func scaled(_ units: Int, _ style: MathStyle) -> Int {
    units * size(style) / font.metrics.unitsPerEm
  }

  func constant(_ constant: MathConstant, _ style: MathStyle) -> Int {
    scaled(font.mathConstant(constant), style)
  }

  // MARK: Nodes

  func box(_ node: MathNode, _ style: MathStyle, form: MathForm = .infix) -> MathBox {
    switch node {
    case .text(let text): return self.text(text, style)
    case .operation(let own): return operation(own, style, form)
    case .space(let width, let height, let depth):
      let size = size(style)
      return MathBox(
        width: width.resolved(size), ascent: height.resolved(size), descent: depth.resolved(size))
    case .row(let children): return row(children, style)
    case .fraction(let numerator, let denominator, let thickness):
      return fraction(numerator, denominator, thickness, style)
    case .root(let content, let degree): return root(content, degree, style)
    case .scripts(let base, let sub, let sup):
      return scripts(base, after: [MathScriptPair(sub: sub, sup: sup)], before: [], style, form)
    case .multiscripts(let base, let after, let before):
      return scripts(base, after: after, before: before, style, form)
    case .limits(let base, let under, let over, let accents):
      return limits(base, under, over, accents, style, form)
    case .table(let rows, let shape): return table(rows, shape, style)
    case .padded(let content, let padding): return padded(content, padding, style)
    case .phantom(let content):
      var box = box(content, style, form: form)
      box.glyphs = []
      box.rules = []
      return box
    case .styled(let content, let change):
      return box(content, changed(style, by: change), form: form)
    }
  }

  private func changed(_ style: MathStyle, by change: MathChange) -> MathStyle {
    var style = style
    if let isDisplay = change.isDisplay { style.isDisplay = isDisplay }
    if let level = change.scriptLevel {
      style.level = max(0, level.isRelative ? style.level + level.value : level.value)
    }
    if let size = change.size { style.base = max(1, size.resolved(style.base)) }
    if let color = change.color { style.color = color }
    return style
  }

  private func padded(_ content: MathNode, _ padding: MathPadding, _ style: MathStyle) -> MathBox {
    let inner = box(content, style)
    let size = size(style)
    var box = MathBox()
    box.add(inner, x: padding.indent?.resolved(size) ?? 0, y: padding.rise?.resolved(size) ?? 0)
    box.width = padding.width?.resolved(size) ?? inner.width
    box.ascent = padding.height?.resolved(size) ?? inner.ascent
    box.descent = padding.depth?.resolved(size) ?? inner.descent
    return box
  }

  // MARK: Tokens

  private func text(_ text: String, _ style: MathStyle) -> MathBox {
    var box = MathBox()
    var count = 0
    // Function application and invisible times say how to read a formula; many fonts lack them.
    for scalar in text.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
      let face = font.covers(scalar.value) ? font : fallback(scalar.value) ?? font
      let glyph = face.glyph(for: scalar.value) ?? 0
      box.append(self.glyph(glyph, face, style))
      count += 1
    }
    if count == 1, let only = box.glyphs.first, only.face === font {
      box.accent = scaled(font.accentAttachment(only.glyph), style)
    }
    return box
  }

  func glyph(_ glyph: UInt32, _ face: FontFace, _ style: MathStyle) -> MathBox {
    let size = size(style)
    func scaled(_ units: Int) -> Int { units * size / face.metrics.unitsPerEm }
    let heights = face.inkHeights(glyph)
    var box = MathBox(
      width: scaled(face.advance(of: glyph)), ascent: scaled(heights.ascent),
      descent: scaled(heights.descent))
    if face === font { box.italic = scaled(font.italicsCorrection(glyph)) }
    box.glyphs = [
      MathBox.FormulaGlyph(face: face, glyph: glyph, x: 0, y: 0, size: size, color: style.color)
    ]
    return box
  }

  private func operation(_ own: MathOperator, _ style: MathStyle, _ form: MathForm) -> MathBox {
    let properties = own.properties(in: form)
    if properties.isLarge, style.isDisplay, let scalar = own.onlyScalar {
      let wanted = constant(.displayOperatorMinHeight, style)
      var box = stretched(scalar, to: wanted, vertical: true, style)
      center(&box, style)
      return box
    }
    var box = text(own.text, style)
    if properties.isLarge { center(&box, style) }
    return box
  }

  /// Moves a box vertically so that its middle is on the math axis.
  func center(_ box: inout MathBox, _ style: MathStyle) {
    let shift = constant(.axisHeight, style) - (box.ascent - box.descent) / 2
    box.raise(by: shift)
  }

  // MARK: Rows

  /// Sets elements in a row, with space around operators; fences are as high as the other elements.
  private func row(_ children: [MathNode], _ style: MathStyle) -> MathBox {
    let forms = forms(of: children)
    var boxes: [MathBox?] = []
    var ascent = 0
    var descent = 0
    for (child, form) in zip(children, forms) {
      if let own = child.coreOperator, isFence(own.properties(in: form)) {
        boxes.append(nil)
        continue
      }
      let box = box(child, style, form: form)
      ascent = max(ascent, box.ascent)
      descent = max(descent, box.descent)
      boxes.append(box)
    }
    var result = MathBox()
    for (index, child) in children.enumerated() {
      let own = child.coreOperator
      let properties = own?.properties(in: forms[index])
      let box =
        boxes[index]
        ?? fence(child, style, forms[index], ascent: ascent, descent: descent)
      let size = size(style)
      // No space around an operator that is alone, or in scripts (The TeXbook, chapter 18).
      let isAlone = children.count == 1 || style.level > 0
      let before =
        isAlone ? 0 : own?.before?.resolved(size) ?? (properties?.before ?? 0) * size / 18
      let after = isAlone ? 0 : own?.after?.resolved(size) ?? (properties?.after ?? 0) * size / 18
      result.append(box, before: before, after: after)
    }
    if children.count == 1, let only = boxes.first ?? nil { result.accent = only.accent }
    return result
  }

  private func isFence(_ properties: OperatorProperties) -> Bool {
    properties.isStretchy && !properties.isHorizontal
  }

  /// The form of each element: prefix if first, postfix if last, else infix (MathML Core, section
  /// 3.2.4.2).
  private func forms(of children: [MathNode]) -> [MathForm] {
    let shown = children.indices.filter { if case .space = children[$0] { false } else { true } }
    return children.indices.map { index in
      guard shown.count > 1 else { return .infix }
      return index == shown.first ? .prefix : index == shown.last ? .postfix : .infix
    }
  }

  /// - Parameters:
  ///   - ascent, descent: those of the other elements in the row.
  private func fence(
    _ node: MathNode, _ style: MathStyle, _ form: MathForm, ascent: Int, descent: Int
  ) -> MathBox {
    guard case .operation(let own) = node, let scalar = own.onlyScalar else {
      return box(node, style, form: form)
    }
    let properties = own.properties(in: form)
    let axis = constant(.axisHeight, style)
    var (above, below) = (ascent, descent)
    if properties.isSymmetric {
      let half = max(ascent - axis, descent + axis, 0)
      (above, below) = (half + axis, half - axis)
    }
    var height = above + below
    let size = size(style)
    if let least = own.least { height = max(height, least.resolved(size)) }
    if let most = own.most { height = min(height, most.resolved(size)) }
    var box = stretched(scalar, to: height, vertical: true, style)
    if properties.isSymmetric || height <= 0 {
      center(&box, style)
    } else {
      var moved = MathBox(width: box.width)
      moved.add(box, x: 0, y: box.descent - below)
      box = moved
    }
    return box
  }
}

extension MathOperator {
  var onlyScalar: UInt32? {
    text.unicodeScalars.count == 1 ? text.unicodeScalars.first?.value : nil
  }
}
