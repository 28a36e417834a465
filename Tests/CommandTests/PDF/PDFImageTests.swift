import Foundation
import Testing

/// The conversion of images for a printer.
@Suite(
  "PDF image conversion",
  .enabled(if: PDFTools.areThere, "Scripts/setup installs qpdf and poppler-utils"),
  .enabled(if: PrintingCondition.canConvert, "Scripts/setup installs liblcms2-2 and libturbojpeg0"))
struct PDFImageTests {
  private func withBook(_ body: String, _ test: (URL) throws -> Void) throws {
    try Program.withFolder { folder in
      try Program.put(
        """
        <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title></head>\
        <body>\(body)</body></html>
        """, "b.xhtml", in: folder)
      try PrintingCondition.profile.write(to: folder.appendingPathComponent("K.icc"))
      for (name, data) in [("red.png", Self.redPNG), ("red.jpg", Self.redJPEG)] {
        try #require(Data(base64Encoded: data)).write(to: folder.appendingPathComponent(name))
      }
      try test(folder)
    }
  }

  private func shell(_ line: String, _ folder: URL) throws -> String {
    let result = try Program.shell(line, in: folder)
    #expect(result.status == 0, "\(line): \(result.errors)")
    return result.output
  }

  /// Four pixels: red, and half transparent gray of 119.
  private static let redPNG =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAGUlEQVR4nAXBMQEAAAwCIEztu+YOMgZpe/ArUQPmz7nW"
    + "zQAAAABJRU5ErkJggg=="
  /// Eight by eight red pixels.
  private static let redJPEG =
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYG"
    + "CAsICQoKCgoKBggLDAsKDAkKCgr/2wBDAQICAgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoK"
    + "CgoKCgoKCgoKCgoKCgoKCgoKCgr/wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAj/xAAUEAEA"
    + "AAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAACAn/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIR"
    + "AxEAPwCLwBTX8f/Z"

  private static let pictures = """
    <p><img src='red.png' alt='p' style='width: 1in'/></p><p><img src='red.jpg' alt='j' style='width: 1in'/></p>
    """
  private static let printing = "--pdf-profile print --icc K.icc"

  @Test("images stay RGB unless their conversion is asked for")
  func kept() throws {
    try withBook(Self.pictures) { folder in
      for option in ["", "--pdf-images keep"] {
        let rows = try colors("\(Self.printing) \(option)", folder)
        #expect(rows == ["image icc 3 8", "smask gray 1 8", "image icc 3 8"])
      }
      let errors = try Program.shell(
        "$PAGINATE b.xhtml --page 6x9 -v --pdf b.pdf \(Self.printing)", in: folder
      ).errors
      #expect(errors.contains("\"red.png\" is RGB") && errors.contains("\"red.jpg\" is RGB"))
    }
  }

  /// The kind, color space, components and bits of every image.
  private func colors(_ options: String, _ folder: URL) throws -> [String] {
    try shell(
      "$PAGINATE b.xhtml --page 6x9 -q --pdf b.pdf \(options) && qpdf --check b.pdf >/dev/null && pdfimages -list b.pdf",
      folder
    ).split(separator: "\n").dropFirst(2).map { line in
      let cells = line.split(separator: " ")
      return "\(cells[2]) \(cells[5]) \(cells[6]) \(cells[7])"
    }
  }

