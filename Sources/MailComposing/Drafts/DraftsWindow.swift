import AppWidgets
import CDunnockAdwaita
import FileSystem
import GtkBridge
import MailWriting
import Texts

/// The dialog that lists the drafts on this computer, to go on with one.
package enum DraftsWindow {
  /// The drafts that are kept and in no window.
  package static func drafts(of host: any ComposerHost) async -> [OutgoingMail] {
    let all = await onOwnThread("draft") { [spool = host.spool] _ in spool.drafts() }
    return all.filter { ComposerWindow.all[$0.id] == nil }
  }

  /// Shows the drafts over a window.
  ///
  /// - Returns: The dialog.
  @discardableResult
  package static func present(
    _ drafts: [OutgoingMail], host: any ComposerHost, over parent: Widget
  ) -> Widget {
    let dialog = Dialog(
      tr("Drafts on This Computer"), over: parent, width: 420, atMost: Widget.pageWidth,
      height: 480)
    let page: Widget = adw_preferences_page_new()
    let group: Widget = adw_preferences_group_new()
    adw_preferences_page_add(page.cast(), group.cast())
    for draft in drafts {
      let row = Widget.activatableRow(
        draft.subject.isEmpty ? tr("No subject") : draft.subject
      ) {
        dialog.close()
        ComposerWindow.present(draft, isNew: false, host: host, beside: parent)
      }
      row.setRowSubtitle(
        (draft.to + draft.cc + draft.bcc).map { $0.name.isEmpty ? $0.address : $0.name }
          .joined(separator: ", "))
      adw_action_row_set_subtitle_lines(row.cast(), 1)
      adw_action_row_set_title_lines(row.cast(), 1)
      adw_preferences_group_add(group.cast(), row)
    }
    if drafts.isEmpty { group.setGroupDescription(tr("There are no drafts.")) }
    dialog.show(page)
    dialog.present()
    debugLog("page shown: drafts, drafts: \(drafts.count)")
    return dialog.widget
  }
}
