import CGtk
import GtkBridge

extension SwipeList {
  /// Runs the focused row's actions by their shortcuts, and opens its menu by the keys for that.
  ///
  /// In the bubble phase, so that a widget in the row, and what the program binds within the list, come first.
  func followShortcuts() {
    let keys = widget.addController(gtk_event_controller_key_new())
    Signal.connectKey(keys) { [weak self] _, _ in
      guard let self, let event = gtk_event_controller_get_current_event(OpaquePointer(keys)),
        let row = focus.flatMap({ self.focusedRow($0) })
      else { return false }
      if match(of: event, with: "Menu|<Shift>F10") != GDK_KEY_MATCH_NONE {
        return ids[ObjectIdentifier(row)].map { openMenu(of: $0) } ?? false
      }
      guard let action = action(for: event, of: row) else { return false }
      row.perform?(action)
      return true
    }
  }

  /// The action that the keys stand for; one whose shortcut they are in the person's own layout comes before others.
  private func action(for event: OpaquePointer, of row: SwipeRow) -> SwipeAction? {
    let candidates = row.actions.groups.joined().filter(\.isEnabled).map { action in
      (action: action, match: action.shortcut.map { match(of: event, with: $0) })
    }
    return [GDK_KEY_MATCH_EXACT, GDK_KEY_MATCH_PARTIAL].lazy.compactMap { wanted in
      candidates.first { $0.match == wanted }?.action
    }.first
  }

  /// How well the keys of an event match a trigger as GTK writes them; one that GTK cannot read matches nothing.
  private func match(of event: OpaquePointer, with keys: String) -> GdkKeyMatch {
    if triggers[keys] == nil, let parsed = gtk_shortcut_trigger_parse_string(keys) {
      triggers[keys] = .adopting(full: UnsafeMutableRawPointer(parsed))
    }
    guard let trigger = triggers[keys] else { return GDK_KEY_MATCH_NONE }
    return gtk_shortcut_trigger_trigger(trigger.opaque, event, false.gboolean)
  }
}
