import AppWidgets
import CDunnockGtk
import GtkBridge
import MailModel

/// The menu of what can be done with a folder: by right click, long press or the Menu key on its row.
final class FolderMenu {
  /// One thing that can be done.
  struct Deed {
    /// The name of its action.
    let name: String
    let title: String
    let perform: @MainActor () -> Void
  }

  private let list: FolderList
  private let actions = ActionGroup()
  private var deeds: (FolderID) -> [Deed] = { _ in [] }
  private var popover: Widget?

  init(of list: FolderList) {
    self.list = list
    let box = list.box
    let click = box.addController(gtk_gesture_click_new(), in: GTK_PHASE_CAPTURE)
    gtk_gesture_single_set_button(OpaquePointer(click), guint(GDK_BUTTON_SECONDARY))
    // Not on the press: GTK loses count of what is pressed when a menu comes up under the pointer before the release.
    Signal.connect(click, "released") { [weak self] (_: Int32, x: Double, y: Double) in
      self?.open(x, y)
    }
    let press = box.addController(gtk_gesture_long_press_new(), in: GTK_PHASE_CAPTURE)
    gtk_gesture_single_set_touch_only(OpaquePointer(press), 1)
    Signal.connect(press, "pressed") { [weak self] (x: Double, y: Double) in
      // The finger that goes up again opens no folder.
      if self?.open(x, y) == true {
        gtk_gesture_set_state(OpaquePointer(press), GTK_EVENT_SEQUENCE_CLAIMED)
      }
    }
    let keys = box.addController(gtk_event_controller_key_new(), in: GTK_PHASE_CAPTURE)
    Signal.connect(keys, "key-pressed") { [weak self] (key: UInt32, _: UInt32, state: UInt32) in
      let isShifted = state & guint(GDK_SHIFT_MASK.rawValue) != 0
      switch Int32(bitPattern: key) {
      case GDK_KEY_Menu: return self?.openAtFocus() == true
      case GDK_KEY_F10 where isShifted: return self?.openAtFocus() == true
      default: return false
      }
    }
  }

  /// - Parameter deeds: What can be done with a folder now.
  func offer(_ deeds: @escaping (FolderID) -> [Deed]) { self.deeds = deeds }

  /// Opens the menu of the folder whose row has the focus; false if none has.
  @discardableResult
  func openAtFocus() -> Bool {
    guard let (folder, row) = list.focused, let place = row.bounds(in: list.box) else {
      return false
    }
    return open(of: folder, at: place)
  }

  @discardableResult
  private func open(_ x: Double, _ y: Double) -> Bool {
    guard let folder = list.folder(at: y) else { return false }
    return open(of: folder, at: GdkRectangle(x: gint(x), y: gint(y), width: 1, height: 1))
  }

  private func open(of folder: FolderID, at place: GdkRectangle) -> Bool {
    let deeds = deeds(folder)
    guard !deeds.isEmpty else { return false }
    remove()
    for deed in deeds { actions.add(deed.name, deed.perform) }
    let menu = Ref.menu(of: [deeds.map { MenuEntry($0.title, Self.prefix + "." + $0.name) }])
    let popover: Widget = gtk_popover_menu_new_from_model(
      menu.raw.assumingMemoryBound(to: GMenuModel.self))
    actions.insert(into: popover, prefix: Self.prefix)
    popover.nameMenuItems()
    self.popover = popover
    list.box.popUp(popover, at: place) { [weak self] in
      if self?.popover == popover { self?.popover = nil }
    }
    return true
  }

  private func remove() {
    if let popover { gtk_widget_unparent(popover) }
    popover = nil
  }

  private static let prefix = "folder"
}
