import CDunnockAdwaita
import GtkBridge
import MailModel
import SwipeRows

/// Shows once, by opening the first row a moment and closing it again, that rows have buttons behind them.
///
/// It waits until nobody does anything. Whatever a person does ends it at once and for this run, and no hint is given where motion is
/// not wanted or would puzzle somebody who listens to the screen.
final class SwipeHint {
  private enum State: Equatable {
    case notYet, waiting
    case showing(RowID)
    case ended
  }

  private unowned let list: MailList
  private unowned let frame: WindowFrame
  private let settings: Settings
  private var state = State.notYet
  private var controller: OpaquePointer?
  private var listener: SwipeListener?

  /// How long nothing may happen before it, and how long the row then stands open, seconds.
  private static let rest = 1.5
  private static let stay = 0.9

  /// The hint of a window, which keeps it and the parts that it shows it on.
  init(_ list: MailList, in frame: WindowFrame, _ settings: Settings) {
    (self.list, self.frame, self.settings) = (list, frame, settings)
  }

  /// Begins to wait for a quiet moment, if the list has rows to show it on, and the person has never seen it.
  func offer() {
    guard state == .notYet, !settings.isHintShown, row != nil else { return }
    state = .waiting
    followInput()
    Task { [weak self] in
      guard await !ScreenReader.isRunning() else {
        self?.end()
        return
      }
      after(Self.rest) { self?.begin() }
    }
  }

  /// Ends it, if it has begun: a row that it has opened closes without further motion.
  func end() {
    guard state != .notYet, state != .ended else { return }
    if case .showing(let id) = state { list.swipes.close(id, animated: false) }
    state = .ended
    listener?.disconnect()
    if let controller { gtk_widget_remove_controller(frame.window, controller) }
    controller = nil
  }

  /// The first message, if its row has buttons, and the side that they are on.
  private var row: (id: RowID, side: PanSide)? {
    guard let first = list.first else { return nil }
    let (id, content) = (first.id, list.content(of: first))
    if !content.leading.actions.isEmpty { return (id, .leading) }
    return content.trailing.actions.isEmpty ? nil : (id, .trailing)
  }

  private func begin() {
    guard state == .waiting else { return }
    guard let row, frame.page == .list, gtk_widget_get_mapped(list.listView) != 0,
      frame.window.wantsAnimations, gtk_window_is_active(frame.window.cast()) != 0,
      list.swipes.openItems.isEmpty
    else { return end() }
    state = .showing(row.id)
    settings.isHintShown = true
    listener = list.swipes.onEvent { [weak self] event, id, _ in
      switch event {
      case .didOpen where id == row.id:
        after(Self.stay) {
          if self?.state == .showing(id) { self?.list.swipes.close() }
        }
      case .didClose where id == row.id: whenIdle { self?.end() }
      default: break
      }
    }
    list.swipes.open(row.id, row.side)
  }

  /// Ends it on whatever a person does in the window but moving the pointer.
  private func followInput() {
    let events = frame.window.addController(
      gtk_event_controller_legacy_new(), in: GTK_PHASE_CAPTURE)
    controller = OpaquePointer(events)
    Signal.connect(events, "event") { [weak self] (event: UnsafeMutableRawPointer?) in
      switch event.map({ gdk_event_get_event_type(OpaquePointer($0)) }) {
      case GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN, GDK_KEY_PRESS, GDK_SCROLL, GDK_TOUCHPAD_SWIPE,
        GDK_TOUCHPAD_PINCH:
        // Only what the hint has moved is put back at once; the event then finds the window as it was.
        self?.end()
      default: break
      }
      return false
    }
  }
}
