import Foundation
import Testing

@testable import paginate

/// What a batch writes of a row is what Foundation's reader and writer make of it.
@Suite struct JSONLineTests {
  private let control = String(String.UnicodeScalarView((0..<0x20).compactMap(Unicode.Scalar.init)))

  private var values: [[String: Any]] {
    [
      [:],
      ["book": "a/b \"c\" \\ d", "bookDigest": "", "cpuSeconds": 0.128, "pages": 12, "moved": -3],
      ["flags": [true, false], "list": [Any](), "object": [String: Any](), "null": NSNull()],
      ["text": "é \u{2028} \u{1F600} e\u{301} \u{7F}", "large": 1e20, "small": 1.5e-7],
      [
        "findings": ["overfull-box": 2], "edition": ["font": ["a.otf", "b.otf"], "lenient": true],
      ],
    ]
  }

  @Test func aLineIsFoundationsLine() throws {
    for value in values {
      let data = try JSONSerialization.data(
        withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes])
      #expect(JSONText.line(value) == String(decoding: data, as: UTF8.self))
    }
  }

  @Test func whatWasReadIsWrittenAsItWas() throws {
    for value in values + [["control": control]] {
      let line = JSONText.line(value)
      let read = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(JSONText.line(read) == line)
    }
    let read = try JSONSerialization.jsonObject(with: Data(JSONText.line(["c": control]).utf8))
    #expect((read as? [String: String])?["c"] == control)
  }

  @Test func aRowThatChangesIsWrittenAnew() throws {
    let line = #"{"pages": 3, "key": "k", "status": "ok"}"#
    var row = try #require(BatchRow(line: line))
    #expect(row.line == line)
    row.fields["pages"] = 4
    #expect(row.line == #"{"key":"k","pages":4,"status":"ok"}"#)
  }
}
