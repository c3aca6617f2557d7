import CDunnockAdwaita
import FileSystem
import GtkBridge
import MailModel
import Texts

/// The dialogs of a window, of which one asks at a time.
final class Dialogs {
  /// The dialog that asks something; nil as a rule.
  private(set) var question: Widget?
  private(set) weak var preferences: PreferencesWindow?
  private(set) weak var fetchDetails: FetchDetails?
  private var chooser: Ref?

  /// Asks something; nil when something is being asked already, or nobody answers before the window goes.
  ///
  /// - Parameter ask: Puts the question on screen and calls its argument with the answer.
  func ask<Answer: Sendable>(
    _ ask: (_ answered: @escaping @MainActor (Answer?) -> Void) -> Widget
  ) async -> Answer? {
    guard question == nil else { return nil }
    return await withCheckedContinuation { continuation in
      var waiting: CheckedContinuation? = continuation
      var giveBackFocus: () -> Void = {}
      let answered: @MainActor (Answer?) -> Void = { [weak self] answer in
        // Its end, which comes later, is no answer to what is asked next.
        guard let continuation = waiting else { return }
        waiting = nil
        debugLog("question closed, answered: \(answer != nil)")
        self?.question = nil
        giveBackFocus()
        giveBackFocus = {}
        continuation.resume(returning: answer)
      }
      let dialog = ask(answered)
      question = dialog
      debugLog("question shown")
      giveBackFocus = Self.focusKeeper(below: dialog)
      dialog.onDialogClosed { answered(nil) }
    }
  }

  /// What gives the focus back to the window below a dialog that is answered, and there to what has it now, unless something else has it
  /// by then.
  private static func focusKeeper(below dialog: Widget) -> () -> Void {
    // It gives the focus back by itself.
    if dialog.isDialog { return {} }
    let focus = gtk_window_get_transient_for(dialog.cast()).flatMap { gtk_window_get_focus($0) }
      .map { Ref.retaining(none: $0) }
    return {
      // Not kept, for a window that closes takes its question along.
      guard let window = gtk_window_get_transient_for(dialog.cast()) else { return }
      // A window manager does that by itself, a bare X server does not.
      if gtk_widget_get_mapped(
        UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self)) != 0
      {
        gtk_window_present(window)
      }
      whenIdle {
        guard let focus = focus?.raw.assumingMemoryBound(to: GtkWidget.self),
          let root = gtk_widget_get_root(focus), gtk_root_get_focus(root) == nil
        else { return }
        gtk_widget_grab_focus(focus)
      }
    }
  }

  /// Shows the preferences, made by `make` unless they are there.
  func showPreferences(_ make: () -> PreferencesWindow) {
    let shown = preferences ?? make()
    preferences = shown
    shown.present()
    debugLog("page shown: preferences")
  }

  /// Shows how fetching goes, in a window made by `make` unless it is there.
  func showFetchDetails(_ make: () -> FetchDetails) {
    let shown = fetchDetails ?? make()
    fetchDetails = shown
    shown.present()
    debugLog("page shown: sync details")
  }

  /// Asks for a folder; nothing is called when none is chosen.
  ///
  /// - Parameter choose: Takes its path; nil when it is not on this computer.
  func chooseFolder(over window: Widget, then choose: @escaping (ByteName?) -> Void) {
    guard chooser == nil,
      let native = gtk_file_chooser_native_new(
        tr("Open Mailbox"), window.cast(), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, tr("Open"),
        tr("Cancel"))
    else { return }
    let chooser = Ref.adopting(full: UnsafeMutableRawPointer(native))
    self.chooser = chooser
    Signal.connect(chooser.raw, "response") { [weak self] (response: UInt32) in
      guard let self else { return }
      let answered = self.chooser
      self.chooser = nil
      guard Int32(bitPattern: response) == GTK_RESPONSE_ACCEPT.rawValue, let answered,
        let file = gtk_file_chooser_get_file(answered.opaque)
      else { return }
      defer { g_object_unref(UnsafeMutableRawPointer(file)) }
      let path = g_file_get_path(file)
      defer { g_free(path) }
      choose(path.map { ByteName(cString: $0) })
    }
    gtk_native_dialog_set_modal(chooser.raw.assumingMemoryBound(to: GtkNativeDialog.self), 1)
    gtk_native_dialog_show(chooser.raw.assumingMemoryBound(to: GtkNativeDialog.self))
  }
}
