import CDunnockGtk
import GtkBridge

/// What a person sees of a row.
extension Stand {
  /// Reports what the buttons of a row's open tray show, and whether something of it lies outside the row.
  func look(at number: Int) {
    guard let row = list.widget(of: number) else { return }
    let height = gtk_widget_get_height(row)
    let buttons = row.below.filter {
      $0.isA(gtk_button_get_type()) && gtk_widget_get_mapped($0) != 0
    }
    let parts = buttons.flatMap(\.below).filter {
      gtk_widget_get_mapped($0) != 0
        && ($0.isA(gtk_image_get_type()) || $0.isA(gtk_label_get_type()))
    }
    let isClipped = (buttons + parts).contains {
      guard let bounds = $0.bounds(in: row) else { return true }
      return bounds.y < 0 || bounds.y + bounds.height > height
    }
    report("height", height, row: number)
    report("icons", parts.count { $0.isA(gtk_image_get_type()) }, row: number)
    report("titles", parts.count { $0.isA(gtk_label_get_type()) }, row: number)
    report("clipped", isClipped, row: number)
  }

  /// Reports the rows that are pressed, or have something pressed in them.
  func lookForPresses() {
    let pressed = view.children.filter { item in
      ([item] + item.below).contains {
        gtk_widget_get_state_flags($0).rawValue & GTK_STATE_FLAG_ACTIVE.rawValue != 0
      }
    }
    report("pressed", pressed.count)
  }
}

extension Widget {
  /// All widgets in this one.
  fileprivate var below: [Widget] { children.flatMap { [$0] + $0.below } }
}
