import AppWidgets
import Foundation
import GtkBridge
import GtkTestSupport
import SeededRandom
import Triage
import XCTest

@testable import Dunnock

/// Keys typed faster than an undo is shown do what they do when they are typed slowly.
final class EarlyKeysTests: XCTestCase {
  func testAKeyAfterUndoIsForWhatComesBack() throws {
    try onGtk {
      for readsMessage in [false, true] {
        let mailbox = try TestMailbox(count: 3)
        try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
          window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
          pump("the message to show") { window.reader.shown != nil }
          if readsMessage { window.showSelected() }
          for key in [WindowCommand.trash, .undo, .archive] { window.type(key) }
          window.settle()
          XCTAssertEqual(try mailbox.onDisk(), ["Subject 1", "Subject 2"])
          XCTAssertEqual(try mailbox.onDisk(".Archive"), ["Subject 0"])
          XCTAssertEqual(window.list.selected?.message.subject, "Subject 1")
        }
      }
    }
  }

  func testAKeyAfterUndoOfTheOnlyMessageIsForIt() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0"])
        window.type(.trash)
        window.waitFor([])
        window.settle()
        for key in [WindowCommand.undo, .star, .archive] { window.type(key) }
        window.settle()
        XCTAssertEqual(try mailbox.onDisk(".Archive"), ["Subject 0 F"])
      }
    }
  }

  func testAKeyAfterUndoIsForTheFileThatComesBack() throws {
    try onGtk {
      try withFolder(of: ["a.txt", "b.txt", "c.txt"]) { folder in
        try withWindow(on: .path(folder), allowsChanges: true) { window in
          pump("the files") { window.list.count == 3 }
          let name = try XCTUnwrap(window.list.selected).message.id.key.description
          for key in [WindowCommand.archive, .undo, .archive] { window.type(key) }
          window.settle()
          XCTAssertEqual(
            try FileManager.default.contentsOfDirectory(atPath: folder + "/Archive"), [name])
          XCTAssertEqual(window.list.count, 2)
        }
      }
    }
  }

  func testAClickElsewhereIsNotOvertakenByWhatComesBack() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        for key in [WindowCommand.trash, .undo, .archive] { window.type(key) }
        window.changes.goElsewhere()
        window.list.focus(try XCTUnwrap(window.list.messages.last).id)
        window.type(.star)
        window.settle()
        XCTAssertEqual(try mailbox.onDisk(), ["Subject 0", "Subject 1", "Subject 2 F"])
        XCTAssertEqual(window.list.selected?.message.subject, "Subject 2")
      }
    }
  }

  func testAKeyGoesToNoRowThatLeaves() throws {
    try onGtk {
      for (row, key, subject) in [
        (1, WindowCommand.up, "Subject 0"), (0, .up, "Subject 1"), (3, .down, "Subject 2"),
        (0, .home, "Subject 1"), (3, .end, "Subject 2"),
      ] {
        let mailbox = try TestMailbox(count: 4)
        try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
          window.waitFor((0..<4).map { "Subject \($0)" })
          window.list.focus(window.list.messages[row].id)
          window.type(.archive)
          XCTAssertFalse(window.list.removing.isEmpty)
          XCTAssertTrue(window.answers(key), "the list view must not: it would go to that row")
          XCTAssertEqual(window.list.selected?.message.subject, subject)
          window.settle()
          XCTAssertFalse(window.answers(key), "the list view does")
        }
      }
    }
  }

  func testKeysAfterAnotherFolderAreForWhatTheyLeadTo() throws {
    try onGtk {
      for (keys, archived) in [
        ([WindowCommand.nextMessage], ["Subject 1"]),
        ([.nextRow, .selectNext], ["Subject 1", "Subject 2"]),
        ([.selectNext], ["Subject 0", "Subject 1"]),
        ([.selectAll], ["Subject 0", "Subject 1", "Subject 2"]),
      ] {
        let mailbox = try TestMailbox(count: 3)
        try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
          window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
          window.open(.folder(.inbox))
          for key in keys + [.archive] { window.type(key) }
          window.settle()
          XCTAssertEqual(try mailbox.onDisk(".Archive"), archived)
        }
      }
    }
  }

  func testSelectAllWaitsUntilAllIsListed() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 600)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        // With the first rows, as a rule, of which the others come behind.
        pump("the first rows") { window.list.count > 0 && window.hasFocusOnMail }
        for key in [WindowCommand.selectAll, .archive] { window.type(key) }
        window.settle()
        XCTAssertEqual(try mailbox.onDisk(".Archive").count, 600)
      }
    }
  }

  func testKeysBehindALostOneAreLost() throws {
    try onGtk {
      let changes = ChangesUnderWay()
      let keys = { changes.takeKeys().map { $0.name } }
      changes.holdKeys(for: .listed)
      XCTAssertTrue(changes.defers(.archive))
      changes.loseKeys()
      XCTAssertTrue(changes.defers(.star))
      XCTAssertEqual(keys(), [WindowCommand.archive.name])
      XCTAssertTrue(changes.defers(.star))
      XCTAssertEqual(keys(), [WindowCommand.star.name])
    }
  }

  func testQuickKeysDoWhatSlowOnesDo() throws {
    try onGtk {
      for seed in 0..<6 {
        var numbers = SeededNumbers(seed: UInt64(seed))
        let choice: [WindowCommand] = [
          .archive, .trash, .star, .undo, .undo, .undo, .redo, .up, .down,
        ]
        let keys = (0..<20).map { _ in choice.randomElement(using: &numbers) ?? .undo }
        var ends: [[[String]]] = []
        for isQuick in [false, true] {
          let mailbox = try TestMailbox(count: 8)
          try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
            pump("all to be listed") { window.list.count == 8 && window.shown.progress == nil }
            for key in keys {
              window.type(key)
              if !isQuick { window.settle() }
            }
            window.settle()
            ends.append(
              try ["", ".Archive", ".Trash"].map { try mailbox.onDisk($0) }
                + [[window.list.selected?.message.subject ?? ""]])
          }
        }
        XCTAssertEqual(ends[0], ends[1], "seed \(seed): \(keys.map(\.name))")
      }
    }
  }
}

@MainActor
extension WindowCommand {
  fileprivate static let archive = changing(Command.archive.entry)
  fileprivate static let trash = changing(Command.trash.entry)
  fileprivate static let star = changing(Command.toggleStar.entry)
  fileprivate static let selectNext = selectingSteps[1]
  fileprivate static let (up, down, home, end) = (steps[0], steps[1], steps[2], steps[3])
}

@MainActor
extension MailWindow {
  /// Answers a key as the window, then the focus and the list view do.
  fileprivate func type(_ command: WindowCommand) {
    if answers(command) { return }
    if command.reach == .window || hasFocusOnMail { command.run(self) }
  }

  /// Waits until nothing is under way any more.
  fileprivate func settle(file: StaticString = #filePath, line: UInt = #line) {
    pump("everything to be done and shown", file: file, line: line) {
      changes.waiting == 0 && !changes.holdsKeys && list.removing.isEmpty
        && frame.page == (list.count == 0 ? .other : .list)
    }
  }
}
