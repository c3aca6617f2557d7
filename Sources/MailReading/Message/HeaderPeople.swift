import CDunnockAdwaita
import GtkBridge

/// Who wrote a message, to whom it went, and when.
final class HeaderPeople {
  /// A GtkGrid.
  let widget: Widget = gtk_grid_new()

  private let avatar: Widget = adw_avatar_new(40, nil, 1)
  private let sender = Widget.selectableLabel(lines: 2, "sender", "heading")
  private let address = Widget.selectableLabel(lines: 4, "address", "dim-label")
  private let recipients = Widget.selectableLabel(lines: 4, "recipients", "dim-label")
  private let date = Widget.selectableLabel("date", "dim-label")
  private let arrival = Widget.selectableLabel("arrival", "dim-label")
  private var when = ""
  private var folder = ""
  private var isFile = false

  /// - Parameter buttons: What stands beside the names.
  init(beside buttons: Widget) {
    gtk_grid_set_column_spacing(widget.cast(), 12)
    gtk_grid_set_row_spacing(widget.cast(), 2)
    gtk_widget_set_valign(avatar, GTK_ALIGN_START)
    gtk_grid_attach(widget.cast(), avatar, 0, 0, 1, 2)
    let names = Self.lines([sender, address])
    gtk_widget_set_hexpand(names, 1)
    gtk_grid_attach(widget.cast(), names, 1, 0, 1, 1)
    // Below the buttons there is room for what is long.
    gtk_grid_attach(widget.cast(), Self.lines([recipients, date, arrival]), 1, 1, 2, 1)
    gtk_grid_attach(widget.cast(), buttons, 2, 0, 1, 1)
  }

  /// Shows what is known of a message before it is read.
  func show(_ message: ShownMessage) {
    sender.showText(message.sender)
    address.showText(message.address == message.sender ? "" : message.address)
    when = message.date
    showDate()
    arrival.showText(message.arrival)
    recipients.showText("")
    isFile = message.isFile
    // A name that begins with a sign has no initial.
    avatar.showInitials(of: message.sender, colouredBy: message.address)
  }

  /// Shows initials or not.
  func show(initials isWanted: Bool) {
    gtk_widget_set_visible(avatar, (isWanted && !isFile).gboolean)
  }

  /// Shows to whom it went.
  func show(recipients text: String) { recipients.showText(text) }

  /// Shows in which folder it lies; empty where that is not to be said.
  func show(folder: String) {
    self.folder = folder
    showDate()
  }

  private func showDate() {
    date.showText(
      folder.isEmpty
        ? when
        : [when, "\u{2068}\(folder)\u{2069}"].filter { !$0.isEmpty }.joined(separator: " · "))
  }

  private static func lines(_ texts: [Widget]) -> Widget {
    let lines: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)
    for text in texts { gtk_box_append(lines.cast(), text) }
    return lines
  }
}
