/// The box properties: display, sizes, edges, breaks, generated content.
extension StyleComputer {
  mutating func applyBox(_ property: String, _ value: StyleValue) {
    if applyCorner(property, value) || applySide(property, value) { return }
    switch property {
    case "display":
      let word = keyword(value) ?? "inline"
      if let container = PropertyGrammar.itemContainers[word] {
        box.display = container
        generated.isItemContainer = true
        generated.unhonoured.append("display: " + word)
        return
      }
      let isInlineItem = word == "inline-list-item" || word == "inline-block-list-item"
      box.isInlineListItem = isInlineItem ? true : nil
      box.display =
        isInlineItem
        ? word == "inline-list-item" ? .inline : .inlineBlock : keyword(value, or: .inline)
    case "float": box.float = keyword(physical(value), or: .none)
    case "clear": box.clear = keyword(physical(value), or: .none)
    case "position": box.position = keyword(value, or: .static)
    case "width", "min-width", "max-width": applyWidth(property, value)
    case "aspect-ratio": box.aspectRatio = aspectRatio(value)
    case "height": box.height = lengths.dimension(value) ?? .auto
    case "min-height": box.minHeight = lengths.dimension(value) ?? .auto
    case "max-height": box.maxHeight = lengths.dimension(value) ?? .auto
    case "box-sizing": box.sizesBorderBox = keyword(value) == "border-box"
    // Computed with all other values, in `finishTransform` and `finishWritingMode`.
    case "transform", "transform-origin", "writing-mode": break
    case "z-index": box.stackLevel = lengths.number(value).map { Int($0) }
    case "object-fit":
      let fit = keyword(value, or: ObjectFit.fill)
      box.objectFit = fit == .fill ? nil : fit
    case "object-position": box.objectPosition = objectPosition(value)
    case "shape-outside": box.floatShape = floatShape(value)
    case "shape-margin": box.shapeMargin = lengths.dimension(value)
    case "overflow": box.overflow = keyword(value, or: .visible)
    case "box-shadow": box.shadows = shadows(value)
    case "background-color": box.background = color(value)
    case _ where property.hasPrefix("background-"): applyPicture(property, value)
    case "vertical-align": box.verticalAlign = verticalAlign(value)
    case "unicode-bidi": box.unicodeBidi = keyword(value, or: .normal)
    case "break-before": box.breakBefore = breakValue(value)
    case "break-after": box.breakAfter = breakValue(value)
    case "break-inside": box.avoidsBreakInside = ["avoid", "avoid-page"].contains(keyword(value))
    case "box-decoration-break": box.clonesDecoration = keyword(value) == "clone"
    case "page": if case .string(let name) = value { box.page = name } else { box.page = nil }
    case "content": generated.content = value
    case "counter-reset": generated.counterReset = counters(value)
    case "counter-increment": generated.counterIncrement = counters(value)
    case "counter-set": generated.counterSet = counters(value)
    case "string-set":
      generated.stringSet = []
      if case .list(let items) = value {
        for case .function(let name, let content) in items {
          generated.stringSet.append(StringSet(name: name, items: content))
        }
      }
    case "table-layout": box.tableLayoutIsFixed = keyword(value) == "fixed"
    case "size": generated.pageSize = value
    case "text-decoration-line", "text-decoration-style", "text-decoration-color",
      "text-decoration-thickness":
      decoration[property] = value
    default: break
    }
  }

  private func counters(_ value: StyleValue) -> [CounterChange] {
    guard case .list(let items) = value else { return [] }
    return items.compactMap { item in
      guard case .function(let name, let arguments) = item else { return nil }
      let number = arguments.last.flatMap { lengths.number($0) }
      return CounterChange(
        name: name, value: number.map { Int($0) },
        isReversed: arguments.first == .keyword("reversed"))
    }
  }

  private func breakValue(_ value: StyleValue) -> BreakValue {
    switch keyword(value) {
    case "avoid", "avoid-page": .avoid
    case "page", "always", "all": .page
    case "left", "verso": .left
    case "right", "recto": .right
    default: .auto
    }
  }

  private func verticalAlign(_ value: StyleValue) -> VerticalAlign {
    switch keyword(value) {
    case "sub": return .sub
    case "super": return .super
    case "top": return .top
    case "bottom": return .bottom
    case "middle": return .middle
    case "text-top": return .textTop
    case "text-bottom": return .textBottom
    default:
      let line = text.lineHeight.resolved(text.font, context.fonts)
      return lengths.length(value, percentOf: line).map { .length($0) } ?? .baseline
    }
  }

