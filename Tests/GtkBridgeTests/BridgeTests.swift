import CGtk
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
      group.setEnabled("archive", false)
      gtk_widget_activate_action_variant(label, "row.archive", nil)
      XCTAssertEqual(runs, 1)
      _ = owned
    }
  }

  func testASwitchIsAsItIsSet() throws {
    try onGtk {
      let group = ActionGroup()
      var runs = 0
      group.add("quiet", isSwitch: true) { runs += 1 }
      let label: Widget = gtk_label_new("")
      let owned = Ref.sinking(floating: label)
      group.insert(into: label, prefix: "list")
      gtk_widget_activate_action_variant(label, "list.quiet", nil)
      XCTAssertEqual(runs, 1)
      XCTAssertFalse(group.isOn("quiet"), "who is asked decides")
      group.setOn("quiet", true)
      XCTAssertTrue(group.isOn("quiet"))
      XCTAssertFalse(group.isOn("loud"))
      _ = owned
    }
  }

  func testOfChoicesOneIsChosen() throws {
    try onGtk {
      let group = ActionGroup()
      var asked: [String] = []
      for choice in ["name", "size"] { group.add("order::" + choice) { asked.append(choice) } }
      let label: Widget = gtk_label_new("")
      let owned = Ref.sinking(floating: label)
      group.insert(into: label, prefix: "list")
      gtk_widget_activate_action_variant(label, "list.order", g_variant_new_string("size"))
      XCTAssertEqual(asked, ["size"])
      XCTAssertFalse(group.isChosen("order::size"), "who is asked decides")
      group.choose("order::size")
      XCTAssertTrue(group.isChosen("order::size"))
      XCTAssertFalse(group.isChosen("order::name"))
      group.setEnabled("order::name", false)
      gtk_widget_activate_action_variant(label, "list.order", g_variant_new_string("name"))
      XCTAssertEqual(asked, ["size"])
      XCTAssertFalse(group.isEnabled("order::size"), "an action is enabled with all its choices")
      _ = owned
    }
  }

  private final class Token {}
}
