import CDunnockGtk
import CDunnockGtkShim

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Sets what a screen reader calls this widget.
  public func setSpokenLabel(_ label: String) {
    // GTK 4.18 prefers the text that a button shows, which GTK names it by.
    gtk_accessible_reset_relation(opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
    setSpoken(GTK_ACCESSIBLE_PROPERTY_LABEL, label)
  }

  /// Sets a text of what a screen reader knows of this widget; empty for none.
  public func setSpoken(_ property: GtkAccessibleProperty, _ text: String) {
    var (property, value) = (property, GValue())
    gtk_accessible_property_init_value(property, &value)
    g_value_set_string(&value, text)
    gtk_accessible_update_property_value(opaque, 1, &property, &value)
    g_value_unset(&value)
  }

  /// Sets what a screen reader takes this widget for; before it is shown.
  public func setRole(_ role: GtkAccessibleRole) {
    var value = GValue()
    g_value_init(&value, gtk_accessible_role_get_type())
    g_value_set_enum(&value, gint(role.rawValue))
    g_object_set_property(cast(), "accessible-role", &value)
    g_value_unset(&value)
  }

  /// Sets whether this widget is open, or with nil that it cannot be opened.
  public func setExpanded(_ isExpanded: Bool?) {
    if let isExpanded {
      set(GTK_ACCESSIBLE_STATE_EXPANDED, isExpanded)
    } else {
      gtk_accessible_reset_state(opaque, GTK_ACCESSIBLE_STATE_EXPANDED)
    }
  }

  /// Sets whether screen readers count this widget as selected.
  public func setSelected(_ isSelected: Bool) { set(GTK_ACCESSIBLE_STATE_SELECTED, isSelected) }

  /// Sets whether something is being done to this widget that takes its time.
  public func setBusy(_ isBusy: Bool) { set(GTK_ACCESSIBLE_STATE_BUSY, isBusy) }

  private func set(_ state: GtkAccessibleState, _ isOn: Bool) {
    var (state, value) = (state, GValue())
    gtk_accessible_state_init_value(state, &value)
    // A number where the state can be undefined, too.
    if value.g_type == Bool.type { isOn.set(&value) } else { isOn.gboolean.set(&value) }
    gtk_accessible_update_state_value(opaque, 1, &state, &value)
  }

  /// Has the items of a menu, whose popover this is, named by their texts whenever it is shown.
  ///
  /// GTK 4.18 leaves them without names, because the labels that it names them by are themselves passed over; GTK 4.8 would say
  /// the names twice.
  public func nameMenuItems() {
    guard gtkIsAtLeast(4, 10) else { return }
    Signal.connect(self, "map") { [self] in nameItemsBelow() }
  }

  private func nameItemsBelow() {
    for child in children {
      if String(cString: gtk_widget_get_css_name(child)) == "modelbutton",
        let label = child.children.first(where: { $0.isA(gtk_label_get_type()) })
      {
        child.setSpokenLabel(String(cString: gtk_label_get_text(label.opaque)))
      }
      child.nameItemsBelow()
    }
  }

  /// Whether this GTK can have a screen reader say something (4.14 and newer): an older one has it say what comes as an alert.
  package static var announces: Bool { gtkIsAtLeast(4, 14) }

  /// Has a screen reader say something, and answers whether this GTK can (4.14 and newer).
  @discardableResult
  public func announce(_ message: String) -> Bool { dnk_accessible_announce(self, message) != 0 }

  /// A label that screen readers pass over, because what holds it speaks for it; with a floating reference, as GTK's constructors answer.
  public static func silentLabel() -> Widget { gtk_label_new(nil).silenced() }

  /// A single-size text that never asks for room, passed over by screen readers; with a floating reference.
  public static func silentInscription() -> Widget { gtk_inscription_new(nil).silenced() }

  /// A picture that screen readers pass over; with a floating reference.
  public static func silentImage() -> Widget { gtk_image_new().silenced() }

  /// The widget, passed over by screen readers from its first use on.
  public func silenced() -> Widget {
    setRole(GTK_ACCESSIBLE_ROLE_NONE)
    return self
  }
}
