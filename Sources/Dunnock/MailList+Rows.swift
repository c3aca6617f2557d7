import CAdwaita
import GtkBridge
import SwipeRows

extension MailList {
  /// Makes a row that can show any message.
  func setUp(_ cell: ListFactory.Cell) {
    let front = RowFront()
    let row = SwipeRow(front: front.widget)
    Hosted.install(front, in: UnsafeMutableRawPointer(row.widget), key: Self.frontKey)
    cell.child = row.widget
    // The menu of a row is about what the person sees as current.
    let menuClick = row.widget.addController(gtk_gesture_click_new())
    gtk_gesture_single_set_button(OpaquePointer(menuClick), guint(GDK_BUTTON_SECONDARY))
    Signal.connectClick(menuClick, "pressed") { [weak self, unowned row] _ in
      self?.select(row.widget)
    }
  }

  /// Brings a row up to date with its message.
  func fill(_ child: Widget, with item: MailItem) {
    guard let row = SwipeRow.hosted(by: child) else { return }
    let front: RowFront? = Hosted.guest(of: UnsafeMutableRawPointer(child), key: Self.frontKey)
    front?.show(item.message, by: order, now: now)
    front?.onClick { [weak self] in self?.rowNeeds(.clicked(item)) }
    swipes.bind(
      row, to: item.id, label: item.message.spoken(by: order, now: now),
      actions: actions(of: item.message))
    if !item.message.hasPreview { rowNeeds(.missesPreview(item.id)) }
  }
}
