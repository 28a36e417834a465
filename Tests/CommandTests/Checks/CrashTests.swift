import Foundation
import Testing

/// A book that crashes costs only its own result. Debug builds crash at the book that
/// PAGINATE_TEST_CRASH names.
@Suite("Crashes")
struct CrashTests {
  private func withBooks(_ body: (URL) throws -> Void) throws {
    try Program.withFolder { folder in
      for name in ["a", "b", "c"] {
        let text = """
          <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title></head>\
          <body><p>\(name)</p></body></html>
          """
        try Data(text.utf8).write(to: folder.appendingPathComponent("\(name).xhtml"))
      }
      try body(folder)
    }
  }

  @Test("a book that crashes the program is reported as an error; the others are checked")
  func check() throws {
    try withBooks { folder in
      let result = try Program.shell(
        """
        $PAGINATE init a.xhtml b.xhtml c.xhtml > /dev/null; $PAGINATE check --update > /dev/null
        export PAGINATE_TEST_CRASH=b.xhtml; $PAGINATE check --format text --format junit=j.xml; echo $?
        """, in: folder)
      let lines = result.output.split(separator: "\n").map(String.init)
      #expect(lines.first == "ok a.xhtml: 1 page, as in the baseline")
      #expect(
        lines.dropFirst().first?.hasPrefix("FAILED b.xhtml: the program crashed (signal ") == true
      )
      #expect(lines.dropFirst().first?.contains("while setting the book") == true)
      #expect(lines.contains("ok c.xhtml: 1 page, as in the baseline"))
      #expect(lines.last == "70")
      let junit = try String(contentsOf: folder.appendingPathComponent("j.xml"), encoding: .utf8)
      #expect(junit.contains("tests=\"3\" failures=\"0\" errors=\"1\""))
      #expect(junit.contains("<error type=\"crashed\""))
    }
  }

  @Test("cells that crash together are set one by one; a cell that still crashes leaves status 0")
  func matrix() throws {
    try withBooks { folder in
      let result = try Program.shell(
        "export PAGINATE_TEST_CRASH='a.xhtml'; $PAGINATE matrix a.xhtml --page 3x4,4x5 && "
          + "export PAGINATE_TEST_CRASH='a.xhtml 4x5'; $PAGINATE matrix a.xhtml --page 3x4,4x5 "
          + "--format json; echo $?", in: folder)
      // The cells crash when they are set together, but not one by one.
      #expect(result.output.hasPrefix("style, size  3x4  4x5\nnovel large    1    1\n"))
      #expect(result.output.hasSuffix("\n0\n"))
    }
  }

  @Test("SIGTERM ends the process that does the work, and the status is 143")
  func signals() throws {
    try withBooks { folder in
      let result = try Program.shell(
        """
        { echo '<html xmlns="http://www.w3.org/1999/xhtml"><body>'
          yes '<p>some words of a very long book</p>' | head -n 100000
          echo '</body></html>'; } > slow.xhtml
        set -m; $PAGINATE check slow.xhtml & process=$!; sleep 0.5
        kill -TERM $process; wait $process; echo $?
        """, in: folder)
      #expect(result.output == "143\n")
    }
  }
}
