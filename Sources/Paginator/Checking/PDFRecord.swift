/// What a baseline records of a book's PDF: enough to tell whether another file has the same bytes.
public struct PDFRecord: Codable, Equatable, Sendable {
  /// How the PDF was made, such as "access" or "print, bleed 3mm". PDFs made in different ways
  /// differ in their bytes.
  public var settings: String
  /// The size of the file, in bytes.
  public var byteCount: Int
  /// SHA-256 of the file, as hexadecimal digits.
  public var digest: String

  /// Creates a record.
  public init(settings: String, byteCount: Int, digest: String) {
    self.settings = settings
    self.byteCount = byteCount
    self.digest = digest
  }

  /// Reads the value of `pdf` in a baseline; nil for anything else.
  init?(json value: Any?) {
    guard let object = value as? [String: Any], let settings = object["settings"] as? String,
      let byteCount = object["bytes"] as? Int, let digest = object["digest"] as? String,
      digest.hasPrefix("sha256:")
    else { return nil }
    self.init(settings: settings, byteCount: byteCount, digest: String(digest.dropFirst(7)))
  }

  /// Writes the value of `pdf` in a baseline.
  func write(to writer: inout ByteWriter) {
    writer.write("{\"settings\": ")
    writer.writeJSON(settings)
    writer.write(", \"bytes\": ")
    writer.write(byteCount)
    writer.write(", \"digest\": ")
    writer.writeJSON("sha256:" + digest)
    writer.write("}")
  }
}
