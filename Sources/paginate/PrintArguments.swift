import ArgumentParser
import EPUB
import Foundation
import Paginator

/// The options of PDFs for readers and for printers.
struct PrintArguments: ParsableArguments {
  enum Profile: String, ExpressibleByArgument, CaseIterable { case access, print }

  /// What happens to RGB images.
  enum Images: String, ExpressibleByArgument, CaseIterable { case keep, convert }

  @Option(
    help: ArgumentHelp(
      "The kind of PDF: for readers (PDF/UA-1, PDF/A-3a; the default) or for a printer (PDF/X-4, with --icc).",
      valueName: "access|print"))
  var pdfProfile: Profile?

  @Option(
    help: ArgumentHelp(
      "How far content at the edge of a printed page extends beyond it, such as 3mm.",
      valueName: "length"))
  var bleed: String?

  @Option(
    help: ArgumentHelp(
      "Marks around a printed page: \(PDFProfile.Mark.listed) (separated by commas).",
      valueName: "marks"))
  var marks: String?

  @Option(
    help: ArgumentHelp(
      "The ICC profile of the printing condition; in a PDF for readers, that of CMYK images without one.",
      valueName: "file"))
  var icc: String?

  @Option(
    help: ArgumentHelp(
      "The RGB images of a printed book: keep them, or convert them to the printing condition.",
      valueName: "keep|convert"))
  var pdfImages: Images?

  @Option(
    help: ArgumentHelp(
      "Put several pages on a sheet, for proofs: facing pages, a booklet of sheets folded once, or signatures of 16 pages.",
      valueName: "2up|booklet|16"))
  var impose: PDFImposition.Scheme?

  @Option(
    help: ArgumentHelp(
      "The thickness of the paper, such as 0.1mm: inner pages of booklets and signatures are moved to the spine.",
      valueName: "length"))
  var creep: String?

  @Flag(
    help:
      "Make the EPUB's cover page one of a PDF for readers, in addition to the pages of the book.")
  var pdfCover = false

  @Flag(help: "Attach the EPUB or XHTML file to the PDF.")
  var pdfAttach = false

  /// No option given: a PDF for readers.
  static var standard: PrintArguments {
    var result = PrintArguments()
    (result.pdfProfile, result.impose, result.creep) = (nil, nil, nil)
    (result.bleed, result.marks, result.icc, result.pdfImages) = (nil, nil, nil, nil)
    (result.pdfCover, result.pdfAttach) = (false, false)
    return result
  }

  /// What is wrong with the options together; nil if nothing is.
  ///
  /// - Parameter prefix: what precedes the names of the options; empty for keys of `paginate.yml`.
  func problem(prefix: String = "--") -> String? {
    if creep != nil, impose == nil || impose == .twoUp {
      return "\(prefix)creep needs \(prefix)impose booklet or \(prefix)impose 16"
    }
    if pdfCover, pdfProfile == .print || impose != nil {
      let other = impose == nil ? "pdf-profile print" : "impose"
      return
        "\(prefix)pdf-cover does not go with \(prefix)\(other): the cover of a printed book is a file of its own"
    }
    if pdfProfile == .print {
      guard icc == nil else { return nil }
      return
        "\(prefix)pdf-profile print needs \(prefix)icc: ask the printer for the profile of the printing condition"
    }
    guard bleed != nil || marks != nil || pdfImages != nil else { return nil }
    return
      "\(prefix)bleed, \(prefix)marks and \(prefix)pdf-images need \(prefix)pdf-profile print"
  }

  /// - Parameter pdf: how a PDF is asked for; nil if it is asked for.
  func validate(without pdf: String?) throws {
    if let pdf, pdfCover { throw ValidationError("--pdf-cover needs \(pdf)") }
    if let pdf, pdfAttach { throw ValidationError("--pdf-attach needs \(pdf)") }
    if let pdf, impose != nil { throw ValidationError("--impose needs \(pdf)") }
    if let pdf, pdfProfile != nil { throw ValidationError("--pdf-profile needs \(pdf)") }
    // A project file may give what is missing to options for a PDF.
    if pdf != nil, let problem = problem() { throw ValidationError(problem) }
  }

