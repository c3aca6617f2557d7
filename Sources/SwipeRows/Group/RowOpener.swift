import CDunnockGtk
import GtkBridge
import Panning

/// Opens rows by call or key, also such as must be scrolled to or laid out first.
final class RowOpener: GroupPart {
  let driver: PanDriver
  private let model: ModelWatch
  /// The row that opens once it is there, unless something else happens first.
  private(set) var pending: (handle: RowHandle, side: PanSide, animated: Bool)?

  init(driver: PanDriver, model: ModelWatch) {
    self.driver = driver
    self.model = model
    driver.onChoice = { [weak self] input in
      // Another row may close for its own reasons.
      if case .close(let handle?, _) = input, handle != self?.pending?.handle { return }
      self?.pending = nil
    }
  }

  /// Opens a side of an item's row; false if it cannot be opened.
  func open(
    _ handle: RowHandle, _ side: PanSide, animated: Bool = true, scrolling: Bool = false
  ) -> Bool {
    guard later.isAlive, driver.isEnabled, !rows.isToGo(handle) else { return false }
    if let row = rows[handle] {
      guard row.content.canOpen(side) else { return false }
      let isThere = !scrolling || rows.isOnScreen(handle, wholly: true)
      if isThere, gtk_widget_get_width(row.widget) > 0 {
        let geometry = row.back.measure()
        guard geometry[side].width > 0 else { return false }
        driver.drive(.open(handle, geometry, side, animated: animated))
        return true
      }
    }
    guard scrolling ? model.scroll(to: handle) : rows[handle] != nil else { return false }
    pending = (handle, side, animated)
    if scrolling { later.at(.laidOut) { [weak self] in self?.openPending(handle) } }
    return true
  }

  /// A row has been laid out for the first time.
  func laidOut(_ handle: RowHandle) {
    guard pending?.handle == handle else { return }
    // In the midst of the layout the front would not move.
    later.at(.idle) { [weak self] in self?.openPending(handle) }
  }

  private func openPending(_ handle: RowHandle) {
    guard let pending, pending.handle == handle else { return }
    self.pending = nil
    _ = open(handle, pending.side, animated: pending.animated, scrolling: false)
  }
}
