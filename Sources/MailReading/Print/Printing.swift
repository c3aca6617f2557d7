import AppWidgets
import CDunnockGtk
import GtkBridge
import Texts

/// Prints a message: asks for the printer, and gives it the pages. It lives until that is done.
final class Printing {
  private let message: PrintedMessage
  private let operation = Ref.adopting(full: UnsafeMutableRawPointer(gtk_print_operation_new()))
  private var fail: (String) -> Void = { _ in }
  private var finish: () -> Void = {}
  /// This object while it prints.
  private var kept: Printing?
  /// Whether GTK is still at the beginning, whose failure it tells twice, the second time with the reason.
  private var isStarting = false

  init(_ message: PrintedMessage) {
    self.message = message
    gtk_print_operation_set_job_name(raw, message.title)
    gtk_print_operation_set_unit(raw, GTK_UNIT_POINTS)
    gtk_print_operation_set_embed_page_setup(raw, 1)
    // The main loop must not turn within itself.
    gtk_print_operation_set_allow_async(raw, 1)
    Signal.connect(operation.raw, "begin-print") {
      [weak self] (context: UnsafeMutableRawPointer?) in
      guard let self, let context = context.map({ OpaquePointer($0) }) else { return }
      self.message.begin(
        width: gtk_print_context_get_width(context), height: gtk_print_context_get_height(context))
    }
    Signal.connect(operation.raw, "paginate") { [weak self] (context: UnsafeMutableRawPointer?) in
      guard let self, let context = context.map({ OpaquePointer($0) }) else { return true }
      guard self.message.layOut({ gtk_print_context_create_pango_layout(context) }) else {
        return false
      }
      gtk_print_operation_set_n_pages(raw, Int32(self.message.pages.count))
      return true
    }
    Signal.connect(operation.raw, "draw-page") {
      [weak self] (context: UnsafeMutableRawPointer?, page: Int32) in
      guard let self, let context = context.map({ OpaquePointer($0) }),
        let cairo = gtk_print_context_get_cairo_context(context)
      else { return }
      self.message.draw(Int(page), on: cairo) { gtk_print_context_create_pango_layout(context) }
    }
    Signal.connect(operation.raw, "done") { [weak self] (result: UInt32) in
      guard let self else { return }
      let result = GtkPrintOperationResult(result)
      if !isStarting || result != GTK_PRINT_OPERATION_RESULT_ERROR { end(result) }
    }
  }

  /// - Parameter fail: Called with why it was not printed.
  func onFailure(_ fail: @escaping (String) -> Void) { self.fail = fail }

  /// - Parameter finish: Called when it has ended, however that was.
  func onFinish(_ finish: @escaping () -> Void) { self.finish = finish }

  /// Asks for the printer, and prints.
  func run(over widget: Widget) {
    start(GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, widget.window?.cast())
  }

  /// Writes the pages as PDF, and asks nothing.
  func export(to path: String) {
    gtk_print_operation_set_export_filename(raw, path)
    start(GTK_PRINT_OPERATION_ACTION_EXPORT, nil)
  }

  private func start(_ action: GtkPrintOperationAction, _ window: UnsafeMutablePointer<GtkWindow>?)
  {
    kept = self
    var error: UnsafeMutablePointer<GError>?
    isStarting = true
    let result = gtk_print_operation_run(raw, action, window, &error)
    isStarting = false
    let reason = error.map { String(cString: $0.pointee.message) } ?? ""
    if let error { g_error_free(error) }
    if result == GTK_PRINT_OPERATION_RESULT_ERROR { end(result, reason) }
  }

  private func end(_ result: GtkPrintOperationResult, _ reason: String = "") {
    guard kept != nil else { return }
    if result == GTK_PRINT_OPERATION_RESULT_ERROR {
      fail(
        reason.isEmpty
          ? tr("Printing failed.") : tr("Printing failed: %1$s.").filling(reason))
    }
    finish()
    // GTK still works with the operation.
    whenIdle { self.kept = nil }
  }

  private var raw: UnsafeMutablePointer<GtkPrintOperation> {
    operation.raw.assumingMemoryBound(to: GtkPrintOperation.self)
  }
}
