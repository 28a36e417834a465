internal import EPUB

/// Name trees and number trees (ISO 32000-1, section 7.9.6): one root with leaves.
enum PDFTree {
  private static let entriesPerLeaf = 256

  /// - Parameter values: the values of the keys 0, 1 and so on.
  static func numbers(_ values: [String], in file: inout PDFFile) throws -> PDFFile.Reference {
    var leaves: [PDFFile.Reference] = []
    for start in stride(from: 0, to: values.count, by: entriesPerLeaf) {
      let end = min(start + entriesPerLeaf, values.count)
      var bytes = PDFBytes("<</Limits[\(start) \(end - 1)]/Nums[")
      for index in start..<end { bytes.write("\(index) \(values[index]) ") }
      bytes.write("]>>")
      leaves.append(try file.add(bytes))
    }
    return try root(leaves, empty: "<</Nums[]>>", in: &file)
  }

  static func names(
    _ values: [String: String], in file: inout PDFFile
  ) throws -> PDFFile.Reference {
    let names = values.keys.map { (name: $0, bytes: Array($0.utf8)) }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.name)
    var leaves: [PDFFile.Reference] = []
    for start in stride(from: 0, to: names.count, by: entriesPerLeaf) {
      let part = names[start..<min(start + entriesPerLeaf, names.count)]
      var bytes = PDFBytes("<</Limits[")
      bytes.writeString(part[part.startIndex])
      bytes.writeString(part[part.endIndex - 1])
      bytes.write("]/Names[")
      for name in part {
        bytes.writeString(name)
        bytes.write(values[name] ?? "null")
      }
      bytes.write("]>>")
      leaves.append(try file.add(bytes))
    }
    return try root(leaves, empty: "<</Names[]>>", in: &file)
  }

  private static func root(
    _ leaves: [PDFFile.Reference], empty: String, in file: inout PDFFile
  ) throws -> PDFFile.Reference {
    guard !leaves.isEmpty else { return try file.add(PDFBytes(empty)) }
    var bytes = PDFBytes("<</Kids")
    bytes.write(leaves)
    bytes.write(">>")
    return try file.add(bytes)
  }
}

/// Page labels (section 12.4.2): ranges of arabic and roman numbers; other labels one by one.
enum PDFPageLabels {
  private enum Style: Equatable {
    case arabic(Int)
    case roman(Int)
    case text
  }

  static func entries(_ labels: [String]) -> PDFBytes {
    var bytes = PDFBytes()
    var last: Style?
    for (index, label) in labels.enumerated() {
      let style = style(of: label)
      switch (style, last) {
      case (.arabic(let value), .arabic(let before)) where value == before + 1: break
      case (.roman(let value), .roman(let before)) where value == before + 1: break
      case (.arabic(let value), _): bytes.write("\(index)<</S/D/St \(value)>>")
      case (.roman(let value), _): bytes.write("\(index)<</S/r/St \(value)>>")
      case (.text, _):
        bytes.write("\(index)<</P")
        bytes.writeText(label)
        bytes.write(">>")
      }
      last = style
    }
    return bytes
  }

  private static func style(of label: String) -> Style {
    if let value = Int(label), value > 0, String(value) == label { return .arabic(value) }
    let digits: [Character: Int] = [
      "i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000,
    ]
    let values = label.compactMap { digits[$0] }
    guard !label.isEmpty, values.count == label.count else { return .text }
    var sum = 0
    for (index, value) in values.enumerated() {
      sum += index + 1 < values.count && values[index + 1] > value ? -value : value
    }
    return .roman(sum)
  }
}

/// The bookmarks of a book (section 12.3.3), from its table of contents.
struct PDFBookmarks {
  private struct Entry {
    let title: String
    let target: String?
    var children: [Int] = []
  }

  private var entries: [Entry] = []
  private var top: [Int] = []

  init(_ contents: [Navigation.Entry], known: Set<String>) {
    var open: [(level: Int, index: Int)] = []
    for entry in contents {
      while let last = open.last, last.level >= entry.level { open.removeLast() }
      var target = entry.href
      if let href = target, !known.contains(href) { target = String(href.prefix { $0 != "#" }) }
      if let href = target, !known.contains(href) { target = nil }
      entries.append(Entry(title: entry.title, target: target))
      let index = entries.count - 1
      if let parent = open.last {
        entries[parent.index].children.append(index)
      } else {
        top.append(index)
      }
      open.append((entry.level, index))
    }
  }

  /// - Returns: nil for a book without contents.
  func write(to file: inout PDFFile) throws -> PDFFile.Reference? {
    guard !top.isEmpty else { return nil }
    let root = file.reserve()
    let references = entries.map { _ in file.reserve() }
    try write(top, below: root, references, to: &file)
    try file.add(
      PDFBytes(
        "<</Type/Outlines/First \(references[top[0]])/Last \(references[top[top.count - 1]])"
          + "/Count \(top.count)>>"), as: root)
    return root
  }

  private func write(
    _ siblings: [Int], below parent: PDFFile.Reference, _ references: [PDFFile.Reference],
    to file: inout PDFFile
  ) throws {
    for (position, index) in siblings.enumerated() {
      let entry = entries[index]
      var bytes = PDFBytes("<</Title")
      bytes.writeText(entry.title)
      bytes.write("/Parent \(parent)")
      if position > 0 { bytes.write("/Prev \(references[siblings[position - 1]])") }
      if position + 1 < siblings.count {
        bytes.write("/Next \(references[siblings[position + 1]])")
      }
      if let first = entry.children.first, let last = entry.children.last {
        // A negative count: the entry is closed until the reader opens it.
        bytes.write(
          "/First \(references[first])/Last \(references[last])/Count -\(entry.children.count)")
      }
      if let target = entry.target {
        bytes.write("/Dest")
        bytes.writeString(target)
      }
      bytes.write(">>")
      try file.add(bytes, as: references[index])
      try write(entry.children, below: references[index], references, to: &file)
    }
  }
}
