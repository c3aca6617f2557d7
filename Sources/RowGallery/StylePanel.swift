import CDunnockGtk
import GtkBridge
import PanStyles
import Panning

/// Every parameter of a style on a slider, a switch or a choice.
final class StylePanel {
  /// The panel; keeps this object alive.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)

  /// Called with the style when the person has turned something.
  var onTurn: ((PanStyle) -> Void)?

  /// Called when the person wants the page's own style back.
  var onReset: (() -> Void)?

  private var style = PanStyle.standard
  private var rows: [StyleRow] = []
  private var headings: [(label: Widget, group: String)] = []
  private let list: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)
  private let switches: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
  private let reset: Widget = gtk_button_new_with_label("Reset")
  private let name: Widget = gtk_label_new("")

  init() {
    Hosted.install(self, in: widget, key: "gallery-style-panel")
    widget.addClasses("gallery-panel")
    let top: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
    top.addClasses("gallery-panel-top")
    name.addClasses("heading")
    gtk_widget_set_hexpand(name, true.gboolean)
    gtk_widget_set_halign(name, GTK_ALIGN_START)
    gtk_label_set_ellipsize(name.opaque, PANGO_ELLIPSIZE_END)
    gtk_widget_set_tooltip_text(reset, "Back to the style's own numbers")
    Signal.connect(reset, "clicked") { [weak self] in self?.onReset?() }
    for part in [name, reset] { gtk_box_append(top.cast(), part) }

    list.addClasses("gallery-parameters")
    let hint: Widget = gtk_label_new(
      "Every number of how rows move. What you turn holds at once; point at a name to see how traces write it."
    )
    hint.addClasses("gallery-caption")
    gtk_label_set_wrap(hint.opaque, true.gboolean)
    gtk_label_set_xalign(hint.opaque, 0)
    gtk_widget_set_margin_top(hint, 10)
    gtk_box_append(list.cast(), hint)
    gtk_box_append(list.cast(), switches)
    gtk_widget_set_margin_top(switches, 12)
    for parameter in StyleParameter.all {
      if headings.last?.group != parameter.group {
        let label: Widget = gtk_label_new(parameter.group)
        label.addClasses("heading")
        gtk_widget_set_halign(label, GTK_ALIGN_START)
        gtk_widget_set_margin_top(label, 12)
        gtk_box_append(list.cast(), label)
        headings.append((label, parameter.group))
      }
      let row = StyleRow(parameter) { [weak self] value in self?.turn(parameter, value) }
      gtk_box_append(list.cast(), row.widget)
      rows.append(row)
    }
    let scroller: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_policy(
      scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scroller.opaque, list)
    gtk_widget_set_vexpand(scroller, true.gboolean)
    gtk_box_append(widget.cast(), top)
    gtk_box_append(widget.cast(), scroller)
  }

  /// Adds a switch above the parameters that is no part of a style.
  func addSwitch(_ title: String, _ meaning: String, _ turned: @escaping (Bool) -> Void) {
    let line: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
    let label: Widget = gtk_label_new(title)
    gtk_widget_set_hexpand(label, true.gboolean)
    gtk_widget_set_halign(label, GTK_ALIGN_START)
    let control: Widget = gtk_switch_new()
    control.setSpokenLabel(title)
    gtk_widget_set_tooltip_text(line, meaning)
    Signal.connect(control, "notify::active") {
      turned(isTrue(gtk_switch_get_active(control.opaque)))
    }
    gtk_box_append(line.cast(), label)
    gtk_box_append(line.cast(), control)
    gtk_box_append(switches.cast(), line)
  }

  /// Shows a style, and the one that it was made from.
  func show(_ style: PanStyle, named styleName: String, base: PanStyle) {
    self.style = style
    gtk_label_set_text(name.opaque, "Style: \(styleName)\(style == base ? "" : ", changed")")
    gtk_widget_set_sensitive(reset, (style != base).gboolean)
    for row in rows { row.show(row.parameter.value(style), base: row.parameter.value(base)) }
    for (label, group) in headings {
      let isUsed = rows.contains {
        $0.parameter.group == group && $0.parameter.value(style) != nil
      }
      gtk_widget_set_visible(label, isUsed.gboolean)
    }
  }

  private func turn(_ parameter: StyleParameter, _ value: Double) {
    var new = style
    parameter.set(&new, value)
    if new != style { onTurn?(new) }
  }
}
