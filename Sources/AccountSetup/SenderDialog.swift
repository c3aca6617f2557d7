import Accounts
import AppWidgets
import CDunnockAdwaita
import Foundation
import GtkBridge
import Texts

/// The window in which a person says by what name mail goes out from an account, and what stands below it.
package enum SenderDialog {
  private static let step = "sender"

  @discardableResult
  package static func present(
    over parent: Widget, _ account: Account, _ accounts: any AccountKeeping
  ) -> (steps: AccountSteps, name: Widget, signature: Widget) {
    let steps = AccountSteps(over: parent, title: tr("Name and Signature"))
    let name = Widget.entryRow(tr("Your Name"))
    gtk_editable_set_text(
      name.opaque, account.fullName ?? Account.loginName)
    let naming: Widget = adw_preferences_group_new()
    naming.setGroupDescription(tr("Recipients see it next to %1$s.").filling(account.address))
    adw_preferences_group_add(naming.cast(), name)
    let (signing, text) = signatureGroup()
    gtk_text_buffer_set_text(gtk_text_view_get_buffer(text.cast()), account.signature ?? "", -1)
    steps.add(step, title: account.shownName, next: tr("Save"), [naming, signing])
    steps.onNext { [weak steps] _ in
      // As it is now: it may have been changed elsewhere meanwhile.
      var changed = accounts.accounts.first { $0.id == account.id } ?? account
      changed.fullName = name.typed
      let signature = written(in: text)
      changed.signature = signature.isEmpty ? nil : signature
      let kept = changed
      steps?.busy {
        try await accounts.keep(kept, password: nil)
        steps?.close()
      }
    }
    Hosted.install(steps, in: steps.dialog.widget, key: "dunnock-sender")
    steps.present()
    return (steps, name, text)
  }

  /// A group to write the signature in, and the GtkTextView of it.
  private static func signatureGroup() -> (group: Widget, text: Widget) {
    let group: Widget = adw_preferences_group_new()
    group.setGroupTitle(tr("Signature"))
    let text: Widget = gtk_text_view_new()
    gtk_text_view_set_accepts_tab(text.cast(), 0)
    gtk_text_view_set_wrap_mode(text.cast(), GTK_WRAP_WORD_CHAR)
    for set in [
      gtk_text_view_set_top_margin, gtk_text_view_set_bottom_margin,
      gtk_text_view_set_left_margin, gtk_text_view_set_right_margin,
    ] { set(text.cast(), 12) }
    text.setSpokenLabel(tr("Signature"))
    let scroller: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_child(scroller.opaque, text)
    gtk_scrolled_window_set_min_content_height(scroller.opaque, 120)
    scroller.addClasses("card")
    gtk_widget_set_overflow(scroller, GTK_OVERFLOW_HIDDEN)
    adw_preferences_group_add(group.cast(), scroller)
    return (group, text)
  }

  private static func written(in text: Widget) -> String {
    let buffer = gtk_text_view_get_buffer(text.cast())
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    guard let characters = gtk_text_buffer_get_text(buffer, &start, &end, 0) else { return "" }
    defer { g_free(characters) }
    return String(cString: characters).trimmingCharacters(in: .newlines)
  }
}

extension Account {
  /// The person's name as the computer knows it; empty where it knows none.
  package static var loginName: String {
    let name = g_get_real_name().map { String(cString: $0) } ?? ""
    // What people log in by is no name of theirs.
    return ["Unknown", String(cString: g_get_user_name())].contains(name) ? "" : name
  }
}
