// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "paginator", path: "..")],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: [
        .product(name: "Paginator", package: "paginator"),
        .product(name: "EPUB", package: "paginator"),
        .product(name: "Markup", package: "paginator"),
      ],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])])
  ],
  swiftLanguageModes: [.v6]
)
