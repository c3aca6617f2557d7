import CDunnockGtk
import GtkBridge
import Texts

/// Asks where something is to be saved; by the portal where there is one.
package enum FileChoosing {
  /// Asks for the name and the place of a file; who chooses one that is there is asked whether it is to be replaced.
  ///
  /// - Parameter name: What is suggested; safe for a file.
  /// - Returns: The URI of the file; nil when none was chosen.
  package static func file(named name: String, over widget: Widget) async -> String? {
    await ask(tr("Save"), GTK_FILE_CHOOSER_ACTION_SAVE, tr("Save"), over: widget) {
      gtk_file_chooser_set_current_name($0, name)
    }
  }

  /// Asks for a folder.
  ///
  /// - Returns: Its URI; nil when none was chosen.
  package static func folder(over widget: Widget) async -> String? {
    await ask(
      tr("Save all in a folder"), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, tr("Save here"),
      over: widget
    ) { _ in }
  }

  private static func ask(
    _ title: String, _ action: GtkFileChooserAction, _ accept: String, over widget: Widget,
    prepare: (OpaquePointer) -> Void
  ) async -> String? {
    guard
      let native = gtk_file_chooser_native_new(
        title, widget.window?.cast(), action, accept, tr("Cancel"))
    else { return nil }
    let chooser = Ref.adopting(full: UnsafeMutableRawPointer(native))
    prepare(chooser.opaque)
    // One that begins nowhere has nothing to answer.
    if let path = g_get_user_special_dir(G_USER_DIRECTORY_DOWNLOAD) ?? g_get_home_dir(),
      let folder = g_file_new_for_path(path)
    {
      gtk_file_chooser_set_current_folder(chooser.opaque, folder, nil)
      g_object_unref(UnsafeMutableRawPointer(folder))
    }
    let dialog = chooser.raw.assumingMemoryBound(to: GtkNativeDialog.self)
    gtk_native_dialog_set_modal(dialog, 1)
    return await withCheckedContinuation { continuation in
      // Keeps the chooser until it is answered.
      var asking: Ref? = chooser
      Signal.connect(chooser.raw, "response") { (response: UInt32) in
        guard let answered = asking else { return }
        asking = nil
        guard Int32(bitPattern: response) == GTK_RESPONSE_ACCEPT.rawValue,
          let file = gtk_file_chooser_get_file(answered.opaque)
        else { return continuation.resume(returning: nil) }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        let uri = g_file_get_uri(file)
        defer { g_free(uri) }
        continuation.resume(returning: uri.map { String(cString: $0) })
      }
      gtk_native_dialog_show(dialog)
    }
  }
}
