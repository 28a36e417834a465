import Paginator

/// One combination of a page, a style and a reader size, as the command line names them.
struct Edition: Hashable, CustomStringConvertible {
  let page: String
  let style: String
  let size: String

  var description: String {
    page == Self.stylesPage ? "\(style) \(size)" : "\(page) \(style) \(size)"
  }

  /// The name of a page that the style chooses.
  static let stylesPage = "style"
}

extension LayoutSettings {
  /// Every combination of the lists in `--page`, `--style` and `--reader-size`; editions that
  /// differ only in their page are adjacent.
  var editions: [Edition] {
    func list(_ text: String) -> [String] { text.split(separator: ",").map(String.init) }
    return list(style).flatMap { style in
      list(readerSize).flatMap { size in
        (page.map(list) ?? [Edition.stylesPage]).map {
          Edition(page: $0, style: style, size: size)
        }
      }
    }
  }

  /// The options of each edition. Editions share fonts, dictionaries and styles.
  func options(of editions: [Edition]) throws -> [PaginationOptions] {
    var result: [PaginationOptions] = []
    for edition in editions {
      var own = self
      own.style = edition.style
      own.readerSize = edition.size
      own.page = page == nil ? nil : edition.page
      result.append(try own.options(sharing: result.first))
    }
    return result
  }
}
