import CDunnockGtk
import Foundation
import GtkBridge
import MailModel
import XCTest

@testable import Dunnock
@testable import MailReading
@testable import SwipeRows

/// Where everything of a window stood in each frame that was drawn.
@MainActor
final class PlaceRecorder {
  /// Where the text of a row begins, px, in the window, and how high the front is.
  struct Row: Equatable {
    var (x, y, height): (Int32, Int32, Int32)
  }

  struct Frame {
    /// When it was drawn, µs.
    let time = g_get_monotonic_time()
    /// The rows on show by their subjects.
    var rows: [String: Row] = [:]
    var page: WindowFrame.Page?
    /// Whether one page still fades into another.
    var isFading = false
    /// The subject above the text, if it can be seen, where the text begins, px, and whether there is any.
    var subject: String?
    var textPlace: Int32 = 0
    var hasText = false
  }

  private(set) var frames: [Frame] = []
  private var connection: Signal.Connection?

  init(_ window: MailWindow) {
    guard let clock = gtk_widget_get_frame_clock(window.window) else { return }
    frames = [Self.look(at: window)]
    connection = Signal.connect(UnsafeMutableRawPointer(clock), "after-paint") {
      [weak self, weak window] in
      if let self, let window { frames.append(Self.look(at: window)) }
    }
  }

  isolated deinit { connection?.disconnect() }

  private static func look(at window: MailWindow) -> Frame {
    var frame = Frame()
    frame.page = window.frame.page
    frame.isFading = gtk_stack_get_transition_running(window.frame.pages.opaque) != 0
    let sight = window.list.view.scroller.bounds(in: window.window)
    for cell in window.list.listView.children {
      guard gtk_widget_get_mapped(cell) != 0, let row = SwipeRow.shown(by: cell),
        let item = row.object.flatMap({ ModelObject($0).element(of: MailItem.self) }), let sight,
        let front = row.front.bounds(in: window.window), let text = row.front.lastText,
        let place = text.bounds(in: window.window), front.y + front.height > sight.y,
        front.y < sight.y + sight.height
      else { continue }
      // One that is kept ready out of sight may still say where it was.
      let middle =
        (max(front.y, sight.y) + min(front.y + front.height, sight.y + sight.height)) / 2
      guard
        gtk_widget_pick(window.window, Double(place.x), Double(middle), GTK_PICK_DEFAULT)?
          .ancestry.contains(cell) == true
      else { continue }
      frame.rows[item.message.subject] = Row(x: place.x, y: front.y, height: front.height)
    }
    let message = window.reader.message
    if let shown = message.shown, window.reader.widget.isSeen(message.widget) {
      frame.subject = shown.subject
      frame.textPlace = message.text.widget.bounds(in: window.window)?.y ?? 0
      frame.hasText = message.content != nil
    }
    return frame
  }

  /// How far a row was moved at most from one frame to the next, px, of those in both, and which.
  var longestStep: (px: Int32, of: String) {
    var longest: (px: Int32, of: String) = (0, "")
    for (before, after) in zip(frames, frames.dropFirst()) {
      for (subject, row) in after.rows {
        guard let old = before.rows[subject], abs(row.y - old.y) > longest.px else { continue }
        longest = (abs(row.y - old.y), subject)
      }
    }
    return longest
  }
}

extension Widget {
  /// The last text of a row's front that has a place of its own, below the line of its date.
  fileprivate var lastText: Widget? { firstWith("subject") }

  private func firstWith(_ name: String) -> Widget? {
    gtk_widget_has_css_class(self, name) != 0
      ? self : children.lazy.compactMap { $0.firstWith(name) }.first
  }

  /// Whether a widget below this one is drawn at all.
  fileprivate func isSeen(_ descendant: Widget) -> Bool {
    gtk_widget_get_mapped(descendant) != 0
      && descendant.ancestry.allSatisfy { gtk_widget_get_opacity($0) > 0 }
  }
}
