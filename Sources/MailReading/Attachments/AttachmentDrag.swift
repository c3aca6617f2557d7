import CDunnockGtk
import CDunnockGtkShim
import GtkBridge
import MailText

/// Has an attachment be dragged out to a file manager or another program: a copy of it is written when that asks for it.
enum AttachmentDrag {
  /// The controller that begins such drags.
  ///
  /// - Parameter parts: Says where the attachment is read from, when a drag begins.
  static func source(
    of attachment: MessageBody.Attachment, in parts: @escaping @MainActor () -> MessageParts?
  ) -> OpaquePointer {
    let source = gtk_drag_source_new().unsafelyUnwrapped
    gtk_drag_source_set_actions(source, GDK_ACTION_COPY)
    Signal.connect(UnsafeMutableRawPointer(source), "prepare") {
      // Another message may be on show when it is dropped.
      parts().flatMap { parts in
        lateText(of: "text/uri-list") { give in
          Task { give(await uriList(of: attachment, in: parts)) }
        }
      }
    }
    let icon = attachment.icon
    Signal.connect(UnsafeMutableRawPointer(source), "drag-begin") {
      guard let display = gdk_display_get_default(),
        let picture = gtk_icon_theme_lookup_by_gicon(
          gtk_icon_theme_get_for_display(display), icon.opaque, 48, 1, GTK_TEXT_DIR_NONE,
          GtkIconLookupFlags(rawValue: 0))
      else { return }
      gtk_drag_source_set_icon(source, picture, 24, 24)
      g_object_unref(UnsafeMutableRawPointer(picture))
    }
    return source
  }

  /// The line of `text/uri-list` that names a copy of an attachment, which is written first; nil when that fails.
  static func uriList(of attachment: MessageBody.Attachment, in parts: MessageParts) async
    -> String?
  {
    guard let bytes = await parts.read(attachment.number) else { return nil }
    do {
      let path = try await OpenedCopies.make(bytes, named: attachment.fileName)
      guard let uri = g_filename_to_uri(path, nil, nil) else { return nil }
      defer { g_free(uri) }
      return String(cString: uri) + "\r\n"
    } catch {
      parts.tell(error.sentence)
      return nil
    }
  }
}
