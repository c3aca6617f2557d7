import CDunnockAdwaita
import FileSystem
import GtkBridge
import GtkTestSupport
import MailModel
import Texts
import XCTest

@testable import Dunnock

final class OrderTests: XCTestCase {
  private static let day = 86_400

  override func tearDown() {
    MainActor.assumeIsolated { Settings().order = .arrival }
  }

  func testLateMailStandsFirstAndInItsPlaceByDate() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      try mailbox.add("Late", age: 90, arrivalAge: -60)
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(["Late", "Subject 0", "Subject 1", "Subject 2"])
        choose(.date, in: window)
        XCTAssertEqual(window.subjects, ["Subject 0", "Subject 1", "Late", "Subject 2"])
        XCTAssertEqual(chosen(in: window), [.date])
        // What comes afterwards comes in this order.
        try mailbox.add("Later", age: 100, arrivalAge: -70)
        window.waitFor(["Subject 0", "Subject 1", "Late", "Later", "Subject 2"])
        choose(.arrival, in: window)
        window.waitFor(["Later", "Late", "Subject 0", "Subject 1", "Subject 2"])
      }
    }
  }

  func testTheOrderIsThatOfEveryWindowAndOfTheNext() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 2)
      try mailbox.add("Late", age: 90, arrivalAge: -60)
      let byDate = ["Subject 0", "Subject 1", "Late"]
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(["Late", "Subject 0", "Subject 1"])
        try withWindow(on: .path(mailbox.path)) { other in
          other.waitFor(["Late", "Subject 0", "Subject 1"])
          choose(.date, in: window)
          other.waitFor(byDate)
          XCTAssertEqual(chosen(in: other), [.date])
        }
      }
      try withWindow(on: .path(mailbox.path)) { window in window.waitFor(byDate) }
    }
  }

  func testTheSelectedRowStaysSelectedFocusedAndInSight() throws {
    // All in another place, or a few.
    for oneIn in [1, 50] { try reorder(movingOneIn: oneIn) }
  }

  private func reorder(movingOneIn oneIn: Int) throws {
    try onGtk {
      let mailbox = try TestMailbox()
      for number in 0..<300 {
        let place = number % oneIn == 0 ? number * 7_919 % 300 : number
        try mailbox.add("Subject \(number)", age: number * 60, arrivalAge: place * 60)
      }
      try withWindow(on: .path(mailbox.path)) { window in
        pump("the list") { window.list.count == 300 && window.frame.page == .list }
        for (number, order) in [(150, MessageOrder.date), (20, .arrival), (299, .date)] {
          let id = try XCTUnwrap(
            window.list.messages.first { $0.subject == "Subject \(number)" }?.id)
          window.list.focus(id)
          pump("the row") { isInSight(id, of: window) && window.reader.shown != nil }
          pump("the text") { window.reader.shown?.subject == "Subject \(number)" }
          choose(order, in: window)
          XCTAssertEqual(
            window.list.messages, window.list.messages.sortedNewestFirst(by: order))
          XCTAssertEqual(window.list.selected?.message.id, id)
          XCTAssertTrue(window.list.hasFocus)
          pump("the row to be in sight again") { isInSight(id, of: window) }
          XCTAssertTrue(
            try XCTUnwrap(
              window.list.row(of: id).flatMap { window.list.cell(of: $0.id) })
              == window.list.listView.focusInWindow)
          XCTAssertEqual(
            window.reader.shown?.subject, "Subject \(number)", "the text is not read anew")
        }
      }
    }
  }

  func testBothDatesAreShownWhereTheyAreMoreThanADayApart() throws {
    try onGtk {
      let mailbox = try TestMailbox()
      try mailbox.add("Same", age: 0)
      try mailbox.add("Near", age: Self.day + 10, arrivalAge: 10)
      try mailbox.add("Late", age: 3 * Self.day, arrivalAge: 20)
      var now = 0
      let list = MailList { now }
      try withWindow(on: .path(mailbox.path), list: list) { window in
        window.waitFor(["Same", "Near", "Late"])
        let messages = window.list.messages
        now = Int(messages[0].date)
        window.list.refreshDates()
        let short = { (date: Int64) in ShortDate.text(for: Int(date), now: now) }
        for order in [MessageOrder.arrival, .date] {
          choose(order, in: window)
          for message in messages {
            let row = try XCTUnwrap(window.list.row(of: message))
            let shown = labels(in: row)
            let own = short(order.time(of: message))
            guard message.subject == "Late" else {
              XCTAssertEqual(shown, [own])
              continue
            }
            let other =
              order == .arrival
              ? "Dated " + short(message.date) : "Arrived " + short(message.arrival)
            XCTAssertEqual(shown, [own, other])
            XCTAssertTrue(window.content(of: message).label.contains("\(own), \(other)"))
          }
        }
        for message in messages {
          window.list.focus(message.id)
          pump("the text") { window.reader.shown?.subject == message.subject }
          let date = ShortDate.until(Int(message.date))
          let isLate = message.subject == "Late"
          let shown = labels(in: window.reader.widget)
          XCTAssertTrue(shown.contains(date))
          XCTAssertEqual(
            shown.filter { $0.hasPrefix("Arrived") },
            isLate ? ["Arrived \(ShortDate.full(Int(message.arrival)))"] : [])
        }
      }
    }
  }

  func testWhatWasPutOffIsBackThen() throws {
    try onGtk {
      let message = Message(
        id: MessageRef(folder: .inbox, key: ByteName("1.a")), flags: .seen, from: "", address: "",
        subject: "", date: 1_700_000_000, preview: "", size: 0, woken: 1_700_200_000)
      let now = 1_700_000_000
      XCTAssertEqual(
        message.shownDates(by: .date, now: now).other,
        "Back " + ShortDate.text(for: 1_700_200_000, now: now))
      XCTAssertEqual(message.fullDates.date, ShortDate.full(1_700_000_000))
      XCTAssertEqual(message.fullDates.arrival, "Back " + ShortDate.full(1_700_200_000))
    }
  }

  func testAFolderOfFilesHasOneOrder() throws {
    try onGtk {
      try withFolder(of: ["a.txt", "1500000000.txt"]) { folder in
        try withWindow(on: .path(folder)) { window in
          pump("the files") { window.list.count == 2 }
          XCTAssertFalse(window.frame.actions.isEnabled("order"))
          for message in window.list.messages { XCTAssertFalse(message.hasTwoDates) }
        }
      }
      let mailbox = try TestMailbox(count: 1)
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(["Subject 0"])
        for order in WindowCommand.orders {
          XCTAssertTrue(window.frame.actions.isEnabled(order.name))
        }
      }
    }
  }
}

