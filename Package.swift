// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let onMain: [SwiftSetting] = strict + [.defaultIsolation(MainActor.self)]

/// A product that the mail app needs, and what is about files; who depends on the row without the trait does not fetch it.
func app(_ product: String, of package: String) -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: ["App"]))
}

let package = Package(
  name: "dunnock",
  products: [
    .library(name: "SwipeRows", targets: ["SwipeRows"]),
    .library(name: "Panning", targets: ["Panning"]),
    .library(name: "GtkBridge", targets: ["GtkBridge"]),
    .executable(name: "dunnock", targets: ["Dunnock"]),
    .executable(name: "pan-trace", targets: ["PanTrace"]),
    .executable(name: "row-gallery", targets: ["RowGallery"]),
  ],
  traits: [
    .trait(name: "App", description: "The mail app and the programs, and what they need."),
    .default(enabledTraits: ["App"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CGtk", path: "Shims/CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    .systemLibrary(
      name: "CAdwaita", path: "Shims/CAdwaita", pkgConfig: "libadwaita-1",
      providers: [.apt(["libadwaita-1-dev"])]),
    .systemLibrary(name: "CLinux", path: "Shims/CLinux"),
    .systemLibrary(
      name: "CGio", path: "Shims/CGio", pkgConfig: "gio-2.0", providers: [.apt(["libglib2.0-dev"])]),
    .systemLibrary(
      name: "CGMime", path: "Shims/CGMime", pkgConfig: "gmime-3.0",
      providers: [.apt(["libgmime-3.0-dev"])]),
    .systemLibrary(
      name: "CXml", path: "Shims/CXml", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(
      name: "CIcal", path: "Shims/CIcal", pkgConfig: "libical", providers: [.apt(["libical-dev"])]),
    .systemLibrary(
      name: "CIcu", path: "Shims/CIcu", pkgConfig: "icu-i18n", providers: [.apt(["libicu-dev"])]),
    .target(
      name: "CGtkShim", dependencies: ["CGtk"], path: "Shims/CGtkShim",
      cSettings: [.treatAllWarnings(as: .error)]),
    .target(
      name: "CDunnockShim", dependencies: ["CGtk"], path: "Shims/CDunnockShim",
      cSettings: [.treatAllWarnings(as: .error)]),

    .target(name: "Panning", swiftSettings: strict),
    .target(name: "PanStyles", dependencies: ["Panning"], swiftSettings: strict),
    .target(name: "GtkBridge", dependencies: ["CGtk", "CGtkShim"], swiftSettings: onMain),
    .target(
      name: "SwipeRows", dependencies: ["Panning", "GtkBridge", "CGtk", "CGtkShim"],
      resources: [.embedInCode("Row/colours.css"), .embedInCode("Row/rules.css")],
      swiftSettings: onMain),
    .target(
      name: "MailText", dependencies: ["CGMime", "CGio", "CXml", "CIcal", "CIcu"],
      swiftSettings: strict),
    .target(name: "MailModel", dependencies: ["MailText"], swiftSettings: strict),
    .target(name: "FileSystem", dependencies: ["MailModel", "CLinux"], swiftSettings: strict),
    .target(
      name: "MailIndex",
      dependencies: [
        "MailText", "MailModel", "FileSystem", app("GRDB", of: "GRDB.swift"),
        app("GRDBSQLite", of: "GRDB.swift"),
      ], swiftSettings: strict),
    .target(
      name: "MaildirStore",
      dependencies: ["MailText", "MailModel", "FileSystem", "MailIndex", "CLinux"],
      swiftSettings: strict),
    .target(
      name: "FileStore", dependencies: ["MailText", "MailModel", "FileSystem", "CGio"],
      swiftSettings: strict),
    .target(
      name: "StoreOpening",
      dependencies: ["MailText", "MailModel", "FileSystem", "MaildirStore", "FileStore"],
      swiftSettings: strict),
    .target(
      name: "TriageJournal",
      dependencies: [
        "MailText", "MailModel", "FileSystem", app("GRDB", of: "GRDB.swift"),
      ], swiftSettings: strict),
    .target(
      name: "Triage", dependencies: ["MailText", "MailModel", "TriageJournal"],
      swiftSettings: strict),
    .target(
      name: "Accounts",
      dependencies: [
        "MailText", "MailModel", "FileSystem", "MaildirStore", "CGio", "CLinux",
        app("Subprocess", of: "swift-subprocess"),
      ], swiftSettings: strict),
    .executableTarget(
      name: "Dunnock",
      dependencies: [
        "SwipeRows", "GtkBridge", "MailText", "MailModel", "FileSystem", "StoreOpening",
        "TriageJournal", "Triage", "Accounts",
        "CGtk", "CGtkShim", "CDunnockShim", "CAdwaita",
        app("ArgumentParser", of: "swift-argument-parser"),
      ], swiftSettings: onMain),
    .executableTarget(
      name: "PanTrace",
      dependencies: [
        "Panning", "PanStyles",
        app("ArgumentParser", of: "swift-argument-parser"),
      ], swiftSettings: strict),
    .executableTarget(
      name: "RowGallery",
      dependencies: ["SwipeRows", "Panning", "PanStyles", "GtkBridge", "CGtk", "CGtkShim"],
      swiftSettings: onMain),

    .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: strict),
    .target(
      name: "AllocationCount", path: "Tests/AllocationCount",
      cSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "EngineBench", dependencies: ["Panning", "AllocationCount"],
      path: "Tests/EngineBench", swiftSettings: strict),
    .testTarget(
      name: "PanningTests",
      dependencies: ["Panning", "PanStyles", "EngineBench", "SeededRandom"],
      swiftSettings: strict),
    .testTarget(
      name: "PanTraceTests", dependencies: ["PanTrace", "PanStyles"],
      exclude: ["Golden", "Traces"],
      swiftSettings: strict),
    .executableTarget(
      name: "StoreBench",
      dependencies: [
        "MailText", "MailModel", "MailIndex", "MaildirStore", "TriageJournal", "Triage",
      ], path: "Tests/StoreBench",
      exclude: ["made_mailbox.py", "measure.py", "measure_search.py"], swiftSettings: strict),
    .target(
      name: "StoreInMemory", dependencies: ["MailText", "MailModel"], path: "Tests/StoreInMemory",
      swiftSettings: strict),
    .target(
      name: "TemporaryMailboxes",
      dependencies: ["MailText", "MailModel", "FileSystem", "FileStore"],
      path: "Tests/TemporaryMailboxes", swiftSettings: strict),
    .testTarget(
      name: "MailTextTests", dependencies: ["MailText", "SeededRandom", "CGMime"],
      swiftSettings: strict),
    .testTarget(
      name: "MailModelTests",
      dependencies: ["MailText", "MailModel", "TemporaryMailboxes", "SeededRandom"],
      swiftSettings: strict),
    .testTarget(
      name: "FileSystemTests", dependencies: ["MailModel", "FileSystem", "TemporaryMailboxes"],
      swiftSettings: strict),
    .testTarget(
      name: "MaildirStoreTests",
      dependencies: [
        "MailText", "MailModel", "FileSystem", "MailIndex", "MaildirStore", "TemporaryMailboxes",
        "SeededRandom", app("GRDB", of: "GRDB.swift"),
      ], swiftSettings: strict),
    .testTarget(
      name: "FileStoreTests",
      dependencies: ["MailText", "MailModel", "FileSystem", "FileStore", "TemporaryMailboxes"],
      swiftSettings: strict),
    .testTarget(
      name: "StoreOpeningTests",
      dependencies: [
        "MailModel", "MaildirStore", "FileStore", "StoreOpening", "StoreInMemory",
        "TemporaryMailboxes",
      ], swiftSettings: strict),
    .testTarget(
      name: "TriageJournalTests",
      dependencies: [
        "MailModel", "FileSystem", "TriageJournal", "TemporaryMailboxes",
        app("GRDB", of: "GRDB.swift"),
      ], swiftSettings: strict),
    .executableTarget(
      name: "StoreTorture",
      dependencies: ["MailModel", "MaildirStore", "TriageJournal", "Triage", "SeededRandom"],
      path: "Tests/StoreTorture", swiftSettings: strict),
    .testTarget(
      name: "TriageTests",
      dependencies: [
        "Triage", "MailText", "MailModel", "MaildirStore", "FileStore", "TriageJournal",
        "StoreInMemory",
        "SeededRandom", app("GRDB", of: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "AccountsTests",
      dependencies: [
        "Accounts", "MailText", "MailModel", "FileSystem", "MaildirStore", "TriageJournal",
        "Triage", "TemporaryMailboxes", "SeededRandom",
      ], swiftSettings: strict),
    .target(
      name: "GtkTestSupport", dependencies: ["GtkBridge", "CGtk"], path: "Tests/GtkTestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "GtkBridgeTests", dependencies: ["GtkBridge", "GtkTestSupport", "CGtk", "CGtkShim"],
      swiftSettings: strict),
    .executableTarget(
      name: "RowStand",
      dependencies: [
        "SwipeRows", "Panning", "GtkBridge", "CGtk", "CGtkShim", "CAdwaita",
        app("ArgumentParser", of: "swift-argument-parser"),
      ], path: "Tests/RowStand", swiftSettings: onMain),
    .target(
      name: "RowBenchStand", dependencies: ["CGtk"], path: "Tests/RowBench/Stand",
      cSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "RowBenchInC", dependencies: ["RowBenchStand"], path: "Tests/RowBench/InC",
      cSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "RowBench", dependencies: ["SwipeRows", "GtkBridge", "CGtk", "RowBenchStand"],
      path: "Tests/RowBench/InSwift", swiftSettings: onMain),
    .testTarget(
      name: "SwipeRowsTests",
      dependencies: ["SwipeRows", "Panning", "GtkBridge", "GtkTestSupport", "CGtk", "CGtkShim"],
      swiftSettings: strict),
    .testTarget(
      name: "RowGalleryTests",
      dependencies: [
        "RowGallery", "PanTrace", "SwipeRows", "Panning", "PanStyles", "GtkBridge",
        "GtkTestSupport", "CGtk", "CGtkShim",
      ], swiftSettings: strict),
    .target(
      name: "PictureApproval", dependencies: ["GtkBridge", "CGtk"], path: "Tests/PictureApproval",
      swiftSettings: strict),
    .testTarget(
      name: "RowPicturesTests",
      dependencies: [
        "RowGallery", "SwipeRows", "Panning", "GtkBridge", "GtkTestSupport", "PictureApproval",
        "CGtk", "CGtkShim",
      ], exclude: ["Approved"], swiftSettings: strict),
    .testTarget(
      name: "DunnockPicturesTests",
      dependencies: [
        "Dunnock", "Accounts", "GtkBridge", "GtkTestSupport", "PictureApproval", "MailModel",
        "MailText", "MaildirStore", "Triage", "CGtk", "CAdwaita",
      ], exclude: ["Approved"], swiftSettings: strict),
    .testTarget(
      name: "DunnockTests",
      dependencies: [
        "Dunnock", "Accounts", "SwipeRows", "GtkBridge", "GtkTestSupport", "MailText",
        "MailModel", "StoreInMemory",
        "StoreOpening", "TriageJournal", "SeededRandom", "Triage", "CGtk", "CAdwaita",
      ], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
