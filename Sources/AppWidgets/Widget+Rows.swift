import CDunnockAdwaita
import GtkBridge
import Texts

/// The rows of lists in which things are chosen and typed.
extension Widget {
  /// A row that does something when it is activated.
  package static func activatableRow(
    _ title: String, icon: String = "go-next-symbolic", _ body: @escaping @MainActor () -> Void
  ) -> Widget {
    let row: Widget = adw_action_row_new()
    row.setRowTitle(title)
    gtk_list_box_row_set_activatable(row.cast(), 1)
    let image = Widget.silentImage()
    gtk_image_set_from_icon_name(image.opaque, icon)
    adw_action_row_add_suffix(row.cast(), image)
    Signal.connect(UnsafeMutableRawPointer(row), "activated") { body() }
    return row
  }

  /// A row with a button that takes it out of its list.
  package static func removableRow(
    _ title: String, _ remove: @escaping @MainActor () -> Void
  ) -> Widget {
    let row: Widget = adw_action_row_new()
    row.setRowTitle(title)
    let button: Widget = gtk_button_new_from_icon_name("dnk-delete-symbolic")
    button.addClasses("flat")
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    let text = tr("Remove %1$s").filling("\u{2068}\(title)\u{2069}")
    gtk_widget_set_tooltip_text(button, text)
    button.setSpokenLabel(text)
    adw_action_row_add_suffix(row.cast(), button)
    // The button is still telling of its click, and goes with the row.
    Signal.connect(button, "clicked") { whenIdle { remove() } }
    return row
  }

  /// A row with a GtkSwitch at its end, which a press anywhere in it turns.
  package static func switchRow(
    _ title: String, _ control: Widget, subtitle: String = ""
  ) -> Widget {
    let row: Widget = adw_action_row_new()
    row.setRowTitle(title)
    row.setRowSubtitle(subtitle)
    gtk_widget_set_valign(control, GTK_ALIGN_CENTER)
    adw_action_row_add_suffix(row.cast(), control)
    adw_action_row_set_activatable_widget(row.cast(), control)
    return row
  }

  /// Whether a GtkSwitch is on.
  package var isOn: Bool { isTrue(gtk_switch_get_active(opaque)) }

  /// - Parameter body: Called when a GtkSwitch is turned, whoever did that.
  package func onSwitch(_ body: @escaping @MainActor (Bool) -> Void) {
    Signal.connect(UnsafeMutableRawPointer(self), "notify::active") { [self] in body(isOn) }
  }

  /// - Parameter body: Called with which of its texts an AdwComboRow has selected, whoever did that.
  package func onSelect(_ body: @escaping @MainActor (Int) -> Void) {
    Signal.connect(UnsafeMutableRawPointer(self), "notify::selected") { [self] in
      let selected = adw_combo_row_get_selected(cast())
      if selected != guint.max { body(Int(selected)) }
    }
  }

  /// Gives an AdwComboRow texts to choose from.
  package func setChoices(_ texts: [String]) {
    withStringVector(texts) {
      let list = Ref.adopting(full: UnsafeMutableRawPointer(gtk_string_list_new($0)))
      adw_combo_row_set_model(cast(), list.opaque)
    }
  }

  /// A row to type something into, in a window whose default button Enter presses.
  package static func entryRow(
    _ title: String, purpose: GtkInputPurpose = GTK_INPUT_PURPOSE_FREE_FORM, isSecret: Bool = false
  ) -> Widget {
    let row: Widget = isSecret ? adw_password_entry_row_new() : adw_entry_row_new()
    row.setRowTitle(title)
    if isSecret {
      row.nameButtons(tr("Show Password")) { _ in true }
    } else {
      adw_entry_row_set_input_purpose(row.cast(), purpose)
    }
    adw_entry_row_set_activates_default(row.cast(), 1)
    return row
  }

  /// What was typed into such a row, without room around it.
  package var typed: String {
    let text = gtk_editable_get_text(opaque).map { String(cString: $0) } ?? ""
    return String(
      text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// The same as it was typed.
  package var typedExactly: String {
    gtk_editable_get_text(opaque).map { String(cString: $0) } ?? ""
  }

  package func type(_ text: String) { gtk_editable_set_text(opaque, text) }
}
