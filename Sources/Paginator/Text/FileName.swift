extension String {
  /// The name of the file at a path, without its folders.
  package var fileName: String { split(separator: "/").last.map(String.init) ?? self }
}
