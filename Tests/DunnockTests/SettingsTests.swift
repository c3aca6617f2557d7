import AppWidgets
import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import Texts
import Triage
import XCTest

@testable import Dunnock

final class SettingsTests: XCTestCase {
  override func setUp() {
    MainActor.assumeIsolated { Self.reset() }
  }

  func testAChoiceIsRememberedAndTold() throws {
    try onGtk {
      let settings = Settings()
      let others = Settings()
      XCTAssertEqual(settings.swipes, SwipeChoice())
      var told = 0
      settings.onChange { if $0 == .swipes { told += 1 } }
      settings.swipes[.leading].isLong = false
      settings.swipes[.trailing].isOn = false
      settings.swipes.sensitivity = .high
      settings.swipes.choose(.markRead, at: 0, of: .leading)
      settings.swipes = settings.swipes
      XCTAssertEqual(told, 4)
      XCTAssertEqual(Settings().swipes, settings.swipes)
      pump("the other program to hear of it") { others.swipes == settings.swipes }
    }
  }

  func testHowMailIsReadIsRememberedForTheLastSenders() throws {
    try onGtk {
      let settings = Settings()
      settings.set([.plainText, .asWritten], for: "Ada@x.org")
      settings.set(.asWritten, for: "ben@x.org")
      settings.set(.plainText, for: "")
      XCTAssertEqual(Settings().textChoice(for: "ada@X.org"), [.plainText, .asWritten])
      XCTAssertEqual(settings.textChoice(for: "ben@x.org"), .asWritten)
      XCTAssertEqual(settings.textChoice(for: ""), [])
      settings.set(.plainText, for: "ben@x.org")
      XCTAssertEqual(settings.textChoice(for: "ben@x.org"), .plainText)
      settings.set([], for: "ada@x.org")
      XCTAssertEqual(Settings()[Settings.textChoices], ["plain-text ben@x.org"])
      for number in 0..<1_010 { settings.set(.plainText, for: "\(number)@x.org") }
      XCTAssertEqual(settings.textChoice(for: "ben@x.org"), [])
      XCTAssertEqual(settings.textChoice(for: "1009@x.org"), .plainText)
      XCTAssertLessThanOrEqual(settings[Settings.textChoices].count, 1_002)
    }
  }

  func testSendersWhosePicturesAreLoadedAreRemembered() throws {
    try onGtk {
      let settings = Settings()
      settings.loadPictures(true, of: "Ada@x.org")
      settings.loadPictures(true, of: "ben@x.org")
      settings.loadPictures(true, of: "")
      XCTAssertTrue(Settings().loadsPictures(of: "ada@X.org"))
      XCTAssertFalse(settings.loadsPictures(of: ""))
      settings.loadPictures(false, of: "BEN@x.org")
      XCTAssertEqual(Settings()[Settings.pictureSenders], ["ada@x.org"])
      for number in 0..<1_010 { settings.loadPictures(true, of: "\(number)@x.org") }
      XCTAssertFalse(settings.loadsPictures(of: "ada@x.org"))
      XCTAssertEqual(settings[Settings.pictureSenders].count, 1_000)
    }
  }

  func testSendersWhosePicturesAreLoadedCanBeRemoved() throws {
    try onGtk {
      adw_init()
      MainLoop.adoptMainActor()
      let settings = Settings()
      settings[Settings.pictureSenders] = ["ada@x.org", "ben@x.org"]
      let part = PictureSenderPreferences(settings)
      let window = present(part.widget, width: 400, height: 400)
      let remove = try XCTUnwrap(part.widget.button("Remove \u{2068}ada@x.org\u{2069}"))
      Signal.emit(remove, "clicked")
      pump("its end") { settings[Settings.pictureSenders] == ["ben@x.org"] }
      XCTAssertNil(part.widget.button("Remove \u{2068}ada@x.org\u{2069}"))
      XCTAssertTrue(part.widget.holdsFocus)
      close(window)
    }
  }

  func testNonsenseInTheStoreIsLeftOut() throws {
    try onGtk {
      let store = try XCTUnwrap(Self.store())
      let raw = store.raw.assumingMemoryBound(to: GSettings.self)
      withStringVector(["star", "star", "trash", "archive", "read", "unread"]) {
        _ = g_settings_set_strv(raw, "leading-actions", $0)
      }
      withStringVector(["archive", "toggle-read"]) {
        _ = g_settings_set_strv(raw, "trailing-actions", $0)
      }
      let choice = Settings().swipes
      XCTAssertEqual(choice[.leading].commands, [.toggleStar, .trash, .archive, .markRead])
      XCTAssertEqual(choice[.trailing].commands, [.toggleRead])
    }
  }

