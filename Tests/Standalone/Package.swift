// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "standalone",
  dependencies: [
    .package(name: "dunnock", path: "../..", traits: []),
    .package(name: "other-gtk", path: "OtherGtk"),
  ],
  targets: [
    .executableTarget(
      name: "Standalone",
      dependencies: [
        .product(name: "SwipeRows", package: "dunnock"),
        .product(name: "OtherGtk", package: "other-gtk"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)])
  ],
  swiftLanguageModes: [.v6]
)
