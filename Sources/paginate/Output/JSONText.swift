import Foundation

/// JSON text, written in the same way by all commands.
enum JSONText {
  /// Over several lines, for people to read too.
  static func of(_ object: Any) -> String { text(object, [.prettyPrinted]) }

  /// On one line.
  static func line(_ object: Any) -> String { text(object, []) }

  private static func text(_ object: Any, _ options: JSONSerialization.WritingOptions) -> String {
    let data = try? JSONSerialization.data(
      withJSONObject: object, options: options.union([.sortedKeys, .withoutEscapingSlashes]))
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }
}