  /// margin-*, padding-*, border-*-* and the offsets of positioned boxes.
  private mutating func applySide(_ property: String, _ value: StyleValue) -> Bool {
    let parts = property.split(separator: "-")
    guard let side = parts.first(where: { ["top", "right", "bottom", "left"].contains($0) }) else {
      return false
    }
    func edge<Value>(_ type: Value.Type) -> WritableKeyPath<Edges<Value>, Value> {
      side == "top" ? \.top : side == "right" ? \.right : side == "bottom" ? \.bottom : \.left
    }
    switch (parts.first, parts.count) {
    case ("margin", 2):
      box.margin[keyPath: edge(Dimension.self)] = outerLengths.dimension(value) ?? .zero
    case ("padding", 2):
      box.padding[keyPath: edge(Dimension.self)] = lengths.dimension(value) ?? .zero
    case ("border", 3):
      let path = edge(BorderSide.self)
      switch parts[2] {
      case "width": box.border[keyPath: path].width = borderWidth(value)
      case "style": box.border[keyPath: path].style = keyword(value, or: .none)
      default: borderColors[String(side)] = value
      }
    case (_, 1):
      box.offsets[keyPath: edge(Dimension.self)] = outerLengths.dimension(value) ?? .auto
    default: return false
    }
    return true
  }

  private func borderWidth(_ value: StyleValue) -> Length {
    switch keyword(value) {
    case "thin": lengths.length(0.75, .pt)
    case "medium": lengths.length(2.25, .pt)
    case "thick": lengths.length(3.75, .pt)
    default: lengths.length(value, percentOf: 0) ?? 0
    }
  }
}

/// Background images.
extension StyleComputer {
  private mutating func applyPicture(_ property: String, _ value: StyleValue) {
    let layers = value.layers
    pictureLayers[property] = layers
    var picture = box.picture ?? BackgroundPicture()
    apply(property, layers[0], to: &picture)
    // A box without an image keeps no picture, so that its style equals that of other boxes.
    box.picture = picture == BackgroundPicture() ? nil : picture
  }

  /// Applies the values of the layers below the first one. There are as many layers as images; a list
  /// that is shorter is repeated (CSS Backgrounds 3, section 2.1).
  mutating func finishPictures() {
    let isFixed = pictureLayers["background-attachment"]?.contains(.keyword("fixed")) ?? false
    if isFixed, box.picture?.file != nil || box.picture?.gradient != nil {
      generated.unhonoured.append("background-attachment: fixed")
    }
    guard let images = pictureLayers["background-image"], images.count > 1 else { return }
    box.picture = box.picture ?? BackgroundPicture()
    box.lowerPictures = (1..<images.count).map { layer in
      var picture = BackgroundPicture()
      for (property, values) in pictureLayers {
        apply(property, values[layer % values.count], to: &picture)
      }
      return picture
    }
  }

  private func apply(
    _ property: String, _ value: StyleValue, to picture: inout BackgroundPicture
  ) {
    switch property {
    case "background-image":
      picture.file = value.file
      picture.gradient = gradient(value)
    case "background-repeat":
      guard case .list(let words) = value, words.count == 2 else { return }
      picture.repeatsAcross = repetition(words[0])
      picture.repeatsDown = repetition(words[1])
    case "background-position":
      guard case .list(let places) = value, places.count == 2 else { return }
      picture.x = place(places[0])
      picture.y = place(places[1])
    case "background-size": picture.scale = scale(value)
    case "background-origin": picture.origin = keyword(value, or: .padding)
    case "background-clip": picture.clip = keyword(value, or: .border)
    default: return
    }
  }

  private func repetition(_ value: StyleValue) -> BackgroundPicture.Repetition {
    keyword(value, or: .repeat)
  }

  /// A list is an edge with a distance towards the middle.
  func place(_ value: StyleValue) -> Dimension {
    guard case .list(let parts) = value, parts.count == 2 else {
      return lengths.dimension(value) ?? .zero
    }
    let (edge, distance) = (lengths.dimension(parts[0]), lengths.dimension(parts[1]))
    guard let edge, let distance else { return .zero }
    let sign = edge.fraction > 0 ? -1 : 1
    return Dimension(
      length: Length(rawValue: distance.length.rawValue * sign),
      fraction: edge.fraction + distance.fraction * Double(sign))
  }

  /// `inline-start` and `inline-end` as sides of the block around the element (CSS Logical 1, section
  /// 2.2).
  private func physical(_ value: StyleValue) -> StyleValue {
    let isRightToLeft = parent?.text.isRightToLeft ?? false
    switch value {
    case .keyword("inline-start"): return .keyword(isRightToLeft ? "right" : "left")
    case .keyword("inline-end"): return .keyword(isRightToLeft ? "left" : "right")
    default: return value
    }
  }

  private func scale(_ value: StyleValue) -> BackgroundPicture.Scale {
    switch value {
    case .keyword("cover"): .cover
    case .keyword("contain"): .contain
    case .list(let sizes) where sizes.count == 2:
      .lengths(
        width: lengths.dimension(sizes[0]) ?? .auto, height: lengths.dimension(sizes[1]) ?? .auto)
    default: .lengths(width: .auto, height: .auto)
    }
  }
}
