internal import CHarfBuzz

/// Values from a face's MATH table (OpenType 1.9, "MATH"), in font units.
extension FontFace {
  /// Whether formulas can be set in the face: it has a MATH table, a mathematical italic, and
  /// symbols in several sizes. Some text faces have a MATH table with little content.
  var hasMath: Bool {
    withFace { hb_ot_math_has_data($0) != 0 } && covers(0x1D465)
      && [0x28, 0x222B, 0x23DE].allSatisfy { (scalar: UInt32) in
        glyph(for: scalar).map { mathVariants($0, vertical: scalar != 0x23DE).count > 1 } ?? false
      }
  }

  /// A constant by its number in the table; percentages are plain numbers.
  func mathConstant(_ constant: MathConstant) -> Int {
    withFont {
      Int(hb_ot_math_get_constant($0, hb_ot_math_constant_t(UInt32(constant.rawValue))))
    }
  }

  func italicsCorrection(_ glyph: UInt32) -> Int {
    withFont { Int(hb_ot_math_get_glyph_italics_correction($0, glyph)) }
  }

  /// The horizontal position of the middle of an accent above a glyph, from the glyph's left side.
  func accentAttachment(_ glyph: UInt32) -> Int {
    withFont { Int(hb_ot_math_get_glyph_top_accent_attachment($0, glyph)) }
  }

  /// Ink above and below the baseline.
  func inkHeights(_ glyph: UInt32) -> (ascent: Int, descent: Int) {
    inkBox(of: glyph).map { ($0.top, $0.height - $0.top) } ?? (0, 0)
  }

  /// Larger variants of a glyph and their heights or widths, the smallest first.
  func mathVariants(_ glyph: UInt32, vertical: Bool) -> [(glyph: UInt32, reach: Int)] {
    withFont { font in
      var count: UInt32 = 32
      var variants = [hb_ot_math_glyph_variant_t](repeating: .init(), count: 32)
      hb_ot_math_get_glyph_variants(
        font, glyph, vertical ? HB_DIRECTION_BTT : HB_DIRECTION_LTR, 0, &count, &variants)
      return variants.prefix(Int(count)).map { ($0.glyph, GlyphAdvance.bounded($0.advance)) }
    }
  }

  /// The pieces from which a glyph of any size is assembled, from the bottom or from the left.
  func mathAssembly(_ glyph: UInt32, vertical: Bool) -> [MathGlyphPart] {
    withFont { font in
      var count: UInt32 = 16
      var parts = [hb_ot_math_glyph_part_t](repeating: .init(), count: 16)
      hb_ot_math_get_glyph_assembly(
        font, glyph, vertical ? HB_DIRECTION_BTT : HB_DIRECTION_LTR, 0, &count, &parts, nil)
      return parts.prefix(Int(count)).map {
        MathGlyphPart(
          glyph: $0.glyph, startConnector: GlyphAdvance.bounded($0.start_connector_length),
          endConnector: GlyphAdvance.bounded($0.end_connector_length),
          reach: max(1, GlyphAdvance.bounded($0.full_advance)),
          isExtender: $0.flags.rawValue & HB_OT_MATH_GLYPH_PART_FLAG_EXTENDER.rawValue != 0)
      }
    }
  }

  /// The minimum overlap of adjacent pieces.
  func connectorOverlap(vertical: Bool) -> Int {
    withFont {
      Int(hb_ot_math_get_min_connector_overlap($0, vertical ? HB_DIRECTION_BTT : HB_DIRECTION_LTR))
    }
  }
}

struct MathGlyphPart {
  let glyph: UInt32
  let startConnector: Int
  let endConnector: Int
  let reach: Int
  /// Whether it may be omitted or repeated.
  let isExtender: Bool
}

/// The constants of the MATH table, in its order.
enum MathConstant: Int {
  case scriptPercentScaleDown, scriptScriptPercentScaleDown, delimitedSubFormulaMinHeight
  case displayOperatorMinHeight, mathLeading, axisHeight, accentBaseHeight
  case flattenedAccentBaseHeight, subscriptShiftDown, subscriptTopMax
  case subscriptBaselineDropMin, superscriptShiftUp, superscriptShiftUpCramped
  case superscriptBottomMin, superscriptBaselineDropMax, subSuperscriptGapMin
  case superscriptBottomMaxWithSubscript, spaceAfterScript, upperLimitGapMin
  case upperLimitBaselineRiseMin, lowerLimitGapMin, lowerLimitBaselineDropMin, stackTopShiftUp
  case stackTopDisplayStyleShiftUp, stackBottomShiftDown, stackBottomDisplayStyleShiftDown
  case stackGapMin, stackDisplayStyleGapMin, stretchStackTopShiftUp, stretchStackBottomShiftDown
  case stretchStackGapAboveMin, stretchStackGapBelowMin, fractionNumeratorShiftUp
  case fractionNumeratorDisplayStyleShiftUp, fractionDenominatorShiftDown
  case fractionDenominatorDisplayStyleShiftDown, fractionNumeratorGapMin
  case fractionNumDisplayStyleGapMin, fractionRuleThickness, fractionDenominatorGapMin
  case fractionDenomDisplayStyleGapMin, skewedFractionHorizontalGap
  case skewedFractionVerticalGap, overbarVerticalGap, overbarRuleThickness, overbarExtraAscender
  case underbarVerticalGap, underbarRuleThickness, underbarExtraDescender, radicalVerticalGap
  case radicalDisplayStyleVerticalGap, radicalRuleThickness, radicalExtraAscender
  case radicalKernBeforeDegree, radicalKernAfterDegree, radicalDegreeBottomRaisePercent
}
