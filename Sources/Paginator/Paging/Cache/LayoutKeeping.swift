/// Where the layouts of chapters are kept, to be used again for an equal chapter.
enum LayoutKeeping {
  /// Between runs of the program: lines and pages without glyphs.
  case store(LayoutStore)
  /// Between settings of one book in one run of the program.
  case memory(ChapterMemory)

  /// Nil if layouts are not kept.
  init?(_ environment: LayoutEnvironment) {
    if let store = environment.store {
      self = .store(store)
    } else if let memory = environment.memory {
      self = .memory(memory)
    } else {
      return nil
    }
  }

  /// What an equal layout stands for: a store has no glyphs and is never drawn; a memory is.
  var scope: ChapterDigester.Scope {
    switch self {
    case .store: .moving
    case .memory: .drawing
    }
  }

  /// The key of the layout of a chapter on some pages.
  func key(
    of chapter: Chapter, on pages: ChapterPages, by digester: ChapterDigester
  ) throws -> String {
    switch self {
    case .store: return try digester.digest(chapter, on: pages)
    case .memory(let memory):
      let digest = try memory.readings.digest(of: chapter, on: pages) {
        try digester.digest(chapter, on: pages)
      }
      return digest + pages.templates.sheets
    }
  }

  /// A layout that was kept, with the resources that it used.
  func layout(of chapter: Chapter, key: String) -> (layout: ChapterLayout, used: UsedResources)? {
    switch self {
    case .store(let store): store.layout(of: chapter, key: key)
    case .memory(let memory): memory.layout(of: chapter, key: key)
    }
  }

  /// Keeps a layout.
  /// - Parameter otherKey: makes the key of the layout for the other side, if there is one.
  /// - Returns: the layout to use.
  func keep(
    _ layout: ChapterLayout, using used: UsedResources, key: String, otherKey: () throws -> String
  ) rethrows -> ChapterLayout {
    switch self {
    case .memory(let memory): return memory.keep(layout, using: used, key: key)
    case .store(let store):
      store.keep(layout, using: used, key: key)
      if let other = layout.otherSide {
        store.keep(other, using: used, key: try otherKey(), isOtherSide: true)
      }
      return layout
    }
  }
}
