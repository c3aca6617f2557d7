import AppWidgets
import CDunnockGtk
import GtkBridge

/// One line of a mail's head: what it is, what is typed there, and what is wrong with that.
final class FieldRow {
  /// A GtkBox.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  /// A GtkBox of the name, the control and what stands behind it.
  let line: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
  let control: Widget
  private let problem: Widget = gtk_label_new(nil)

  /// - Parameters:
  ///   - title: With an underscore before the letter that goes there with Alt.
  ///   - names: What gives the names of all rows one width, a GtkSizeGroup.
  init(_ title: String, _ control: Widget, names: Ref) {
    self.control = control
    widget.addClasses("composer-field")
    let name: Widget = gtk_label_new_with_mnemonic(title)
    gtk_label_set_mnemonic_widget(name.opaque, control)
    gtk_label_set_xalign(name.opaque, 0)
    name.addClasses("dim-label")
    gtk_size_group_add_widget(names.raw.assumingMemoryBound(to: GtkSizeGroup.self), name)
    gtk_widget_set_hexpand(control, 1)
    for part in [name, control] { gtk_box_append(line.cast(), part) }
    gtk_label_set_xalign(problem.opaque, 0)
    gtk_label_set_wrap(problem.opaque, 1)
    gtk_label_set_wrap_mode(problem.opaque, PANGO_WRAP_WORD_CHAR)
    problem.addClasses("error", "caption")
    gtk_widget_set_visible(problem, 0)
    for part in [line, problem] { gtk_box_append(widget.cast(), part) }
  }

  /// Says what is wrong with what is typed; nil: nothing.
  func say(_ sentence: String?) {
    guard sentence != said else { return }
    gtk_label_set_label(problem.opaque, sentence ?? "")
    gtk_widget_set_visible(problem, (sentence != nil).gboolean)
    control.setClass("error", sentence != nil)
    control.setSpoken(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, sentence ?? "")
    if let sentence { control.announce(sentence) }
  }

  /// What is said to be wrong.
  var said: String? {
    isTrue(gtk_widget_get_visible(problem))
      ? gtk_label_get_label(problem.opaque).map { String(cString: $0) } : nil
  }

  /// An entry that looks like a part of the line.
  static func entry() -> Widget {
    let entry: Widget = gtk_entry_new()
    gtk_entry_set_has_frame(entry.cast(), 0)
    // Narrow windows have room for little more.
    gtk_editable_set_width_chars(entry.opaque, 5)
    return entry
  }
}