  @Test(
    "converted images have the colors of the printing condition's profile, and keep their masks")
  func converted() throws {
    try withBook(Self.pictures) { folder in
      let rows = try colors("\(Self.printing) --pdf-images convert", folder)
      #expect(rows == ["image cmyk 4 8", "smask gray 1 8", "image cmyk 4 8"])
      let errors = try Program.shell(
        "$PAGINATE b.xhtml --page 6x9 -v --pdf b.pdf \(Self.printing) --pdf-images convert",
        in: folder
      ).errors
      #expect(!errors.contains("is RGB") && errors.contains("pixels to the inch"))
      // The profile prints the lightness with black alone. Red has L* 54.29 (CIE, D50), so that 45.7 % are black;
      // gray of 119 has 50.03. Poppler turns CMYK without a profile into gray levels of 255 - black.
      let inks = try shell(
        "pdfimages -all b.pdf i >/dev/null; for f in i-*.tif; do od -An -v -tu1 $f | tr -s ' \\n' ' '; echo; done",
        folder)
      #expect(inks.contains(" 0 0 0 117 ") || inks.contains(" 0 0 0 116 "), "\(inks)")
      #expect(inks.contains(" 0 0 0 127 ") || inks.contains(" 0 0 0 128 "), "\(inks)")
    }
  }

  @Test("a conversion that is not possible is refused, and nothing is written")
  func refused() throws {
    try withBook(Self.pictures) { folder in
      try PDFTools.profile(space: "CMYK").write(to: folder.appendingPathComponent("H.icc"))
      for (options, status) in [
        ("--pdf-images convert", 64), ("--pdf-profile print --icc H.icc --pdf-images convert", 65),
        ("\(Self.printing) --pdf-images no", 64),
      ] {
        let result = try Program.shell(
          "$PAGINATE b.xhtml -q --pdf b.pdf \(options); s=$?; ls *.pdf; exit $s", in: folder)
        #expect(Int(result.status) == status, "\(options): \(result.errors)")
        #expect(result.output.isEmpty)
      }
    }
  }
}

/// A printing condition that prints the lightness of colors with black ink alone.
enum PrintingCondition {
  static let canConvert =
    ["liblcms2.so.2", "libturbojpeg.so.0"].allSatisfy { name in
      ["x86_64", "aarch64"].contains {
        FileManager.default.fileExists(atPath: "/usr/lib/\($0)-linux-gnu/\(name)")
      }
    }

  /// Its ICC profile (ICC.1:2001): tables of two points for each component, which are interpolated.
  static var profile: Data {
    // L* is the first component and changes slowest. The inks are C, M, Y, K; none for white.
    let inks = table(inputs: 3, outputs: 4) { $0[0] == 0 ? [0, 0, 0, 255] : [0, 0, 0, 0] }
    // a* and b* are zero at 128.
    let colors = table(inputs: 4, outputs: 3) { $0[3] == 0 ? [255, 128, 128] : [0, 128, 128] }
    let tags: [(String, [UInt8])] = [("A2B0", colors), ("B2A0", inks)]
    var offset = 128 + 4 + tags.count * 12
    var directory = number(tags.count)
    for (name, content) in tags {
      directory += Array(name.utf8) + number(offset) + number(content.count)
      offset += content.count
    }
    var header = [UInt8](repeating: 0, count: 128)
    header.replaceSubrange(0..<4, with: number(offset))
    header.replaceSubrange(8..<12, with: [2, 0x40, 0, 0])
    header.replaceSubrange(12..<24, with: Array("prtrCMYKLab ".utf8))
    header.replaceSubrange(36..<40, with: Array("acsp".utf8))
    // The illuminant D50.
    header.replaceSubrange(68..<80, with: number(0xF6D6) + number(0x10000) + number(0xD32D))
    return Data(header + directory + tags.flatMap(\.1))
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// A table of type `lut8`, by its values at the corners (each component 0 or 1).
  private static func table(
    inputs: Int, outputs: Int, _ value: ([Int]) -> [UInt8]
  ) -> [UInt8] {
    let line = (0...255).map { UInt8($0) }
    var result = Array("mft1".utf8) + [0, 0, 0, 0, UInt8(inputs), UInt8(outputs), 2, 0]
    for index in 0..<9 { result += number(index % 4 == 0 ? 0x10000 : 0) }
    for _ in 0..<inputs { result += line }
    for corner in 0..<(1 << inputs) {
      result += value((0..<inputs).map { corner >> (inputs - 1 - $0) & 1 })
    }
    for _ in 0..<outputs { result += line }
    return result
  }
}
