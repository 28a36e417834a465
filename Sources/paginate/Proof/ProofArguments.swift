import ArgumentParser

/// The book of `proof` and `watch`, and how it is set: as the project file says, if it lists the
/// book, and as the command line says otherwise.
struct ProofArguments: ParsableArguments {
  @Argument(
    help: "The book (default: the book of the project file).",
    completion: .file(extensions: ["epub", "xhtml", "html"]))
  var book: String?

  @OptionGroup var layout: LayoutOptions

  @OptionGroup var project: ProjectArguments

  /// What is to be set. A project file is read anew each time.
  func target() throws -> BookTarget { try project.target(book, layout.settings) }
}
