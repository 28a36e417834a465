internal import Synchronization

/// The page templates of a document, shared by the workers that lay out its chapters.
final class SharedTemplates: Sendable {
  private let templates: Mutex<PageTemplates>
  /// The names of the stylesheets that the templates come from.
  let sheets: String

  init(_ templates: sending PageTemplates, sheets: String) {
    self.templates = Mutex(templates)
    self.sheets = sheets
  }

  func template(_ kind: PageKind) -> PageTemplate { templates.withLock { $0.template(kind) } }
}
