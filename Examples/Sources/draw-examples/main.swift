import Examples
import Foundation

// draw-examples [FOLDER]: writes one SVG for each example.
let folder = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "examples.svg"
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
for example in Example.all {
  let file = URL(fileURLWithPath: folder).appendingPathComponent(example.name + ".svg")
  try Data(example.svg()).write(to: file)
  print("\(file.path): \(example.title)")
}
