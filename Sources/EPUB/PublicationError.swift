/// Why a book could not be opened.
public enum PublicationError: Error, Sendable, CustomStringConvertible {
  /// No file is at the path.
  case noSuchInput(String)
  /// The file at the path can't be read.
  case unreadable(String)
  /// A pipe or a device.
  case notAFile(String)
  /// A folder that is not an unpacked EPUB.
  case folder(String)
  /// Not an archive, or one that is truncated or whose bytes do not match their checksums.
  case damagedContainer(String, String)
  /// An archive that exceeds the limits, or whose entries are not allowed.
  case refusedContainer(String, String)
  /// A file is encrypted; with the path of the book and what is encrypted.
  case encrypted(String, String)
  /// A required part of the package is missing or unusable.
  case badPackage(String, String)
  /// A copy can't be written; with the path of the book.
  case cannotWrite(String)

  /// A sentence with the file and what to do.
  public var description: String {
    switch self {
    case .noSuchInput("-"): "\"-\" is not standard input here: write /dev/stdin"
    case .noSuchInput(let path): "no such file \"\(path)\""
    case .unreadable(let path): "cannot read \"\(path)\""
    case .notAFile(let path):
      "\"\(path)\" is a pipe or a device: pipes are not read; give a file"
    case .folder(let path):
      "the folder \"\(path)\" is not an unpacked EPUB: it has no META-INF/container.xml"
    case .damagedContainer(let path, let why): "\(path): not a readable EPUB: \(why)"
    case .refusedContainer(let path, let why): "\(path): the archive was refused: \(why)"
    case .encrypted(let path, let what):
      "\(path): \(what) is encrypted; give the book without its protection"
    case .badPackage(let path, let why): "\(path): \(why)"
    case .cannotWrite(let path):
      "cannot make a copy of \"\(path)\""
    }
  }
}
