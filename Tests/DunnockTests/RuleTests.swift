import AppWidgets
import CDunnockAdwaita
import FileSystem
import GtkBridge
import GtkTestSupport
import MailModel
import Texts
import Triage
import XCTest

@testable import Dunnock

private let dov = Rule.ID(inbox: .inbox, likeness: .sender("dov@example.org"))

/// What windows ask, say and list of what is done by itself to what comes.
final class RuleTests: XCTestCase {
  func testASweepKeepsARuleAndIsOneDeedWithIt() throws {
    try onGtk {
      try withShop { window, mailbox, _, _ in
        try mailbox.add("Old menu", age: 999, folder: ".Lists", from: "Dov <dov@example.org>")
        window.activate(.sweep)
        let asked = try question(of: window)
        let switches = asked.all(gtk_switch_get_type())
        XCTAssertEqual(switches.count, 2)
        pump("the question on screen") { asked.texts.contains("3 messages from Dov@example.org") }
        gtk_switch_set_active(switches[0].opaque, 1)
        pump("all folders") { asked.texts.contains("4 messages from Dov@example.org") }
        gtk_switch_set_active(switches[0].opaque, 0)
        pump("this one") { asked.texts.contains("3 messages from Dov@example.org") }
        gtk_switch_set_active(switches[0].opaque, 1)
        gtk_switch_set_active(switches[1].opaque, 1)
        pump("an answer") {
          asked.canAnswer("archive")
            && asked.texts.contains("4 messages from Dov@example.org")
        }
        asked.answer("archive")
        window.waitFor(["Letter"])
        pump("the notice") { window.notices.passing == "Archived 4 messages" }
        try waitForRules(of: window) { $0.map(\.id) == [dov] && $0[0].isOn }
        try mailbox.add("New menu", age: TestMailbox.ageOfNow, from: "Dov <dov@example.org>")
        pump("the new one archived") { (try? mailbox.onDisk(".Archive").count) == 5 }
        try waitForRules(of: window) { $0[0].count == 1 }
        window.activate(.undo)
        window.waitFor(["Menu 0", "Menu 1", "Menu 2", "Letter"])
        XCTAssertEqual(try mailbox.onDisk(".Lists"), ["Old menu"])
        XCTAssertEqual(try mailbox.onDisk(".Archive"), ["New menu"])
        try waitForRules(of: window) { !$0[0].isOn }
        pump("what became of the rule") {
          window.notices.passing == "Undone for 4 messages. Its rule is turned off."
        }
        window.activate(.redo)
        pump("what became of it then") {
          window.notices.passing == "Redone for 4 messages. Its rule is turned on again."
        }
        try waitForRules(of: window) { $0[0].isOn }
      }
    }
  }

  func testWhatMeansNothingToWhatComesIsNoRule() throws {
    try onGtk {
      try withShop { window, mailbox, _, _ in
        try mailbox.add("Filed", age: 0, folder: ".Archive", from: "Dov <dov@example.org>")
        window.open(FolderID(path: ByteName(".Archive")))
        window.waitFor(["Filed"])
        window.activate(.sweep)
        let asked = try question(of: window)
        let isOffered = { (name: String) in
          asked.canAnswer(name)
        }
        XCTAssertTrue(isOffered("inbox") && isOffered("trash") && isOffered("move"))
        gtk_switch_set_active(asked.all(gtk_switch_get_type())[1].opaque, 1)
        XCTAssertTrue(!isOffered("inbox") && isOffered("trash") && isOffered("move"))
        asked.answer("cancel")
        try waitForRules(of: window) { $0.isEmpty }
      }
    }
  }

