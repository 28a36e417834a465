internal import EPUB
internal import Markup

/// Images.
extension DocumentReader {
  /// An image as the only `content` of an element replaces what is in the element (CSS Generated
  /// Content 3, section 2); an image that cannot be read does not.
  mutating func replaceContent(of node: Int, _ style: ComputedStyle) -> Bool {
    guard let content = style.generated.content, style.box.display != .contents,
      let item = items(of: content).first, items(of: content).count == 1, let file = item.file,
      let image = try? loadedImage(file.url, from: file.base), !image.isPlaceholder
    else { return false }
    place(image, node, style)
    return true
  }

  mutating func readImage(_ node: Int, _ source: String?, _ style: ComputedStyle) {
    let alternative = tree.attribute("alt", of: node) ?? ""
    let showsText =
      !alternative.allSatisfy(\.isWhitespace) && !style.box.position.isOutOfFlow
    var image = loadImage(
      source ?? "", node: node, alternativeText: tree.imageDescription(of: node),
      replacement: showsText ? "its alternative text" : "a placeholder")
    // An image that is not there is its alternative text (HTML, section 15.4.3).
    if image.isPlaceholder, showsText { return readAlternative(alternative, node, style) }
    image.setAttributeSize(tree, node)
    place(image, node, style)
  }

  /// Whether a box is inside a paragraph and out of its lines: a float, or a positioned box on a page
  /// that flows.
  func isOutOfLine(_ style: ComputedStyle) -> Bool {
    guard builder.isInParagraph else { return false }
    return isPlacedInFlow(style) || !style.box.position.isOutOfFlow && style.box.float.side != nil
  }

  /// A block image gets a paragraph of its own; an inline image is set in its line.
  /// - Parameter isOwnDocument: whether it is in a frame: the styles that are inherited are not its own.
  mutating func place(
    _ image: ImageReference, _ node: Int, _ style: ComputedStyle, isOwnDocument: Bool = false
  ) {
    let form = isOwnDocument ? nil : style.text.imageForm
    let image = image.formed(by: form).scaled(by: style.generated.scale)
    let isBlock = style.box.display != .inline && style.box.display != .inlineBlock
    if isBlock {
      // It must not split the paragraph.
      if isOutOfLine(style) {
        anchor(node)
        builder.appendAttachment(
          Attachment(content: .image(image), style: style.style, node: node), style: style)
        return
      }
      if isPlacedInFlow(style), !style.box.hidesContent {
        return readPositioned(style) { reader in
          reader.anchor(node)
          reader.builder.appendAttachment(
            Attachment(content: .image(image), style: style.style, node: node), style: style)
        }
      }
      builder.endParagraph()
      forceBreak(style.box.breakBefore)
      settleBreak()
      makeRoom(for: .content)
      let width = style.box.width.isAuto ? image.attributeWidth : style.box.width
      let share = width.fraction != 0 ? width : nil
      let wrapper = resolver.imageBlockStyle(style, share: share)
      let isPlaced = style.box.position.isOutOfFlow && !isPlacedInFlow(style)
      let kind: TextBlock.Kind = style.box.float == .none ? .block : .floating
      openBlock(isPlaced ? .positioned : kind, style: wrapper, node: node)
      anchor(node)
      let inner = resolver.blockImageStyle(style, fills: share != nil)
      builder.appendAttachment(
        Attachment(content: .image(image), style: inner.style, node: node), style: wrapper)
      builder.endParagraph()
      builder.closeBlock()
      if isInitial(image, node, style) { builder.continueBlock() }
      forceBreak(style.box.breakAfter)
    } else {
      beginContent()
      anchor(node)
      builder.appendAttachment(
        Attachment(content: .image(image), style: style.style, node: node), style: style)
    }
  }

  /// `width="100"` is in CSS pixels; `width="50%"` is a percentage.
  fileprivate static func attributeDimension(_ text: String?) -> Dimension {
    guard let dimension = text.flatMap(HTMLDimension.init) else { return .auto }
    if dimension.isPercentage { return Dimension(fraction: dimension.value / 100) }
    return Dimension(length: Length(points: dimension.value * 0.75))
  }

  /// A percentage; `auto` for another value.
  static func attributeShare(_ text: String?) -> Dimension {
    let dimension = attributeDimension(text)
    return dimension.fraction != 0 ? dimension : .auto
  }

