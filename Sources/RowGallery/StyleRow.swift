import CDunnockGtk
import GtkBridge
import PanStyles

/// One parameter of a style, with the widget that turns it.
final class StyleRow {
  let parameter: StyleParameter

  /// Borrowed from the panel that shows it.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)

  /// What turns it.
  let control: Widget

  private let title: Widget = gtk_label_new("")
  private let figure: Widget = gtk_label_new("")
  private var isShowing = false

  /// - Parameter turn: Called with the value that the person gives it.
  init(_ parameter: StyleParameter, turn: @escaping (Double) -> Void) {
    self.parameter = parameter
    let line: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
    gtk_label_set_text(title.opaque, parameter.title)
    gtk_label_set_xalign(title.opaque, 0)
    gtk_label_set_wrap(title.opaque, true.gboolean)
    gtk_widget_set_hexpand(title, true.gboolean)
    gtk_box_append(line.cast(), title)
    gtk_box_append(widget.cast(), line)
    switch parameter.kind {
    case .number(let range, let step, _):
      control = gtk_scale_new_with_range(
        GTK_ORIENTATION_HORIZONTAL, range.lowerBound, range.upperBound, step)
      figure.addClasses("gallery-figure-small")
      gtk_box_append(line.cast(), figure)
      gtk_box_append(widget.cast(), control)
    case .toggle:
      control = gtk_switch_new()
      gtk_box_append(line.cast(), control)
    case .choice(let words):
      control = dropDown(words)
      gtk_box_append(line.cast(), control)
    }
    gtk_widget_set_valign(control, GTK_ALIGN_CENTER)
    control.setSpokenLabel(parameter.title)
    gtk_widget_set_tooltip_text(widget, parameter.name)
    listen(turn)
  }

  /// Shows its value, and that it differs from the style's own; nil: the style has no such thing.
  func show(_ value: Double?, base: Double?) {
    gtk_widget_set_visible(widget, (value != nil).gboolean)
    guard let value else { return }
    title.setClass("gallery-turned", value != base)
    isShowing = true
    defer { isShowing = false }
    switch parameter.kind {
    case .number(let range, _, let unit):
      // A slider ends where a style may not.
      if gtk_range_get_value(control.cast()) != value, range.contains(value) {
        gtk_range_set_value(control.cast(), value)
      }
      let digits = range.upperBound - range.lowerBound > 10 ? 0 : 3
      let number = value.rounded(to: digits)
      let text = number == number.rounded() ? "\(Int(number))" : "\(number)"
      gtk_label_set_text(figure.opaque, unit.isEmpty ? text : "\(text) \(unit)")
    case .toggle: gtk_switch_set_active(control.opaque, (value != 0).gboolean)
    case .choice: gtk_drop_down_set_selected(control.opaque, guint(value))
    }
  }

  private func listen(_ turn: @escaping (Double) -> Void) {
    let control = control
    switch parameter.kind {
    case .number(_, let step, _):
      gtk_scale_set_draw_value(control.cast(), false.gboolean)
      Signal.connect(control, "value-changed") { [weak self] in
        guard let self, !isShowing else { return }
        // A drag of the slider gives any number; the person wants round ones.
        turn(((gtk_range_get_value(control.cast()) / step).rounded() * step).rounded(to: 6))
      }
    case .toggle:
      Signal.connect(control, "notify::active") { [weak self] in
        guard let self, !isShowing else { return }
        turn(isTrue(gtk_switch_get_active(control.opaque)) ? 1 : 0)
      }
    case .choice:
      Signal.connect(control, "notify::selected") { [weak self] in
        guard let self, !isShowing else { return }
        turn(Double(gtk_drop_down_get_selected(control.opaque)))
      }
    }
  }
}