  func testBlockingAsksAndCanBeTakenBack() throws {
    try onGtk {
      try withShop { window, mailbox, _, _ in
        let action = try XCTUnwrap(
          window.content(of: window.list.messages[0]).others.first { $0.name == "block" })
        Task.immediate { _ = await action.perform() }
        var asked = try question(of: window)
        XCTAssertEqual(
          asked.questionHeading,
          "Block \u{2068}Dov@example.org\u{2069}?")
        asked.answer("cancel")
        pump("no question") { window.dialogs.question == nil }
        let first = window.list.messages[0]
        let deeds = window.deeds(for: first).flatMap { $0 }
        try XCTUnwrap(deeds.first { $0.name == "block" }).perform()
        asked = try question(of: window)
        asked.answer("block")
        pump("the notice") {
          window.notices.passing == "Blocked \u{2068}Dov@example.org\u{2069}"
        }
        try waitForRules(of: window) { $0.map(\.command) == [.trash] }
        // What is there stays.
        XCTAssertEqual(window.subjects.count, 4)
        try mailbox.add("New menu", age: TestMailbox.ageOfNow, from: "dov@example.org")
        pump("the trash") { (try? mailbox.onDisk(".Trash")) == ["New menu"] }
        window.waitFor(["Menu 0", "Menu 1", "Menu 2", "Letter"])
        try waitForRules(of: window) { $0[0].count == 1 }
        // One step takes the rule back, and what it has moved.
        window.activate(.undo)
        pump("no rule") { window.notices.passing == "The rule was removed." }
        XCTAssertEqual(try mailbox.onDisk(".Trash"), [])
        window.waitFor(["New menu", "Menu 0", "Menu 1", "Menu 2", "Letter"])
        try waitForRules(of: window) { $0.isEmpty }
      }
    }
  }

  func testUndoTakesWhatWasDoneSinceBlockingFirst() throws {
    try onGtk {
      try withShop { window, mailbox, _, _ in
        window.block(senderOf: window.list.messages[0])
        try question(of: window).answer("block")
        try waitForRules(of: window) { $0.count == 1 }
        pump("something to undo") { window.frame.actions.isEnabled("undo") }
        window.filing.perform(.archive)
        window.waitFor(["Menu 1", "Menu 2", "Letter"])
        window.activate(.undo)
        window.waitFor(["Menu 0", "Menu 1", "Menu 2", "Letter"])
        try waitForRules(of: window) { $0.count == 1 }
      }
    }
  }

  func testOnesOwnAddressIsNotBlocked() throws {
    try onGtk {
      try withShop(own: ["DOV@example.org"]) { window, _, _, _ in
        window.block(senderOf: window.list.messages[0])
        pump("the refusal") {
          window.notices.passing
            == "\u{2068}Dov@example.org\u{2069} is your own address and cannot be blocked."
        }
        XCTAssertNil(window.dialogs.question)
      }
    }
  }

  func testNothingIsKeptWhereOneOnlyLooks() throws {
    try onGtk {
      try withShop(allowsChanges: false) { window, _, _, _ in
        window.block(senderOf: window.list.messages[0])
        pump("the refusal") { window.notices.passing == "Read-only." }
        XCTAssertNil(window.dialogs.question)
        try waitForRules(of: window) { $0.isEmpty }
      }
    }
  }

  func testTwoWindowsFollowARuleOnce() throws {
    try onGtk {
      try withShop { window, mailbox, settings, mailboxes in
        let session = try XCTUnwrap(window.mailbox?.session)
        Task { try await session.keep(.archive, for: dov, at: Int64(time(nil))) }
        try waitForRules(of: window) { $0.count == 1 }
        try withWindow(
          on: .path(mailbox.path), allowsChanges: true, settings: settings, mailboxes: mailboxes
        ) { other in
          other.waitFor(["Menu 0", "Menu 1", "Menu 2", "Letter"])
          for number in 0..<5 {
            try mailbox.add(
              "New \(number)", age: TestMailbox.ageOfNow, from: "dov@example.org")
          }
          pump("all filed") { (try? mailbox.onDisk(".Archive").count) == 5 }
          try waitForRules(of: other) { $0[0].count == 5 }
        }
      }
    }
  }

  func testThePreferencesSayWhatWasTakenBack() throws {
    try onGtk {
      try withShop { window, mailbox, _, _ in
        let session = try XCTUnwrap(window.mailbox?.session)
        Task { try await session.keep(.archive, for: dov, at: Int64(time(nil))) }
        try waitForRules(of: window) { $0.count == 1 }
        try mailbox.add("New menu", age: TestMailbox.ageOfNow, from: "dov@example.org")
        try waitForRules(of: window) { $0[0].count == 1 }
        let part = RulePreferences(of: session, naming: \.description) {
          window.filing.undo(step: $0, then: $1)
        }
        let host: Widget = gtk_window_new()
        gtk_window_set_child(host.cast(), part.widget)
        gtk_window_present(host.cast())
        defer { gtk_window_destroy(host.cast()) }
        pump("what it did") { part.widget.texts.contains { $0.contains("1 message, last: ") } }
        let title = "Undo Last Change for \u{2068}dov@example.org\u{2069}"
        let button = try XCTUnwrap(part.widget.button(title))
        Signal.emit(button, "clicked")
        pump("nothing done") { part.widget.texts.contains("Moved to the archive") }
        XCTAssertEqual(gtk_widget_get_sensitive(button), 0)
      }
    }
  }

