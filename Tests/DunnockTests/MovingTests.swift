import AppWidgets
import CDunnockAdwaita
import CDunnockGtk
import FileSystem
import Foundation
import GtkBridge
import GtkTestSupport
import MailModel
import Triage
import XCTest

@testable import Dunnock

/// Mail is moved to a folder that is picked, to junk and back; and all mail like one at once.
final class MovingTests: XCTestCase {
  private static let folders = [".Archive", ".Bills", ".Lists.gtk", ".Trash"]

  /// A window on an inbox of "Subject 0" and on, the first the newest.
  private func withInbox(
    _ count: Int, allowsChanges: Bool = true,
    _ body: @MainActor (MailWindow, TestMailbox) throws -> Void
  ) throws {
    try onGtk {
      let mailbox = try TestMailbox(count: count, folders: Self.folders)
      try withWindow(on: .path(mailbox.path), allowsChanges: allowsChanges) { window in
        window.waitFor((0..<count).map { "Subject \($0)" })
        try body(window, mailbox)
      }
    }
  }

  func testOneIsMovedToWhatIsPickedAndBack() throws {
    try withInbox(3) { window, mailbox in
      window.obey(.moveElsewhere)
      let picker = window.picker()
      XCTAssertEqual(picker.lines, ["Archive", "Bills", "Lists/gtk", "Trash"])
      picker.type("BÏLL")
      XCTAssertEqual(picker.lines, ["Bills", "New Folder “\u{2068}BÏLL\u{2069}”"])
      picker.take()
      window.waitFor(["Subject 1", "Subject 2"])
      pump("the notice") {
        window.notices.passing
          == "Moved “\u{2068}Subject 0\u{2069}” to “\u{2068}Bills\u{2069}”"
      }
      XCTAssertEqual(try mailbox.onDisk(".Bills"), ["Subject 0"])
      // The last of the sender first.
      window.obey(.moveElsewhere)
      XCTAssertEqual(window.picker().lines, ["Bills", "Archive", "Lists/gtk", "Trash"])
      window.picker().take()
      window.waitFor(["Subject 2"])
      window.activate(.undo)
      window.waitFor(["Subject 1", "Subject 2"])
      window.activate(.undo)
      window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
      XCTAssertEqual(try mailbox.onDisk(".Bills"), [])
    }
  }

  func testWhoClosesThePickerMovesNothing() throws {
    try withInbox(2) { window, mailbox in
      window.obey(.moveElsewhere)
      let picker = window.picker()
      picker.type("inbox")
      XCTAssertEqual(picker.note, "The messages are already in “\u{2068}Inbox\u{2069}”.")
      picker.type("inb")
      XCTAssertEqual(picker.note, "The messages are already in “\u{2068}Inbox\u{2069}”.")
      picker.take()
      XCTAssertEqual(window.dialogs.question, picker.window, "no folder is made of a beginning")
      window.obey(.moveElsewhere)
      XCTAssertEqual(window.dialogs.question, picker.window, "one question at a time")
      picker.type("nothing like that")
      picker.window.dismiss()
      pump("the answer") { window.dialogs.question == nil }
      XCTAssertEqual(window.subjects, ["Subject 0", "Subject 1"])
      XCTAssertEqual(window.list.selected?.message.subject, "Subject 0")
      XCTAssertEqual(try mailbox.onDisk().count, 2)
    }
  }

