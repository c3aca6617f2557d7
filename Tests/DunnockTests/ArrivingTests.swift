import CGtk
import Foundation
import GtkBridge
import GtkTestSupport
import MailModel
import SeededNumbers
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
        for place in [0, 20] {
          window.list.focus(window.list.messages[place].id)
          pump("the text") { window.reader.shown?.id == window.list.selected?.message.id }
          let before = window.settledPlace()
          for number in 0..<2 { try mailbox.add("Late \(place) \(number)", age: -60 - place) }
          pump("the pill") { window.pill == "2 new" }
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
}

/// What is selected, has the focus and is in sight where.
private struct Place: Equatable {
  let selected: MessageID?
  let hasFocus: Bool
  let y: Int32?

  @MainActor init(of window: MailWindow) {
    selected = window.list.selected?.message.id
    hasFocus = window.list.hasFocus
    y =
      window.list.selected.flatMap { window.list.widget(of: $0.id) }?
      .bounds(in: window.list.widget)?.y
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
