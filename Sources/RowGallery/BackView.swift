import CDunnockGtk
import GtkBridge
import SwipeRows

/// A whole view behind a front, as the seeds have it: a text and buttons on a ground of its own.
enum BackView {
  /// Wider than any row: as wide as the row lets it be.
  static let whole = 1e6

  /// - Parameters:
  ///   - ground: The CSS class of its ground.
  ///   - buttons: Icons and meanings; a click calls `clicked` with the meaning.
  static func make(
    _ text: String, ground: String, width: Double? = nil,
    buttons: [(icon: String, meaning: String)] = [],
    clicked: @escaping @MainActor (String) -> Void = { _ in }
  ) -> SwipeTrayView {
    SwipeTrayView(width: width) {
      let view: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
      view.addClasses("back", ground)
      if !text.isEmpty {
        let label: Widget = gtk_label_new(text)
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        gtk_label_set_width_chars(label.opaque, 4)
        gtk_label_set_max_width_chars(label.opaque, 40)
        gtk_box_append(view.cast(), label)
      }
      for (icon, meaning) in buttons {
        let button: Widget = gtk_button_new()
        look(of: button, icon, meaning)
        gtk_widget_set_focus_on_click(button, false.gboolean)
        Signal.connect(button, "clicked") { clicked(meaning) }
        gtk_box_append(view.cast(), button)
      }
      return view
    }
  }
}
