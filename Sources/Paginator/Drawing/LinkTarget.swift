/// Links that a page may contain: none that runs code or opens a local file of the reader.
enum LinkTarget {
  private static let schemes: Set<String> = [
    "http", "https", "mailto", "tel", "sms", "ftp", "urn", "doi", "geo",
  ]

  /// The link itself, or "#" if its scheme is not known to be harmless.
  static func safe(_ href: String) -> String {
    // Browsers ignore control characters and white space when they read the scheme.
    let scalars = href.unicodeScalars.filter {
      $0.value > 0x20 && !(0x7F...0xA0).contains($0.value)
    }
    guard let colon = scalars.firstIndex(of: ":") else { return href }
    let scheme = String(String.UnicodeScalarView(scalars[..<colon])).lowercased()
    // A colon after a slash, a question mark or a number sign does not end a scheme.
    if scheme.contains(where: { "/?#".contains($0) }) { return href }
    return schemes.contains(scheme) ? href : "#"
  }
}
