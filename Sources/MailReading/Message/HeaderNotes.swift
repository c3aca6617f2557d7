import CDunnockGtk
import GtkBridge
import MailText
import Texts

/// What a header says of a message beside who wrote it: what is doubtful about that, what could not be delivered, and how to get no more
/// such mail.
final class HeaderNotes {
  /// A GtkBox; hidden while there is nothing to say.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)

  private let context: ReadingContext
  private let warnings: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)
  private let bounce: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)
  private let unsubscribing: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
  private let way = Widget.selectableLabel(lines: 2, "dim-label", "caption")
  private var wayOut: Unsubscribing?

  init(_ context: ReadingContext) {
    self.context = context
    gtk_widget_set_hexpand(way, 1)
    let unsubscribe: Widget = gtk_button_new_with_label(tr("Unsubscribe"))
    unsubscribe.addClasses("flat")
    gtk_widget_set_valign(unsubscribe, GTK_ALIGN_CENTER)
    Signal.connect(unsubscribe, "clicked") { [weak self] in
      if let self, let wayOut { self.context.host?.unsubscribe(wayOut) }
    }
    for part in [way, unsubscribe] { gtk_box_append(unsubscribing.cast(), part) }
    unsubscribing.addClasses("unsubscribing")
    bounce.addClasses("bounce")
    for part in [warnings, bounce, unsubscribing] { gtk_box_append(widget.cast(), part) }
    hide()
  }

  /// Shows what is to be said of a message that was read.
  func show(_ body: MessageBody) {
    wayOut = body.unsubscribing
    let sentence = wayOut?.sentence
    let hasAny = !body.doubts.isEmpty || body.bounce != nil || sentence != nil
    // Before its parts are: GTK 4.8 takes a box that was empty while it was hidden for one whose height does not follow its width.
    gtk_widget_set_visible(widget, hasAny.gboolean)
    show(body.doubts)
    show(body.bounce)
    if let sentence { way.showText(sentence) }
    gtk_widget_set_visible(unsubscribing, (sentence != nil).gboolean)
  }

  /// Says nothing.
  func hide() {
    for part in [widget, warnings, bounce, unsubscribing] { gtk_widget_set_visible(part, 0) }
  }

  private func show(_ doubts: [SenderDoubt]) {
    warnings.removeChildren()
    for doubt in doubts { gtk_box_append(warnings.cast(), Self.warning(doubt.sentence)) }
    gtk_widget_set_visible(warnings, (!doubts.isEmpty).gboolean)
  }

  private func show(_ told: Bounce?) {
    bounce.removeChildren()
    gtk_widget_set_visible(bounce, (told != nil).gboolean)
    guard let told else { return }
    let sentence = Widget.selectableLabel("heading")
    sentence.showText(told.sentence)
    gtk_box_append(bounce.cast(), sentence)
    guard !told.diagnosis.isEmpty else { return }
    let diagnosis = Widget.selectableLabel(lines: 4, "dim-label")
    diagnosis.showText(tr("The server said: %1$s").filling(told.diagnosis))
    gtk_box_append(bounce.cast(), diagnosis)
  }

  private static func warning(_ sentence: String) -> Widget {
    let line: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 10)
    line.addClasses("warning-line")
    let icon = Widget.silentImage()
    gtk_image_set_from_icon_name(icon.opaque, "dialog-warning-symbolic")
    gtk_widget_set_valign(icon, GTK_ALIGN_START)
    let text = Widget.selectableLabel()
    text.showText(sentence)
    gtk_widget_set_hexpand(text, 1)
    for part in [icon, text] { gtk_box_append(line.cast(), part) }
    return line
  }
}
