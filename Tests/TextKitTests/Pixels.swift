import Foundation

/// A drawing as pixels, made by programs that are not ours: an oracle for what a reader sees.
struct Pixels: Hashable {
  let width: Int
  let height: Int
  /// Pixels for each point.
  let zoom: Double
  /// The red of each pixel, row by row.
  private let bytes: [UInt8]

  private static let converter = "/usr/bin/rsvg-convert"
  static var areAvailable: Bool { FileManager.default.isExecutableFile(atPath: converter) }

  /// Prints the size and the red of each pixel of a PNG.
  private static let decoder = """
    import struct, sys, zlib
    data = open(sys.argv[1], 'rb').read()
    at, packed = 8, b''
    while at < len(data):
        size, kind = struct.unpack('>I4s', data[at:at + 8])
        if kind == b'IHDR':
            width, height, _, color = struct.unpack('>IIBB', data[at + 8:at + 18])
        if kind == b'IDAT':
            packed += data[at + 8:at + 8 + size]
        at += 12 + size
    step = {0: 1, 2: 3, 6: 4}[color]
    raw, row, out = zlib.decompress(packed), bytearray(width * step), bytearray()
    for y in range(height):
        start = y * (width * step + 1)
        kind, line = raw[start], bytearray(raw[start + 1:start + 1 + width * step])
        for x in range(width * step):
            a = line[x - step] if x >= step else 0
            c = row[x - step] if x >= step else 0
            b = row[x]
            near = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
            line[x] = line[x] + (0, a, b, (a + b) // 2, near)[kind] & 255
        row = line
        out += row[::step]
    sys.stdout.buffer.write(struct.pack('>II', width, height) + bytes(out))
    """

  init(_ svg: [UInt8], zoom: Double = 4) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pixels-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let drawing = folder.appendingPathComponent("a.svg")
    let picture = folder.appendingPathComponent("a.png")
    try Data(svg).write(to: drawing)
    // An SVG's points are 4/3 pixels.
    _ = try Self.run(
      Self.converter,
      [
        "--zoom=\(zoom * 0.75)", "--background-color=white", "-o", picture.path,
        drawing.path,
      ])
    let data = [UInt8](
      try Self.run("/usr/bin/env", ["python3", "-c", Self.decoder, picture.path]))
    func number(_ at: Int) -> Int { data[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    width = number(0)
    height = number(4)
    bytes = Array(data[8...])
    self.zoom = zoom
  }

  /// The red of the pixel at a point.
  func red(x: Double, y: Double) -> Int { Int(bytes[Int(y * zoom) * width + Int(x * zoom)]) }

  /// The smallest rectangle, in points, around all pixels that are darker than the white around
  /// them; nil without any.
  var ink: (minX: Double, minY: Double, maxX: Double, maxY: Double)? {
    let dark = bytes.indices.filter { bytes[$0] < 200 }
    guard let left = dark.map({ $0 % width }).min(), let right = dark.map({ $0 % width }).max(),
      let top = dark.first, let bottom = dark.last
    else { return nil }
    return (
      Double(left) / zoom, Double(top / width) / zoom, Double(right + 1) / zoom,
      Double(bottom / width + 1) / zoom
    )
  }

  /// - Returns: what a program prints.
  static func run(_ program: String, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return data
  }
}
