import CDunnockGtk
import Foundation
import GtkBridge

/// The code of a page, as its file has it, to read and to copy.
final class CodeView {
  /// The view; keeps this object alive.
  let widget: Widget = gtk_overlay_new()

  private let view: Widget = gtk_text_view_new()

  init() {
    Hosted.install(self, in: widget, key: "gallery-code")
    view.addClasses("gallery-code")
    view.setSpokenLabel("Code of the Page")
    gtk_text_view_set_editable(view.cast(), false.gboolean)
    gtk_text_view_set_cursor_visible(view.cast(), false.gboolean)
    gtk_text_view_set_monospace(view.cast(), true.gboolean)
    // Tab goes on to the next control.
    gtk_text_view_set_accepts_tab(view.cast(), false.gboolean)
    let scroller: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_child(scroller.opaque, view)
    gtk_widget_set_vexpand(scroller, true.gboolean)
    scroller.addClasses("gallery-list")
    gtk_overlay_set_child(widget.opaque, scroller)
    let copy = button("edit-copy-symbolic", "Copy Code") { [weak self] in self?.copy() }
    gtk_widget_set_halign(copy, GTK_ALIGN_END)
    gtk_widget_set_valign(copy, GTK_ALIGN_START)
    for set in [gtk_widget_set_margin_top, gtk_widget_set_margin_end] { set(copy, 8) }
    gtk_overlay_add_overlay(widget.opaque, copy)
  }

  /// Whether a page's file is still there.
  static func hasCode(of page: Page) -> Bool {
    FileManager.default.isReadableFile(atPath: page.path)
  }

  /// Shows a page's code.
  func show(_ page: Page) {
    let code = try? String(contentsOfFile: page.path, encoding: .utf8)
    gtk_text_buffer_set_text(buffer, code ?? "", -1)
  }

  private var buffer: UnsafeMutablePointer<GtkTextBuffer>? { gtk_text_view_get_buffer(view.cast()) }

  /// The code on show.
  var text: String {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    let code = gtk_text_buffer_get_text(buffer, &start, &end, false.gboolean)
    defer { g_free(code) }
    return code.map { String(cString: $0) } ?? ""
  }

  private func copy() { gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), text) }
}
