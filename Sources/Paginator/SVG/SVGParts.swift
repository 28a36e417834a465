/// The beginning of an SVG document.
enum SVGHeader {
  static func write(size: Size, language: String?, title: String, to writer: inout ByteWriter) {
    writer.write("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
    writer.write(points: size.width.rawValue)
    writer.write("pt\" height=\"")
    writer.write(points: size.height.rawValue)
    writer.write("pt\" viewBox=\"0 0 ")
    writer.write(points: size.width.rawValue)
    writer.write(" ")
    writer.write(points: size.height.rawValue)
    writer.write("\"")
    if let language {
      writer.write(" lang=\"")
      writer.writeXML(language)
      writer.write("\"")
    }
    writer.write(">\n<title>")
    writer.writeXML(title)
    // A white background, so that the page does not depend on the viewer's.
    writer.write("</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n")
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
    write(shadow.color.hexadecimal)
    write("\" flood-opacity=\"")
    write(Double(shadow.color.alpha) / 255)
    write("\"/><feComposite in2=\"place\" operator=\"in\" result=\"shadow\"/>")
    write("<feMerge><feMergeNode in=\"shadow\"/><feMergeNode in=\"SourceGraphic\"/></feMerge>")
    write("</filter>\n")
  }
}
