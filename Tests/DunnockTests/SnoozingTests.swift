import CDunnockAdwaita
import FileSystem
import Foundation
import GtkBridge
import GtkTestSupport
import MailModel
import Texts
import Triage
import XCTest

@testable import Dunnock

/// Mail that is put off: asked until when, shown where it waits, and back again.
final class SnoozingTests: XCTestCase {
  private static let snoozed = FolderID(path: ByteName(".Snoozed"))
  private static let folders = [".Archive", ".Snoozed", ".Trash", ".Drafts", ".Sent", ".Junk"]

  func testTheHourIsAskedForAsTheDesktopTellsIt() throws {
    try onGtk {
      let name = "org.gnome.desktop.interface"
      guard let source = g_settings_schema_source_get_default(),
        let schema = g_settings_schema_source_lookup(source, name, 1)
      else { throw XCTSkip("no settings of a desktop here") }
      g_settings_schema_unref(schema)
      let desktop = try XCTUnwrap(g_settings_new(name))
      defer {
        g_settings_reset(desktop, "clock-format")
        g_object_unref(UnsafeMutableRawPointer(desktop))
      }
      let parent = present(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
      let noon = 1_591_790_400 - ShortDate.offset(1_591_790_400)
      for (hours, first, shown, half) in [
        ("24h", 0, 12, nil), ("24h", 6, 18, nil), ("12h", 0, 12, "PM"), ("12h", 6, 6, "PM"),
        ("12h", -12, 12, "AM"), ("12h", -1, 11, "AM"),
      ] {
        g_settings_set_string(desktop, "clock-format", hours)
        var chosen: [Int64?] = []
        let dialog = TimeQuestion.ask(over: parent, first: noon + first * 3_600, now: { 0 }) {
          chosen.append($0)
        }
        let hour = try XCTUnwrap(dialog.all(gtk_spin_button_get_type()).first)
        let halves = dialog.all(gtk_toggle_button_get_type()).compactMap {
          gtk_button_get_label($0.cast()).map { String(cString: $0) }
        }
        XCTAssertEqual(
          Int(gtk_spin_button_get_value_as_int(hour.opaque)), shown, "\(hours) \(first)")
        XCTAssertEqual(halves.last, half, "\(hours) \(first)")
        dialog.answer("use")
        XCTAssertEqual(chosen, [Int64(noon + first * 3_600)], "\(hours) \(first)")
      }
      close(parent)
    }
  }

  @MainActor
  private static func rows(of window: MailWindow) -> [Widget] {
    window.dialogs.question?.descendants.filter { $0.isA(adw_action_row_get_type()) } ?? []
  }

  @MainActor
  private static func titles(of window: MailWindow) -> [String] {
    rows(of: window).map { String(cString: adw_preferences_row_get_title($0.cast())) }
  }

  /// Answers the question with the row of a title.
  @MainActor
  private static func choose(_ title: String, in window: MailWindow) throws {
    let row = try XCTUnwrap(rows(of: window)[titles(of: window).firstIndex(of: title) ?? -1])
    gtk_widget_activate(row)
  }

  /// When what waits on the disk is to come back.
  private static func wakings(_ mailbox: TestMailbox) -> [Int] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: mailbox.path + "/.Snoozed/cur")
    return (names ?? []).compactMap { name in
      name.firstMatch(of: /R[0-9a-f]{16}W([0-9]+)/).flatMap { Int($0.1) }
    }.sorted()
  }

  func testAMomentIsChosenAndSaid() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3, flags: "S", folders: Self.folders)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        window.obey(.snooze)
        let titles = Self.titles(of: window)
        XCTAssertTrue(titles.contains("Tomorrow") && titles.last == "Date and Time…")
        XCTAssertEqual(try mailbox.onDisk().count, 3)
        // One question at a time, and no is no.
        window.obey(.snooze)
        try XCTUnwrap(window.dialogs.question).dismiss()
        pump("no question") { window.dialogs.question == nil }
        window.obey(.snooze)
        pump("the question") { window.dialogs.question != nil }
        try Self.choose("Tomorrow", in: window)
        window.waitFor(["Subject 1", "Subject 2"])
        pump("it waits on the disk") { Self.wakings(mailbox).count == 1 }
        let until = ShortDate.until(Self.wakings(mailbox)[0])
        pump("the notice") {
          window.notices.passing == "Snoozed until \(until): “\u{2068}Subject 0\u{2069}”"
        }
        XCTAssertEqual(try mailbox.onDisk(), ["Subject 1 S", "Subject 2 S"])
      }
    }
  }

  func testSeveralArePutOffTogetherAndTakenBack() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3, folders: Self.folders)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        window.select(by: .selectAll) { $0.newest.subject != "Subject 2" }
        XCTAssertTrue(window.frame.selection.offered.contains(.snooze))
        window.obey(.snooze)
        try Self.choose("Tomorrow", in: window)
        window.waitFor(["Subject 2"])
        pump("both on the disk") { Self.wakings(mailbox).count == 2 }
        let until = ShortDate.until(Self.wakings(mailbox)[0])
        pump("the notice") {
          window.notices.passing == "Snoozed 2 messages until \(until)"
        }
        window.undo()
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        XCTAssertEqual(Self.wakings(mailbox), [])
      }
    }
  }

  func testTheFolderIsAskedForOnce() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        window.obey(.snooze)
        try Self.choose("Tomorrow", in: window)
        pump("the question for the folder") {
          window.dialogs.question.map {
            $0.questionHeading
          } == "Choose Folder for Snoozed Messages"
        }
        XCTAssertFalse(FileManager.default.fileExists(atPath: mailbox.path + "/.Snoozed"))
        try XCTUnwrap(window.dialogs.question).answer("use")
        window.waitFor(["Subject 1", "Subject 2"])
        pump("it waits") { Self.wakings(mailbox).count == 1 }
        window.obey(.snooze)
        try Self.choose("Tomorrow", in: window)
        window.waitFor(["Subject 2"])
        pump("both wait") { Self.wakings(mailbox).count == 2 }
      }
    }
  }

  func testAnAccountsFolderIsMadeOnTheServerToo() throws {
    try onGtk {
      let stand = AccountStand()
      let account = stand.account()
      try stand.deliver("Subject", to: account)
      try stand.deliver("Listed", to: account, folder: "Lists")
      stand.keep(account)
      try stand.withWindow { window in
        window.waitFor(["Subject"])
        window.obey(.snooze)
        try Self.choose("Tomorrow", in: window)
        pump("the question for the folder") {
          window.dialogs.question.map {
            $0.questionHeading
          } == "Choose Folder for Snoozed Messages"
        }
        // What is in a folder full of other mail would not be seen among what waits.
        XCTAssertEqual(Self.titles(of: window).count, 1)
        let question = try XCTUnwrap(window.dialogs.question)
        let texts = question.descendants.filter { $0.isA(gtk_label_get_type()) }
          .map { String(cString: gtk_label_get_text($0.opaque)) }
        XCTAssertFalse(texts.contains { $0.contains("program") }, "\(texts)")
        XCTAssertTrue(texts.contains("The folder is also created on the server."), "\(texts)")
        question.answer("use")
        window.waitFor([])
        let files = FileManager.default
        let folder = stand.places.mail + "/Work/Snoozed/cur"
        pump("it waits") { (try? files.contentsOfDirectory(atPath: folder).count) == 1 }
      }
    }
  }

  func testADayAndATimeAreChosen() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 2, folders: Self.folders)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1"])
        window.obey(.snooze)
        try Self.choose("Date and Time…", in: window)
        pump("the calendar") { window.dialogs.question != nil }
        let dialog = try XCTUnwrap(window.dialogs.question)
        let calendar = try XCTUnwrap(
          dialog.descendants.first { $0.isA(gtk_calendar_get_type()) })
        let numbers = dialog.descendants.filter { $0.isA(gtk_spin_button_get_type()) }
        XCTAssertEqual(
          numbers.map { String(cString: gtk_editable_get_text($0.opaque)) }, ["08", "00"])
        // GTK tells of no new day where its number is that of the day before, as on the last day of a month.
        for number in [2, 1] as [Int32] {
          let past = try XCTUnwrap(g_date_time_new_local(2020, 1, number, 0, 0, 0))
          gtk_calendar_select_day(calendar.opaque, past)
          g_date_time_unref(past)
        }
        let dimmed = {
          calendar.descendants.count { gtk_widget_has_css_class($0, "is-past") != 0 }
        }
        XCTAssertEqual(dimmed(), 31, "all of a month that is over")
        XCTAssertFalse(dialog.canAnswer("use"))
        let day = try XCTUnwrap(g_date_time_new_local(2099, 12, 31, 17, 45, 0))
        gtk_calendar_select_day(calendar.opaque, day)
        XCTAssertEqual(dimmed(), 0)
        gtk_spin_button_set_value(numbers[0].opaque, 17)
        gtk_spin_button_set_value(numbers[1].opaque, 45)
        XCTAssertTrue(dialog.canAnswer("use"))
        let time = Int(g_date_time_to_unix(day))
        g_date_time_unref(day)
        dialog.answer("use")
        window.waitFor(["Subject 1"])
        pump("it waits until then") { Self.wakings(mailbox) == [time] }
      }
    }
  }

  func testWhatWaitsSaysUntilWhenTheSoonestFirst() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1, folders: Self.folders)
      let soon = Int(Date().timeIntervalSince1970) + 10 * 86_400
      for (subject, waking) in [("Late", soon + 900_000), ("Soon", soon), ("Later", soon + 9_000)] {
        try mailbox.add(subject, waking: waking)
      }
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0"])
        window.open(Self.snoozed)
        window.waitFor(["Soon", "Later", "Late"])
        XCTAssertEqual(
          window.frame.commands.offered,
          [.moveToInbox, .snooze, .trash, .moveElsewhere, .toggleStar])
        let first = try XCTUnwrap(window.list.messages.first)
        XCTAssertEqual(
          window.content(of: first).label.split(separator: ", ").map(String.init)[2],
          "Back \(ShortDate.until(soon, now: window.list.now))")
        // Another time gives it another place.
        window.list.focus(try XCTUnwrap(window.list.messages.last).id)
        window.obey(.snooze)
        XCTAssertEqual(
          window.dialogs.question?.questionText,
          "It comes back \(ShortDate.until(soon + 900_000, now: window.list.now)).")
        try Self.choose("Tomorrow", in: window)
        pump("another time") { !Self.wakings(mailbox).contains(soon + 900_000) }
        XCTAssertEqual(Self.wakings(mailbox).count, 3)
        pump("another place") { window.subjects == ["Late", "Soon", "Later"] }
        window.undo()
        window.waitFor(["Soon", "Later", "Late"])
        window.list.focus(try XCTUnwrap(window.list.messages.first).id)
        window.obey(.moveToInbox)
        window.waitFor(["Later", "Late"])
        window.open(.inbox)
        window.waitFor(["Subject 0", "Soon"])
        XCTAssertEqual(window.list.order, .arrival)
      }
    }
  }

  func testWhatIsBackSaysSoWhileItIsUnread() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 2, flags: "S", folders: Self.folders)
      try mailbox.add("Mine", waking: Int(Date().timeIntervalSince1970) - 5)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Mine", "Subject 0", "Subject 1"])
        XCTAssertEqual(try mailbox.onDisk(".Snoozed"), [])
        let message = try XCTUnwrap(window.list.messages.first)
        XCTAssertTrue(message.isUnread)
        XCTAssertTrue(window.content(of: message).label.contains("Back from snooze"))
        XCTAssertNil(window.notices.passing)
        XCTAssertFalse(window.frame.actions.isEnabled(WindowCommand.undo.name))
        window.obey(.markRead, on: message)
        pump("read") { window.list.messages.first?.isUnread == false }
        let read = try XCTUnwrap(window.list.messages.first)
        XCTAssertFalse(window.content(of: read).label.contains("Back from snooze"))
        // It comes while the window is open, too.
        try mailbox.add("Yours", waking: Int(Date().timeIntervalSince1970) + 2)
        window.waitFor(["Yours", "Mine", "Subject 0", "Subject 1"])
      }
    }
  }

  func testItIsOfferedWhereItHasASense() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1, folders: Self.folders)
      for folder in Self.folders where folder != ".Snoozed" {
        try mailbox.add("In \(folder)", age: 9, folder: folder)
      }
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        for (folder, isOffered) in [
          ("", true), (".Archive", true), (".Drafts", false), (".Sent", false), (".Junk", false),
          (".Trash", false),
        ] {
          window.open(FolderID(path: ByteName(folder)))
          window.waitFor([folder.isEmpty ? "Subject 0" : "In \(folder)"])
          let message = try XCTUnwrap(window.list.messages.first)
          let names = (window.content(of: message).others).map(\.name)
          XCTAssertEqual(names.contains("snooze"), isOffered, folder)
          XCTAssertEqual(window.frame.commands.offered.contains(.snooze), isOffered, folder)
          if !isOffered {
            window.obey(.snooze)
            XCTAssertNil(window.dialogs.question)
          }
        }
      }
    }
  }

  func testWhatIsSnoozedIsFoundWhereItWaits() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1, folders: Self.folders)
      let soon = Int(Date().timeIntervalSince1970) + 100_000
      try mailbox.add("Waits", waking: soon)
      try mailbox.add("Taken", age: 5)
      let cur = mailbox.path + "/cur/"
      for name in try FileManager.default.contentsOfDirectory(atPath: cur) {
        let text = try String(contentsOfFile: cur + name, encoding: .utf8)
        guard text.contains("Taken") else { continue }
        try FileManager.default.moveItem(
          atPath: cur + name, toPath: cur + "1700000000.Rfedcba9876543210W\(soon).h:2,")
      }
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        pump("the inbox") { window.subjects.count == 2 }
        window.open(Source(folders: nil, words: "is:snoozed"))
        window.waitFor(["Waits"])
      }
    }
  }
}
