import CDunnockGtk
import GtkBridge
import Texts

/// Asks where something is to be saved, or which files are meant; by the portal where there is one.
package enum FileChoosing {
  /// Asks for the name and the place of a file; who chooses one that is there is asked whether it is to be replaced.
  ///
  /// - Parameter name: What is suggested; safe for a file.
  /// - Returns: The URI of the file; nil when none was chosen.
  package static func file(named name: String, over widget: Widget) async -> String? {
    await ask(tr("Save"), GTK_FILE_CHOOSER_ACTION_SAVE, tr("Save"), over: widget) {
      gtk_file_chooser_set_current_name($0, name)
    }.first
  }

  /// Asks for a folder.
  ///
  /// - Returns: Its URI; nil when none was chosen.
  package static func folder(over widget: Widget) async -> String? {
    await ask(
      tr("Save All in a Folder"), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, tr("Save Here"),
      over: widget
    ) { _ in }.first
  }

  /// Asks for files that are there.
  ///
  /// - Parameter accept: What the button is called that takes them.
  /// - Returns: Their URIs; empty when none was chosen.
  package static func files(
    titled title: String, accept: String, over widget: Widget
  ) async -> [String] {
    await ask(title, GTK_FILE_CHOOSER_ACTION_OPEN, accept, over: widget) {
      gtk_file_chooser_set_select_multiple($0, 1)
    }
  }

  private static func ask(
    _ title: String, _ action: GtkFileChooserAction, _ accept: String, over widget: Widget,
    prepare: (OpaquePointer) -> Void
  ) async -> [String] {
    guard
      let native = gtk_file_chooser_native_new(
        title, widget.window?.cast(), action, accept, tr("Cancel"))
    else { return [] }
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
          let files = gtk_file_chooser_get_files(answered.opaque)
        else { return continuation.resume(returning: []) }
        let chosen = Ref.adopting(full: UnsafeMutableRawPointer(files))
        continuation.resume(returning: uris(of: chosen))
      }
      gtk_native_dialog_show(dialog)
    }
  }

  /// - Parameter files: A GListModel of them.
  private static func uris(of files: Ref) -> [String] {
    (0..<g_list_model_get_n_items(files.opaque)).compactMap { index in
      guard let file = g_list_model_get_object(files.opaque, index) else { return nil }
      defer { g_object_unref(file) }
      guard let uri = g_file_get_uri(OpaquePointer(file)) else { return nil }
      defer { g_free(uri) }
      return String(cString: uri)
    }
  }
}
