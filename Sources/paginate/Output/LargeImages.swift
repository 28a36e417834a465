import Paginator
import Synchronization

/// Images in SVG pages that are too large for programs which read XML with the usual limits of libxml2, such as librsvg
/// and Inkscape.
final class LargeImages: Sendable {
  /// The longest attribute that libxml2 reads, in bytes (`XML_MAX_TEXT_LENGTH`).
  private static let most = 10_000_000

  private struct Image {
    let size: Int
    /// The first page with it.
    var page: Int
  }

  private let images = Mutex<[String: Image]>([:])

  /// The URL of an image of a page, with its bytes.
  func url(of image: ImageReference, page: Int) -> String {
    let url = DataURL.of(image)
    if url.utf8.count > Self.most {
      images.withLock {
        let first = min(page, $0[image.href]?.page ?? page)
        $0[image.href] = Image(size: image.bytes.count, page: first)
      }
    }
    return url
  }

  /// A finding for each image, in the order of their pages.
  var findings: [Finding] {
    images.withLock { $0 }.sorted { ($0.value.page, $0.key) < ($1.value.page, $1.key) }.map {
      let name = $0.split(separator: "/").last ?? ""
      return Finding(
        .largeImage,
        "the image \"\(name)\" has \($1.size / 1_000_000) MB: many programs cannot read an SVG page with it (rsvg-convert needs --unlimited)",
        page: $1.page)
    }
  }

  func startAgain() { images.withLock { $0.removeAll() } }
}
