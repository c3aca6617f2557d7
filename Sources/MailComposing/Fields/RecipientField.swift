import AppWidgets
import CDunnockGtk
import GtkBridge
import MailModel
import MailWriting
import Texts

/// A line that people are typed into.
final class RecipientField {
  let row: FieldRow
  let completion: Completion
  /// Whether a completion is being written, which is no typing.
  private var isTaking = false

  init(_ title: String, names: Ref) {
    let entry = FieldRow.entry()
    row = FieldRow(title, entry, names: names)
    gtk_entry_set_input_purpose(entry.cast(), GTK_INPUT_PURPOSE_EMAIL)
    gtk_entry_set_input_hints(entry.cast(), GTK_INPUT_HINT_NO_SPELLCHECK)
    completion = Completion(for: entry, in: row.line)
    completion.onChoice { [weak self] in self?.take($0) }
    let focus = entry.addController(gtk_event_controller_focus_new())
    Signal.connect(focus, "leave") { [weak self] in self?.complain() }
  }

  /// - Parameter changed: Called when something else is in the line.
  func onChange(_ changed: @escaping () -> Void) {
    Signal.connect(UnsafeMutableRawPointer(row.control), "changed") { [weak self] in
      guard let self else { return }
      // While it is typed on nobody needs to hear of it, and what was wrong may be right.
      row.say(nil)
      if !isTaking { offer() }
      changed()
    }
  }

  var parties: [OutgoingMail.Correspondent] {
    get { RecipientText.parties(in: row.control.typedExactly) }
    set { row.control.type(ComposedText.writable(RecipientText.text(of: newValue))) }
  }

  /// Says at the line which of them no mail can be sent to.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  func complain() -> Bool {
    let wrong = parties.first { MailAddress($0.address) == nil }
    row.say(
      wrong.map {
        tr("“%1$s” is not a valid email address.").filling("\u{2068}\($0.address)\u{2069}")
      })
    return wrong != nil
  }

  private var typedToCaret: String {
    String(
      String.UnicodeScalarView(
        row.control.typedExactly.unicodeScalars.prefix(
          Int(gtk_editable_get_position(row.control.opaque)))))
  }

  private func offer() {
    guard gtk_widget_get_focus_child(row.control) != nil else { return }
    // GtkEntry tells of a change before it moves the caret.
    whenIdle { [weak self] in
      guard let self, !isTaking else { return }
      completion.offer(
        for: String(RecipientText.begun(in: typedToCaret)), without: Set(parties.map(\.address)))
    }
  }

  private func take(_ party: OutgoingMail.Correspondent) {
    let before = typedToCaret
    let kept = before.dropLast(RecipientText.begun(in: before).count)
    let rest = row.control.typedExactly.unicodeScalars.dropFirst(before.unicodeScalars.count)
    // Behind the comma that ends what is under the caret.
    let after = String(String.UnicodeScalarView(rest.drop { $0 != "," }.dropFirst()))
    let text = kept + RecipientText.text(of: [party]) + ", "
    isTaking = true
    row.control.type(text + String(after.drop { $0 == " " }))
    gtk_editable_set_position(row.control.opaque, Int32(text.unicodeScalars.count))
    isTaking = false
  }
}
