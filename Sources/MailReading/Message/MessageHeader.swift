import CDunnockAdwaita
import GtkBridge
import MailText
import Texts

/// The subject, people and dates of a message, what is wrong with who it says that it is from, and what can be done with it as a whole.
final class MessageHeader {
  /// A GtkBox.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)

  /// The GtkToggleButton that shows all addresses.
  let detailsButton: Widget = gtk_toggle_button_new()
  /// The GtkMenuButton of what is rarely done with a message.
  let more: Widget = gtk_menu_button_new()

  /// One thing that the menu offers.
  typealias Choice = (title: String, action: String, key: String?)

  private let foldButton: Widget = gtk_button_new_from_icon_name("window-minimize-symbolic")
  private let subject = Widget.readingText(lines: 4, "subject", "title-2")
  private let avatar: Widget = adw_avatar_new(40, nil, 1)
  private let sender = Widget.readingText(lines: 2, "sender", "heading")
  private let address = Widget.readingText(lines: 2, "address", "dim-label")
  private let recipients = Widget.readingText(lines: 4, "recipients", "dim-label")
  private let date = Widget.readingText("date", "dim-label")
  private let arrival = Widget.readingText("arrival", "dim-label")
  private let note = Widget.readingText("note", "dim-label")
  private let details = MessageDetailsGrid()
  private let warnings: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)
  private let bounce: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)
  private let unsubscribing: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
  private let way = Widget.readingText(lines: 2, "dim-label", "caption")
  private let unsubscribe: Widget = gtk_button_new_with_label(tr("Unsubscribe"))
  private var addressing = Addressing()
  private let context: ReadingContext
  /// How to get no more such mail.
  private var wayOut: Unsubscribing?
  private var menu: () -> [[Choice]] = { [] }
  private var hidesSubject = false
  private var when = ""
  private var folder = ""

  init(_ context: ReadingContext = ReadingContext()) {
    self.context = context
    let row: Widget = gtk_grid_new()
    gtk_grid_set_column_spacing(row.cast(), 12)
    gtk_grid_set_row_spacing(row.cast(), 2)
    gtk_widget_set_valign(avatar, GTK_ALIGN_START)
    gtk_grid_attach(row.cast(), avatar, 0, 0, 1, 2)
    let names = Self.lines([sender, address])
    gtk_widget_set_hexpand(names, 1)
    gtk_grid_attach(row.cast(), names, 1, 0, 1, 1)
    // Below the buttons there is room for what is long.
    gtk_grid_attach(row.cast(), Self.lines([recipients, date, arrival]), 1, 1, 2, 1)
    prepareButtons()
    let buttons: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
    for button in [detailsButton, more, foldButton] { gtk_box_append(buttons.cast(), button) }
    gtk_grid_attach(row.cast(), buttons, 2, 0, 1, 1)
    gtk_widget_set_hexpand(way, 1)
    unsubscribe.addClasses("flat")
    gtk_widget_set_valign(unsubscribe, GTK_ALIGN_CENTER)
    Signal.connect(unsubscribe, "clicked") { [weak self] in
      if let self, let wayOut { context.host?.unsubscribe(wayOut) }
    }
    for part in [way, unsubscribe] { gtk_box_append(unsubscribing.cast(), part) }
    unsubscribing.addClasses("unsubscribing")
    bounce.addClasses("bounce")
    for part in [subject, row, details.widget, note, warnings, bounce, unsubscribing] {
      gtk_box_append(widget.cast(), part)
    }
    hideContent()
  }

  private static func lines(_ texts: [Widget]) -> Widget {
    let lines: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)
    for text in texts { gtk_box_append(lines.cast(), text) }
    return lines
  }

  /// - Parameter fold: Called when somebody wants no more than a line of it.
  func onFold(_ fold: @escaping @MainActor () -> Void) {
    Signal.connect(foldButton, "clicked") { fold() }
  }

  /// - Parameter menu: What the menu offers, section by section, when it is opened.
  func onMenu(_ menu: @escaping () -> [[Choice]]) { self.menu = menu }

  /// Shows it as one of several messages below one another, or alone.
  ///
  /// - Parameter folder: What its folder is called, where that is to be said.
  func stand(amongOthers: Bool, hidesSubject: Bool = false, folder: String = "") {
    self.hidesSubject = hidesSubject
    self.folder = folder
    gtk_widget_set_visible(foldButton, amongOthers.gboolean)
    let hasSubject = gtk_label_get_text(subject.opaque).map { $0.pointee != 0 } ?? false
    gtk_widget_set_visible(subject, (hasSubject && !hidesSubject).gboolean)
    showDate()
  }

  private func showDate() {
    date.showText(
      folder.isEmpty
        ? when
        : [when, "\u{2068}\(folder)\u{2069}"].filter { !$0.isEmpty }.joined(separator: " · "))
  }

  /// Shows what is known of a message before it is read.
  func show(_ message: ShownMessage) {
    hideContent()
    subject.showText(message.subject)
    if hidesSubject { gtk_widget_set_visible(subject, 0) }
    sender.showText(message.sender)
    address.showText(message.address == message.sender ? "" : message.address)
    when = message.date
    showDate()
    arrival.showText(message.arrival)
    note.showText(message.note)
    recipients.showText("")
    for part in [avatar, more] { gtk_widget_set_visible(part, (!message.isFile).gboolean) }
    // A name that begins with a sign has no initial.
    adw_avatar_set_text(
      avatar.opaque, String(message.sender.drop { !$0.isLetter && !$0.isNumber }))
    colourAvatar(by: message.address.isEmpty ? message.sender : message.address)
  }

  /// Shows what was read of it.
  func show(_ content: ShownContent) {
    if !content.note.isEmpty { note.showText(content.note) }
    guard let body = content.body else { return }
    addressing = body.addressing
    recipients.showText(addressing.shortRecipients { context.host?.isOwn($0) == true })
    gtk_widget_set_visible(detailsButton, (!addressing.isEmpty).gboolean)
    if gtk_toggle_button_get_active(detailsButton.cast()) != 0 { details.show(addressing) }
    show(body.doubts)
    show(body.bounce)
    wayOut = body.unsubscribing
    if let sentence = wayOut?.sentence { way.showText(sentence) }
    gtk_widget_set_visible(unsubscribing, (wayOut?.sentence != nil).gboolean)
  }

  /// Shows what is wrong with it.
  func show(note text: String) { note.showText(text) }

  private func hideContent() {
    gtk_toggle_button_set_active(detailsButton.cast(), 0)
    gtk_menu_button_popdown(more.opaque)
    for part in [detailsButton, warnings, bounce, unsubscribing] { gtk_widget_set_visible(part, 0) }
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
    let sentence = Widget.readingText("heading")
    sentence.showText(told.sentence)
    gtk_box_append(bounce.cast(), sentence)
    guard !told.diagnosis.isEmpty else { return }
    let diagnosis = Widget.readingText(lines: 4, "dim-label")
    diagnosis.showText(tr("The server said: %1$s").filling(told.diagnosis))
    gtk_box_append(bounce.cast(), diagnosis)
  }

  private static func warning(_ sentence: String) -> Widget {
    let line: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 10)
    line.addClasses("warning-line")
    let icon = Widget.silentImage()
    gtk_image_set_from_icon_name(icon.opaque, "dialog-warning-symbolic")
    gtk_widget_set_valign(icon, GTK_ALIGN_START)
    let text = Widget.readingText()
    text.showText(sentence)
    gtk_widget_set_hexpand(text, 1)
    for part in [icon, text] { gtk_box_append(line.cast(), part) }
    return line
  }

  private func prepareButtons() {
    gtk_button_set_icon_name(detailsButton.cast(), "pan-down-symbolic")
    gtk_menu_button_set_icon_name(more.opaque, "view-more-symbolic")
    gtk_widget_set_visible(foldButton, 0)
    foldButton.setExpanded(true)
    for (button, title) in [
      (detailsButton, tr("Details")), (more, tr("More")), (foldButton, tr("Fold")),
    ] {
      gtk_widget_set_tooltip_text(button, title)
      button.setSpokenLabel(title)
      button.addClasses("flat")
      gtk_widget_set_valign(button, GTK_ALIGN_START)
    }
    detailsButton.setExpanded(false)
    Signal.connect(detailsButton, "toggled") { [weak self] in
      guard let self else { return }
      let isOpen = gtk_toggle_button_get_active(detailsButton.cast()) != 0
      detailsButton.setExpanded(isOpen)
      if isOpen { details.show(addressing) }
      gtk_widget_set_visible(details.widget, isOpen.gboolean)
    }
    // Only when it is asked for: it takes longer to make than the rest of the header.
    more.onPopup { [weak self] in self?.makeMenu() }
  }

  private func makeMenu() {
    let menu = Ref.adopting(full: UnsafeMutableRawPointer(g_menu_new()))
    for choices in self.menu() {
      let section = Ref.adopting(full: UnsafeMutableRawPointer(g_menu_new()))
      for choice in choices {
        let item = Ref.adopting(
          full: UnsafeMutableRawPointer(g_menu_item_new(choice.title, choice.action)))
        if let key = choice.key {
          g_menu_item_set_attribute_value(item.opaque, "accel", g_variant_new_string(key))
        }
        g_menu_append_item(section.opaque, item.opaque)
      }
      g_menu_append_section(
        menu.opaque, nil, section.raw.assumingMemoryBound(to: GMenuModel.self))
    }
    gtk_menu_button_set_menu_model(more.opaque, menu.raw.assumingMemoryBound(to: GMenuModel.self))
    if let popover = gtk_menu_button_get_popover(more.opaque) {
      UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkWidget.self).nameMenuItems()
    }
  }

  /// AdwAvatar has the colour follow from the name, which anybody may take; an address is harder to borrow.
  private func colourAvatar(by address: String) {
    guard let drawn = avatar.firstChild else { return }
    for number in 1...Self.colours { gtk_widget_remove_css_class(drawn, "color\(number)") }
    drawn.addClasses("color\(Int(g_str_hash(address.lowercased())) % Self.colours + 1)")
  }

  /// How many AdwAvatar has.
  private static let colours = 14
}

extension Widget {
  /// Takes all children out of this GtkBox.
  func removeChildren() { while let child = firstChild { gtk_box_remove(cast(), child) } }
}
