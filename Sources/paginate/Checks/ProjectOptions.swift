import Paginator

extension LayoutSettings {
  /// Refuses options that change pages: a baseline records the pages of the project's own settings.
  ///
  /// - Throws: `BookError` that names the option.
  func refuseOptions(ofProject path: String) throws {
    guard let key = Key.allCases.first(where: { has($0) && !$0.isOfRun }) else { return }
    throw BookError(
      .badUsage,
      "--\(key.rawValue) is for a book named on the command line: the books of \"\(path)\" have the key \"\(ProjectSettings.name(of: key))\""
    )
  }
}