  func testWhatIsTypedBeforeThePickerComesIsForIt() throws {
    try withInbox(3) { window, mailbox in
      window.obey(.moveElsewhere)
      XCTAssertNil(window.dialogs.question, "its folders are still looked for")
      window.obey(.toggleStar)
      window.obey(.archive, on: window.list.messages[1])
      for character in "billx".unicodeScalars {
        XCTAssertTrue(window.filing.questions.type(0, character))
      }
      XCTAssertTrue(window.filing.questions.type(guint(GDK_KEY_BackSpace), nil))
      XCTAssertTrue(window.filing.questions.type(guint(GDK_KEY_Return), "\r"))
      XCTAssertEqual(window.filing.questions.typed, "bill")
      XCTAssertEqual(window.picker().lines.first, "Bills")
      XCTAssertFalse(window.filing.questions.type(0, "x"))
      window.picker().take()
      window.waitFor(["Subject 1", "Subject 2"])
      pump("the move") { window.changes.waiting == 0 }
      XCTAssertEqual(try mailbox.onDisk(".Bills"), ["Subject 0"])
      XCTAssertEqual(try mailbox.onDisk(), ["Subject 1", "Subject 2"])
      // Escape is for it, too.
      window.obey(.moveElsewhere)
      XCTAssertTrue(window.filing.questions.type(guint(GDK_KEY_Escape), nil))
      window.obey(.toggleStar)
      pump("the star") { (try? mailbox.onDisk()) == ["Subject 1 F", "Subject 2"] }
      XCTAssertNil(window.dialogs.question)
    }
  }

