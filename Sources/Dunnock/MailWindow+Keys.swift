import CGtk
import GtkBridge

extension MailWindow {
  /// Looks at keys before any widget gets them, and at where the pointer is pressed.
  ///
  /// A key that is held down changes one message only, and so makes one step of undo: its repeats would empty a mailbox before the
  /// person sees what happens. GDK tells a repeat as one more press without a release. A key that comes early waits; see `defers`.
  func followKeysOfChanges() {
    let keys = KeyTable(WindowCommand.changes + WindowCommand.wayBack)
    let arrows = KeyTable(WindowCommand.steps)
    var held: guint?
    let events = window.addController(gtk_event_controller_legacy_new(), in: GTK_PHASE_CAPTURE)
    Signal.connectPointerStop(events, "event") { [weak self] event in
      guard let self, let event = event.map({ OpaquePointer($0) }) else { return false }
      switch gdk_event_get_event_type(event) {
      case GDK_KEY_PRESS:
        let code = gdk_key_event_get_keycode(event)
        defer { held = code }
        guard
          let command = keys.command(for: event)
            ?? (list.hasFocus ? arrows.command(for: event) : nil)
        else { return false }
        return code == held && command.changesMail || defers(command)
      case GDK_KEY_RELEASE where gdk_key_event_get_keycode(event) == held: held = nil
      case GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN: pointerPressed()
      default: break
      }
      return false
    }
    // Nobody tells of a key that is let go over another window.
    Signal.connectPointer(window, "notify::is-active") { _ in held = nil }
  }

  /// From now on keys are about what is pressed, and what comes back does not call the person away.
  func pointerPressed() {
    earlyKeys = nil
    returned = nil
  }

  /// Has a key wait that comes before the undo or redo it follows is shown: who types it means what that brings back, not the row that
  /// is selected until then.
  ///
  /// Undo and redo themselves need not wait for each other, only for what waits already.
  ///
  /// - Returns: False when the key is to be answered as always.
  func defers(_ command: WindowCommand) -> Bool {
    guard let waiting = earlyKeys, command.reach == .mail || !waiting.isEmpty else { return false }
    earlyKeys?.append(command)
    return true
  }

  /// Answers the keys that came early, now that what they are meant for is selected, up to one that undoes or redoes again.
  func answerEarlyKeys() {
    guard var keys = earlyKeys else { return }
    earlyKeys = nil
    while earlyKeys == nil, !keys.isEmpty {
      let command = keys.removeFirst()
      if command.reach == .window || hasFocusOnMail { command.run(self) }
    }
    earlyKeys?.append(contentsOf: keys)
  }

  /// Whether the focus is where the keys of the list and the message work.
  var hasFocusOnMail: Bool { pages.holdsFocus || reader.widget.holdsFocus }
}

/// Finds the command that keys stand for.
private struct KeyTable {
  private let entries: [(trigger: Ref, command: WindowCommand)]

  init(_ commands: [WindowCommand]) {
    entries = commands.flatMap { command in
      command.keys.compactMap { key in
        gtk_shortcut_trigger_parse_string(key).map {
          (.adopting(full: UnsafeMutableRawPointer($0)), command)
        }
      }
    }
  }

  /// The command of a key press; one that means it in the person's own layout comes before others.
  func command(for event: OpaquePointer) -> WindowCommand? {
    [GDK_KEY_MATCH_EXACT, GDK_KEY_MATCH_PARTIAL].lazy.compactMap { wanted in
      entries.first {
        gtk_shortcut_trigger_trigger($0.trigger.opaque, event, false.gboolean) == wanted
      }?.command
    }.first
  }
}

extension WindowCommand {
  /// From row to row, which the list view does by itself.
  static let steps = [false, true].map { forward in
    WindowCommand(
      name: forward ? "next" : "previous", title: "",
      keys: forward ? ["Down", "KP_Down"] : ["Up", "KP_Up"], reach: .mail,
      run: { $0.list.step(forward: forward) })
  }

  fileprivate var changesMail: Bool { Self.changes.contains { $0.name == name } }
}
