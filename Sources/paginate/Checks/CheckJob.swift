import Foundation
import Paginator

/// One check: a book, its options, and the baseline that it must match.
struct CheckJob {
  var book: String
  var layout: LayoutSettings
  var baseline: String
  var policy = CheckPolicy()
  var failOn: Set<String> = []
  /// How a PDF is made, if it is wanted.
  var pdfSettings = PDFJob()
  /// The name of the cell, such as "6x9 novel large"; empty if there is only one cell.
  var cell = ""
  /// The name of a file for an output of this job, without its ending.
  var outputName = ""

  /// The files to write.
  var outputs = CellOutputs()
  /// The PDF to make and report; nil for none.
  var pdf: PDFJob? { pdfSettings.isWanted ? pdfSettings : nil }

  /// Whether a finding of a rule fails the check.
  func fails(on rule: String) -> Bool { FailingRules.contains(rule, in: failOn) }

  /// Keeps the pages of the baseline, if there is one.
  mutating func keepBaseline() {
    if layout.keep == nil, FileManager.default.fileExists(atPath: baseline) {
      layout.keep = baseline
    }
  }
}
