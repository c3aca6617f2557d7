import AppWidgets
import CDunnockGtk
import GtkBridge
import MailText
import Texts

/// The menu of a text that is read, in place of the text view's own, which offers to change it.
final class TextMenu {
  private let around: Widget
  private let text: Widget
  private let actions = ActionGroup()
  private var popover: Widget?
  private var askByKey: () -> Void = {}

  /// - Parameter around: What the menu opens over, as large as the text.
  init(on around: Widget, text: Widget) {
    self.around = around
    self.text = text
    actions.insert(into: around, prefix: Self.prefix)
    let keys = around.addController(gtk_event_controller_key_new(), in: GTK_PHASE_CAPTURE)
    Signal.connect(keys, "key-pressed") { [weak self] (key: UInt32, _: UInt32, state: UInt32) in
      let isShifted = state & GDK_SHIFT_MASK.rawValue != 0
      guard key == guint(GDK_KEY_Menu) || (key == guint(GDK_KEY_F10) && isShifted) else {
        return false
      }
      self?.askByKey()
      return true
    }
  }

  /// - Parameter ask: Called when a key asks for the menu.
  func onKey(_ ask: @escaping () -> Void) { askByKey = ask }

  /// Opens the menu.
  ///
  /// - Parameters:
  ///   - room: What it is about, px.
  ///   - picture: Does what is wanted with the picture that it is about; nil for none.
  ///   - open: What "Open Link" does.
  func show(
    at room: GdkRectangle, for link: MarkedText.Link?,
    picture: (@MainActor (AttachmentCard.Wish) -> Void)? = nil,
    open: @escaping @MainActor () -> Void
  ) {
    remove()
    var sections: [[(String, String, @MainActor () -> Void)]] = []
    if let link {
      sections.append([
        ("open", tr("Open Link"), open),
        ("copy-link", tr("Copy Link"), { [weak self] in self?.copy(link.target) }),
      ])
    }
    if let picture {
      sections.append([
        ("open-picture", tr("Open Picture"), { @MainActor in picture(.open) }),
        ("save-picture", tr("Save Picture…"), { @MainActor in picture(.save) }),
      ])
    }
    let buffer = gtk_text_view_get_buffer(text.cast())
    var own: [(String, String, @MainActor () -> Void)] = []
    if gtk_text_buffer_get_has_selection(buffer) != 0 {
      own.append(("copy", tr("Copy"), { [weak self] in self?.copySelected() }))
    }
    own.append(("select-all", tr("Select All"), { [weak self] in self?.selectAll() }))
    sections.append(own)
    for (name, _, perform) in sections.joined() { actions.add(name, perform) }
    let menu = Ref.menu(
      of: sections.map { section in
        section.map { name, title, _ in MenuEntry(title, Self.prefix + "." + name) }
      })
    let popover: Widget = gtk_popover_menu_new_from_model(
      menu.raw.assumingMemoryBound(to: GMenuModel.self))
    gtk_popover_set_has_arrow(popover.cast(), 0)
    gtk_widget_set_halign(popover, GTK_ALIGN_START)
    popover.nameMenuItems()
    self.popover = popover
    around.popUp(popover, at: room) { [weak self] in
      if self?.popover == popover { self?.popover = nil }
    }
  }

  /// Takes the menu away, if it is open.
  func remove() {
    if let popover { gtk_widget_unparent(popover) }
    popover = nil
  }

  private func copy(_ address: String) {
    text.copy(address)
  }

  private func copySelected() {
    gtk_text_buffer_copy_clipboard(
      gtk_text_view_get_buffer(text.cast()), gtk_widget_get_clipboard(text))
  }

  private func selectAll() {
    let buffer = gtk_text_view_get_buffer(text.cast())
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    gtk_text_buffer_select_range(buffer, &start, &end)
    gtk_widget_grab_focus(text)
  }

  private static let prefix = "text"
}
