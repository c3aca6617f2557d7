import CGtk
import GtkBridge

extension Widget {
  /// A wrapped, selectable text that starts where its language starts; one of many lines ends in an
  /// ellipsis.
  static func readingText(lines: Int32 = -1, _ classes: String...) -> Widget {
    let label: Widget = gtk_label_new(nil)
    if lines > 0 {
      gtk_label_set_lines(label.opaque, lines)
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    }
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_selectable(label.opaque, 1)
    let attributes = pango_attr_list_new()
    pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
    gtk_label_set_attributes(label.opaque, attributes)
    pango_attr_list_unref(attributes)
    // A selectable label would else take the focus that belongs to the text.
    gtk_widget_set_focusable(label, 0)
    // And it would end Tab on its way to what stands behind it.
    gtk_widget_set_can_focus(label, 0)
    for name in classes { label.addClasses(name) }
    return label
  }

  /// Shows a text in a label, which is hidden for none.
  func showText(_ text: String) {
    let isLong = text.unicodeScalars.count > longestShown
    let shown = isLong ? String(text.unicodeScalars.prefix(longestShown)) + "…" : text
    gtk_label_set_label(opaque, shown)
    gtk_widget_set_visible(self, (!text.isEmpty).gboolean)
    if gtk_label_get_lines(opaque) > 0 {
      let isWhole = shown.unicodeScalars.count <= longestWhole
      gtk_widget_set_tooltip_text(self, isWhole ? nil : shown)
    }
  }
}

/// How much of a label's text is laid out, and how much surely fits its lines; in scalars.
private let longestShown = 8_000
private let longestWhole = 60
