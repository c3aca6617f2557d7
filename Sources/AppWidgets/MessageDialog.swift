import CDunnockAdwaita
import GtkBridge
import Texts

/// An AdwMessageDialog that asks for one of some answers, or for none of them, which is what Enter and Escape choose.
package enum MessageDialog {
  package struct Answer<Value: Sendable> {
    let name: String
    let title: String
    let value: Value
    let appearance: AdwResponseAppearance

    /// - Parameter name: Unique among those of a dialog.
    package init(
      _ name: String, _ title: String, _ value: Value,
      appearance: AdwResponseAppearance = ADW_RESPONSE_DEFAULT
    ) { (self.name, self.title, self.value, self.appearance) = (name, title, value, appearance) }
  }

  /// Puts a question on screen.
  ///
  /// - Parameter answered: Called once with the answer; with nil for none.
  /// - Returns: The dialog, which goes with its answer or with the window.
  package static func ask<Value: Sendable>(
    _ heading: String, _ body: String, over window: Widget, _ answers: [Answer<Value>],
    answered: @escaping @MainActor (Value?) -> Void
  ) -> Widget {
    let dialog: Widget = adw_message_dialog_new(window.cast(), heading, body)
    adw_message_dialog_add_response(dialog.cast(), cancel, tr("Cancel"))
    for answer in answers {
      adw_message_dialog_add_response(dialog.cast(), answer.name, answer.title)
      adw_message_dialog_set_response_appearance(dialog.cast(), answer.name, answer.appearance)
      Signal.connect(dialog, "response::\(answer.name)") { [value = answer.value] in
        answered(value)
      }
    }
    adw_message_dialog_set_default_response(dialog.cast(), cancel)
    adw_message_dialog_set_close_response(dialog.cast(), cancel)
    gtk_window_set_destroy_with_parent(dialog.cast(), true.gboolean)
    Signal.connect(dialog, "response::\(cancel)") { answered(nil) }
    gtk_window_present(dialog.cast())
    return dialog
  }

  private static let cancel = "cancel"
}
