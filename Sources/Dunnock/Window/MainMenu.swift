import AppWidgets
import CDunnockGtk
import GtkBridge
import MailModel
import Texts

/// The main menu, and the button that opens it.
final class MainMenu {
  /// A GtkMenuButton.
  let button: Widget = gtk_menu_button_new()

  /// The section that offers mailboxes that were open before.
  private let recent = Ref.adopting(full: UnsafeMutableRawPointer(g_menu_new()))

  init() {
    gtk_menu_button_set_icon_name(button.opaque, WindowCommand.menu.icon)
    gtk_widget_set_tooltip_text(button, WindowCommand.menu.title)
    button.setSpokenLabel(WindowCommand.menu.title)
    let menu = WindowFrame.menu(of: WindowCommand.menuSections)
    let opening = WindowCommand.menuSections.firstIndex {
      $0.contains { $0.name == WindowCommand.open.name }
    }
    let view = Ref.adopting(full: UnsafeMutableRawPointer(g_menu_new()))
    view.append(tr("View"), WindowFrame.menu(of: WindowCommand.viewSections))
    g_menu_insert_section(menu.opaque, Int32(opening ?? -1), nil, view.menuModel)
    g_menu_insert_section(
      menu.opaque, Int32(opening.map { $0 + 2 } ?? -1), nil, recent.menuModel)
    button.setMenu(menu)
  }

  /// Offers mailboxes that were open before.
  func show(recent places: [MailboxPlace]) {
    g_menu_remove_all(recent.opaque)
    guard !places.isEmpty else { return }
    let menu = Ref.adopting(full: UnsafeMutableRawPointer(g_menu_new()))
    for place in places {
      // An underline would mark the letter behind it as a key.
      let item = Ref.adopting(
        full: UnsafeMutableRawPointer(
          g_menu_item_new(place.longName.replacing("_", with: "__"), nil)))
      g_menu_item_set_action_and_target_value(
        item.opaque, WindowCommand.prefix + "." + MailWindow.openRecent,
        g_variant_new_string(place.path.escaped))
      g_menu_append_item(menu.opaque, item.opaque)
    }
    recent.append(tr("Recent Mailboxes"), menu)
  }
}

extension Ref {
  /// Adds a GMenu below this one.
  fileprivate func append(_ title: String, _ menu: Ref) {
    withExtendedLifetime(menu) { g_menu_append_submenu(opaque, title, menu.menuModel) }
  }

  fileprivate var menuModel: UnsafeMutablePointer<GMenuModel> {
    raw.assumingMemoryBound(to: GMenuModel.self)
  }
}
