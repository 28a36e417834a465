internal import Foundation

/// What Hunspell's rules (`.aff`) say about suggestions.
enum SuggestionRules {
  /// The rules for fast suggestions. Hunspell does not search the whole dictionary for words with
  /// the same groups of letters (`MAXNGRAMSUGS 0`): that takes most of its time, for words that are
  /// seldom meant. It tries small letters only (`TRY`).
  static func fast(_ rules: [UInt8], _ encoding: String.Encoding) -> [UInt8] {
    var result: [UInt8] = []
    for line in rules.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.starts(with: Array("MAXNGRAMSUGS".utf8)) { continue }
      if line.starts(with: Array("TRY ".utf8)),
        let text = String(data: Data(line.dropFirst(4)), encoding: encoding),
        let letters = text.filter({ !$0.isUppercase && !$0.isWhitespace }).data(using: encoding),
        !letters.isEmpty
      {
        result += Array("TRY ".utf8) + letters
      } else {
        result += line
      }
      result.append(0x0A)
    }
    return result + Array("MAXNGRAMSUGS 0\n".utf8)
  }

  /// The flag of words that are right, and never suggested (`NOSUGGEST`).
  static func flagOfHidden(_ rules: [UInt8], _ encoding: String.Encoding) -> String? {
    for line in rules.split(separator: 0x0A) where line.starts(with: Array("NOSUGGEST ".utf8)) {
      let flag = String(data: Data(line.dropFirst(10)), encoding: encoding) ?? ""
      return flag.split(whereSeparator: \.isWhitespace).first.map(String.init)
    }
    return nil
  }
}
