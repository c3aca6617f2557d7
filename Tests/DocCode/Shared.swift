import CDunnockGtk
import Glibc
import GtkBridge

/// Turns the main loop until something is so, and says for what it waits: the last line of a program that does not end.
@MainActor func until(_ what: String, _ isSo: () -> Bool) {
  print("Until \(what)")
  fflush(nil)
  while !isSo() { g_main_context_iteration(nil, 1) }
}

/// Shows a widget in a window of its own, and answers that once the widget has its place there.
@discardableResult
@MainActor func present(_ widget: Widget) -> Widget {
  let window: Widget = gtk_window_new()
  gtk_window_set_default_size(window.cast(), 400, 500)
  gtk_window_set_child(window.cast(), widget)
  gtk_window_present(window.cast())
  until("it is laid out") { gtk_widget_get_width(widget) > 0 }
  return window
}

/// In README's program another package stands beside the library; here there is none.
@MainActor func showBesideAnotherPackage(_ done: @escaping @MainActor () -> Void) { done() }
