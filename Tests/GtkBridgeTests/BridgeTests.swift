import CDunnockGtk
import GtkBridge
import GtkTestSupport
import XCTest

final class BridgeTests: XCTestCase {
  func testTheMainActorRunsWhileGLibsLoopTurns() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      var steps: [Int] = []
      Task {
        steps.append(1)
        await Task.yield()
        steps.append(2)
        await Task.detached {}.value
        steps.append(3)
      }
      pump("the task to finish") { steps == [1, 2, 3] }
    }
  }

  func testATimeThatIsNoneHasCome() throws {
    try onGtk {
      var called: [Int] = []
      after(Double("inf") ?? 0) { called.append(3) }
      for (number, seconds) in ["-1", "nan", "-inf"].compactMap(Double.init).enumerated() {
        after(seconds) { called.append(number) }
      }
      pump("the calls") { called.count == 3 }
      XCTAssertEqual(called.sorted(), [0, 1, 2])
    }
  }

  func testAClosureDiesWithTheEmitter() throws {
    try onGtk {
      weak var token: Token?
      do {
        let held = Token()
        token = held
        let button: Widget = gtk_button_new()
        let owned = Ref.sinking(floating: button)
        Signal.connect(button, "clicked") { _ = held }
        XCTAssertNotNil(token)
        _ = owned
      }
      pump("the closure to be released") { token == nil }
    }
  }

  func testAnObjectOfAModelIsAliveForWhoHasIt() throws {
    try onGtk {
      let names = gtk_string_list_new(nil)
      gtk_string_list_append(names, "one")
      let raw = try XCTUnwrap(g_list_model_get_item(names, 0))
      var isFreed = false
      onFree(of: raw) { isFreed = true }
      var object: ModelObject? = ModelObject(raw)
      g_object_unref(raw)
      gtk_string_list_remove(names, 0)
      XCTAssertFalse(isFreed)
      if !isFreed { XCTAssertEqual(object?.string, "one") }
      object = nil
      XCTAssertTrue(isFreed)
      g_object_unref(UnsafeMutableRawPointer(names))
    }
  }

  func testADisconnectedClosureIsReleasedAndNotCalled() throws {
    try onGtk {
      let button: Widget = gtk_button_new()
      let owned = Ref.sinking(floating: button)
      weak var token: Token?
      var calls = 0
      var connection: Signal.Connection?
      do {
        let held = Token()
        token = held
        connection = Signal.connect(button, "clicked") {
          _ = held
          calls += 1
        }
      }
      gtk_widget_activate(button)
      connection?.disconnect()
      gtk_widget_activate(button)
      XCTAssertNil(token)
      XCTAssertLessThanOrEqual(calls, 1)
      _ = owned
    }
  }

  func testAHostedObjectLivesAsLongAsItsHost() throws {
    try onGtk {
      weak var guest: Token?
      do {
        let host: Widget = gtk_label_new("")
        let owned = Ref.sinking(floating: host)
        let token = Token()
        guest = token
        Hosted.install(token, in: host, key: "guest")
        XCTAssertTrue(Hosted.guest(of: host, key: "guest", as: Token.self) === token)
        XCTAssertNil(Hosted.guest(of: host, key: "other", as: Token.self))
        _ = owned
      }
      pump("the guest to leave with its host") { guest == nil }
    }
  }

  func testAListStoreHoldsReplacesAndReleasesElements() throws {
    try onGtk {
      weak var token: Token?
      do {
        let store = ListStore<Token>()
        let held = Token()
        token = held
        store.replace(0..<0, with: [Token(), held, Token()])
        XCTAssertEqual(store.count, 3)
        XCTAssertTrue(store[1] === held)
        XCTAssertNil(store[3])
        XCTAssertNil(store[-1])
        store.replace(1..<2, with: [])
        XCTAssertEqual(store.count, 2)
      }
      pump("the elements to be released") { token == nil }
    }
  }

  func testAnActionRunsByNameAndCanBeDisabled() throws {
    try onGtk {
      let group = ActionGroup()
      var runs = 0
      group.add("archive") { runs += 1 }
      let label: Widget = gtk_label_new("")
      let owned = Ref.sinking(floating: label)
      group.insert(into: label, prefix: "row")
      XCTAssertNotEqual(gtk_widget_activate_action_variant(label, "row.archive", nil), 0)
      g_simple_action_set_enabled(g_action_map_lookup_action(group.opaque, "archive"), 0)
      gtk_widget_activate_action_variant(label, "row.archive", nil)
      XCTAssertEqual(runs, 1)
      _ = owned
    }
  }

  private final class Token {}
}
