/// Copies one property between styles, for `inherit`, `initial` and `unset`.
enum PropertyCopying {
  typealias TextCopy = @Sendable (inout TextProperties, TextProperties) -> Void
  typealias BoxCopy = @Sendable (inout BoxProperties, BoxProperties) -> Void

  private static func text<Value>(
    _ path: any WritableKeyPath<TextProperties, Value> & Sendable
  ) -> TextCopy {
    { $0[keyPath: path] = $1[keyPath: path] }
  }
  private static func box<Value>(
    _ path: any WritableKeyPath<BoxProperties, Value> & Sendable
  ) -> BoxCopy {
    { $0[keyPath: path] = $1[keyPath: path] }
  }
  private static func corner(_ corner: CornerRadii.Corner) -> BoxCopy {
    { $0[corner] = $1[corner] }
  }
  private static func picture<Value>(
    _ path: any WritableKeyPath<BackgroundPicture, Value> & Sendable
  ) -> BoxCopy {
    { target, source in
      var picture = target.picture ?? BackgroundPicture()
      picture[keyPath: path] = (source.picture ?? BackgroundPicture())[keyPath: path]
      target.picture = picture == BackgroundPicture() ? nil : picture
    }
  }
  private static func variants(_ group: Set<String>) -> TextCopy {
    { target, source in
      target.font.variants =
        (target.font.variants.filter { !group.contains($0) }
        + source.font.variants.filter { group.contains($0) }).sorted()
    }
  }

  static let text: [String: TextCopy] = [
    "font-family": text(\.font.families), "font-size": text(\.font.size),
    "font-weight": text(\.font.weight), "font-style": text(\.font.isItalic),
    "font-stretch": text(\.font.stretch), "font-variant-caps": text(\.font.caps),
    "font-variant-numeric": variants(PropertyGrammar.numericKeywords),
    "font-variant-ligatures": variants(
      PropertyGrammar.ligatureKeywords.union(["no-ligatures"])),
    "font-variant-position": variants(["sub", "super"]),
    "font-variant-east-asian": variants(PropertyGrammar.eastAsianKeywords),
    "font-kerning": text(\.font.hasKerning), "font-feature-settings": text(\.font.features),
    "font-optical-sizing": text(\.font.hasOpticalSizing),
    "font-size-adjust": { target, source in
      target.font.sizeAdjust = source.font.sizeAdjust
      target.font.sizeAdjustMetric = source.font.sizeAdjustMetric
    },
    "color": text(\.color),
    "line-height": text(\.lineHeight), "text-align": text(\.align),
    "text-align-last": text(\.alignLast),
    "text-justify": { target, source in
      target.justifies = source.justifies
      target.justifiesLetters = source.justifiesLetters
    },
    "text-indent": { target, source in
      target.indent = source.indent
      target.indentHangs = source.indentHangs
      target.indentEachLine = source.indentEachLine
      target.indentsProse = source.indentsProse
    },
    "text-transform": text(\.transform), "letter-spacing": text(\.letterSpacing),
    "tracking": text(\.tracking), "looseness": text(\.looseness),
    "word-spacing": { target, source in
      target.wordSpacing = source.wordSpacing
      target.wordSpacingShare = source.wordSpacingShare
    },
    "white-space": text(\.whiteSpace),
    "tab-size": text(\.tabSize), "hyphens": text(\.hyphens),
    "hyphenate-character": text(\.hyphenateCharacter),
    "hyphenate-limit-chars": { target, source in
      target.hyphenationLimits.word = source.hyphenationLimits.word
      target.hyphenationLimits.before = source.hyphenationLimits.before
      target.hyphenationLimits.after = source.hyphenationLimits.after
    },
    "hyphenate-limit-lines": text(\.hyphenationLimits.lines),
    "hyphenate-limit-last": text(\.hyphenationLimits.last),
    "overflow-wrap": text(\.overflowWrap), "word-break": text(\.wordBreak),
    "line-break": text(\.lineBreak), "hanging-punctuation": text(\.hangingPunctuation),
    "baseline-grid": text(\.baselineGrid), "page-breaking": text(\.pageBreaking),
    "margin-kerning": text(\.microtypography.marginKerning),
    "margin-kerning-characters": text(\.microtypography.marginCharacters),
    "glyph-scaling-limit": text(\.microtypography.glyphScalingLimit),
    "italic-correction": text(\.microtypography.correctsItalics),
    "letter-spacing-limit": text(\.microtypography.letterSpacingLimit),
    "heading-keep": text(\.keepsShapedHeadings),
    "initial-letter-wrap": text(\.initialLetterWrap),
    "initial-letter-fit": text(\.fitsFloatedInitials),
    "justified-measure-min": text(\.justifiedMeasureMin),
    "measure-min": text(\.measureMin),
    "table-scale-min": text(\.tableScaleMin),
    "text-wrap": text(\.wrap), "quotes": text(\.quotes),
    "list-style-type": text(\.listStyleType), "list-style-image": text(\.listStyleImage),
    "list-style-position": text(\.listStyleIsInside),
    "widows": text(\.widows), "orphans": text(\.orphans), "visibility": text(\.visibility),
    "border-collapse": text(\.collapsesBorders), "border-spacing": text(\.borderSpacing),
    "caption-side": text(\.captionIsAtBottom), "empty-cells": text(\.hidesEmptyCells),
    "direction": text(\.isRightToLeft), "text-underline-offset": text(\.underlineOffset),
    "text-emphasis-style": text(\.emphasis), "text-emphasis-color": text(\.emphasisColor),
    "text-emphasis-position": text(\.emphasisIsBelow),
  ]

