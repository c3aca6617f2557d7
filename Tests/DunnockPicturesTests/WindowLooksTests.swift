import CDunnockAdwaita
import FileSystem
import GtkBridge
import GtkTestSupport
import MailModel
import PictureApproval
import Texts
import XCTest

@testable import Dunnock
@testable import MailReading

/// The window in the states that it can be in, each compared with the picture that was approved.
final class WindowLooksTests: XCTestCase {
  func testTheWindowLooksAsApproved() throws {
    try onGtk {
      defer { ReadingLook.reset() }
      let mail = try TriageMail()
      for look in ReadingLook.all {
        look.apply()
        for state in look.sample(of: WindowState.allCases) {
          let stage = try WindowStage(on: mail, width: look.windowWidth)
          state.reach(in: stage.window)
          try Approval.check(
            stage.picture(), named: "window, \(state.rawValue), \(look.name)",
            of: "Tests/DunnockPicturesTests/Approved")
          stage.end()
        }
      }
    }
  }
}

/// What a person may have brought the window to.
enum WindowState: String, CaseIterable {
  case rows, conversation, found
  case nothing = "nothing found"
  case unread, several
  /// A folder with nothing in it.
  case empty
  /// What a row's tray has.
  case opened

  @MainActor func reach(in window: MailWindow) {
    let list = window.list
    switch self {
    case .rows: break
    case .conversation:
      guard
        let row = list.messages.lazy.compactMap({ list.row(of: $0.id) })
          .first(where: { $0.conversation.count > 1 })
      else { return XCTFail("no conversation") }
      window.show(row)
      let view = window.reader.pane.conversation
      pump("the conversation") { view.entries.count == 4 && view.isRead }
    case .found:
      look(for: "kettle", in: window)
      pump("what is found") { list.count == 3 }
    case .nothing:
      look(for: "no such words", in: window)
      pump("that nothing is") { window.frame.pageTitle == tr("No Results Found") }
    case .unread:
      search(in: window)
      let filter = window.search.widget.below(gtk_toggle_button_get_type()).first {
        gtk_widget_get_tooltip_text($0).map { String(cString: $0) } == MessageFilter.unread.title
      }
      if let filter { gtk_toggle_button_set_active(filter.cast(), 1) }
      pump("the unread alone") { list.count == 3 }
    case .empty:
      window.open(.folder(FolderID(path: ByteName(".Trash"))))
      pump("that nothing is there") { window.frame.page == .other }
    case .opened:
      guard let row = list.messages.dropFirst().first.flatMap({ list.row(of: $0.id) }) else {
        return XCTFail("no second row")
      }
      XCTAssertTrue(list.swipes.open(row.id, .trailing, animated: false))
    case .several:
      XCTAssertTrue(list.pick { $0.newest.flags.contains(.seen) })
    }
  }

  @MainActor private func search(in window: MailWindow) {
    gtk_widget_activate_action_variant(window.window, WindowCommand.search.action, nil)
    pump("the bar") { window.search.isOpen }
  }

  @MainActor private func look(for words: String, in window: MailWindow) {
    search(in: window)
    let entry = window.search.widget.below(gtk_search_entry_get_type()).first
    if let entry { gtk_editable_set_text(entry.opaque, words) }
  }
}

extension Widget {
  /// What of a type is in this widget, first to last.
  @MainActor func below(_ type: GType) -> [Widget] {
    children.flatMap { ($0.isA(type) ? [$0] : []) + $0.below(type) }
  }
}
