import AppWidgets
import CDunnockGtk
import GtkBridge
import MailText
import Texts

/// One attachment: its picture or icon, name, kind and size, with a menu of what can be done with it.
final class AttachmentCard {
  /// What somebody asks for.
  enum Wish: String, CaseIterable { case open, mail, save }

  /// A GtkBox of two buttons.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
  let attachment: MessageBody.Attachment

  private let button: Widget = gtk_button_new()
  private let menu: Widget = gtk_menu_button_new()
  private let icon = Widget.silentImage()
  private let actions = ActionGroup()
  private var isAsked = false
  /// Whether the widget is gone: what is read for it takes its time.
  private var isGone = false

  /// - Parameter wish: Called for what somebody asks.
  init(_ attachment: MessageBody.Attachment, wish: @escaping (Wish) -> Void) {
    self.attachment = attachment
    Signal.connect(widget, "destroy") { [weak self] in self?.isGone = true }
    widget.addClasses("attachment")
    let first: Wish = attachment.isMessage ? .mail : attachment.runs ? .save : .open
    prepareButton { wish(first) }
    prepareMenu()
    for asked in Wish.allCases { actions.add(asked.rawValue) { wish(asked) } }
    actions.setEnabled(Wish.open.rawValue, !attachment.runs)
    actions.setEnabled(Wish.mail.rawValue, attachment.isMessage)
    actions.insert(into: widget, prefix: Self.prefix)
    gtk_box_append(widget.cast(), button)
    gtk_box_append(widget.cast(), menu)
    followMenuKeys()
  }

  /// Shows what is read of a small picture, which is asked for once.
  ///
  /// - Parameter read: Gives the bytes of the attachment; nil when they cannot be read.
  func showThumbnail(_ read: @escaping () async -> [UInt8]?) {
    guard attachment.hasThumbnail, !isAsked else { return }
    isAsked = true
    Task { [weak self] in
      guard let bytes = await read(), let scale = self?.scale else { return }
      let side = Self.side * scale
      guard let picture = try? await BoundedPicture.decode(bytes, fitting: (side, side)).get(),
        let self, !isGone
      else { return }
      gtk_image_set_from_paintable(icon.opaque, picture.texture.opaque)
      icon.addClasses("thumbnail")
    }
  }

  /// How many pixels of the screen one is; nil when the widget is gone.
  private var scale: Int? { isGone ? nil : Int(gtk_widget_get_scale_factor(widget)) }

  /// Shows whether something is being done with it.
  func show(isBusy: Bool) { if !isGone { button.setBusy(isBusy) } }

  /// Has files be dragged out of the card.
  func allowDragging(_ source: OpaquePointer) { button.addController(source) }

  private func prepareButton(_ press: @escaping () -> Void) {
    let content: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 10)
    let shown = attachment.icon
    gtk_image_set_from_gicon(icon.opaque, shown.opaque)
    gtk_image_set_pixel_size(
      icon.opaque, Int32(attachment.hasThumbnail ? Self.side : Self.iconSide))
    gtk_widget_set_size_request(icon, Int32(Self.side), Int32(Self.side))
    gtk_widget_set_valign(icon, GTK_ALIGN_CENTER)
    let texts: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 1)
    gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
    gtk_widget_set_hexpand(texts, 1)
    for (text, name) in [(attachment.title, "name"), (attachment.facts, "facts")] {
      let label = Widget.silentLabel()
      gtk_label_set_label(label.opaque, text)
      gtk_label_set_xalign(label.opaque, 0)
      gtk_label_set_ellipsize(
        label.opaque, name == "name" ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_END)
      // As narrow as that several stand side by side, whatever their names.
      gtk_label_set_width_chars(label.opaque, Self.width)
      gtk_label_set_max_width_chars(label.opaque, Self.width)
      label.addClasses(name)
      gtk_box_append(texts.cast(), label)
    }
    gtk_box_append(content.cast(), icon)
    gtk_box_append(content.cast(), texts)
    gtk_button_set_child(button.cast(), content)
    button.addClasses("flat")
    gtk_widget_set_hexpand(button, 1)
    button.setSpokenLabel(spoken)
    gtk_widget_set_tooltip_text(button, attachment.runs ? MessageParts.refusal : attachment.title)
    Signal.connect(button, "clicked") { press() }
  }

  /// Takes the menu away, if it is open: it would keep all that is pressed when it goes with the card.
  func closeMenu() { gtk_menu_button_popdown(menu.opaque) }

  private func prepareMenu() {
    gtk_menu_button_set_icon_name(menu.opaque, "view-more-symbolic")
    menu.addClasses("flat")
    gtk_widget_set_valign(menu, GTK_ALIGN_CENTER)
    let title = tr("Options for “%1$s”").filling(attachment.title)
    gtk_widget_set_tooltip_text(menu, title)
    menu.setSpokenLabel(title)
    // Only when it is asked for: a hundred menus take long to make.
    let make: @MainActor () -> Void = { [weak self] in self?.makeMenu() }
    menu.onPopup(make)
  }

  private func makeMenu() {
    guard gtk_menu_button_get_menu_model(menu.opaque) == nil else { return }
    var items = [(tr("Save As…"), Wish.save)]
    if attachment.isMessage { items.insert((tr("Open as Message"), .mail), at: 0) }
    if !attachment.runs {
      items.insert(
        (attachment.isMessage ? tr("Open as File") : tr("Open"), .open), at: items.count - 1)
    }
    menu.setMenu(
      .menu(of: [items.map { MenuEntry($0, "\(Self.prefix).\($1.rawValue)") }]))
  }

  /// The menu comes by the keys for it, by the other button and by a long press too.
  private func followMenuKeys() {
    let popUp: @MainActor () -> Void = { [weak self] in
      if let self { gtk_menu_button_popup(menu.opaque) }
    }
    let keys = widget.addController(gtk_event_controller_key_new())
    Signal.connect(keys, "key-pressed") { (key: UInt32, _: UInt32, state: UInt32) in
      let isMenu =
        key == GDK_KEY_Menu || key == GDK_KEY_F10 && state & GDK_SHIFT_MASK.rawValue != 0
      if isMenu { popUp() }
      return isMenu
    }
    guard let click = gtk_gesture_click_new(), let press = gtk_gesture_long_press_new() else {
      return
    }
    gtk_gesture_single_set_button(click, guint(GDK_BUTTON_SECONDARY))
    Signal.connect(widget.addController(click), "pressed") { popUp() }
    gtk_gesture_single_set_touch_only(press, 1)
    Signal.connect(widget.addController(press), "pressed") {
      // What the finger lets go of is no press of the button.
      gtk_gesture_set_state(press, GTK_EVENT_SEQUENCE_CLAIMED)
      popUp()
    }
  }

  private var spoken: String {
    attachment.name.isEmpty
      ? attachment.facts : attachment.title + ", " + attachment.facts.replacing(" · ", with: ", ")
  }

  private static let prefix = "attachment"
  /// Of a thumbnail and of an icon, px.
  private static let side = 40
  private static let iconSide = 24
  /// Of the texts, in characters.
  private static let width: Int32 = 18
}
