import Foundation
import Support
import Testing

/// Child processes with other configurations of the machine's fonts.
@Suite("Configurations of fonts")
struct FontConfigurationTests {
  /// A configuration with the machine's fonts, and one that has them in another order and prefers
  /// others of them.
  private static func write(in folder: URL) throws {
    let root = "/usr/share/fonts"
    let folders = try FileManager.default.contentsOfDirectory(atPath: root).sorted()
    try write([root], "", to: folder.appendingPathComponent("plain.conf"))
    try write(
      folders.reversed().map { "\(root)/\($0)" },
      """
      <alias binding="same"><family>EB Garamond</family>
        <prefer><family>DejaVu Sans</family></prefer></alias>
      <alias><family>serif</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
      <alias><family>sans-serif</family><prefer><family>EB Garamond</family></prefer></alias>
      <match target="font"><edit name="embolden"><bool>true</bool></edit>
        <edit name="antialias"><bool>false</bool></edit></match>
      <match target="pattern"><edit name="family" mode="prepend" binding="strong">
        <string>DejaVu Serif</string></edit></match>
      """, to: folder.appendingPathComponent("other.conf"))
    try write([folder.path + "/none"], "", to: folder.appendingPathComponent("none.conf"))
  }

  private static func write(_ folders: [String], _ rules: String, to file: URL) throws {
    let list = folders.map { "<dir>\($0)</dir>" }.joined()
    try """
    <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
    <fontconfig>\(list)<cachedir>/tmp/paginator-fontconfig</cachedir>\(rules)</fontconfig>
    """.write(to: file, atomically: true, encoding: .utf8)
  }

  private static func document(_ css: String, _ body: String) -> String {
    """
    <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title>\
    <style>\(css)</style></head><body>\(body)</body></html>
    """
  }

  @Test("T53: pages depend on the fonts of the machine, and not on how fontconfig prefers them")
  func pages() throws {
    try Program.withFolder { folder in
      try Self.write(in: folder)
      try Self.document(
        "h1 { font-family: sans-serif } i { font-family: Nowhere } code { font-family: monospace }",
        """
        <h1>Head</h1><p>One <b>two</b> <i>three</i> <code>four</code> שלום Ωmega \
        <b style="font-weight: 600">six</b> &#x2603; &#x1D400;</p>
        """
      ).write(
        to: folder.appendingPathComponent("b.xhtml"), atomically: true, encoding: .utf8)
      for name in ["plain", "other"] {
        let result = try Program.shell(
          """
          FONTCONFIG_FILE=$PWD/\(name).conf "$PAGINATE" b.xhtml -q --page 6x9 -o \(name).pages
          """, in: folder)
        #expect(result.status == 0, "\(result.errors)")
      }
      let result = try Program.shell("diff -r plain.pages other.pages", in: folder)
      #expect(result.status == 0, "\(result.output)")
    }
  }

  @Test("T53: with fonts of its own, a book is set alike on a machine that has none")
  func ownFonts() throws {
    try Program.withFolder { folder in
      try Self.write(in: folder)
      // Of the root, too: page numbers take its font.
      try Self.document("html { font-family: Square }", "<p>one two three</p>").write(
        to: folder.appendingPathComponent("b.xhtml"), atomically: true, encoding: .utf8)
      for name in ["plain", "none"] {
        let result = try Program.shell(
          """
          FONTCONFIG_FILE=$PWD/\(name).conf "$PAGINATE" b.xhtml -q --page 6x9 -o \(name).pages \
          --font-file '\(Checkout.fixture("Square.ttf"))'
          """, in: folder)
        #expect(result.status == 0, "\(result.errors)")
      }
      let result = try Program.shell("diff -r plain.pages none.pages", in: folder)
      #expect(result.status == 0, "\(result.output)")
    }
  }

  @Test("T55: fonts are listed in one order by every process, whatever the order of their folders")
  func listing() throws {
    try Program.withFolder { folder in
      try Self.write(in: folder)
      let lists = try ["plain", "other", "plain"].map {
        try Program.shell(
          "FONTCONFIG_FILE=$PWD/\($0).conf \"$PAGINATE\" fonts --json", in: folder
        ).output
      }
      #expect(lists[0].contains("EB Garamond") && lists[0].contains("DejaVu Serif"))
      #expect(lists[0] == lists[1] && lists[0] == lists[2])
    }
  }
}
