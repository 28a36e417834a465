// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "paginator", path: "..")],
  targets: [
    .executableTarget(
      name: "stages",
      dependencies: [
        .product(name: "Paginator", package: "paginator"),
        .product(name: "EPUB", package: "paginator"),
        .product(name: "Markup", package: "paginator"),
      ]),
    .executableTarget(
      name: "editing",
      dependencies: [
        .product(name: "Paginator", package: "paginator"),
        .product(name: "EPUB", package: "paginator"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
