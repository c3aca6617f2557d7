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
    .executable(name: "dunnock", targets: ["DunnockCommand"]),
    .executable(name: "dunnock-window", targets: ["Dunnock"]),
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
      name: "CDunnockGtk", path: "Shims/CDunnockGtk", pkgConfig: "gtk4",
      providers: [.apt(["libgtk-4-dev"])]),
    .systemLibrary(
      name: "CDunnockAdwaita", path: "Shims/CDunnockAdwaita", pkgConfig: "libadwaita-1",
      providers: [.apt(["libadwaita-1-dev"])]),
    .systemLibrary(name: "CDunnockLinux", path: "Shims/CDunnockLinux"),
    .systemLibrary(name: "CDunnockEnchant", path: "Shims/CDunnockEnchant"),
    .systemLibrary(
      name: "CDunnockGio", path: "Shims/CDunnockGio", pkgConfig: "gio-2.0",
      providers: [.apt(["libglib2.0-dev"])]),
    .systemLibrary(
      name: "CDunnockGMime", path: "Shims/CDunnockGMime", pkgConfig: "gmime-3.0",
      providers: [.apt(["libgmime-3.0-dev"])]),
    .systemLibrary(
      name: "CDunnockXml", path: "Shims/CDunnockXml", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(
      name: "CDunnockIcal", path: "Shims/CDunnockIcal", pkgConfig: "libical",
      providers: [.apt(["libical-dev"])]),
    .systemLibrary(
      name: "CDunnockPsl", path: "Shims/CDunnockPsl", pkgConfig: "libpsl",
      providers: [.apt(["libpsl-dev"])]),
    .systemLibrary(
      name: "CDunnockIcu", path: "Shims/CDunnockIcu", pkgConfig: "icu-i18n",
      providers: [.apt(["libicu-dev"])]),
    .target(
      name: "CDunnockGtkShim", dependencies: ["CDunnockGtk"], path: "Shims/CDunnockGtkShim",
      cSettings: [.treatAllWarnings(as: .error)]),
    .target(
      name: "CDunnockShim", dependencies: ["CDunnockGtk"], path: "Shims/CDunnockShim",
      cSettings: [.treatAllWarnings(as: .error)]),
    .target(
      name: "CDunnockCurl", path: "Shims/CDunnockCurl",
      cSettings: [.treatAllWarnings(as: .error)]),
    .target(
      name: "CDunnockWebKit", dependencies: ["CDunnockGtk"], path: "Shims/CDunnockWebKit",
      cSettings: [.treatAllWarnings(as: .error)]),

    .target(name: "Panning", swiftSettings: strict),
    .target(name: "PanStyles", dependencies: ["Panning"], swiftSettings: strict),
    .target(
      name: "GtkBridge", dependencies: ["CDunnockGtk", "CDunnockGtkShim"], swiftSettings: onMain),
    .target(
      name: "SwipeRows", dependencies: ["Panning", "GtkBridge", "CDunnockGtk", "CDunnockGtkShim"],
      resources: [.embedInCode("Row/colours.css"), .embedInCode("Row/rules.css")],
      swiftSettings: onMain),
    .target(
      name: "SwipePane", dependencies: ["SwipeRows", "Panning", "GtkBridge", "CDunnockGtk"],
      swiftSettings: onMain),
    .target(
      name: "MailText",
      dependencies: [
        "CDunnockGMime", "CDunnockGio", "CDunnockXml", "CDunnockIcal", "CDunnockIcu", "CDunnockPsl",
      ],
      swiftSettings: strict),
    .target(name: "DebugLogging", dependencies: ["CDunnockGio"], swiftSettings: strict),
    .target(name: "FileSystem", dependencies: ["CDunnockLinux"], swiftSettings: strict),
    .target(name: "MailModel", dependencies: ["MailText", "FileSystem"], swiftSettings: strict),
    .target(
      name: "MailIndex",
      dependencies: [
        "MailText", "MailModel", "FileSystem", app("GRDB", of: "GRDB.swift"),
        app("GRDBSQLite", of: "GRDB.swift"),
      ], swiftSettings: strict),
    .target(
      name: "MaildirStore",
      dependencies: ["MailText", "MailModel", "FileSystem", "MailIndex", "CDunnockLinux"],
      swiftSettings: strict),
    .target(
      name: "FileStore", dependencies: ["MailText", "MailModel", "FileSystem", "CDunnockGio"],
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
      name: "MailWriting",
      dependencies: ["MailText", "MailModel", "FileSystem", "CDunnockGMime", "CDunnockIcu"],
      swiftSettings: strict),
    .target(
      name: "MailServers",
      dependencies: ["DebugLogging", "CDunnockCurl", "CDunnockGio", "MailModel", "FileSystem"],
      swiftSettings: strict),
    .target(
      name: "PictureFetching", dependencies: ["CDunnockCurl", "FileSystem"], swiftSettings: strict),
    .target(
      name: "Accounts",
      dependencies: [
        "DebugLogging",
        "MailServers",
        "MailText", "MailModel", "FileSystem", "MaildirStore", "TriageJournal", "CDunnockGio",
        "CDunnockLinux", app("Subprocess", of: "swift-subprocess"),
      ], swiftSettings: strict),
    .target(
      name: "MailSpool",
      dependencies: [
        "DebugLogging",
        "MailWriting", "Accounts", "MailServers", "MaildirStore", "MailText", "MailModel",
        "FileSystem",
      ], swiftSettings: strict),
    .target(
      name: "Texts",
      dependencies: ["MailText", "MailModel", "FileSystem", "CDunnockGio", "CDunnockIcu"],
      swiftSettings: strict),
    .target(
      name: "AppWidgets",
      dependencies: ["Texts", "FileSystem", "GtkBridge", "CDunnockGtk", "CDunnockAdwaita"],
      swiftSettings: onMain),
    .target(
      name: "MailReading",
      dependencies: [
        "DebugLogging",
        "Texts", "AppWidgets", "GtkBridge", "MailText", "MailModel", "FileSystem", "CDunnockGtk",
        "CDunnockGtkShim", "CDunnockShim", "CDunnockWebKit", "CDunnockAdwaita",
      ], swiftSettings: onMain),
    .target(
      name: "MailComposing",
      dependencies: [
        "DebugLogging",
        "Texts", "AppWidgets", "MailSpool", "MailWriting", "MailModel", "MailText", "FileSystem",
        "GtkBridge", "CDunnockGtk", "CDunnockAdwaita", "CDunnockEnchant",
      ], swiftSettings: onMain),
    .target(
      name: "AccountSetup",
      dependencies: [
        "DebugLogging",
        "MailText", "MailModel", "MailServers", "Accounts", "FileSystem", "Texts", "AppWidgets",
        "GtkBridge",
        "CDunnockGtk", "CDunnockAdwaita",
      ], swiftSettings: onMain),
    .executableTarget(
      name: "DunnockCommand",
      dependencies: [
        "DebugLogging",
        "MailText", "MailModel", "FileSystem", "StoreOpening", "TriageJournal", "Triage",
        "MailServers", "Accounts", "MailWriting", "MailSpool", "Texts", "CDunnockGio",
        app("ArgumentParser", of: "swift-argument-parser"),
      ], swiftSettings: strict),
    .executableTarget(
      name: "Dunnock",
      dependencies: [
        "DebugLogging",
        "Texts", "AppWidgets", "MailReading", "MailComposing", "MailWriting", "AccountSetup",
        "SwipeRows", "SwipePane", "GtkBridge", "MailText", "MailModel",
        "FileSystem", "MailSpool",
        "StoreOpening",
        "TriageJournal", "Triage", "Accounts", "PictureFetching",
        "CDunnockGtk", "CDunnockGtkShim", "CDunnockShim", "CDunnockAdwaita",
      ], swiftSettings: onMain),
    .executableTarget(
      name: "PanTrace",
      dependencies: [
        "Panning", "PanStyles",
        app("ArgumentParser", of: "swift-argument-parser"),
      ], swiftSettings: strict),
    .executableTarget(
      name: "RowGallery",
      dependencies: [
        "SwipeRows", "SwipePane", "Panning", "PanStyles", "GtkBridge", "CDunnockGtk",
        "CDunnockGtkShim",
      ],
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
      dependencies: ["Panning", "PanStyles", "EngineBench", "TestPrograms", "SeededRandom"],
      swiftSettings: strict),
    .testTarget(
      name: "PanTraceTests", dependencies: ["PanTrace", "PanStyles", "TestPrograms"],
      exclude: ["Golden", "Traces"],
      swiftSettings: strict),
    .executableTarget(
      name: "StoreBench",
      dependencies: [
        "MailText", "MailModel", "FileSystem", "MailIndex", "MaildirStore", "TriageJournal",
        "Triage",
      ], path: "Tests/StoreBench",
      exclude: ["made_mailbox.py", "measure.py", "measure_search.py"], swiftSettings: strict),
    .target(
      name: "StoreInMemory", dependencies: ["MailText", "MailModel", "FileSystem"],
      path: "Tests/StoreInMemory",
      swiftSettings: strict),
    .target(name: "TestWaiting", path: "Tests/TestWaiting", swiftSettings: strict),
    .target(name: "TestPrograms", path: "Tests/TestPrograms", swiftSettings: strict),
    .target(
      name: "TemporaryMailboxes",
      dependencies: [
        "MailText", "MailModel", "FileSystem", "FileStore", "TestPrograms", "TestWaiting",
      ],
      path: "Tests/TemporaryMailboxes", swiftSettings: strict),
    .testTarget(
      name: "DebugLoggingTests", dependencies: ["DebugLogging", "CDunnockGio"],
      swiftSettings: strict),
    .testTarget(
      name: "MailTextTests", dependencies: ["MailText", "SeededRandom", "CDunnockGMime"],
      swiftSettings: strict),
    .testTarget(
      name: "MailModelTests",
      dependencies: ["MailText", "MailModel", "FileSystem", "TemporaryMailboxes", "SeededRandom"],
      swiftSettings: strict),
    .testTarget(
      name: "FileSystemTests",
      dependencies: ["FileSystem", "TemporaryMailboxes", "TestWaiting", "SeededRandom"],
      swiftSettings: strict),
    .testTarget(
      name: "MaildirStoreTests",
      dependencies: [
        "MailText", "MailModel", "FileSystem", "MailIndex", "MaildirStore", "TemporaryMailboxes",
        "TestWaiting", "SeededRandom", app("GRDB", of: "GRDB.swift"),
      ], swiftSettings: strict),
    .testTarget(
      name: "FileStoreTests",
      dependencies: ["MailText", "MailModel", "FileSystem", "FileStore", "TemporaryMailboxes"],
      swiftSettings: strict),
    .testTarget(
      name: "StoreOpeningTests",
      dependencies: [
        "MailModel", "FileSystem", "MaildirStore", "FileStore", "StoreOpening", "StoreInMemory",
        "TemporaryMailboxes", "TestWaiting",
      ], swiftSettings: strict),
    .testTarget(
      name: "TriageJournalTests",
      dependencies: [
        "MailModel", "FileSystem", "TriageJournal", "TemporaryMailboxes",
        app("GRDB", of: "GRDB.swift"),
      ], swiftSettings: strict),
    .executableTarget(
      name: "StoreTorture",
      dependencies: [
        "MailModel", "FileSystem", "MaildirStore", "TriageJournal", "Triage", "TestPrograms",
        "SeededRandom",
      ],
      path: "Tests/StoreTorture", swiftSettings: strict),
    .testTarget(
      name: "TriageTests",
      dependencies: [
        "Triage", "MailText", "MailModel", "FileSystem", "MaildirStore", "FileStore",
        "TriageJournal",
        "StoreInMemory",
        "TestWaiting", "SeededRandom", app("GRDB", of: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "AccountsTests",
      dependencies: [
        "MailServers", "Accounts", "MailText", "MailModel", "FileSystem", "MaildirStore",
        "TriageJournal",
        "Triage", "TemporaryMailboxes", "TestPrograms", "TestWaiting", "SeededRandom",
      ], swiftSettings: strict),
    .testTarget(
      name: "PictureFetchingTests", dependencies: ["PictureFetching"], swiftSettings: strict),
    .testTarget(
      name: "MailWritingTests",
      dependencies: [
        "MailWriting", "MailText", "MailModel", "TemporaryMailboxes", "TestPrograms",
        "SeededRandom",
      ],
      exclude: ["alike.py"], swiftSettings: strict),
    .testTarget(
      name: "MailSpoolTests",
      dependencies: [
        "MailSpool", "MailWriting", "Accounts", "MailServers", "FileSystem",
        "TemporaryMailboxes", "TestPrograms", "TestWaiting", "DunnockCommand",
      ], exclude: ["smtp_server.py"], swiftSettings: strict),
    .target(
      name: "GtkTestSupport", dependencies: ["GtkBridge", "CDunnockGtk", "TestWaiting"],
      path: "Tests/GtkTestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "GtkBridgeTests",
      dependencies: ["GtkBridge", "GtkTestSupport", "CDunnockGtk", "CDunnockGtkShim"],
      swiftSettings: strict),
    .executableTarget(
      name: "RowStand",
      dependencies: [
        "SwipeRows", "Panning", "GtkBridge", "CDunnockGtk", "CDunnockGtkShim", "CDunnockAdwaita",
        app("ArgumentParser", of: "swift-argument-parser"),
      ], path: "Tests/RowStand", swiftSettings: onMain),
    .target(
      name: "RowBenchStand", dependencies: ["CDunnockGtk"], path: "Tests/RowBench/Stand",
      cSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "RowBenchInC", dependencies: ["RowBenchStand", "CDunnockAdwaita"],
      path: "Tests/RowBench/InC",
      cSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "RowBench", dependencies: ["SwipeRows", "GtkBridge", "CDunnockGtk", "RowBenchStand"],
      path: "Tests/RowBench/InSwift", swiftSettings: onMain),
    .testTarget(
      name: "SwipeRowsTests",
      dependencies: [
        "SwipeRows", "Panning", "GtkBridge", "GtkTestSupport", "CDunnockGtk", "CDunnockGtkShim",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RowGalleryTests",
      dependencies: [
        "RowGallery", "PanTrace", "SwipeRows", "SwipePane", "Panning", "PanStyles", "GtkBridge",
        "GtkTestSupport", "CDunnockGtk", "CDunnockGtkShim",
      ], swiftSettings: strict),
    .executableTarget(
      name: "MailReadingStand",
      dependencies: [
        "MailReading", "MailText", "Texts", "GtkBridge", "CDunnockGtk", "CDunnockAdwaita",
      ], path: "Tests/MailReadingStand", swiftSettings: onMain),
    .executableTarget(
      name: "MailComposingStand",
      dependencies: [
        "MailComposing", "MailWriting", "MailSpool", "Accounts", "Texts", "GtkBridge",
        "CDunnockGtk", "CDunnockAdwaita",
      ], path: "Tests/MailComposingStand", swiftSettings: onMain),
    .testTarget(
      name: "MailComposingTests",
      dependencies: [
        "MailComposing", "MailWriting", "MailSpool", "Accounts", "AppWidgets", "Texts",
        "GtkBridge", "GtkTestSupport", "TestPrograms", "TestWaiting", "MailModel", "MailText",
        "FileSystem", "CDunnockGtk", "CDunnockAdwaita",
      ], swiftSettings: strict),
    .target(
      name: "PictureApproval", dependencies: ["GtkBridge", "CDunnockGtk"],
      path: "Tests/PictureApproval",
      swiftSettings: strict),
    .testTarget(
      name: "RowPicturesTests",
      dependencies: [
        "RowGallery", "SwipeRows", "Panning", "GtkBridge", "GtkTestSupport", "PictureApproval",
        "CDunnockGtk", "CDunnockGtkShim",
      ], exclude: ["Approved"], swiftSettings: strict),
    .testTarget(
      name: "DunnockPicturesTests",
      dependencies: [
        "Texts", "AppWidgets", "MailReading", "AccountSetup", "Dunnock", "MailServers",
        "Accounts", "GtkBridge",
        "GtkTestSupport",
        "PictureApproval", "MailModel", "FileSystem",
        "MailText", "MaildirStore", "Triage", "CDunnockGtk", "CDunnockAdwaita",
      ], exclude: ["Approved"], swiftSettings: strict),
    .testTarget(
      name: "DunnockTests",
      dependencies: [
        "Texts", "AppWidgets", "MailReading", "MailComposing", "MailWriting", "AccountSetup",
        "Dunnock", "DunnockCommand",
        "MailServers", "Accounts", "SwipeRows",
        "GtkBridge",
        "GtkTestSupport", "MailText",
        "MailModel", "FileSystem", "StoreInMemory",
        "StoreOpening", "TriageJournal", "SeededRandom", "Triage", "CDunnockGtk", "CDunnockAdwaita",
      ], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
