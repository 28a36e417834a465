import ArgumentParser
import Paginator

/// The options of commands that make a PDF of each cell to report its size and digest.
struct CellPDFArguments: ParsableArguments {
  @Flag(
    help: "Make the PDF of every cell and report its size and SHA-256; no file is left.")
  var pdf = false

  @Option(
    help: ArgumentHelp(
      "Like --pdf, and leave the PDFs in a folder, one for each cell.", valueName: "dir"))
  var pdfDir: String?

  @OptionGroup var print: PrintArguments

  /// - Parameter isAskedFor: whether another option asks for PDFs.
  func validate(isAskedFor: Bool) throws {
    try print.validate(without: pdf || pdfDir != nil || isAskedFor ? nil : "--pdf")
  }

  /// The PDF of a cell; nil if none is wanted.
  func job(named name: String) throws -> PDFJob? {
    var job = PDFJob()
    try apply(to: &job, named: name)
    return job.isWanted ? job : nil
  }

  /// Puts these options in the place of a project file's.
  /// - Parameter name: the name of the file, without its ending.
  func apply(to job: inout PDFJob, named name: String) throws {
    job.print = print.overriding(job.print)
    if let problem = job.print.problem() { throw BookError(.badUsage, problem) }
    if pdf || pdfDir != nil { job.isWanted = true }
    if let pdfDir { job.place = "\(pdfDir)/\(name).pdf" }
  }
}
