// swift-tools-version: 6.2
import PackageDescription

// A stranger's package over GTK, with a C module of its own.
let package = Package(
  name: "other-gtk",
  products: [.library(name: "OtherGtk", targets: ["OtherGtk"])],
  targets: [
    .systemLibrary(name: "CGtk", pkgConfig: "gtk4"),
    .target(name: "OtherGtk", dependencies: ["CGtk"]),
  ],
  swiftLanguageModes: [.v6]
)
