import Paginator

/// What a check says about the PDF of a cell.
extension CheckResult {
  /// One line: the size and the digest; nil if no PDF was made.
  var pdfLine: String? {
    pdf.map { "PDF: \($0.byteCount) bytes, SHA-256 \($0.digest)" }
  }

  /// Whether the PDF has other bytes than the baseline's; nil if one of them is not known.
  var isPDFChanged: Bool? {
    guard let pdf, let pdfBefore else { return nil }
    return pdf.digest != pdfBefore.digest
  }

  /// What changed about the PDF, in one sentence; nil if it is the baseline's or there is nothing
  /// to compare.
  var pdfNote: String? {
    if droppedPDF != nil {
      return "the baseline no longer records a PDF: \"--update --pdf\" records it"
    }
    guard isPDFChanged == true, let pdf, let pdfBefore else { return nil }
    guard pdf.settings == pdfBefore.settings else {
      return
        "the PDF is not the baseline's: it is made as \"\(pdf.settings)\" and was made as \"\(pdfBefore.settings)\""
    }
    guard let comparison, comparison.isSame else {
      return "the PDF is not the baseline's, nor are the pages"
    }
    guard comparison.isIdentical else {
      return
        "the PDF is not the baseline's: each page has its text, but not all have their old lines and positions"
    }
    let inputs = changes.map(Self.describe).joined(separator: ", ")
    return inputs.isEmpty
      ? "the PDF is not the baseline's, although no page and no input changed: another build of the program may have made it"
      : "the PDF is not the baseline's, although no page changed; what changed: \(inputs)"
  }

  /// Why the PDF fails a check that wants the baseline's bytes; nil if it does not.
  var pdfViolation: String? {
    guard pdf != nil else { return nil }
    return pdfBefore == nil
      ? "the baseline records no PDF: \"paginate check --pdf --update\" records it" : pdfNote
  }

  /// The lines about the PDF, which reports show for good results as well.
  var pdfLines: [String] {
    var lines = [pdfLine].compactMap { $0 }
    // The headline says it already.
    if case .pdfChanged = outcome { return lines }
    if let pdfNote { lines.append(pdfNote) }
    return lines
  }
}
