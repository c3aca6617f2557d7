import CAdwaita
import GtkBridge
import MailModel
import PanEngine

/// Shows once, by opening the first row a moment and closing it again, that rows have buttons behind them.
///
/// It waits until nobody does anything. Whatever a person does ends it at once and for this run, and no hint is given where motion is
/// not wanted or would puzzle somebody who listens to the screen.
final class SwipeHint {
  private enum State: Equatable {
    case notYet, waiting
    case showing(MessageID)
    case ended
  }

  private unowned let window: MailWindow
  private var state = State.notYet
  private var controller: OpaquePointer?

  /// How long nothing may happen before it, and how long the row then stands open, seconds.
  private static let rest = 1.5
  private static let stay = 0.9

  /// The hint of a window, which keeps it.
  init(of window: MailWindow) { self.window = window }

  /// Begins to wait for a quiet moment, if the list has rows to show it on, and the person has never seen it.
  func offer() {
    guard state == .notYet, !window.settings.isHintShown, row != nil else { return }
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
    if case .showing(let id) = state, window.list.swipes.openItem == id {
      window.list.swipes.close(animated: false)
    }
    state = .ended
    window.list.swipes.onChange = nil
    if let controller { gtk_widget_remove_controller(window.window, controller) }
    controller = nil
  }

  /// The first message, if its row has buttons, and the side that they are on.
  private var row: (id: MessageID, side: PanSide)? {
    guard let first = window.list.first else { return nil }
    let actions = window.list.actions(first)
    if !actions.leading.isEmpty { return (first.id, .leading) }
    return actions.trailing.isEmpty ? nil : (first.id, .trailing)
  }

  private func begin() {
    guard state == .waiting else { return }
    guard let row, window.page == .list, gtk_widget_get_mapped(window.list.listView) != 0,
      window.window.wantsAnimations, gtk_window_is_active(window.window.cast()) != 0,
      window.list.swipes.openItem == nil
    else { return end() }
    state = .showing(row.id)
    window.settings.isHintShown = true
    window.list.swipes.onChange = { [weak self] change in
      switch change {
      case .event(.didOpen, row.id, _):
        after(Self.stay) {
          if self?.state == .showing(row.id) { self?.window.list.swipes.close() }
        }
      case .event(.didClose, row.id, _): whenIdle { self?.end() }
      default: break
      }
    }
    window.list.swipes.open(row.id, side: row.side)
  }

  /// Ends it on whatever a person does in the window but moving the pointer.
  private func followInput() {
    let events = window.window.addController(
      gtk_event_controller_legacy_new(), in: GTK_PHASE_CAPTURE)
    controller = OpaquePointer(events)
    Signal.connectPointerStop(events, "event") { [weak self] event in
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
