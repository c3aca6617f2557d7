import AppWidgets
import CDunnockAdwaita
import Foundation
import GtkBridge
import GtkTestSupport
import Triage
import XCTest

@testable import Dunnock

final class MailWindowTests: XCTestCase {
  func testListsAMailboxAndShowsTheFirstMessage() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        XCTAssertEqual(window.list.selected?.message.subject, "Subject 0")
        pump("the message to show") { window.reader.shown != nil }
      }
    }
  }

  func testAnOtherMailboxIsLookedAtOnlyUntilAllowed() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 2)
      let settings = Settings.withoutHint()
      try withWindow(on: .path(mailbox.path), settings: settings) { window in
        window.waitFor(["Subject 0", "Subject 1"])
        XCTAssertTrue(window.notices.bar.offersButton)
        let message = try XCTUnwrap(window.list.messages.first)
        let offered = window.content(of: message)
        XCTAssertTrue(offered.leading.actions.isEmpty && offered.trailing.actions.isEmpty)

        window.obey(.trash)
        XCTAssertEqual(window.notices.passing, "Read-only.")
        XCTAssertEqual(try mailbox.onDisk(), ["Subject 0", "Subject 1"])

        window.activate(.allowChanges)
        XCTAssertEqual(window.notices.bar.text, "")
        XCTAssertEqual(
          window.content(of: message).leading.actions.map(\.name), ["archive", "toggle-read"])
      }
      try withWindow(on: .path(mailbox.path), settings: settings) { window in
        window.waitFor(["Subject 0", "Subject 1"])
        XCTAssertEqual(window.notices.bar.text, "", "the permission is remembered")
      }
    }
  }

  func testArchivingMovesTheFileAndSelectsTheNext() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3, flags: "S")
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        window.list.focus(window.list.messages[1].id)
        window.obey(.archive)
        window.waitFor(["Subject 0", "Subject 2"])
        XCTAssertEqual(window.list.selected?.message.subject, "Subject 2")
        pump("the toast") { window.notices.passing == "Archived “\u{2068}Subject 1\u{2069}”" }
        XCTAssertEqual(try mailbox.onDisk(), ["Subject 0 S", "Subject 2 S"])
        XCTAssertEqual(try mailbox.onDisk(".Archive"), ["Subject 1 S"])
        let focus = gtk_root_get_focus(gtk_widget_get_root(window.list.listView))
        XCTAssertTrue(focus.map { gtk_widget_is_ancestor($0, window.list.listView) != 0 } ?? false)
      }
    }
  }

  func testUndoTakesBackSeveralChanges() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        window.obey(.toggleStar)
        window.obey(.archive)
        window.waitFor(["Subject 1", "Subject 2"])
        window.obey(.trash)
        window.waitFor(["Subject 2"])
        pump("both to be moved") {
          (try? mailbox.onDisk(".Archive")) == ["Subject 0 F"]
            && (try? mailbox.onDisk(".Trash")) == ["Subject 1"]
        }

        window.activate(.undo)
        window.waitFor(["Subject 1", "Subject 2"])
        window.activate(.undo)
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        window.activate(.undo)
        pump("the star to go") { window.list.messages.first?.isStarred == false }
        XCTAssertEqual(try mailbox.onDisk(), ["Subject 0", "Subject 1", "Subject 2"])
        window.undo()
        pump("the answer") { window.notices.passing == "There is nothing to undo." }
      }
    }
  }

  func testChangesOfOtherProgramsAppearAndSelectionStays() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        window.list.focus(window.list.messages[2].id)
        try mailbox.add("Late", age: -60)
        window.waitFor(["Late", "Subject 0", "Subject 1", "Subject 2"])
        XCTAssertEqual(window.list.selected?.message.subject, "Subject 2")
        try mailbox.remove("Subject 2")
        window.waitFor(["Late", "Subject 0", "Subject 1"])
        XCTAssertEqual(window.list.selected?.message.subject, "Subject 1")
      }
    }
  }

  func testTheFocusIsBackWithTheMail() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        window.list.focus(window.list.messages[1].id)
        for part in ["", "/cur"] {
          let place = mailbox.path + part
          try FileManager.default.moveItem(atPath: place, toPath: mailbox.path + ".away")
          if part != "" {
            try FileManager.default.createDirectory(
              atPath: place, withIntermediateDirectories: false)
          }
          pump("the trouble") { window.shown.trouble != nil }
          XCTAssertFalse(window.list.hasFocus)
          if part != "" { try FileManager.default.removeItem(atPath: place) }
          try FileManager.default.moveItem(atPath: mailbox.path + ".away", toPath: place)
          pump("the mail") { window.shown.trouble == nil }
          XCTAssert(window.list.hasFocus)
          XCTAssertEqual(window.list.selected?.message.subject, "Subject 1")
        }
      }
    }
  }

  func testAnEmptyMailboxSaysSoUntilMailComes() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 0)
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor([])
        XCTAssertEqual(window.statusTexts.first, "All Caught Up")
        try mailbox.add("First", age: 0)
        window.waitFor(["First"])
      }
    }
  }

  func testWhatIsNoMailboxGetsASentence() throws {
    try onGtk {
      try withWindow(on: .path("/nonexistent/mail")) { window in
        pump("the error") { window.frame.page == .other }
        XCTAssertEqual(
          window.statusTexts.last, "There is no folder “/nonexistent/mail”. Check the path.")
        XCTAssertEqual(window.notices.bar.text, "")
      }
      try withFolder(of: []) { folder in
        try withWindow(on: .path(folder)) { window in
          pump("the error") { window.frame.page == .other }
          XCTAssertTrue(try XCTUnwrap(window.statusTexts.last).contains("is empty"))
        }
      }
    }
  }

  func testAWindowClosedAtOnceStillFinishesItsChange() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        window.obey(.archive)
        window.obey(.trash)
      }
      pump("both to be moved") {
        (try? mailbox.onDisk(".Archive")) == ["Subject 0"]
          && (try? mailbox.onDisk(".Trash")) == ["Subject 1"]
      }
    }
  }

  func testARowOnItsWayOutStaysInThePlaceThatADirectoryWithoutItLeaves() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        let rows = window.list.count
        window.obey(.archive)
        XCTAssertEqual(window.subjects, ["Subject 1", "Subject 2"])
        XCTAssertEqual(window.list.count, rows, "the row is still there")
        XCTAssertEqual(window.list.selected?.message.subject, "Subject 1")
        window.obey(.archive)
        window.obey(.archive)
        XCTAssertEqual(window.subjects, [])
        try mailbox.add("Late", age: -60)
        window.waitFor(["Late"])
        pump("the rows to go") { window.list.count == 1 }
        XCTAssertEqual(window.list.selected?.message.subject, "Late")
      }
    }
  }

  func testAnotherMailboxTakesOverFromRowsOnTheirWayOut() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      let other = try TestMailbox()
      try other.add("Elsewhere", age: 0)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        window.obey(.archive)
        window.obey(.trash)
        window.open(.path(other.path))
        XCTAssertEqual(window.list.count, 0)
        window.waitFor(["Elsewhere"])
        pump("both to be moved") {
          (try? mailbox.onDisk(".Archive")) == ["Subject 0"]
            && (try? mailbox.onDisk(".Trash")) == ["Subject 1"]
        }
        XCTAssertEqual(window.list.count, 1)
      }
    }
  }

  func testUndoPutsAMessageInThePlaceOfItsRowOnTheWayOut() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        window.list.focus(window.list.messages[1].id)
        window.obey(.trash)
        window.activate(.undo)
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        pump("its selection") { window.list.selected?.message.subject == "Subject 1" }
        pump("one row a message") { window.list.count == 3 }
        XCTAssertEqual(try mailbox.onDisk(".Trash"), [])
      }
    }
  }

  func testAChoiceOfSwipesCountsAtOnce() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1)
      let settings = Settings(schema: nil)
      try withWindow(on: .path(mailbox.path), allowsChanges: true, settings: settings) { window in
        window.waitFor(["Subject 0"])
        let message = try XCTUnwrap(window.list.messages.first)
        settings.swipes.choose(.toggleStar, at: 0, of: .leading)
        settings.swipes[.trailing].isOn = false
        settings.swipes.sensitivity = .low
        let actions = window.content(of: message)
        XCTAssertEqual(actions.leading.actions.map(\.name), ["star", "toggle-read"])
        XCTAssertTrue(actions.trailing.actions.isEmpty)
        XCTAssertTrue(actions.leading.allowsFullSwipe && !actions.trailing.allowsFullSwipe)
        XCTAssertEqual(window.list.swipes.style, SwipeChoice.Sensitivity.low.style)
        // What no button does, keys still do.
        window.obey(.archive)
        pump("it to be moved") { (try? mailbox.onDisk(".Archive")) == ["Subject 0 S"] }
        window.waitFor([])
      }
    }
  }

  func testANoticeNamesItsMailOnTheNarrowestWindow() throws {
    try onGtk {
      let mailbox = try TestMailbox()
      let subject = "A subject of many more characters than any narrow window has room for"
      try mailbox.add(subject, age: 0)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor([subject])
        gtk_window_set_default_size(window.window.cast(), 360, 600)
        pump("the narrow window") { gtk_widget_get_width(window.window) == 360 }
        window.obey(.trash)
        let parts = {
          ["Moved to the trash", "A subject of", "Undo"].compactMap { text in
            window.notices.widget.label(containing: text)
          }
        }
        pump("the notice") {
          parts().count == 3 && parts().allSatisfy { gtk_widget_get_width($0) > 0 }
        }
        for part in parts() {
          let layout = gtk_label_get_layout(part.opaque)
          XCTAssertEqual(pango_layout_get_line_count(layout), 1)
          let isName = String(cString: gtk_label_get_text(part.opaque)) == subject
          XCTAssertEqual(pango_layout_is_ellipsized(layout), isName.gboolean)
          let bounds = try XCTUnwrap(part.bounds(in: window.window))
          XCTAssert(bounds.x >= 0 && bounds.x + bounds.width <= 360)
        }
      }
    }
  }

  /// As with a long translation in large text.
  func testANoticeFitsThoughTheWordsAroundItsNameDoNot() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0"])
        gtk_window_set_default_size(window.window.cast(), 360, 600)
        pump("the narrow window") { gtk_widget_get_width(window.window) == 360 }
        let subject = String(repeating: "A very long subject ", count: 40)
        window.notices.toasts.show(
          .init(naming: subject) { "Moved to the folder for invoices of the last years: “\($0)”" },
          button: .init(title: "Undo") {})
        pump("the notice") {
          window.window.button("Undo").map { gtk_widget_get_width($0) > 0 } == true
        }
        let button = try XCTUnwrap(window.window.button("Undo"))
        let notice = try XCTUnwrap(gtk_widget_get_parent(button)?.bounds(in: window.window))
        XCTAssert(notice.x >= 0 && notice.x + notice.width <= 360, "\(notice)")
        XCTAssertLessThan(notice.height, 200)
        let bounds = try XCTUnwrap(button.bounds(in: window.window))
        XCTAssert(bounds.x >= notice.x && bounds.x + bounds.width <= notice.x + notice.width)
        XCTAssertGreaterThanOrEqual(
          Double(bounds.width), button.measured(GTK_ORIENTATION_HORIZONTAL).minimum - 12)
        // Where there is room it is on one line again.
        gtk_window_set_default_size(window.window.cast(), 1100, 600)
        pump("the wide window") {
          window.notices.spareCurrent()
          return window.notices.widget.label(containing: "Moved to the folder").map {
            pango_layout_get_line_count(gtk_label_get_layout($0.opaque)) == 1
          } == true
        }
      }
    }
  }

  func testANoticeThatCameWhileThePersonWasAwayHasItsWholeTimeAfterwards() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1)
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(["Subject 0"])
        var ends: [@MainActor () -> Void] = []
        window.notices.toasts.replaceTimer { _, end in ends.append(end) }
        pump("the window to be used") { window.window.isUsed }
        @MainActor func leave(_ body: () throws -> Void) throws {
          let other = present(gtk_label_new(""))
          pump("the other window to be used") { !window.window.isUsed }
          try body()
          close(other)
          window.present()
          pump("the window to be used again") { window.window.isUsed }
        }
        try leave {
          window.notices.pass("Lost.", waiting: true)
          XCTAssert(ends.isEmpty, "the time begins when the person is back")
        }
        let first = ends.count
        XCTAssertEqual(first, 1)
        try leave {
          for end in ends { end() }
          XCTAssertEqual(window.notices.passing, "Lost.", "the person has left again")
        }
        for end in ends.dropFirst(first) { end() }
        XCTAssertNil(window.notices.passing)
      }
    }
  }

  func testWhatWasReadAndIsMovedAwayElsewhereIsTold() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 4)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        gtk_window_set_default_size(window.window.cast(), 1100, 600)
        pump("list and message side by side") { !window.frame.isFolded }
        window.waitFor((0..<4).map { "Subject \($0)" })
        var ends: [@MainActor () -> Void] = []
        window.notices.toasts.replaceTimer { _, end in ends.append(end) }
        window.list.focus(window.list.messages[1].id)
        pump("the message to be read") { window.reader.shown?.subject == "Subject 1" }
        try mailbox.remove("Subject 3")
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        XCTAssertNil(window.notices.passing, "nobody read it")
        try mailbox.remove("Subject 1")
        window.waitFor(["Subject 0", "Subject 2"])
        XCTAssertEqual(
          window.notices.passing,
          "“\u{2068}Subject 1\u{2069}” is no longer in this folder.")
        XCTAssertEqual(window.list.selected?.message.subject, "Subject 2")
        pump("the other message to be read") { window.reader.shown?.subject == "Subject 2" }
        window.obey(.archive)
        window.waitFor(["Subject 0"])
        pump("what was done here") { window.notices.passing?.hasPrefix("Archived") == true }
        pump("the last message to be read") { window.reader.shown?.subject == "Subject 0" }
        try mailbox.remove("Subject 0")
        window.waitFor([])
        XCTAssertEqual(
          window.notices.passing?.hasPrefix("Archived"), true, "Undo is still to be had")
        for end in ends { end() }
        XCTAssertEqual(
          window.notices.passing, "“\u{2068}Subject 0\u{2069}” is no longer in this folder.")
      }
    }
  }

  func testANoticeLeavesTheCommandsAtTheFootFree() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        gtk_window_set_default_size(window.window.cast(), 360, 600)
        window.waitFor(["Subject 0"])
        pump("the narrow window") { gtk_widget_get_width(window.window) == 360 }
        window.notices.pass("Over the list.")
        window.showSelected()
        let foot = window.frame.commands.foot
        let notice = { window.notices.widget.label(containing: "Over the list")?.parent }
        pump("the notice above the commands") {
          guard gtk_widget_get_mapped(foot) != 0, let commands = foot.bounds(in: window.window),
            let place = notice()?.bounds(in: window.window)
          else { return false }
          return place.height > 0 && place.y + place.height <= commands.y
        }
        window.showList()
        pump("the notice at the foot of the list") {
          guard let place = notice()?.bounds(in: window.window) else { return false }
          return place.height > 0 && place.y + place.height > 560
        }
      }
    }
  }

  func testEveryCommandHasAButtonWhereThereIsRoom() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0"])
        for (width, isNarrow) in [(1100, false), (360, true)] {
          gtk_window_set_default_size(window.window.cast(), Int32(width), 600)
          pump("a window of \(width) px") { window.frame.isFolded == isNarrow }
          window.showSelected()
          let changes = [Command.moveElsewhere, .toggleStar].map {
            WindowCommand.changing($0.entry)
          }
          if isNarrow {
            for name in ["Reply", "Archive", "Trash", "More"] {
              pump(name) { window.frame.commands.foot.label(containing: name) != nil }
            }
          }
          for command in isNarrow ? [.reply] : WindowCommand.answers + changes {
            pump("a button for \(command.name)") {
              window.window.buttons(of: command).contains {
                gtk_widget_get_mapped($0) != 0 && gtk_widget_get_child_visible($0) != 0
                  && ($0.bounds(in: window.window)?.width ?? 0) > 20
              }
            }
          }
        }
      }
    }
  }

  func testAClickOnAButtonLeavesTheKeysToTheList() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0"])
        let commands = WindowCommand.aboveMessage + WindowCommand.forSelected
        for command in commands.map({ WindowCommand.changing($0.entry) }) + WindowCommand.answers {
          let buttons = window.window.buttons(of: command)
          XCTAssertFalse(buttons.isEmpty, command.name)
          XCTAssertTrue(buttons.allSatisfy { gtk_widget_get_focus_on_click($0) == 0 }, command.name)
        }
      }
    }
  }

  func testAMessageThatVanishedIsTold() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 2)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1"])
        try mailbox.remove("Subject 0")
        window.obey(.archive)
        pump("the toast") { window.notices.passing?.contains("no longer there") == true }
        window.waitFor(["Subject 1"])
      }
    }
  }

  func testFilesAreNotDeletedForEver() throws {
    try Self.refused(
      .delete, in: NSTemporaryDirectory(),
      "Files cannot be deleted permanently here. Use your file manager.")
  }

  func testAFileThatNoTrashTakesSaysSo() throws {
    // GIO knows no trash on the file systems of the system itself.
    try XCTSkipIf(access("/dev/shm", W_OK | X_OK) != 0, "there is no /dev/shm here")
    try Self.refused(.trash, in: "/dev/shm/", "has no trash")
  }

  /// A folder with a file under `place` refuses a command with these words and keeps the file.
  private static func refused(_ command: Command, in place: String, _ words: String) throws {
    try onGtk {
      try withFolder(of: ["a.txt"], in: place) { folder in
        try withWindow(on: .path(folder), allowsChanges: true) { window in
          pump("the file") { window.list.count == 1 }
          window.obey(command)
          XCTAssert(
            window.notices.passing?.contains(words) == true, window.notices.passing ?? "nothing")
          XCTAssertNil(window.dialogs.question)
          XCTAssert(FileManager.default.fileExists(atPath: folder + "/a.txt"))
        }
      }
    }
  }

  func testTheNewestIsSelectedWhicheverRowsComeFirst() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 200)
      // Names that say nothing of the time, and are read in the wrong order.
      for name in try FileManager.default.contentsOfDirectory(atPath: mailbox.path + "/cur") {
        let text = try String(contentsOfFile: "\(mailbox.path)/cur/\(name)", encoding: .utf8)
        let number = try XCTUnwrap(
          text.firstMatch(of: /Subject: Subject (\d+)/).flatMap { Int($0.1) })
        try FileManager.default.moveItem(
          atPath: "\(mailbox.path)/cur/\(name)", toPath: "\(mailbox.path)/cur/\(1000 + number):2,S")
      }
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        pump("all to be listed") { window.list.count == 200 && window.shown.progress == nil }
        XCTAssertEqual(window.list.selected?.message.subject, "Subject 0")
      }
    }
  }

  func testAThousandMessagesAreListedAndShrink() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1000)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        pump("all to be listed") { window.list.count == 1000 }
        window.obey(.trash)
        pump("one to go") { window.list.count == 999 }
        pump("it to be moved") { (try? mailbox.onDisk(".Trash")) == ["Subject 0"] }
      }
    }
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The first label within that says so.
  func label(containing text: String) -> Widget? {
    if isA(gtk_label_get_type()), gtk_widget_get_mapped(self) != 0,
      String(cString: gtk_label_get_text(opaque)).contains(text)
    {
      return self
    }
    return children.lazy.compactMap { $0.label(containing: text) }.first
  }

  /// The buttons of a command.
  @MainActor fileprivate func buttons(of command: WindowCommand) -> [Widget] {
    below(gtk_button_get_type()).filter {
      gtk_actionable_get_action_name($0.opaque).map { String(cString: $0) } == command.action
    }
  }
}
