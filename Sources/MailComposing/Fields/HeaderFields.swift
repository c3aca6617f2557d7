import AppWidgets
import CDunnockGtk
import GtkBridge
import MailWriting
import Texts

/// The lines above the text of a mail: from whom, to whom and about what.
final class HeaderFields {
  /// A GtkBox.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  let sender: SenderField
  let to: RecipientField
  let cc: RecipientField
  let bcc: RecipientField
  let subject: FieldRow
  private let addCc: Widget
  private let addBcc: Widget

  init() {
    let names = Ref.adopting(
      full: UnsafeMutableRawPointer(gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL)))
    sender = SenderField(names: names)
    // Translators: in front of whom a mail goes to; the letter behind the underscore goes there with Alt.
    to = RecipientField(tr("_To"), names: names)
    // Translators: in front of who gets a copy of a mail.
    cc = RecipientField(tr("_Cc"), names: names)
    // Translators: in front of who gets a copy of a mail without the others’ knowing.
    bcc = RecipientField(tr("_Bcc"), names: names)
    subject = FieldRow(tr("_Subject"), FieldRow.entry(), names: names)
    addCc = Self.button(tr("Cc"), tr("Add Cc"))
    addBcc = Self.button(tr("Bcc"), tr("Add Bcc"))
    for button in [addCc, addBcc] { gtk_box_append(to.row.line.cast(), button) }
    for row in [sender.row, to.row, cc.row, bcc.row, subject] {
      gtk_box_append(widget.cast(), row.widget)
    }
    for (field, button) in [(cc, addCc), (bcc, addBcc)] {
      gtk_widget_set_visible(field.row.widget, 0)
      gtk_actionable_set_action_name(
        button.opaque, ComposerFrame.action(field === cc ? "cc" : "bcc"))
    }
    gtk_entry_set_input_hints(
      subject.control.cast(),
      GtkInputHints(
        rawValue: GTK_INPUT_HINT_SPELLCHECK.rawValue
          | GTK_INPUT_HINT_UPPERCASE_SENTENCES.rawValue))
  }

  private static func button(_ title: String, _ tip: String) -> Widget {
    let button: Widget = gtk_button_new_with_label(title)
    button.addClasses("flat", "dim-label")
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    gtk_widget_set_tooltip_text(button, tip)
    button.setSpokenLabel(tip)
    return button
  }

  /// The lines of people, in their order.
  var recipients: [RecipientField] { [to, cc, bcc] }

  /// - Parameter changed: Called when a line but that of the account is another.
  func onChange(_ changed: @escaping () -> Void) {
    for field in recipients { field.onChange(changed) }
    Signal.connect(UnsafeMutableRawPointer(subject.control), "changed") { changed() }
  }

  /// Shows what a mail says.
  func show(_ mail: OutgoingMail) {
    (to.parties, cc.parties, bcc.parties) = (mail.to, mail.cc, mail.bcc)
    if !mail.cc.isEmpty { reveal(cc) }
    if !mail.bcc.isEmpty { reveal(bcc) }
    subject.control.type(
      ComposedText.writable(mail.subject).replacing("\n", with: " "))
  }

  /// Puts what the lines say into a mail.
  func fill(_ mail: inout OutgoingMail) {
    if let account = sender.account { (mail.account, mail.from) = (account.id, account.from) }
    (mail.to, mail.cc, mail.bcc) = (to.parties, cc.parties, bcc.parties)
    mail.subject = subject.control.typedExactly.replacing("\n", with: " ")
  }

  /// Says at the lines what keeps the mail from being sent, and goes there.
  ///
  /// - Returns: Whether there is something.
  func complain() -> Bool {
    if let wrong = recipients.filter({ $0.complain() }).first {
      gtk_widget_grab_focus(wrong.row.control)
      return true
    }
    guard recipients.allSatisfy(\.parties.isEmpty) else { return false }
    gtk_widget_grab_focus(to.row.control)
    to.row.say(tr("Add a recipient."))
    return true
  }

  /// Goes to the line for copies, or that for secret ones.
  func show(_ field: RecipientField) {
    reveal(field)
    gtk_widget_grab_focus(field.row.control)
  }

  /// Shows the line for copies, or that for secret ones.
  func reveal(_ field: RecipientField) {
    gtk_widget_set_visible(field.row.widget, 1)
    gtk_widget_set_visible(field === cc ? addCc : addBcc, 0)
  }
}
