import CDunnockGtk
import GtkBridge

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Calls back each time that this GtkMenuButton is about to show its menu, which may be given to it then.
  package func onPopup(_ prepare: @escaping @MainActor () -> Void) {
    gtk_menu_button_set_create_popup_func(
      opaque, { _, data in onMain { closure(data, as: (@MainActor () -> Void).self)() } },
      Unmanaged.passRetained(ClosureBox(prepare)).toOpaque(), { releaseClosure($0) })
  }
}
