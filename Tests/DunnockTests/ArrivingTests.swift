import CDunnockGtk
import Foundation
import GtkBridge
import GtkTestSupport
import MailModel
import SeededRandom
import Triage
import XCTest

@testable import Dunnock

/// What comes or goes by itself takes nothing from the hand: selection, focus, place, and what a key is about stay.
final class ArrivingTests: XCTestCase {
  func testWhatComesAboveIsSaidAndReachedByThePill() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 40)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        pump("all to be listed") { window.list.count == 40 && window.frame.page == .list }
        for place in [20, 30] {
          window.list.focus(window.list.messages[place].id)
          pump("the text") { window.reader.shown?.id == window.list.selected?.message.id }
          let before = window.settledPlace()
          for number in 0..<2 { try mailbox.add("Late \(place) \(number)", age: -60 - place) }
          pump("the pill") { window.pill == "↑ 2 New Messages" }
          XCTAssertEqual(window.settledPlace(), before)
          XCTAssertEqual(window.reader.shown?.id, window.list.selected?.message.id)
          window.pressPill()
          pump("the newest") {
            window.list.selected?.message.subject.hasPrefix("Late \(place)") == true
          }
          pump("the pill to go") { window.pill == nil }
        }
      }
    }
  }

  func testAKeyIsForWhatWasSelectedWhenItWentDown() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 5)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor((0..<5).map { "Subject \($0)" })
        window.list.focus(window.list.messages[1].id)
        let before = Double(g_get_monotonic_time()) / 1e6
        try mailbox.remove("Subject 1")
        window.waitFor(["Subject 0", "Subject 2", "Subject 3", "Subject 4"])
        XCTAssertEqual(window.list.selected?.message.subject, "Subject 2")

        window.list.selection.pressed(at: before)
        window.obey(.archive)
        pump("the answer") { window.notices.passing?.contains("no longer there") == true }
        window.list.selection.released()
        window.waitFor(["Subject 0", "Subject 2", "Subject 3", "Subject 4"])
        XCTAssertEqual(try mailbox.onDisk(".Archive"), [])

        window.list.selection.pressed(at: Double(g_get_monotonic_time()) / 1e6)
        window.obey(.archive)
        window.list.selection.released()
        window.waitFor(["Subject 0", "Subject 3", "Subject 4"])
        pump("the move") { (try? mailbox.onDisk(".Archive")) == ["Subject 2"] }
      }
    }
  }

  func testAKeyAfterOneThatSendsAwayWhatIsGoneIsForTheNext() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        window.list.focus(window.list.messages[1].id)
        let before = Double(g_get_monotonic_time()) / 1e6
        try mailbox.remove("Subject 1")
        window.waitFor(["Subject 0", "Subject 2"])

        // Both went down before it was seen that the message is gone.
        window.list.selection.pressed(at: before)
        window.obey(.trash)
        window.list.selection.pressed(at: before + 0.001)
        window.obey(.toggleStar)
        window.list.selection.released()
        pump("the star") { (try? mailbox.onDisk()) == ["Subject 0", "Subject 2 F"] }
      }
    }
  }

  func testWhatComesWhileTheFirstIsReadTakesNothing() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        pump("the text") { window.reader.shown?.subject == "Subject 0" }
        let before = window.settledPlace()
        try mailbox.add("Late", age: -60)
        window.waitFor(["Late", "Subject 0", "Subject 1", "Subject 2"])
        XCTAssertEqual(window.settledPlace().selected, before.selected)
        XCTAssertEqual(window.reader.shown?.subject, "Subject 0")
        window.obey(.archive)
        window.waitFor(["Late", "Subject 1", "Subject 2"])
        pump("the move") { (try? mailbox.onDisk(".Archive")) == ["Subject 0"] }
      }
    }
  }

  func testWhatIsGoneWhenItIsFiledPassesTheSelectionOnce() throws {
    try onGtk {
      for place in [0, 1, 5] {
        let mailbox = try TestMailbox(count: 20)
        try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
          pump("the list") { window.list.count == 20 && window.shown.progress == nil }
          window.list.focus(window.list.messages[place].id)
          try mailbox.add("Late", age: -60)
          pump("the late one") { window.list.count == 21 }
          _ = window.settledPlace()
          try mailbox.remove("Subject \(place)")
          window.obey(.trash)
          pump("the answer") { window.notices.passing?.contains("no longer there") == true }
          pump("the row to go") { window.list.count == 20 && window.changes.waiting == 0 }
          _ = window.settledPlace()
          XCTAssertEqual(window.list.selected?.message.subject, "Subject \(place + 1)")
          XCTAssertTrue(window.list.hasFocus)
        }
      }
    }
  }

  func testWhatCannotBeFiledStaysSelected() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      let archive = mailbox.path + "/.Archive/cur"
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        // Where not even root can put a file.
        try FileManager.default.removeItem(atPath: archive)
        try Data().write(to: URL(filePath: archive))
        window.obey(.archive)
        XCTAssertEqual(window.list.selected?.message.subject, "Subject 1")
        pump("the reason") { window.notices.passing != nil }
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        XCTAssertEqual(window.list.selected?.message.subject, "Subject 0")
        XCTAssertTrue(window.list.hasFocus)
      }
    }
  }

  func testTheUndoOfANoticeTakesBackItsOwnStep() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { one in
        one.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        try withWindow(on: .path(mailbox.path)) { two in
          two.waitFor(["Subject 0", "Subject 1", "Subject 2"])
          one.obey(.archive)
          one.waitFor(["Subject 1", "Subject 2"])
          pump("the notice") { one.notices.passing?.contains("Subject 0") == true }
          two.waitFor(["Subject 1", "Subject 2"])
          two.list.focus(two.list.messages[0].id)
          two.obey(.trash)
          one.waitFor(["Subject 2"])
          pump("the move") { (try? mailbox.onDisk(".Trash")) == ["Subject 1"] }
          one.notices.pressButton()
          one.waitFor(["Subject 0", "Subject 2"])
          XCTAssertEqual(try mailbox.onDisk(".Trash"), ["Subject 1"])
        }
      }
    }
  }
}

