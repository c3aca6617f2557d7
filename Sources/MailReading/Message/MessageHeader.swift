import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailText
import Texts

/// The subject, people and dates of a message, what is wrong with who it says that it is from, and what can be done with it as a whole.
final class MessageHeader {
  /// A GtkBox.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)

  /// The GtkToggleButton that says in short to whom it went, and shows all addresses.
  let detailsButton: Widget = gtk_toggle_button_new()
  /// The GtkMenuButton of what is rarely done with a message.
  let more: Widget = gtk_menu_button_new()

  private let asSent: Widget = gtk_button_new_from_icon_name("dnk-as-sent-symbolic")
  private let foldButton: Widget = gtk_button_new_from_icon_name("pan-up-symbolic")
  private let subject = Widget.selectableLabel(lines: 4, "subject", "title-2")
  private let note = Widget.selectableLabel("note", "dim-label")
  private let recipients = Widget.silentLabel()
  private let details = MessageDetailsGrid()
  private let people: HeaderPeople
  private let notes: HeaderNotes
  private var addressing = Addressing()
  private let context: ReadingContext
  private var hidesSubject = false

  init(_ context: ReadingContext = ReadingContext()) {
    self.context = context
    notes = HeaderNotes(context)
    let buttons: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    people = HeaderPeople(beside: buttons, recipients: detailsButton)
    prepareButtons()
    for button in [asSent, more, foldButton] {
      gtk_box_append(buttons.cast(), button)
    }
    for part in [subject, people.widget, details.widget, note, notes.widget] {
      gtk_box_append(widget.cast(), part)
    }
    hideContent()
  }

  /// - Parameter fold: Called when somebody wants no more than a line of it.
  func onFold(_ fold: @escaping @MainActor () -> Void) {
    Signal.connect(foldButton, "clicked") { fold() }
    // The button is there for keys and screen readers; a pointer has all of the head, whose own buttons keep their clicks.
    let click = people.widget.addController(gtk_gesture_click_new(), in: GTK_PHASE_CAPTURE)
    gtk_gesture_single_set_button(OpaquePointer(click), guint(GDK_BUTTON_PRIMARY))
    var start = (x: 0.0, y: 0.0)
    Signal.connect(click, "pressed") { (_: Int32, x: Double, y: Double) in start = (x, y) }
    Signal.connect(click, "released") { [weak self] (presses: Int32, x: Double, y: Double) in
      // Who drags selects some of a text, and who clicks twice a word.
      guard let self, presses == 1, gtk_widget_get_visible(foldButton) != 0,
        gtk_drag_check_threshold(
          people.widget, gint(start.x), gint(start.y), gint(x), gint(y)) == 0,
        let place = gtk_widget_pick(people.widget, x, y, GTK_PICK_DEFAULT),
        !([place] + place.ancestry).contains(where: { $0.isA(gtk_button_get_type()) })
      else { return }
      fold()
    }
  }

  /// - Parameter menu: What the menu offers, section by section, when it is opened.
  func onMenu(_ menu: @escaping () -> [[MenuEntry]]) {
    // Only when it is asked for: it takes longer to make than the rest of the header.
    more.onPopup { [more] in more.setMenu(.menu(of: menu())) }
  }

  /// Shows it as one of several messages below one another, or alone.
  ///
  /// - Parameter folder: What its folder is called, where that is to be said.
  func stand(amongOthers: Bool, hidesSubject: Bool = false, folder: String = "") {
    self.hidesSubject = hidesSubject
    gtk_widget_set_visible(foldButton, amongOthers.gboolean)
    people.widget.setClass("is-foldable", amongOthers)
    let hasSubject = gtk_label_get_text(subject.opaque).map { $0.pointee != 0 } ?? false
    gtk_widget_set_visible(subject, (hasSubject && !hidesSubject).gboolean)
    people.show(folder: folder)
  }

  /// Shows what is known of a message before it is read.
  func show(_ message: ShownMessage) {
    hideContent()
    subject.showTitle(message.subject)
    if hidesSubject { gtk_widget_set_visible(subject, 0) }
    people.show(message)
    showInitials()
    note.showText(message.note)
    gtk_widget_set_visible(more, (!message.isFile).gboolean)
  }

  /// Shows initials where the person wants them.
  func showInitials() { people.show(initials: context.host?.showsInitials != false) }

  /// Shows what was read of it.
  func show(_ content: ShownContent) {
    if !content.note.isEmpty { note.showText(content.note) }
    guard let body = content.body else { return }
    addressing = body.addressing
    gtk_widget_set_visible(asSent, body.hasPage.gboolean)
    let text = addressing.shortRecipients { context.host?.isOwn($0) == true }
    gtk_label_set_text(recipients.opaque, text.isEmpty ? tr("Details") : text)
    gtk_widget_set_tooltip_text(detailsButton, text.isEmpty ? nil : tr("Details"))
    detailsButton.setSpokenLabel(
      [text, tr("Details")].filter { !$0.isEmpty }.joined(separator: ", "))
    gtk_widget_set_visible(detailsButton, (!addressing.isEmpty).gboolean)
    if gtk_toggle_button_get_active(detailsButton.cast()) != 0 { details.show(addressing) }
    notes.show(body)
  }

  /// Shows what is wrong with it.
  func show(note text: String) { note.showText(text) }

  private func hideContent() {
    gtk_toggle_button_set_active(detailsButton.cast(), 0)
    gtk_menu_button_popdown(more.opaque)
    for button in [asSent, detailsButton] { gtk_widget_set_visible(button, 0) }
    notes.hide()
  }

  private func prepareButtons() {
    prepareDetails()
    gtk_menu_button_set_icon_name(more.opaque, "view-more-symbolic")
    gtk_widget_set_visible(foldButton, 0)
    foldButton.setExpanded(true)
    gtk_actionable_set_action_name(asSent.opaque, MessageCommand.asSent.action)
    for (button, title) in [
      (asSent, MessageCommand.asSent.title), (more, tr("More")), (foldButton, tr("Collapse")),
    ] {
      gtk_widget_set_tooltip_text(button, title)
      button.setSpokenLabel(title)
      button.addClasses("flat")
      gtk_widget_set_valign(button, GTK_ALIGN_START)
    }
  }

  private func prepareDetails() {
    let line: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4)
    gtk_label_set_ellipsize(recipients.opaque, PANGO_ELLIPSIZE_END)
    gtk_label_set_xalign(recipients.opaque, 0)
    let arrow = Widget.silentImage()
    gtk_image_set_from_icon_name(arrow.opaque, "pan-down-symbolic")
    for part in [recipients, arrow] { gtk_box_append(line.cast(), part) }
    gtk_button_set_child(detailsButton.cast(), line)
    detailsButton.addClasses("flat", "recipients")
    gtk_widget_set_halign(detailsButton, GTK_ALIGN_START)
    detailsButton.setExpanded(false)
    Signal.connect(detailsButton, "toggled") { [weak self] in
      guard let self else { return }
      let isOpen = gtk_toggle_button_get_active(detailsButton.cast()) != 0
      detailsButton.setExpanded(isOpen)
      if isOpen { details.show(addressing) }
      gtk_widget_set_visible(details.widget, isOpen.gboolean)
    }
  }
}

extension Widget {
  /// Takes all children out of this GtkBox.
  func removeChildren() { while let child = firstChild { gtk_box_remove(cast(), child) } }
}
