import CAdwaita
import GtkBridge
import SwipeRow

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

  /// Shows a message in a row.
  func bind(_ cell: ListFactory.Cell) {
    guard let item = cell.item.flatMap(ListStore<MailItem>.element), let child = cell.child else {
      return
    }
    boundRows[item.id] = child
    fill(child, with: item)
  }

  /// Lets a row go that shows its message no more.
  func unbind(_ cell: ListFactory.Cell) {
    guard let child = cell.child else { return }
    if let item = cell.item.flatMap(ListStore<MailItem>.element), boundRows[item.id] == child {
      boundRows[item.id] = nil
    }
    if let row = SwipeRow.hosted(by: child) { swipes.unbind(row) }
  }

  /// Brings a row up to date with its message.
  func fill(_ child: Widget, with item: MailItem) {
    guard let row = SwipeRow.hosted(by: child) else { return }
    let front: RowFront? = Hosted.guest(of: UnsafeMutableRawPointer(child), key: Self.frontKey)
    front?.show(item.message, by: order, now: now)
    front?.onClick = { [weak self] in self?.onClick(item) }
    swipes.bind(
      row, to: item.id, label: item.message.spoken(by: order, now: now),
      actions: actions(item.message))
    if !item.message.hasPreview { onMissingPreview(item.id) }
  }
}