  func testThePreferencesListThem() throws {
    try onGtk {
      try withShop { window, mailbox, _, _ in
        let session = try XCTUnwrap(window.mailbox?.session)
        let ids = (0..<70).map {
          Rule.ID(inbox: .inbox, likeness: .sender("a\($0)@example.org"))
        }
        let missing = FolderID(path: ByteName(".Missing"))
        Task {
          for (number, id) in ids.enumerated() {
            try await session.keep(
              number == 69 ? .move(to: missing) : .archive, for: id, at: Int64(1_000 + number))
          }
        }
        try waitForRules(of: window) { $0.count == 70 }
        let part = RulePreferences(of: session, naming: \.description) { _, _ in }
        let host: Widget = gtk_window_new()
        gtk_window_set_child(host.cast(), part.widget)
        gtk_window_present(host.cast())
        defer { gtk_window_destroy(host.cast()) }
        let rows = { part.widget.all(gtk_switch_get_type()) }
        pump("a first part of them") { rows().count == 50 }
        let texts = part.widget.texts
        XCTAssertTrue(texts.contains("Show 20 More"), "\(texts)")
        XCTAssertTrue(
          texts.contains { $0.hasSuffix("\nPaused because the folder does not exist") }, "\(texts)")
        let first = rows()[0]
        gtk_switch_set_active(first.opaque, 0)
        try waitForRules(of: window) { !$0[0].isOn && $0[1].isOn }
        pump("the row again") { rows().count == 50 && !rows()[0].isOn }
        XCTAssertEqual(rows()[0], first, "the focus would go with it")
        let title = "Delete Rule for \u{2068}a69@example.org\u{2069}"
        Signal.emit(try XCTUnwrap(part.widget.button(title)), "clicked")
        try waitForRules(of: window) { $0.count == 69 }
      }
    }
  }
}

/// A window on three messages by one sender, and another by somebody else, with what follows the rules.
@MainActor
private func withShop(
  allowsChanges: Bool = true, folders: [String] = [".Archive", ".Trash", ".Lists"],
  own: [String] = [], _ body: (MailWindow, TestMailbox, Settings, Mailboxes) throws -> Void
) throws {
  let mailbox = try TestMailbox(folders: folders)
  for number in 0..<3 {
    try mailbox.add("Menu \(number)", age: number * 60, from: "Dov <Dov@example.org>")
  }
  try mailbox.add("Letter", age: 300)
  let (settings, mailboxes) = (Settings.withoutHint(), Mailboxes())
  settings.ownAddresses = own.compactMap { MailAddress($0) }
  let news = NewMail(settings, mailboxes, MailFetching(settings, Mailboxes()))
  defer {
    settings.ownAddresses = []
    withExtendedLifetime(news) {}
  }
  try withWindow(
    on: .path(mailbox.path), allowsChanges: allowsChanges, settings: settings,
    mailboxes: mailboxes
  ) { window in
    window.waitFor(["Menu 0", "Menu 1", "Menu 2", "Letter"])
    try body(window, mailbox, settings, mailboxes)
  }
}

@MainActor
private func question(of window: MailWindow) throws -> Widget {
  pump("the question") { window.dialogs.question != nil }
  return try XCTUnwrap(window.dialogs.question)
}

/// The rules of the window's mailbox, as soon as they are so.
@MainActor
private func waitForRules(
  of window: MailWindow, file: StaticString = #filePath, line: UInt = #line,
  _ isSo: @escaping ([Rule]) -> Bool
) throws {
  let session = try XCTUnwrap(window.mailbox?.session)
  var found: [Rule]?
  var isAsking = false
  pump("the rules", file: file, line: line) {
    if !isAsking {
      isAsking = true
      Task {
        found = await session.rules().all
        isAsking = false
      }
    }
    return found.map(isSo) ?? false
  }
}
