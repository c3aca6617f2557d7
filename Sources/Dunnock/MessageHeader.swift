import CGtk
import GtkBridge

/// The subject, people and dates of a message.
final class MessageHeader {
  /// A GtkBox.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)

  private let subject = Widget.readingText(lines: 4, "subject", "title-2")
  private let sender = Widget.readingText(lines: 2, "sender", "heading")
  private let address = Widget.readingText(lines: 2, "address", "dim-label")
  private let recipients = Widget.readingText(lines: 4, "recipients", "dim-label")
  private let date = Widget.readingText("date", "dim-label")
  private let arrival = Widget.readingText("arrival", "dim-label")
  private let note = Widget.readingText("note", "dim-label")

  init() {
    for part in [subject, sender, address, recipients, date, arrival, note] {
      gtk_box_append(widget.cast(), part)
    }
  }

  /// Shows what is known of a message before it is read.
  func show(_ message: ShownMessage) {
    subject.showText(message.subject)
    sender.showText(message.sender)
    address.showText(message.address == message.sender ? "" : message.address)
    date.showText(message.date)
    arrival.showText(message.arrival)
    note.showText(message.note)
    recipients.showText("")
  }

  /// Shows what was read of it.
  func show(_ content: ShownContent) {
    recipients.showText(content.recipients)
    if !content.note.isEmpty { note.showText(content.note) }
  }

  /// Shows what is wrong with it.
  func show(note text: String) { note.showText(text) }
}
