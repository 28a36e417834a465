internal import EPUB
internal import Markup

/// What a PDF says about its book: in XMP, and the same in the information dictionary (ISO 32000-1,
/// section 14.3.3), for programs that read nothing else.
struct PDFBookTexts {
  static let producer = "Paginator"

  /// A text in a language.
  struct Alternative {
    /// In small letters; nil if it is not known.
    let language: String?
    var text: String
  }

  let title: String
  let creators: [String]
  let contributors: [String]
  let publishers: [String]
  let subjects: [String]
  let descriptions: [Alternative]
  let rights: [Alternative]
  /// All sources, as one text: XMP has one.
  let source: String?
  /// The first is that of the whole file.
  let languages: [String]
  let identifier: String?

  init(_ pagination: Pagination) {
    let metadata = pagination.publication.package?.metadata
    func texts(_ texts: [Package.LocalizedText]?) -> [String] { (texts ?? []).map(\.text) }
    title = pagination.title.isEmpty ? "Untitled" : pagination.title
    creators = texts(metadata?.creators)
    contributors = texts(metadata?.contributors)
    publishers = texts(metadata?.publishers)
    subjects = texts(metadata?.subjects)
    descriptions = Self.alternatives(metadata?.descriptions ?? [])
    rights = Self.alternatives(metadata?.rights ?? [])
    source = Self.joined(texts(metadata?.sources))
    languages = Self.languages(first: pagination.language ?? "und", metadata?.languages ?? [])
    identifier = metadata?.identifier
  }

  /// All subjects, as one text.
  var keywords: String? { Self.joined(subjects) }

  /// Texts by their languages, in the order of their first ones. Those of one language are one
  /// text; one without a language belongs to the first.
  private static func alternatives(_ texts: [Package.LocalizedText]) -> [Alternative] {
    var result: [Alternative] = []
    for text in texts {
      let language = text.language.flatMap(tag)?.lowercased()
      let known = language.map { tag in result.firstIndex { $0.language == tag } } ?? 0
      if let known, result.indices.contains(known) {
        result[known].text += "\n" + text.text
      } else {
        result.append(Alternative(language: language, text: text.text))
      }
    }
    return result
  }

  private static func languages(first: String, _ others: [String]) -> [String] {
    var known: Set<String> = [first]
    return [first] + others.compactMap(tag).filter { known.insert($0).inserted }
  }

  /// A language tag; nil for what is none (BCP 47, section 2.1).
  private static func tag(_ text: String) -> String? {
    let isTag =
      text.first?.isLetter == true && text.utf8.count <= 35
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return isTag ? text : nil
  }

  /// The most UTF-16 units of a string: PDF/A allows 32,767 bytes (ISO 19005-3, section 6.1.13).
  private static let mostUnits = 16_000

  /// Texts as one, which ends before the first one for which there is no room; nil for none.
  private static func joined(_ texts: [String]) -> String? {
    guard var result = texts.first else { return nil }
    var units = result.utf16.count
    for text in texts.dropFirst() {
      units += 2 + text.utf16.count
      guard units <= mostUnits else { break }
      result += "; " + text
    }
    return result.cut(toUnits: mostUnits)
  }

  // MARK: The information dictionary

  /// - Parameter isForPrint: whether the file says that it is not trapped (ISO 15930-7, section 6.9).
  func information(isForPrint: Bool) -> PDFBytes {
    var bytes = PDFBytes("<<")
    let texts: [(StaticString, String?)] = [
      ("/Title", title), ("/Author", Self.joined(creators)),
      ("/Subject", descriptions.first?.text), ("/Keywords", keywords),
      ("/Producer", Self.producer),
    ]
    for (name, text) in texts {
      guard let text else { continue }
      bytes.write(name)
      bytes.writeText(text.cut(toUnits: Self.mostUnits))
    }
    bytes.write(isForPrint ? "/Trapped/False>>" : ">>")
    return bytes
  }
}
