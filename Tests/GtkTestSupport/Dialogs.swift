import CDunnockGtk
import Glibc
import GtkBridge
import XCTest

/// Dialogs of libadwaita as a person uses them, of whichever kind they are: AdwDialogs or windows.
@MainActor
extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// What a question asks, and what it says of that.
  public var questionHeading: String? { text(of: "heading") }
  public var questionText: String? { text(of: "body") }

  /// What Enter means.
  public var defaultAnswer: String? { text(of: "default-response") }

  /// What stands on top of a dialog.
  public var dialogTitle: String? { text(of: "title") }

  /// What Enter presses in a dialog.
  public var defaultButton: Widget? {
    var value = GValue()
    g_value_init(&value, gtk_widget_get_type())
    defer { g_value_unset(&value) }
    g_object_get_property(cast(), "default-widget", &value)
    return g_value_get_object(&value)?.assumingMemoryBound(to: GtkWidget.self)
  }

  /// Whether an answer can be given.
  public func canAnswer(_ name: String) -> Bool {
    let ask: (@convention(c) (Widget, UnsafePointer<CChar>) -> gboolean)? = function(
      "get_response_enabled")
    return ask.map { $0(self, name) != 0 } ?? false
  }

  /// Whether an answer looks as one that destroys something.
  public func looksDestructive(_ name: String) -> Bool {
    let ask: (@convention(c) (Widget, UnsafePointer<CChar>) -> Int32)? = function(
      "get_response_appearance")
    return ask.map { $0(self, name) == 2 } ?? false
  }

  /// Answers a question by its button.
  public func answer(_ name: String, file: StaticString = #filePath, line: UInt = #line) {
    let ask: (@convention(c) (Widget, UnsafePointer<CChar>) -> UnsafePointer<CChar>?)? = function(
      "get_response_label")
    let label = ask.flatMap { $0(self, name) }.map { String(cString: $0) }
    guard
      let button = all(gtk_button_get_type()).first(where: {
        gtk_button_get_label($0.cast()).map { String(cString: $0) } == label
      })
    else { return XCTFail("There is no answer \(name).", file: file, line: line) }
    Signal.emit(button, "clicked")
  }

  /// Closes a dialog as Escape does.
  public func dismiss() {
    if isA(gtk_window_get_type()) { return gtk_window_close(cast()) }
    let close: (@convention(c) (Widget) -> gboolean)? = find("adw_dialog_close")
    _ = close?(self)
  }

  /// The dialog on top of those over a window, of whichever kind.
  public var dialogOver: Widget? {
    guard let list = gtk_window_list_toplevels() else { return nil }
    defer { g_list_free(list) }
    let windows = sequence(first: list) { $0.pointee.next }.lazy.compactMap {
      $0.pointee.data?.assumingMemoryBound(to: GtkWidget.self)
    }
    if let window = windows.first(where: {
      gtk_window_get_transient_for($0.cast()).map { UnsafeMutableRawPointer($0) }
        == UnsafeMutableRawPointer(self) && gtk_widget_get_visible($0) != 0
    }) {
      return window
    }
    guard g_object_class_find_property(objectClass, "visible-dialog") != nil else { return nil }
    var value = GValue()
    g_value_init(&value, gtk_widget_get_type())
    defer { g_value_unset(&value) }
    g_object_get_property(cast(), "visible-dialog", &value)
    return g_value_get_object(&value)?.assumingMemoryBound(to: GtkWidget.self)
  }

  private var objectClass: UnsafeMutablePointer<GObjectClass> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: GTypeInstance.self).pointee.g_class
      .withMemoryRebound(to: GObjectClass.self, capacity: 1) { $0 }
  }

  private func all(_ type: GType) -> [Widget] {
    (isA(type) ? [self] : []) + children.flatMap { $0.all(type) }
  }

  private func text(of property: String) -> String? {
    var value = GValue()
    g_value_init(&value, GType(16 << 2))
    defer { g_value_unset(&value) }
    g_object_get_property(cast(), property, &value)
    return g_value_get_string(&value).map { String(cString: $0) }
  }

  /// A function of AdwAlertDialog, or the one of AdwMessageDialog that does the same.
  private func function<Function>(_ name: String) -> Function? {
    find("adw_\(isA(gtk_window_get_type()) ? "message" : "alert")_dialog_\(name)")
  }

  private func find<Function>(_ name: String) -> Function? {
    dlsym(nil, name).map { unsafeBitCast($0, to: Function.self) }
  }
}
