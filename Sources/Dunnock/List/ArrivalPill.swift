import CDunnockGtk
import GtkBridge
import Texts

/// Says over the head of the list how many rows have come above what is in sight, and leads there.
final class ArrivalPill {
  /// A GtkOverlay.
  let widget: Widget = gtk_overlay_new()

  private let revealer: Widget = gtk_revealer_new()
  private let button: Widget = gtk_button_new()
  private var ids: Set<RowID> = []
  private var press: () -> Void = {}
  /// How many it has said to have come.
  private var said = 0

  init() {
    button.addClasses("arrivals", "pill", "suggested-action")
    gtk_revealer_set_child(revealer.opaque, button)
    gtk_revealer_set_transition_type(revealer.opaque, GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
    gtk_widget_set_halign(revealer, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(revealer, GTK_ALIGN_START)
    gtk_widget_set_visible(revealer, 0)
    gtk_overlay_add_overlay(widget.opaque, revealer)
    Signal.connect(UnsafeMutableRawPointer(revealer), "notify::child-revealed") { [weak self] in
      if let self, ids.isEmpty { gtk_widget_set_visible(revealer, 0) }
    }
    Signal.connect(UnsafeMutableRawPointer(button), "clicked") { [weak self] in self?.press() }
  }

  /// Puts it over the list.
  func surround(_ list: Widget) { gtk_overlay_set_child(widget.opaque, list) }

  /// - Parameter press: Leads to what has come.
  func onPress(_ press: @escaping () -> Void) { self.press = press }

  var isEmpty: Bool { ids.isEmpty }

  func contains(_ id: RowID) -> Bool { ids.contains(id) }

  /// Rows have come; whether they are above what is in sight is to be looked at.
  func add(_ ids: some Sequence<RowID>) { self.ids.formUnion(ids) }

  /// These rows are above what is in sight: of what has come it shows how many of them.
  func keep(_ above: Set<RowID>) {
    ids.formIntersection(above)
    gtk_revealer_set_reveal_child(revealer.opaque, (!ids.isEmpty).gboolean)
    defer { said = ids.count }
    guard !ids.isEmpty else { return }
    gtk_widget_set_visible(revealer, 1)
    gtk_button_set_label(button.cast(), text)
    let spoken = trn("Go to %1$s new message", "Go to %1$s new messages", ids.count)
      .filling(String(ids.count))
    button.setSpokenLabel(spoken)
    if ids.count > said { widget.announce(text) }
  }

  /// Nothing has come.
  func clear() { keep([]) }

  private var text: String {
    trn("↑ %1$s New Message", "↑ %1$s New Messages", ids.count).filling(String(ids.count))
  }
}