/// What is selected, has the focus and is in sight where.
private struct Place: Equatable {
  let selected: MessageRef?
  let hasFocus: Bool
  let y: Int32?

  @MainActor init(of window: MailWindow) {
    selected = window.list.selected?.message.id
    hasFocus = window.list.hasFocus
    y =
      window.list.selected.flatMap { window.list.swipes.widget(of: $0.id) }?
      .bounds(in: window.list.widget)?.y
  }
}

@MainActor
extension Notices {
  /// As a click on the button of the passing notice does.
  fileprivate func pressButton() {
    let button = widget.children.compactMap { $0.firstChild?.children }.joined().first {
      gtk_widget_get_mapped($0) != 0 && $0.isA(gtk_button_get_type())
    }
    XCTAssertEqual(button.map { gtk_widget_activate($0) }, 1)
  }
}

@MainActor
extension MailWindow {
  /// What the pill over the list says; nil while it is not there.
  fileprivate var pill: String? {
    pillButton.flatMap { gtk_button_get_label($0.cast()) }.map { String(cString: $0) }
  }

  /// Where everything is once it stands still.
  fileprivate func settledPlace() -> Place {
    var place = Place(of: self)
    var frames = 0
    onEachFrame(of: window) { [window] _ in
      gtk_widget_queue_draw(window)
      let now = Place(of: self)
      frames = now == place ? frames + 1 : 0
      place = now
      return frames < 5
    }
    pump("the list to stand still") { frames >= 5 }
    return place
  }

  fileprivate func pressPill() {
    if let pillButton { gtk_widget_activate(pillButton) }
  }

  private var pillButton: Widget? {
    list.widget.children.compactMap(\.firstChild).first {
      gtk_widget_has_css_class($0, "arrivals") != 0 && gtk_widget_get_child_visible($0) != 0
        && gtk_widget_get_mapped($0) != 0
    }
  }
}