/// As the menu does.
@MainActor private func choose(_ order: MessageOrder, in window: MailWindow) {
  gtk_widget_activate_action_variant(
    window.window, "mail.order", g_variant_new_string(order.rawValue))
}

@MainActor private func chosen(in window: MailWindow) -> [MessageOrder] {
  MessageOrder.allCases.filter { window.frame.actions.isChosen(WindowCommand.order(by: $0).name) }
}

@MainActor private func isInSight(_ id: MessageRef, of window: MailWindow) -> Bool {
  guard let item = window.list.row(of: id),
    let row = window.list.cell(of: item.id)
  else { return false }
  var bounds = graphene_rect_t()
  guard isTrue(gtk_widget_compute_bounds(row, window.list.listView, &bounds)) else {
    return false
  }
  return bounds.origin.y >= 0
    && bounds.origin.y + bounds.size.height
      <= Float(gtk_widget_get_height(window.list.listView))
}

@MainActor private func labels(in widget: Widget) -> [String] {
  // Nor what a face says.
  guard isTrue(gtk_widget_get_visible(widget)), !widget.isA(adw_avatar_get_type()) else {
    return []
  }
  let own = widget.isA(gtk_label_get_type()) ? gtk_label_get_label(widget.opaque) : nil
  return (own.map { [String(cString: $0)] } ?? []) + widget.children.flatMap { labels(in: $0) }
}
