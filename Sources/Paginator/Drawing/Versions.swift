internal import CFreeType
internal import CFriBidi
internal import CHarfBuzz
internal import Markup

/// The versions of the libraries that affect pages, in fixed order, for `--version` and the map.
public var libraryVersions: [(name: String, version: String)] {
  markupLibraryVersions
    + [
      ("FreeType", freeTypeVersion), ("HarfBuzz", String(cString: shim_hb_version())),
      ("FriBidi", String(cString: shim_fribidi_version())), ("fontconfig", SystemFonts.version),
    ] + unicodeVersions
}

private var freeTypeVersion: String { "\(FREETYPE_MAJOR).\(FREETYPE_MINOR).\(FREETYPE_PATCH)" }
