// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "standalone",
  dependencies: [.package(name: "dunnock", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Standalone", dependencies: [.product(name: "SwipeRows", package: "dunnock")],
      swiftSettings: [.treatAllWarnings(as: .error)])
  ],
  swiftLanguageModes: [.v6]
)