  static let box: [String: BoxCopy] = [
    "display": box(\.display), "float": box(\.float), "initial-letter": box(\.initialLetter),
    "lead-in": box(\.leadIn),
    "clear": box(\.clear),
    "position": box(\.position),
    "width": { target, source in
      target.width = source.width
      target.widthKeyword = source.widthKeyword
      target.widthContent = source.widthContent
    },
    "min-width": { target, source in
      target.minWidth = source.minWidth
      target.minWidthContent = source.minWidthContent
    },
    "max-width": { target, source in
      target.maxWidth = source.maxWidth
      target.maxWidthContent = source.maxWidthContent
    },
    "aspect-ratio": box(\.aspectRatio), "height": box(\.height), "min-height": box(\.minHeight),
    "max-height": box(\.maxHeight), "box-sizing": box(\.sizesBorderBox),
    "transform": box(\.translation), "transform-origin": { _, _ in },
    "writing-mode": { _, _ in },
    "z-index": box(\.stackLevel), "overflow": box(\.overflow), "object-fit": box(\.objectFit),
    "object-position": box(\.objectPosition),
    "shape-outside": box(\.floatShape), "shape-margin": box(\.shapeMargin),
    "box-shadow": box(\.shadows), "background-color": box(\.background),
    "background-image": { target, source in
      picture(\.file)(&target, source)
      picture(\.gradient)(&target, source)
      target.lowerPictures = source.lowerPictures
    },
    "background-repeat": { target, source in
      picture(\.repeatsAcross)(&target, source)
      picture(\.repeatsDown)(&target, source)
    },
    "background-position": { target, source in
      picture(\.x)(&target, source)
      picture(\.y)(&target, source)
    },
    "background-size": picture(\.scale), "background-origin": picture(\.origin),
    "background-clip": picture(\.clip), "background-attachment": { _, _ in },
    "vertical-align": box(\.verticalAlign), "unicode-bidi": box(\.unicodeBidi),
    "break-before": box(\.breakBefore), "break-after": box(\.breakAfter),
    "break-inside": box(\.avoidsBreakInside), "box-decoration-break": box(\.clonesDecoration),
    "page": box(\.page), "table-layout": box(\.tableLayoutIsFixed), "top": box(\.offsets.top),
    "right": box(\.offsets.right),
    "bottom": box(\.offsets.bottom), "left": box(\.offsets.left),
    "margin-top": box(\.margin.top), "margin-right": box(\.margin.right),
    "margin-bottom": box(\.margin.bottom), "margin-left": box(\.margin.left),
    "padding-top": box(\.padding.top), "padding-right": box(\.padding.right),
    "padding-bottom": box(\.padding.bottom), "padding-left": box(\.padding.left),
    "border-top-width": box(\.border.top.width), "border-right-width": box(\.border.right.width),
    "border-bottom-width": box(\.border.bottom.width),
    "border-left-width": box(\.border.left.width), "border-top-style": box(\.border.top.style),
    "border-right-style": box(\.border.right.style),
    "border-bottom-style": box(\.border.bottom.style),
    "border-left-style": box(\.border.left.style), "border-top-color": box(\.border.top.color),
    "border-right-color": box(\.border.right.color),
    "border-bottom-color": box(\.border.bottom.color),
    "border-left-color": box(\.border.left.color),
    "border-top-left-radius": corner(.topLeft), "border-top-right-radius": corner(.topRight),
    "border-bottom-right-radius": corner(.bottomRight),
    "border-bottom-left-radius": corner(.bottomLeft),
  ]

  static let generated: [String: @Sendable (inout GeneratedContent, GeneratedContent) -> Void] = [
    "content": { $0.content = $1.content }, "size": { $0.pageSize = $1.pageSize },
    "counter-reset": { $0.counterReset = $1.counterReset },
    "counter-increment": { $0.counterIncrement = $1.counterIncrement },
    "counter-set": { $0.counterSet = $1.counterSet },
    "string-set": { $0.stringSet = $1.stringSet },
  ]
}
