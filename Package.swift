// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

let presets = ["base", "book", "novel", "pocket", "large-print", "textbook", "screen"]

let proofFiles = [
  "proof.html", "proof.css", "proof.js", "proof-base.js", "proof-pages.js", "proof-overlays.js",
  "proof-panels.js", "proof-changes.js", "proof-strip.js", "proof-pictures.js", "proof-search.js",
]

// Tests are not optimized, in an optimized build either (Scripts/test): they take longer to compile than to run. No program
// that depends on the library builds these targets, so that it may have these flags.
let unoptimized: [SwiftSetting] =
  strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let package = Package(
  name: "Paginator",
  products: [
    .library(name: "Paginator", targets: ["Paginator"]),
    .library(name: "EPUB", targets: ["EPUB"]),
    .library(name: "Markup", targets: ["Markup"]),
    .executable(name: "paginate", targets: ["paginate"]),
    .executable(name: "paginate-server", targets: ["paginate-server"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(
      name: "CHarfBuzz", pkgConfig: "harfbuzz-subset", providers: [.apt(["libharfbuzz-dev"])]),
    .systemLibrary(
      name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
    .systemLibrary(
      name: "CFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig-dev"])]),
    // Linux system calls that Swift's module of the C library does not export.
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CLibZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
    .systemLibrary(name: "CHyphen", providers: [.apt(["libhyphen-dev"])]),
    .systemLibrary(
      name: "CHunspell", pkgConfig: "hunspell", providers: [.apt(["libhunspell-dev"])]),
    .systemLibrary(
      name: "CFriBidi", pkgConfig: "fribidi", providers: [.apt(["libfribidi-dev"])]),
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CGIF", providers: [.apt(["libgif-dev"])]),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    .target(name: "Digests", dependencies: ["CNettle"], swiftSettings: strict),
    // ICU is wrapped in a C target, because its types collide with Foundation's copy of ICU.
    .target(
      name: "CUnicode", linkerSettings: [.linkedLibrary("icuuc"), .linkedLibrary("icui18n")]),
    // Ends the program, and not its users' programs, where an allocation fails.
    .target(name: "CMemory"),
    // Rasterizes SVG for PDF; loads librsvg on first use.
    .target(name: "CRsvg"),
    // Converts the colors of images for print; loads Little CMS and libjpeg-turbo on first use.
    .target(name: "CColor"),
    .target(name: "Markup", dependencies: ["CLibXML2"], swiftSettings: strict),
    .target(
      name: "EPUB", dependencies: ["Markup", "Digests", "CLibZip"], swiftSettings: strict),
    .target(
      name: "Paginator",
      dependencies: [
        "Markup", "EPUB", "CHarfBuzz", "CFreeType", "CFontconfig", "CHyphen", "CFriBidi",
        "CHunspell", "CUnicode", "CDeflate", "CPNG", "CWebP", "CGIF", "CRsvg", "CColor",
        "Digests",
      ],
      resources: presets.map { .embedInCode("Resources/\($0).css") },
      swiftSettings: strict),
    .executableTarget(
      name: "paginate",
      dependencies: [
        "Paginator", "EPUB", "Markup", "Digests", "CLinux", "CMemory", "Yams",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: proofFiles.map { .embedInCode("Resources/\($0)") },
      swiftSettings: strict),
    // A program of its own: `paginate` is not linked with an HTTP library.
    .executableTarget(
      name: "paginate-server", dependencies: [.product(name: "FlyingFox", package: "FlyingFox")],
      swiftSettings: strict),
    // What several test targets use.
    .target(
      name: "Support", dependencies: ["Paginator", "EPUB"], path: "Tests/Support",
      swiftSettings: strict),
    .testTarget(name: "MarkupTests", dependencies: ["Markup"], swiftSettings: unoptimized),
    .testTarget(
      name: "EPUBTests", dependencies: ["EPUB", "Markup", "Support"], swiftSettings: unoptimized),
    .testTarget(
      name: "PaginatorTests",
      dependencies: ["Paginator", "Markup", "EPUB", "CHarfBuzz", "Support"],
      exclude: ["Fixtures", "Goldens"], swiftSettings: unoptimized),
    .testTarget(
      name: "TextKitTests", dependencies: ["Paginator", "EPUB", "Support"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "CommandTests",
      dependencies: ["paginate", "Paginator", "Markup", "EPUB", "Support"],
      swiftSettings: unoptimized),
    // The examples are a package that depends on this one. Here they are tested without building the library again.
    .target(name: "Examples", dependencies: ["Paginator"], path: "Examples/Sources/Examples"),
    .testTarget(
      name: "ExamplesTests", dependencies: ["Examples", "Paginator"],
      path: "Examples/Tests/ExamplesTests"),
  ],
  swiftLanguageModes: [.v6]
)
