internal import Digests

enum SVGColor {
  static func text(_ color: Color) -> String {
    "#" + hexDigits([color.red, color.green, color.blue])
  }
}

/// Links that a page may contain: none that runs code or opens a local file of the reader.
enum LinkTarget {
  private static let schemes: Set<String> = [
    "http", "https", "mailto", "tel", "sms", "ftp", "urn", "doi", "geo",
  ]

  /// The link itself, or "#" if its scheme is not known to be harmless.
  static func safe(_ href: String) -> String {
    // Browsers ignore control characters and white space when they read the scheme.
    let scalars = href.unicodeScalars.filter {
      $0.value > 0x20 && !(0x7F...0xA0).contains($0.value)
    }
    guard let colon = scalars.firstIndex(of: ":") else { return href }
    let scheme = String(String.UnicodeScalarView(scalars[..<colon])).lowercased()
    // A colon after a slash, a question mark or a number sign does not end a scheme.
    if scheme.contains(where: { "/?#".contains($0) }) { return href }
    return schemes.contains(scheme) ? href : "#"
  }
}

extension AttributedText {
  /// The next offset at which the source of the text may change.
  func nextSourceChange(after offset: Int, limit: Int) -> Int {
    var low = 0
    var high = sources.count
    while low < high {
      let middle = (low + high) / 2
      if Int(sources[middle].start) <= offset { low = middle + 1 } else { high = middle }
    }
    return low < sources.count ? min(limit, Int(sources[low].start)) : limit
  }
}

/// The eight orientations of a camera (EXIF 2.3, tag 274).
struct ImageOrientation {
  let value: Int
  init(_ value: Int) { self.value = value }

  var isTurned: Bool { value > 1 && value <= 8 }
  var swaps: Bool { value >= 5 }

  func transform(x: Int, y: Int, width: Int, height: Int) -> String {
    func p(_ raw: Int) -> String {
      var writer = ByteWriter()
      writer.write(points: raw)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    switch value {
    case 2: return "matrix(-1 0 0 1 \(p(x + width)) \(p(y)))"
    case 3: return "matrix(-1 0 0 -1 \(p(x + width)) \(p(y + height)))"
    case 4: return "matrix(1 0 0 -1 \(p(x)) \(p(y + height)))"
    case 5: return "matrix(0 1 1 0 \(p(x)) \(p(y)))"
    case 6: return "matrix(0 1 -1 0 \(p(x + width)) \(p(y)))"
    case 7: return "matrix(0 -1 -1 0 \(p(x + width)) \(p(y + height)))"
    default: return "matrix(0 -1 1 0 \(p(x)) \(p(y + height)))"
    }
  }
}

/// Text that looks pressed into the paper: shadows inside below its upper edges, highlights inside
/// above its lower edges and on the paper below them. Distances are in points of the page.
enum Letterpress {
  static let filter: StaticString = """
    <filter id="letterpress" filterUnits="userSpaceOnUse" x="0" y="0" width="100%" height="100%">\
    <feOffset in="SourceAlpha" dy="0.6" result="down"/>\
    <feOffset in="SourceAlpha" dy="-0.4" result="up"/>\
    <feFlood flood-color="#fff" flood-opacity="0.9"/>\
    <feComposite in2="down" operator="in" result="light"/>\
    <feComposite in="SourceAlpha" in2="down" operator="out" result="upper"/>\
    <feFlood flood-color="#000" flood-opacity="0.5"/>\
    <feComposite in2="upper" operator="in" result="shade"/>\
    <feComposite in="SourceAlpha" in2="up" operator="out" result="lower"/>\
    <feFlood flood-color="#fff" flood-opacity="0.45"/>\
    <feComposite in2="lower" operator="in" result="shine"/>\
    <feMerge><feMergeNode in="light"/><feMergeNode in="SourceGraphic"/>\
    <feMergeNode in="shade"/><feMergeNode in="shine"/></feMerge></filter>

    """
}

extension ByteWriter {
  /// Writes the filter of a shadow. TextKit's blur radius is twice the deviation of the blur.
  mutating func write(shadow: TextShadow, id: Int) {
    write("<filter id=\"shadow")
    write(id)
    write("\" filterUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"100%\" height=\"100%\">")
    write("<feGaussianBlur in=\"SourceAlpha\" stdDeviation=\"")
    write(points: max(0, shadow.blurRadius.rawValue) / 2)
    write("\"/><feOffset dx=\"")
    write(points: shadow.offset.width.rawValue)
    write("\" dy=\"")
    write(points: shadow.offset.height.rawValue)
    write("\" result=\"place\"/><feFlood flood-color=\"")
    write(SVGColor.text(shadow.color))
    write("\" flood-opacity=\"")
    write(Double(shadow.color.alpha) / 255)
    write("\"/><feComposite in2=\"place\" operator=\"in\" result=\"shadow\"/>")
    write("<feMerge><feMergeNode in=\"shadow\"/><feMergeNode in=\"SourceGraphic\"/></feMerge>")
    write("</filter>\n")
  }
}
