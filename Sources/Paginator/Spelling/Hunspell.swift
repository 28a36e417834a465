internal import CHunspell
internal import Foundation

/// A dictionary that Hunspell has loaded. Hunspell keeps state between calls: one task at a time uses
/// it.
struct Hunspell: ~Copyable, @unchecked Sendable {
  private let pointer: OpaquePointer
  let encoding: String.Encoding

  /// - Parameters:
  ///   - rules: the `.aff` file.
  ///   - words: the `.dic` file.
  init?(rules: String, words: String) {
    guard FileManager.default.isReadableFile(atPath: rules),
      let pointer = Hunspell_create(rules, words)
    else { return nil }
    self.pointer = pointer
    let name = Hunspell_get_dic_encoding(pointer).map { String(cString: $0) } ?? "UTF-8"
    encoding = DictionaryEncoding.named(name)
  }

  /// - Parameter rules: the content of an `.aff` file.
  init?(rules: [UInt8], words: String) {
    let file = rules.withUnsafeBytes {
      chunspell_memory_file($0.baseAddress, UInt(clamping: $0.count))
    }
    guard file >= 0 else { return nil }
    defer { close(file) }
    self.init(rules: "/proc/self/fd/\(file)", words: words)
  }

  deinit { Hunspell_destroy(pointer) }

  func contains(_ word: String) -> Bool {
    guard let bytes = cString(word) else { return false }
    return Hunspell_spell(pointer, bytes) != 0
  }

  func suggestions(for word: String) -> [String] {
    guard let bytes = cString(word) else { return [] }
    var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = Hunspell_suggest(pointer, &list, bytes)
    defer { Hunspell_free_list(pointer, &list, count) }
    return (0..<Int(count)).compactMap { index in
      list?[index].flatMap { string(UnsafePointer($0)) }
    }
  }

  private func cString(_ word: String) -> [CChar]? {
    guard !word.contains("\0"), let data = word.data(using: encoding) else { return nil }
    return data.map { CChar(bitPattern: $0) } + [0]
  }

  private func string(_ bytes: UnsafePointer<CChar>) -> String? {
    String(data: Data(bytes: bytes, count: strlen(bytes)), encoding: encoding)
  }
}
