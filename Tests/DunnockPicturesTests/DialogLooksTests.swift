import CDunnockAdwaita
import FileSystem
import Foundation
import GtkBridge
import GtkTestSupport
import MailModel
import PictureApproval
import XCTest

@testable import Dunnock
@testable import Triage

/// The dialogs that ask where mail is to go and until when, each compared with the picture that was approved.
final class DialogLooksTests: XCTestCase {
  func testDialogsLookAsApproved() throws {
    try checkDialogsInEveryLook { look, parent in
      for asked in look.sample(of: Asked.allCases) {
        let dialog = try asked.ask(over: parent)
        pump("the dialog") { gtk_widget_get_mapped(dialog) != 0 }
        try checkDialog(dialog, named: "asking, \(asked.rawValue), \(look.name)")
      }
    }
  }
}

/// What a dialog asks.
private enum Asked: String, CaseIterable {
  case folder
  case found = "folder found"
  case moment, time, sweep

  /// - Returns: The dialog.
  @MainActor func ask(over parent: Widget) throws -> Widget {
    switch self {
    case .folder: Self.folder(over: parent)
    case .found:
      try Self.typing("li", into: Self.folder(over: parent))
    case .moment:
      SnoozeQuestion.ask(
        over: parent,
        SnoozeTime.offered(at: Date(timeIntervalSince1970: Double(Self.now)), in: Self.calendar),
        waking: Int64(Self.now + 3_600), now: Self.now
      ) { _ in }
    case .time:
      TimeQuestion.ask(
        over: parent, first: Self.now + 3_600, now: { Self.now }, answer: { _ in })
    case .sweep:
      SweepQuestion.ask(
        over: parent,
        about: [
          Sweep(likeness: .sender("news@shop.example"), messages: Self.messages(1_234)),
          Sweep(
            likeness: .list("announcements-of-the-meeting-room.lists.example.org"),
            messages: Self.messages(17)),
        ], in: "Inbox", commands: [.archive, .trash, .moveElsewhere, .markRead], allowsRule: true,
        finding: { _ in [] },
        answer: { _ in })
    }
  }
}

@MainActor
extension Asked {
  /// A Monday, 10:00 in whatever time zone, so that a week begins as far away as it can.
  fileprivate static let now: Int = {
    let monday = DateComponents(year: 2020, month: 6, day: 15, hour: 10)
    return Int(calendar.date(from: monday)?.timeIntervalSince1970 ?? 0)
  }()

  fileprivate static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: "en_US_POSIX")
    return calendar
  }()

  fileprivate static func folder(over parent: Widget) -> Widget {
    let names = [
      "Archive", "Bills", "Clients/Lovelace", "Lists", "Lists/gtk", "Trash",
      "Projects/The restoration of the old observatory/Correspondence/2020",
    ]
    let folders = names.map { (folder: FolderID(path: ByteName($0)), name: $0) }
    return FolderPicker.ask(
      over: parent, for: "Move 3 Messages To",
      among: MoveTargets(
        folders, taken: Set(names), ofSender: folders[1].folder,
        recent: [folders[2].folder, folders[6].folder], here: "Li")
    ) { _ in }
  }

  fileprivate static func typing(_ text: String, into picker: Widget) throws -> Widget {
    let entry = picker.below(gtk_search_entry_get_type()).first
    gtk_editable_set_text(try XCTUnwrap(entry).opaque, text)
    return picker
  }

  fileprivate static func messages(_ count: Int) -> [Message] {
    (0..<count).map { number in
      Message(
        id: MessageRef(folder: .inbox, key: ByteName("\(number)")), flags: [], from: "",
        address: "", subject: "", date: 0, preview: nil, size: 0)
    }
  }
}
