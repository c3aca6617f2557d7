import CDunnockGtk
import GtkBridge

/// An entry of a menu.
package struct MenuEntry {
  let title: String
  let action: String
  let key: String?
  let isHiddenWhenDisabled: Bool

  /// - Parameter key: What is shown beside the title, as GTK writes keys.
  package init(
    _ title: String, _ action: String, key: String? = nil, isHiddenWhenDisabled: Bool = false
  ) {
    (self.title, self.action, self.key) = (title, action, key)
    self.isHiddenWhenDisabled = isHiddenWhenDisabled
  }
}

extension Ref {
  /// A GMenu, section by section.
  package static func menu(of sections: [[MenuEntry]]) -> Ref {
    let menu = Ref.adopting(full: UnsafeMutableRawPointer(g_menu_new()))
    for entries in sections {
      let section = Ref.adopting(full: UnsafeMutableRawPointer(g_menu_new()))
      for entry in entries {
        let item = Ref.adopting(
          full: UnsafeMutableRawPointer(g_menu_item_new(entry.title, entry.action)))
        for (name, value) in [
          ("accel", entry.key),
          ("hidden-when", entry.isHiddenWhenDisabled ? "action-disabled" : nil),
        ] {
          if let value {
            g_menu_item_set_attribute_value(item.opaque, name, g_variant_new_string(value))
          }
        }
        g_menu_append_item(section.opaque, item.opaque)
      }
      g_menu_append_section(menu.opaque, nil, section.raw.assumingMemoryBound(to: GMenuModel.self))
    }
    return menu
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Gives a GtkMenuButton a GMenu.
  package func setMenu(_ menu: Ref) {
    closeMenuWithWindow()
    gtk_menu_button_set_menu_model(opaque, menu.raw.assumingMemoryBound(to: GMenuModel.self))
    if let popover = gtk_menu_button_get_popover(opaque) {
      UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkWidget.self).nameMenuItems()
    }
  }

  /// Calls back each time that this GtkMenuButton is about to show its menu, which may be given to it then.
  package func onPopup(_ prepare: @escaping @MainActor () -> Void) {
    closeMenuWithWindow()
    gtk_menu_button_set_create_popup_func(
      opaque, { _, data in onMain { closure(data, as: (@MainActor () -> Void).self)() } },
      Unmanaged.passRetained(ClosureBox(prepare)).toOpaque(), { releaseClosure($0) })
  }

  /// Has the popover of this GtkMenuButton close when the button leaves the screen.
  private func closeMenuWithWindow() {
    let key = "dunnock-closes-menu"
    let object = UnsafeMutableRawPointer(self).assumingMemoryBound(to: GObject.self)
    guard g_object_get_data(object, key) == nil else { return }
    g_object_set_data(object, key, self)
    Signal.connect(self, "unmap") { [self] in
      if let popover = gtk_menu_button_get_popover(opaque) {
        UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkWidget.self).popDownWithWindow()
      }
    }
  }
}
