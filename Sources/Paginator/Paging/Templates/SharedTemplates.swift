internal import Foundation
internal import Synchronization

/// The page templates of a document, shared by the workers that lay out its chapters.
final class SharedTemplates: Sendable {
  private let templates: Mutex<PageTemplates>

  init(_ templates: sending PageTemplates) { self.templates = Mutex(templates) }

  func template(_ kind: PageKind) -> PageTemplate { templates.withLock { $0.template(kind) } }
}

enum ProcessorCount {
  static var available: Int { ProcessInfo.processInfo.activeProcessorCount }
}
