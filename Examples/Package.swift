// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Examples",
  dependencies: [.package(name: "Paginator", path: "..")],
  targets: [
    .target(name: "Examples", dependencies: [.product(name: "Paginator", package: "Paginator")]),
    .executableTarget(name: "draw-examples", dependencies: ["Examples"]),
    .testTarget(
      name: "ExamplesTests",
      dependencies: ["Examples", .product(name: "Paginator", package: "Paginator")]),
  ],
  swiftLanguageModes: [.v6]
)