  /// An image, or a placeholder with a finding when it is missing or broken.
  ///
  /// - Parameter replacement: what is set in its place then.
  mutating func loadImage(
    _ source: String, from base: String = "", node: Int, alternativeText: String,
    replacement: String = "a placeholder"
  ) -> ImageReference {
    var image: ImageReference
    do {
      image = try loadedImage(source, from: base)
      if image.isPlaceholder {
        findings.report(
          .brokenImage,
          "the image \"\(Self.short(source))\" is broken: \(replacement) replaces it",
          at: tree.location(of: node))
      }
    } catch {
      image = Self.placeholder(source)
      let (rule, message): (Finding.Rule, String) =
        switch error {
        case .refused(let url):
          (
            .refusedResource,
            "the image \"\(Self.short(url))\" is outside the book: it was not read"
          )
        case .unlisted(let url):
          (
            .refusedResource,
            "the image \"\(Self.short(url))\" is not in the package's manifest: it is not part of the book"
          )
        default:
          (
            .missingImage,
            "the image \"\(Self.short(source))\" is missing: \(replacement) replaces it"
          )
        }
      findings.report(rule, message, at: tree.location(of: node))
    }
    image.alternativeText = alternativeText
    return image
  }

  static func short(_ url: String) -> String {
    url.count > 80 ? url.prefix(77) + "..." : url
  }

  private static func placeholder(_ source: String) -> ImageReference {
    var image = ImageReference(
      href: source, mediaType: "", bytes: [], size: Size(width: 24, height: 24))
    image.isPlaceholder = true
    return image
  }

  /// - Parameter base: the path that the URL is relative to; empty for that of the document.
  mutating func loadedImage(
    _ source: String, from base: String
  ) throws(ResourceFailure) -> ImageReference {
    guard !source.isEmpty else { throw .missing("") }
    let base = base.isEmpty ? href : base
    let file = StyleFile(url: source, base: base)
    if let known = loadedImages[file] { return known }
    let image = try readImage(source, relativeTo: base)
    loadedImages[file] = image
    return image
  }

  private mutating func readImage(
    _ source: String, relativeTo base: String
  ) throws(ResourceFailure) -> ImageReference {
    let resource = try publication.resource(source, relativeTo: base)
    return ImageReference(resource, of: publication, &findings) ?? Self.placeholder(source)
  }

  /// Converts pixels to points; swaps the sides of images that EXIF turns by 90 or 270 degrees.
  static func size(_ summary: ImageHeader.Summary) -> Size? {
    guard let width = summary.width, let height = summary.height else { return nil }
    let size = Size(width: Length(points: width * 0.75), height: Length(points: height * 0.75))
    guard summary.orientation >= 5 else { return size }
    return Size(width: size.height, height: size.width)
  }
}

extension ImageReference {
  /// An image of a book; nil for a resource that is none.
  /// - Parameter findings: receives those of a drawing.
  init?(_ resource: Resource, of publication: Publication, _ findings: inout FindingList) {
    guard let summary = ImageHeader.read(resource.bytes) else { return nil }
    var bytes = resource.bytes
    var sourceDigest: String?
    if summary.mediaType == ImageHeader.svgMediaType,
      var drawing = DrawingReader(resource.bytes, publication: publication, href: resource.href)
    {
      bytes = drawing.markup()
      sourceDigest = Digest.of(resource.bytes)
      findings.append(contentsOf: drawing.findings.all)
    }
    self.init(
      href: resource.href, mediaType: summary.mediaType, bytes: bytes,
      size: DocumentReader.size(summary), ratio: summary.ratio)
    orientation = summary.orientation
    density = summary.density
    self.sourceDigest = sourceDigest
    setNaturalSize(summary)
  }

  /// Sets how a drawing is scaled, and the one side that it may have without a size.
  mutating func setNaturalSize(_ summary: ImageHeader.Summary) {
    if summary.isScaledEvenly { isScaledEvenly = true }
    guard size == nil else { return }
    naturalWidth = summary.width.map { Length(points: $0 * 0.75) }
    naturalHeight = summary.height.map { Length(points: $0 * 0.75) }
  }
}

extension ImageReference {
  /// The image in a box that a transform scales: its own size and that of its attributes are lengths too.
  func scaled(by factor: Double) -> ImageReference {
    guard factor != 1 else { return self }
    var image = self
    image.size = size.map { Size(width: $0.width * factor, height: $0.height * factor) }
    image.naturalWidth = naturalWidth.map { $0 * factor }
    image.naturalHeight = naturalHeight.map { $0 * factor }
    image.attributeWidth.length = attributeWidth.length * factor
    image.attributeHeight.length = attributeHeight.length * factor
    return image
  }

  /// Takes the size that the attributes of an element give (HTML, section 4.8.16).
  mutating func setAttributeSize(_ tree: ElementTree, _ node: Int) {
    attributeWidth = DocumentReader.attributeDimension(tree.attribute("width", of: node))
    attributeHeight = DocumentReader.attributeDimension(tree.attribute("height", of: node))
  }
}
