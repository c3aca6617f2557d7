import CDunnockGtk
import GtkBridge
import MailComposing

extension MailWindow {
  /// The windows of the application, the one that was used last first.
  static var all: [MailWindow] {
    guard let application = g_application_get_default() else { return [] }
    let first = gtk_application_get_windows(
      UnsafeMutableRawPointer(application).assumingMemoryBound(to: GtkApplication.self))
    return sequence(first: first) { $0?.pointee.next }.prefix { $0 != nil }.compactMap {
      $0?.pointee.data.flatMap { hosted(by: $0.assumingMemoryBound(to: GtkWidget.self)) }
    }
  }

  /// The windows that show a mailbox.
  static func showing(_ mailbox: SharedMailbox) -> [MailWindow] {
    all.filter { $0.mailbox?.shared === mailbox }
  }

  /// Closes every window as its close button does; the one that was used last goes last, and its size is what is remembered.
  ///
  /// Then nothing looks for mail any more, whatever goes on while no window is open.
  static func closeAll() {
    if let application = g_application_get_default() {
      g_action_group_activate_action(
        OpaquePointer(UnsafeMutableRawPointer(application)), NewMail.ending, nil)
    }
    for window in all.reversed() { window.close() }
    // Each keeps its draft.
    ComposerWindow.closeAll()
  }
}
