import ArgumentParser
import Foundation
import Paginator

/// The options of PDFs for readers and for printers.
struct PrintArguments: ParsableArguments {
  enum Profile: String, ExpressibleByArgument, CaseIterable { case access, print }

  @Option(
    help: ArgumentHelp(
      "The kind of PDF: for readers (PDF/UA-1, PDF/A-3a) or for a printer (PDF/X-4, with --icc).",
      valueName: "access|print"))
  var pdfProfile: Profile = .access

  @Option(
    help: ArgumentHelp(
      "How far content at the edge of a printed page extends beyond it, such as 3mm.",
      valueName: "length"))
  var bleed: String?

  @Option(
    help: ArgumentHelp(
      "Marks around a printed page: crop, register, color (separated by commas).",
      valueName: "marks"))
  var marks: String?

  @Option(
    help: ArgumentHelp("The ICC profile of the printing condition.", valueName: "file"))
  var icc: String?

  @Flag(help: "Attach the EPUB or XHTML file to the PDF.")
  var pdfAttach = false

  func validate(hasPDF: Bool) throws {
    if pdfAttach, !hasPDF { throw ValidationError("--pdf-attach needs --pdf FILE") }
    if pdfProfile == .print {
      guard hasPDF else { throw ValidationError("--pdf-profile print needs --pdf FILE") }
      guard icc != nil else {
        throw ValidationError(
          "--pdf-profile print needs --icc FILE: ask the printer for the profile of the printing condition"
        )
      }
    } else if bleed != nil || marks != nil || icc != nil {
      throw ValidationError("--bleed, --marks and --icc need --pdf-profile print")
    }
  }

  func profile() throws -> PDFProfile {
    guard pdfProfile == .print, let icc else { return .access }
    guard let bytes = FileManager.default.contents(atPath: icc) else {
      throw BookError(.noSuchInput, "no such file: \(icc)")
    }
    var wanted: Set<PDFProfile.Mark> = []
    for name in marks?.split(separator: ",") ?? [] {
      guard let mark = PDFProfile.Mark(rawValue: String(name)) else {
        throw BookError(
          .badUsage, "--marks: unknown mark \"\(name)\"; it is one of crop, register, color")
      }
      wanted.insert(mark)
    }
    return try .print(
      bleed: try length(), marks: wanted, icc: [UInt8](bytes),
      name: URL(fileURLWithPath: icc).deletingPathExtension().lastPathComponent)
  }

  /// The book's file, to be attached; nil if that was not requested.
  func attachment(_ path: String) throws -> PDFDocument.Attachment? {
    guard pdfAttach else { return nil }
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw BookError(
        .badUsage, "--pdf-attach: \"\(path)\" is no file that could be attached")
    }
    let url = URL(fileURLWithPath: path)
    let isBook = url.pathExtension.lowercased() == "epub"
    return PDFDocument.Attachment(
      name: url.lastPathComponent,
      mediaType: isBook ? "application/epub+zip" : "application/xhtml+xml", bytes: [UInt8](bytes))
  }

  private func length() throws -> Length {
    guard let bleed else { return 0 }
    guard let insets = PageSizes.parseMargin(bleed), insets.top >= 0, insets.top <= 144 else {
      throw BookError(.badUsage, "cannot read the bleed \"\(bleed)\": write a length, as \"3mm\"")
    }
    return insets.top
  }
}