  func testANewFolderIsMadeWhereTheOthersAre() throws {
    try withInbox(3) { window, mailbox in
      window.obey(.moveElsewhere)
      window.picker().type("Lists/ größe")
      XCTAssertEqual(window.picker().lines, ["New Folder “\u{2068}Lists/größe\u{2069}”"])
      window.picker().take()
      window.waitFor(["Subject 1", "Subject 2"])
      pump("the move") { (try? mailbox.onDisk(".Lists.gr&APYA3w-e")) == ["Subject 0"] }
      pump("the folder among the others") {
        window.folders.list.all.contains(FolderID(path: ByteName(".Lists.gr&APYA3w-e")))
      }
      window.obey(.moveElsewhere)
      XCTAssertEqual(window.picker().lines.first, "Lists/größe")
      let before = try FileManager.default.contentsOfDirectory(atPath: mailbox.path)
      window.picker().type("../elsewhere")
      window.picker().take()
      pump("what is wrong with it") {
        window.notices.passing?.hasPrefix("A folder cannot be called “../elsewhere” here") == true
      }
      XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: mailbox.path), before)
      XCTAssertEqual(try mailbox.onDisk().count, 2)
    }
  }

  func testATargetThatVanishedTakesNothingAndIsTold() throws {
    try withInbox(2) { window, mailbox in
      window.obey(.moveElsewhere)
      window.picker().type("bills")
      try FileManager.default.removeItem(atPath: mailbox.path + "/.Bills")
      window.picker().take()
      pump("what went wrong") {
        window.notices.passing?.hasPrefix("There is no folder") == true
      }
      XCTAssertEqual(try mailbox.onDisk().count, 2)
      XCTAssertFalse(FileManager.default.fileExists(atPath: mailbox.path + "/.Bills"))
      window.waitFor(["Subject 0", "Subject 1"])
    }
  }

  func testSeveralAndAConversationAreOneStepEach() throws {
    try onGtk {
      let mailbox = try TestMailbox(folders: Self.folders + [".Sent"])
      try mailbox.add("Newest", age: 0)
      try mailbox.add("Third", age: 60, answering: ["First"])
      try mailbox.add("Mine", age: 90, folder: ".Sent", answering: ["First"])
      try mailbox.add("First", age: 240)
      try mailbox.add("Oldest", age: 300)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        let all = ["Newest", "Third", "First", "Oldest"]
        window.waitFor(all)
        pump("the conversation") { window.list.shownRows.map(\.conversation.count) == [1, 2, 1] }
        window.list.focus(window.list.messages[1].id)
        window.obey(.moveElsewhere)
        XCTAssertEqual(
          window.picker().window.dialogTitle,
          "Move 2 Messages To")
        window.picker().type("gtk")
        window.picker().take()
        window.waitFor(["Newest", "Oldest"])
        pump("the notice") {
          window.notices.passing == "Moved 2 messages to “\u{2068}Lists/gtk\u{2069}”"
        }
        XCTAssertEqual(try mailbox.onDisk(".Lists.gtk"), ["First", "Third"])
        XCTAssertEqual(try mailbox.onDisk(".Sent"), ["Mine"], "what is elsewhere stays")
        window.activate(.undo)
        window.waitFor(all)
        window.select(by: .selectAll) { _ in true }
        window.obey(.moveElsewhere)
        window.picker().type("bills")
        window.picker().take()
        window.waitFor([])
        XCTAssertEqual(try mailbox.onDisk(".Bills").count, 4)
        window.activate(.undo)
        window.waitFor(all)
      }
    }
  }

  func testUndoAndTheLastTargetSurviveARestart() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 2, folders: Self.folders)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1"])
        window.obey(.moveElsewhere)
        window.picker().type("gtk")
        window.picker().take()
        window.waitFor(["Subject 1"])
      }
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 1"])
        window.obey(.moveElsewhere)
        XCTAssertEqual(window.picker().lines.first, "Lists/gtk")
        window.picker().window.dismiss()
        pump("the answer") { window.dialogs.question == nil }
        window.undo()
        window.waitFor(["Subject 0", "Subject 1"])
        XCTAssertEqual(try mailbox.onDisk(".Lists.gtk"), [])
      }
    }
  }

  func testNothingIsAskedWhereNothingMayBeChanged() throws {
    try withInbox(2, allowsChanges: false) { window, mailbox in
      for command in [Command.moveElsewhere, .junk] {
        window.obey(command)
        pump("the refusal") { window.notices.passing == "Read-only." }
        window.notices.dismiss()
      }
      window.activate(.sweep)
      pump("the refusal") { window.notices.passing == "Read-only." }
      XCTAssertNil(window.dialogs.question)
      XCTAssertEqual(window.content(of: window.list.messages[0]).others.count, 0)
      XCTAssertEqual(try mailbox.onDisk().count, 2)
    }
  }

  func testJunkAsksForItsFolderAndComesBack() throws {
    try withInbox(3) { window, mailbox in
      window.obey(.junk)
      pump("the question") { window.dialogs.question != nil }
      let question = try XCTUnwrap(window.dialogs.question)
      XCTAssertEqual(
        question.questionHeading, "Choose Junk Folder")
      question.answer("use")
      window.waitFor(["Subject 1", "Subject 2"])
      pump("the notice") {
        window.notices.passing == "Moved to junk: “\u{2068}Subject 0\u{2069}”"
      }
      XCTAssertEqual(try mailbox.onDisk(".Junk"), ["Subject 0"])
      window.open(FolderID(path: ByteName(".Junk")))
      window.waitFor(["Subject 0"])
      XCTAssertEqual(
        window.frame.commands.offered,
        [.archive, .notJunk, .trash, .moveElsewhere, .toggleStar])
      XCTAssertTrue(
        window.content(of: window.list.messages[0]).others.contains { $0.name == "not-junk" })
      window.obey(.junk)
      pump("the notice") {
        window.notices.passing == "Moved to the inbox: “\u{2068}Subject 0\u{2069}”"
      }
      XCTAssertEqual(window.subjects, [])
      XCTAssertEqual(try mailbox.onDisk().count, 3)
      window.activate(.undo)
      window.waitFor(["Subject 0"])
      window.activate(.undo)
      pump("the way back") { (try? mailbox.onDisk().count) == 3 }
    }
  }

  func testAllOfASenderIsSweptAsOneStep() throws {
    try onGtk {
      let mailbox = try TestMailbox(folders: Self.folders)
      for number in 0..<6 {
        try mailbox.add(
          "Subject \(number)", age: number * 60,
          from: number % 2 == 0 ? "Shop <News@shop.example>" : "Ben <ben@example.org>")
      }
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        let all = (0..<6).map { "Subject \($0)" }
        window.waitFor(all)
        let action = try XCTUnwrap(
          window.content(of: window.list.messages[2]).others.first { $0.name == "sweep" })
        XCTAssertEqual(action.title, "All From This Sender…")
        Task.immediate { _ = await action.perform() }
        pump("the question") { window.dialogs.question != nil }
        let question = try XCTUnwrap(window.dialogs.question)
        pump("the sender") { question.texts.contains("3 messages from News@shop.example") }
        question.answer("cancel")
        XCTAssertNil(window.dialogs.question)
        XCTAssertEqual(try mailbox.onDisk().count, 6)
        // To a folder that is picked, as one step.
        window.list.focus(window.list.messages[0].id)
        window.activate(.sweep)
        pump("the question again") { window.dialogs.question != nil }
        try XCTUnwrap(window.dialogs.question).answer("move")
        pump("the picker") {
          window.dialogs.question?.firstInside(gtk_search_entry_get_type()) != nil
        }
        window.picker().type("bills")
        window.picker().take()
        window.waitFor(["Subject 1", "Subject 3", "Subject 5"])
        pump("the notice") {
          window.notices.passing == "Moved 3 messages to “\u{2068}Bills\u{2069}”"
        }
        XCTAssertEqual(try mailbox.onDisk(".Bills").count, 3)
        window.activate(.undo)
        window.waitFor(all)
        XCTAssertEqual(try mailbox.onDisk(".Bills"), [])
      }
    }
  }

  func testAllOfAMailingListIsSweptWhereThatIsChosen() throws {
    try onGtk {
      let mailbox = try TestMailbox(folders: Self.folders)
      for number in 0..<6 {
        try mailbox.add(
          "Subject \(number)", age: number * 60,
          from: "P\(number % 2) <p\(number % 2)@example.org>",
          list: number < 4 ? "gtk.example.org" : "")
      }
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        let all = (0..<6).map { "Subject \($0)" }
        window.waitFor(all)
        window.activate(.sweep)
        pump("the question") { window.dialogs.question != nil }
        let question = try XCTUnwrap(window.dialogs.question)
        let choices = question.all(gtk_check_button_get_type())
        pump("the choices") {
          choices.flatMap(\.texts)
            == [
              "3 messages from p0@example.org", "4 messages from the mailing list gtk.example.org",
            ]
        }
        XCTAssertEqual(choices.map { gtk_check_button_get_active($0.cast()) }, [1, 0])
        gtk_check_button_set_active(choices[1].cast(), 1)
        question.answer("archive")
        window.waitFor(["Subject 4", "Subject 5"])
        pump("the notice") { window.notices.passing == "Archived 4 messages" }
        XCTAssertEqual(try mailbox.onDisk(".Archive").count, 4)
        window.activate(.undo)
        window.waitFor(all)
      }
    }
  }
}

