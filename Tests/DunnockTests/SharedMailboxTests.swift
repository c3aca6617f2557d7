import FileSystem
import Foundation
import GtkBridge
import GtkTestSupport
import MailModel
import XCTest

@testable import Dunnock

/// Several windows of one program on one mailbox.
final class SharedMailboxTests: XCTestCase {
  private static let archive = FolderID(path: ByteName(".Archive"))

  func testTwoWindowsThatOpenAtTheSameMomentShareStoreAndSession() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 2)
      let link = mailbox.path + ".link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: mailbox.path)
      defer { try? FileManager.default.removeItem(atPath: link) }
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { one in
        try withWindow(on: .path(link)) { two in
          for window in [one, two] { window.waitFor(["Subject 0", "Subject 1"]) }
          XCTAssertNotNil(one.mailbox)
          XCTAssert(one.mailbox?.store === two.mailbox?.store)
          XCTAssert(one.mailbox?.session === two.mailbox?.session)
          XCTAssert(one.mailbox !== two.mailbox)
        }
      }
    }
  }

  func testWhatOneWindowDoesTheOtherShowsAndTakesBackFromAnotherFolder() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      try mailbox.add("Old", age: 3600, folder: ".Archive")
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { one in
        one.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        try withWindow(on: .path(mailbox.path)) { two in
          two.waitFor(["Subject 0", "Subject 1", "Subject 2"])
          XCTAssertFalse(two.isEnabled(.undo))
          two.open(Self.archive)
          two.waitFor(["Old"])
          XCTAssertEqual(one.subjects, ["Subject 0", "Subject 1", "Subject 2"])

          one.obey(.archive)
          one.waitFor(["Subject 1", "Subject 2"])
          two.waitFor(["Subject 0", "Old"])
          pump("the way back") { two.isEnabled(.undo) && one.isEnabled(.undo) }
          two.activate(.undo)
          two.waitFor(["Old"])
          one.waitFor(["Subject 0", "Subject 1", "Subject 2"])
          pump("the way on") { one.isEnabled(.redo) && !one.isEnabled(.undo) }
          one.activate(.redo)
          two.waitFor(["Subject 0", "Old"])
          XCTAssertEqual(try mailbox.onDisk(".Archive"), ["Old", "Subject 0"])
        }
      }
    }
  }

  func testWhatCanBeTakenBackIsShownEverywhereOnceItIsNoted() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { one in
        one.waitFor(["Subject 0"])
        try withWindow(on: .path(mailbox.path)) { two in
          two.waitFor(["Subject 0"])
          // What tells of a change of the files may come before its note.
          two.shown.following?.cancel()
          one.obey(.toggleStar)
          pump("the way back") { two.isEnabled(.undo) }
          one.undo()
          pump("the way on") { two.isEnabled(.redo) && !two.isEnabled(.undo) }
        }
      }
    }
  }

  func testClosingOneWindowLeavesTheOtherAtWork() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { one in
        one.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        try withWindow(on: .path(mailbox.path)) { two in
          two.waitFor(["Subject 0", "Subject 1", "Subject 2"])
          two.obey(.archive)
        }
        one.waitFor(["Subject 1", "Subject 2"])
        one.obey(.trash)
        one.waitFor(["Subject 2"])
        try mailbox.add("Late", age: -60)
        one.waitFor(["Late", "Subject 2"])
        one.activate(.undo)
        one.waitFor(["Late", "Subject 1", "Subject 2"])
        one.activate(.undo)
        one.waitFor(["Late", "Subject 0", "Subject 1", "Subject 2"])
      }
    }
  }

  func testAMailboxThatNoWindowShowsIsOpenedAnew() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 2)
      weak var store: AnyObject?
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { one in
        one.waitFor(["Subject 0", "Subject 1"])
        try withWindow(on: .path(mailbox.path)) { $0.waitFor(["Subject 0", "Subject 1"]) }
        store = one.mailbox?.store
        one.obey(.archive)
      }
      pump("the store to be freed") { store == nil }
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(["Subject 1"])
        pump("the way back") { window.isEnabled(.undo) }
        window.activate(.undo)
        window.waitFor(["Subject 0", "Subject 1"])
      }
    }
  }

  func testAWindowThatGoesElsewhereAndComesBackCountsItsChangesAnew() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      let other = try TestMailbox(count: 1)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { one in
        one.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        try withWindow(on: .path(mailbox.path)) { two in
          two.waitFor(["Subject 0", "Subject 1", "Subject 2"])
          for _ in 0..<2 { two.obey(.archive) }
          two.open(.path(other.path))
          two.waitFor(["Subject 0"])
          two.open(.path(mailbox.path))
          two.waitFor(["Subject 2"])
          XCTAssertEqual(two.changes.waiting, 0)
          XCTAssert(one.mailbox?.session === two.mailbox?.session)
        }
      }
    }
  }

  func testPermissionIsForAllWindowsOnTheMailbox() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 2)
      let settings = Settings.withoutHint()
      try withWindow(on: .path(mailbox.path), settings: settings) { one in
        one.waitFor(["Subject 0", "Subject 1"])
        try withWindow(on: .path(mailbox.path), settings: settings) { two in
          two.waitFor(["Subject 0", "Subject 1"])
          XCTAssert(one.notices.bar.offersButton && two.notices.bar.offersButton)
          two.activate(.allowChanges)
          XCTAssertEqual([one.notices.bar.text, two.notices.bar.text], ["", ""])
          one.obey(.archive)
          two.waitFor(["Subject 1"])
        }
      }
    }
  }

  func testAChoiceOfSwipesCountsInEveryWindow() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1)
      let settings = Settings(schema: nil)
      settings.isHintShown = true
      try withWindow(on: .path(mailbox.path), allowsChanges: true, settings: settings) { one in
        try withWindow(on: .path(mailbox.path), settings: settings) { two in
          settings.swipes.sensitivity = .low
          for window in [one, two] {
            window.waitFor(["Subject 0"])
            XCTAssertEqual(window.list.swipes.style, settings.swipes.sensitivity.style)
          }
        }
      }
    }
  }

  func testThreeWindowsOutlastAMailboxThatGoesAndAnotherThatComes() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 2)
      let successor = try TestMailbox()
      try successor.add("Another", age: 0)
      let (place, away) = (mailbox.path, mailbox.path + ".away")
      try withWindow(on: .path(place), allowsChanges: true) { one in
        try withWindow(on: .path(place)) { two in
          try withWindow(on: .path(place)) { three in
            let all = [one, two, three]
            for window in all { window.waitFor(["Subject 0", "Subject 1"]) }
            try FileManager.default.moveItem(atPath: place, toPath: away)
            pump("the trouble") { all.allSatisfy { $0.shown.trouble != nil } }
            XCTAssertFalse(all.contains(where: \.mayChange))
            try FileManager.default.moveItem(atPath: away, toPath: place)
            pump("the mail") { all.allSatisfy { $0.shown.trouble == nil } }
            one.obey(.archive)
            for window in all { window.waitFor(["Subject 1"]) }

            try FileManager.default.removeItem(atPath: place)
            pump("the trouble") { all.allSatisfy { $0.shown.trouble != nil } }
            try FileManager.default.moveItem(atPath: successor.path, toPath: place)
            three.open(.path(place))
            three.waitFor(["Another"])
            XCTAssertEqual(one.subjects, ["Subject 1"], "what is known of the mail is kept")
          }
        }
      }
    }
  }
}

@MainActor
extension MailWindow {
  fileprivate func isEnabled(_ command: WindowCommand) -> Bool {
    frame.actions.isEnabled(command.name)
  }
}
