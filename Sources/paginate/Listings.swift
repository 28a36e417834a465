import ArgumentParser
import Foundation
import Paginator

/// `paginate styles`: lists the presets and what each sets.
struct Styles: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "styles",
    abstract: "List the presets and what each sets.")

  @Argument(help: "A preset or CSS file to show in full.")
  var name: String?

  func run() throws {
    if let name {
      Console.write(try LayoutSettings.preset(name).css)
      return
    }
    for name in Preset.names {
      guard let css = Preset.css(named: name) else { continue }
      show(PresetSummary(name: name, css: css))
    }
  }

  private func show(_ preset: PresetSummary) {
    Console.print("\(preset.name)\(preset.name == Preset.standard ? " (the default)" : "")")
    Console.print("  \(preset.summary)")
    if let page = preset.page {
      Console.print("  page      \(page.width.shown) x \(page.height.shown) pt")
    }
    Console.print("  fonts     \(preset.families.joined(separator: ", "))")
    for style in preset.textStyles {
      let cells = style.cells.map { "\($0.0.rawValue) \($0.1.shown)/\($0.2.shown)" }
      let label = style.name.padding(
        toLength: max(9, style.name.count), withPad: " ", startingAt: 0)
      Console.print("  \(label) \(cells.joined(separator: "  "))")
    }
    Console.print("")
  }
}

/// `paginate fonts`: lists the available fonts and their files.
struct Fonts: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fonts",
    abstract: "List the available fonts and their files.")

  @Option(help: ArgumentHelp("A folder of fonts to add to the list.", valueName: "dir"))
  var fontDir: [String] = []

  @Option(help: ArgumentHelp("A font file to add to the list.", valueName: "file"))
  var fontFile: [String] = []

  @Flag(help: "Leave out the system's fonts.")
  var noSystemFonts = false

  @Flag(help: "Write JSON.")
  var json = false

  func run() throws {
    let library = FontLibrary(usesSystemFonts: !noSystemFonts)
    for folder in fontDir { try library.register(folder: folder) }
    for file in fontFile { try library.register(file: file) }
    let faces = library.available().sorted {
      ($0.family, $0.face.weight, $0.face.isItalic ? 1 : 0, $0.face.path, $0.face.index)
        < ($1.family, $1.face.weight, $1.face.isItalic ? 1 : 0, $1.face.path, $1.face.index)
    }
    if json { writeJSON(faces) } else { faces.forEach(show) }
  }

  private func show(_ face: FontLibrary.Face) {
    let slant = face.isItalic ? "italic" : "upright"
    let size = face.face.opticalSize.map { " for \(Int($0)) pt" } ?? ""
    Console.print("\(face.family)  \(face.weight) \(slant)\(size)  \(face.face.path)")
  }

  private func writeJSON(_ faces: [FontLibrary.Face]) {
    let rows = faces.map { face -> [String: Any] in
      [
        "family": face.family, "weight": face.weight, "italic": face.isItalic,
        "stretch": face.stretch, "file": face.face.path, "index": face.face.index,
        "glyphs": face.face.glyphCount, "version": face.face.version,
        "embedding": face.face.embeddingRights, "digest": "sha256:" + face.face.digest,
      ]
    }
    Console.printJSON(JSONText.of(rows))
  }
}