@MainActor
extension MailWindow {
  /// The picker, waited for.
  fileprivate func picker(file: StaticString = #filePath, line: UInt = #line) -> Picker {
    pump("the picker", file: file, line: line) { dialogs.question != nil }
    return Picker(window: dialogs.question ?? window)
  }
}

/// The picker of folders, as a person uses it.
@MainActor
private struct Picker {
  let window: Widget

  private func part(_ type: GType) -> Widget {
    window.descendants.first { $0.isA(type) } ?? window
  }

  /// What its rows say.
  var lines: [String] {
    part(gtk_list_box_get_type()).children.compactMap { row in
      row.descendants.first { $0.isA(gtk_label_get_type()) }
        .flatMap { gtk_label_get_label($0.opaque) }.map { String(cString: $0) }
    }
  }

  /// What is said below the rows.
  var note: String? {
    part(gtk_search_entry_get_type()).parent?.children.map { $0 }
      .last { $0.isA(gtk_label_get_type()) && gtk_widget_get_visible($0) != 0 }
      .flatMap { gtk_label_get_label($0.opaque) }.map { String(cString: $0) }
  }

  func type(_ text: String) {
    gtk_editable_set_text(part(gtk_search_entry_get_type()).opaque, text)
  }

  /// Enter.
  func take() {
    Signal.emit(UnsafeMutableRawPointer(part(gtk_search_entry_get_type())), "activate")
  }
}
