import CDunnockGtk
import GtkBridge

extension MailWindow {
  /// Has the list of a narrow window be drawn aside from over the folders by a drag that begins at its leading edge, or where it has nothing
  /// that is dragged or pressed itself.
  func followDrawing() {
    folders.drawn { [weak self] picked, edge in
      guard let self, frame.showsListAlone, folders.list.offersChoice else { return false }
      let around = picked.ancestry
      guard around.contains(frame.pages) else { return false }
      return edge < Self.edge
        || !list.swipes.group.isOnRow(picked)
          && !around.contains { $0.isA(gtk_button_get_type()) }
    } onDraw: { [weak self] in
      self?.list.swipes.close()
    }
  }

  /// How much of a row is the folders', px.
  private static let edge = 20.0
}
