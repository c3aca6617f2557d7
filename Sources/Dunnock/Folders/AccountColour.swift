import CDunnockGtk
import GtkBridge
import MailModel

/// The colour that tells the mail of one account from that of others, only where there are several.
struct AccountColour: Equatable {
  private let number: Int

  /// The colour of the account that a folder belongs to; nil where there is but one, and for a folder of none.
  ///
  /// - Parameter mailbox: The identity of the mailbox that the folder is in.
  init?(of folder: FolderID, _ roles: FolderRoles, in mailbox: String, _ settings: Settings) {
    guard roles.inboxes.count > 1, let inbox = roles.inbox(of: folder) else { return nil }
    number = settings.colour(of: inbox, among: roles.inboxes, of: mailbox, count: Self.count)
  }

  /// A dot that has no colour yet, and is not to be seen.
  static func dot() -> Widget {
    let dot: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    dot.addClasses("account-dot")
    gtk_widget_set_valign(dot, GTK_ALIGN_CENTER)
    gtk_widget_set_visible(dot, 0)
    return dot
  }

  /// Gives a dot this colour; with none it is not to be seen.
  static func show(_ colour: AccountColour?, in dot: Widget) {
    gtk_widget_set_visible(dot, (colour != nil).gboolean)
    for number in 0..<count { dot.setClass("account-\(number)", number == colour?.number) }
  }

  /// As many as the stylesheet has.
  private static let count = 6
}