  func testTheOrderIsRememberedAndTold() throws {
    try onGtk {
      let settings = Settings()
      let others = Settings()
      XCTAssertEqual(settings.order, .arrival)
      var told = 0
      settings.onChange { if $0 == .order { told += 1 } }
      settings.order = .date
      settings.order = .date
      XCTAssertEqual(told, 1)
      XCTAssertEqual(Settings().order, .date)
      pump("the other program to hear of it") { others.order == .date }
      let alone = Settings(schema: nil)
      alone.order = .date
      XCTAssertEqual(alone.order, .date)
    }
  }

  func testReadingAndLettersAreRememberedAndTold() throws {
    try onGtk {
      let settings = Settings()
      let others = Settings()
      XCTAssertEqual(settings.reading, ReadMarking())
      XCTAssertTrue(settings.usesLetters)
      var told: [Settings.Change] = []
      settings.onChange { told.append($0) }
      settings.reading = ReadMarking(whenRead: .atOnce, whenFiled: false)
      settings.reading = settings.reading
      settings.usesLetters = false
      XCTAssertEqual(told, [.reading, .letters])
      XCTAssertEqual(Settings().reading, settings.reading)
      pump("the other program to hear of it") {
        others.reading == settings.reading && !others.usesLetters
      }
      let alone = Settings(schema: nil)
      alone.reading.whenRead = .never
      alone.usesLetters = false
      XCTAssertEqual(alone.reading, ReadMarking(whenRead: .never))
      XCTAssertFalse(alone.usesLetters)
    }
  }

  func testWhatTheReadingPageChoosesIsSetAndShown() throws {
    try onGtk {
      let settings = Settings(schema: nil)
      let page = ReadingPreferences(settings)
      for group in page.widgets { g_object_ref_sink(UnsafeMutableRawPointer(group)) }
      defer { for group in page.widgets { g_object_unref(UnsafeMutableRawPointer(group)) } }
      let combo = try XCTUnwrap(
        page.widgets[0].descendants.first { $0.isA(adw_combo_row_get_type()) })
      let switches = page.widgets.flatMap(\.descendants).filter { $0.isA(gtk_switch_get_type()) }
      XCTAssertEqual(adw_combo_row_get_selected(combo.cast()), 1)
      adw_combo_row_set_selected(combo.cast(), 2)
      for control in switches { gtk_switch_set_active(control.opaque, 0) }
      XCTAssertEqual(settings.reading, ReadMarking(whenRead: .never, whenFiled: false))
      XCTAssertFalse(settings.usesLetters)
      settings.reading = ReadMarking()
      page.show()
      XCTAssertEqual(adw_combo_row_get_selected(combo.cast()), 1)
      XCTAssertEqual(settings.reading, ReadMarking())
    }
  }

  func testWithoutASchemaAChoiceLastsForTheRun() throws {
    try onGtk {
      let settings = Settings(schema: nil)
      var told = 0
      settings.onChange { if $0 == .swipes { told += 1 } }
      settings.swipes[.leading].isOn = false
      settings.isHintShown = true
      XCTAssertEqual(told, 1)
      XCTAssertEqual(settings.swipes.offered(on: .leading), [])
      XCTAssertTrue(settings.isHintShown)
      XCTAssertEqual(Settings(schema: nil).swipes, SwipeChoice())
    }
  }

  func testSensitivityMovesWhatAReleaseMustReach() throws {
    try onGtk {
      let shares = SwipeChoice.Sensitivity.allCases.map(\.style.release.opening.tray)
      XCTAssertEqual(shares, shares.sorted(by: >))
      XCTAssertEqual(SwipeChoice.Sensitivity.normal.style, .standard)
    }
  }

  @MainActor private static func store() -> Ref? {
    let source = g_settings_schema_source_get_default()
    guard let schema = g_settings_schema_source_lookup(source, Product.id, 1) else { return nil }
    defer { g_settings_schema_unref(schema) }
    return g_settings_new_full(schema, nil, nil).map {
      Ref.adopting(full: UnsafeMutableRawPointer($0))
    }
  }

  /// The store in memory is shared by all tests of the process.
  @MainActor private static func reset() {
    guard let store = store() else { return }
    for key in [
      "leading-actions", "trailing-actions", "leading-enabled", "trailing-enabled",
      "leading-long-swipe", "trailing-long-swipe", "swipe-sensitivity", "list-order",
      "hint-shown", "mark-read", "mark-read-when-filed", "single-letter-shortcuts",
    ] { g_settings_reset(store.raw.assumingMemoryBound(to: GSettings.self), key) }
  }
}
