import CDunnockGtk
import GtkBridge

/// What lies on a GdkClipboard.
struct Clipboard {
  let clipboard: OpaquePointer

  /// Whether it can be had as a value of this type, from another program too.
  func holds(_ type: GType) -> Bool {
    guard let formats = gdk_clipboard_get_formats(clipboard) else { return false }
    // Takes the reference that it is given.
    let all = gdk_content_formats_union_deserialize_gtypes(gdk_content_formats_ref(formats))
    defer { gdk_content_formats_unref(all) }
    return isTrue(gdk_content_formats_contain_gtype(all, type))
  }

  /// Reads a value of this type.
  ///
  /// - Parameter taken: Called with the value, for the time of the call; not at all where there is none.
  func read(_ type: GType, _ taken: @escaping @MainActor (UnsafePointer<GValue>) -> Void) {
    gdk_clipboard_read_value_async(
      clipboard, type, G_PRIORITY_DEFAULT, nil,
      { clipboard, result, data in
        let value = gdk_clipboard_read_value_finish(
          clipboard.map { OpaquePointer($0) }, result, nil)
        nonisolated(unsafe) let sent = (value, data)
        onMain {
          if let value = sent.0 {
            closure(sent.1, as: (@MainActor (UnsafePointer<GValue>) -> Void).self)(value)
          }
          releaseClosure(sent.1)
        }
      }, ClosureBox(taken).passed())
  }

  /// The URIs of a value that holds a list of files.
  static func uris(of value: UnsafePointer<GValue>) -> [String] {
    guard let boxed = g_value_get_boxed(value) else { return [] }
    let files = gdk_file_list_get_files(OpaquePointer(boxed))
    defer { g_slist_free(files) }
    return sequence(first: files) { $0?.pointee.next }.prefix { $0 != nil }.compactMap { link in
      guard let file = link?.pointee.data, let uri = g_file_get_uri(OpaquePointer(file)) else {
        return nil
      }
      defer { g_free(uri) }
      return String(cString: uri)
    }
  }
}
