import AppWidgets
import CDunnockAdwaita
import GtkBridge

/// Who wrote a message and when, the whole address, and to whom it went.
final class HeaderPeople {
  /// A GtkBox.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)

  /// Hidden from screen readers: libadwaita 1.7 names it "Avatar of" the sender, whose name follows.
  private let avatar: Widget = adw_avatar_new(40, nil, 1).silenced()
  private let sender = Widget.selectableLabel(lines: 3, "sender", "heading")
  private let address = Widget.selectableLabel("address", "dim-label")
  private let recipients: Widget
  private let folder = Widget.selectableLabel(lines: 1, "folder", "dim-label")
  private let date = Widget.selectableLabel("date", "dim-label", "numeric")
  private let arrival = Widget.selectableLabel("arrival", "dim-label")
  private var isFile = false

  /// - Parameters:
  ///   - buttons: What stands behind the date.
  ///   - recipients: What says to whom it went.
  init(beside buttons: Widget, recipients: Widget) {
    self.recipients = recipients
    // Boxes, because a GtkGrid reports the height that it needs at its minimum width as its minimum height. GTK 4.18 warns when it
    // measures such a widget for the smaller height of a wider one.
    gtk_widget_set_valign(avatar, GTK_ALIGN_START)
    // In a narrow window each would have but the half of a line.
    gtk_widget_set_hexpand(sender, 1)
    let names = Widget.wrapping([sender, date], spacing: 12)
    let top: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
    for part in [names, buttons] { gtk_box_append(top.cast(), part) }
    let line: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
    gtk_widget_set_hexpand(folder, 1)
    gtk_label_set_xalign(folder.opaque, 1)
    for part in [recipients, folder] { gtk_box_append(line.cast(), part) }
    let lines: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    // Below the buttons there is room for what is long.
    for part in [top, address, line, arrival] { gtk_box_append(lines.cast(), part) }
    for part in [avatar, lines] { gtk_box_append(widget.cast(), part) }
  }

  /// Shows what is known of a message before it is read.
  func show(_ message: ShownMessage) {
    sender.showText(message.sender)
    address.showText(message.address == message.sender ? "" : message.address.wholeToItsEnd)
    date.showText(message.shortDate)
    date.setSpokenLabel(message.date)
    gtk_widget_set_tooltip_text(date, message.date)
    arrival.showText(message.arrival)
    gtk_widget_set_visible(recipients, 0)
    isFile = message.isFile
    // A name that begins with a sign has no initial.
    avatar.showInitials(of: message.isAnonymous ? "" : message.sender, colouredBy: message.address)
  }

  /// Shows initials or not.
  func show(initials isWanted: Bool) {
    gtk_widget_set_visible(avatar, (isWanted && !isFile).gboolean)
  }

  /// Shows in which folder it lies; empty where that is not to be said.
  func show(folder name: String) { folder.showText(name) }
}

extension String {
  /// An address as far as any server takes one; of a longer one the beginning and all of its end, where it says to whom it belongs.
  fileprivate var wholeToItsEnd: String {
    let letters = unicodeScalars
    guard letters.count > longestAddress else { return self }
    return String(letters.prefix(longestAddress / 4)) + "…"
      + String(letters.suffix(longestAddress * 3 / 4))
  }
}

/// In scalars.
private let longestAddress = 320