  /// These options, where they are given, instead of others.
  func overriding(_ others: PrintArguments) -> PrintArguments {
    var result = others
    // A PDF for readers has nothing of a printer's.
    if pdfProfile == .access {
      (result.bleed, result.marks, result.icc, result.pdfImages) = (nil, nil, nil, nil)
    }
    // Sheets and files for a printer have no cover.
    if pdfProfile == .print || impose != nil { result.pdfCover = false }
    if let pdfProfile { result.pdfProfile = pdfProfile }
    if let bleed { result.bleed = bleed }
    if let marks { result.marks = marks }
    if let icc { result.icc = icc }
    if let pdfImages { result.pdfImages = pdfImages }
    if let impose {
      result.impose = impose
      if impose == .twoUp { result.creep = nil }
    }
    if let creep { result.creep = creep }
    if pdfCover { result.pdfCover = true }
    if pdfAttach { result.pdfAttach = true }
    return result
  }

  /// How a PDF is made, in words: files made in the same way can be compared by their bytes. A
  /// profile counts by its content.
  var description: String {
    var parts = [(pdfProfile ?? .access).rawValue]
    if let bleed { parts.append("bleed \(bleed)") }
    if let marks {
      parts.append("marks " + marks.split(separator: ",").sorted().joined(separator: " "))
    }
    if let icc { parts.append("icc \((LayoutCache.digest(ofFile: icc) ?? "none").prefix(12))") }
    if pdfImages == .convert { parts.append("images converted") }
    if let impose { parts.append("imposed \(impose.rawValue)") }
    if let creep { parts.append("creep \(creep)") }
    if pdfCover { parts.append("cover") }
    if pdfAttach { parts.append("attached") }
    return parts.joined(separator: ", ")
  }

  func profile() throws -> PDFProfile {
    let profile = try pageProfile()
    guard let impose else { return profile }
    let thickness = try length(creep, "creep", most: 12, example: "0.1mm")
    return profile.imposed(PDFImposition(impose, creep: thickness))
  }

  /// The profile of a PDF with one page a sheet.
  private func pageProfile() throws -> PDFProfile {
    guard let icc else { return pdfCover ? PDFProfile.access.withCover() : .access }
    guard let bytes = FileManager.default.contents(atPath: icc) else {
      throw BookError(.noSuchInput, "no such file \"\(icc)\" (--icc)")
    }
    do {
      let name = URL(fileURLWithPath: icc).deletingPathExtension().lastPathComponent
      guard pdfProfile != .print else { return try printProfile([UInt8](bytes), name) }
      let profile = try PDFProfile.access(cmyk: [UInt8](bytes), name: name)
      return pdfCover ? profile.withCover() : profile
    } catch let error as BookError where error.kind != .badUsage {
      throw BookError(error.kind, "\(icc): \(error.message)")
    }
  }

  private func printProfile(_ icc: [UInt8], _ name: String) throws -> PDFProfile {
    var wanted: Set<PDFProfile.Mark> = []
    let known = PDFProfile.Mark.listed
    for name in marks?.split(separator: ",") ?? [] {
      guard let mark = PDFProfile.Mark(rawValue: String(name)) else {
        throw BookError(
          .badUsage, "--marks: unknown mark \"\(name)\"; it is one of \(known)")
      }
      wanted.insert(mark)
    }
    let bleed = try length(bleed, "bleed", most: 144, example: "3mm")
    return try .print(
      bleed: bleed, marks: wanted, icc: icc, name: name,
      images: pdfImages == .convert ? .convert : .keep)
  }

  /// The book's file, to be attached; nil if that was not requested.
  func attachment(_ path: String) throws -> PDFDocument.Attachment? {
    guard pdfAttach else { return nil }
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw BookError(
        .badUsage, "--pdf-attach: \"\(path)\" is not a file that could be attached")
    }
    let url = URL(fileURLWithPath: path)
    let isBook = Publication.isArchive(path)
    return PDFDocument.Attachment(
      name: url.lastPathComponent,
      mediaType: isBook ? "application/epub+zip" : "application/xhtml+xml", bytes: [UInt8](bytes))
  }

  private func length(
    _ text: String?, _ option: String, most: Length, example: String
  ) throws -> Length {
    guard let text else { return 0 }
    guard let length = PageSizes.parseLength(text) else {
      throw BookError(
        .badUsage, "cannot read the \(option) \"\(text)\": write a length, as \"\(example)\"")
    }
    guard (0...most).contains(length) else {
      throw BookError(
        .badUsage,
        "the \(option) \"\(text)\" is out of range: it is from 0 to \(Int(most.points))pt")
    }
    return length
  }
}
