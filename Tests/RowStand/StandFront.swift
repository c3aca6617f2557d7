import CDunnockGtk
import GtkBridge
import SwipeRows

/// What a row of the stand slides: a label, and with `--controls` a check button, an entry and a menu button after it, with `--own-drags`
/// what keeps its drags.
final class StandFront: SwipeFront {
  let widget: Widget
  /// The number of the row that it shows.
  var number = 0 {
    didSet { gtk_label_set_text(label.opaque, "Row \(number)") }
  }

  private let label: Widget = .silentLabel()

  init(height: Int) {
    gtk_widget_set_size_request(label, -1, Int32(height))
    widget = label
  }

  /// - Parameter report: Called with what a control did, and its row.
  init(controls report: @escaping @MainActor (String, Any, Int) -> Void) {
    widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    gtk_widget_set_hexpand(label, true.gboolean)
    let check: Widget = gtk_check_button_new()
    let entry: Widget = gtk_entry_new()
    let menu: Widget = gtk_menu_button_new()
    check.setSpokenLabel("Check")
    entry.setSpokenLabel("Entry")
    for part in [label, check, entry, menu] {
      gtk_widget_set_valign(part, GTK_ALIGN_CENTER)
      gtk_box_append(widget.cast(), part)
    }
    Signal.connect(check, "toggled") { [unowned self] in
      report("checked", gtk_check_button_get_active(check.cast()) != 0, number)
    }
    watch(entry, report)
    menu.showMenu(named: "front") { [unowned self] in report($0, $1, number) }
  }

  /// - Parameter report: Called with what a control did, and its row.
  init(ownDrags report: @escaping @MainActor (String, Any, Int) -> Void) {
    widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    gtk_widget_set_hexpand(label, true.gboolean)
    let slider: Widget = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 100, 1)
    let entry: Widget = gtk_entry_new()
    let strip: Widget = gtk_scrolled_window_new()
    let area: Widget = gtk_drawing_area_new()
    let lever: Widget = gtk_switch_new()
    lever.setSpokenLabel("Switch")
    let wide: Widget = gtk_label_new("A strip")
    gtk_widget_set_size_request(wide, 900, -1)
    gtk_scrolled_window_set_child(strip.opaque, wide)
    gtk_scrolled_window_set_policy(strip.opaque, GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER)
    area.addClasses("swipe-exempt")
    // Newer GTK tells the name of nothing that is not something.
    for part in [strip, area] { part.setRole(GTK_ACCESSIBLE_ROLE_GROUP) }
    for (part, name) in [(slider, "Slider"), (entry, "Entry"), (strip, "Strip"), (area, "Area")] {
      part.setSpokenLabel(name)
      gtk_widget_set_size_request(part, 150, 40)
    }
    for part in [label, slider, entry, strip, area, lever] {
      gtk_widget_set_valign(part, GTK_ALIGN_CENTER)
      gtk_box_append(widget.cast(), part)
    }
    Signal.connect(slider, "value-changed") { [unowned self] in
      report("slid", gtk_range_get_value(slider.cast()), number)
    }
    watch(entry, report)
    if let place = gtk_scrolled_window_get_hadjustment(strip.opaque) {
      Signal.connect(place, "value-changed") { [unowned self] in
        report("strip", gtk_adjustment_get_value(place), number)
      }
    }
    Signal.connect(lever, "notify::active") { [unowned self] in
      report("switched", gtk_switch_get_active(lever.opaque) != 0, number)
    }
    Signal.connect(area.addController(gtk_gesture_drag_new()), "drag-update") {
      [unowned self] (x: Double) in report("drawn", x, number)
    }
  }

  /// An entry and a slider for a tray.
  static func trayControls(_ report: @escaping @MainActor (String, Any) -> Void) -> Widget {
    let box: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    let entry: Widget = gtk_entry_new()
    let slider: Widget = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 100, 1)
    gtk_editable_set_width_chars(entry.opaque, 4)
    gtk_widget_set_hexpand(slider, true.gboolean)
    for (part, name) in [(entry, "Entry"), (slider, "Slider")] {
      part.setSpokenLabel(name)
      gtk_box_append(box.cast(), part)
    }
    Signal.connect(entry, "changed") {
      report("text", String(cString: gtk_editable_get_text(entry.opaque)))
    }
    Signal.connect(slider, "value-changed") { report("slid", gtk_range_get_value(slider.cast())) }
    return box
  }

  private func watch(_ entry: Widget, _ report: @escaping @MainActor (String, Any, Int) -> Void) {
    Signal.connect(entry, "changed") { [unowned self] in
      report("text", String(cString: gtk_editable_get_text(entry.opaque)), number)
    }
    for end in ["selection-bound", "cursor-position"] {
      Signal.connect(entry, "notify::\(end)") { [unowned self] in
        var (start, end): (Int32, Int32) = (0, 0)
        gtk_editable_get_selection_bounds(entry.opaque, &start, &end)
        report("chosen", end - start, number)
      }
    }
  }
}

/// Whether popovers stay until their button is clicked again: those do not keep events from what is around them.
@MainActor var popoversStay = false

extension Widget {
  /// Gives a menu button a popover with one button, and reports when it comes and goes and when the button was clicked.
  func showMenu(named name: String, report: @escaping @MainActor (String, Any) -> Void) {
    let popover: Widget = gtk_popover_new()
    let inside: Widget = gtk_button_new_with_label("Inside \(name)")
    gtk_widget_set_size_request(inside, 160, 80)
    gtk_popover_set_child(popover.cast(), inside)
    gtk_popover_set_autohide(popover.cast(), (!popoversStay).gboolean)
    gtk_menu_button_set_popover(opaque, popover)
    setSpokenLabel("Menu \(name)")
    Signal.connect(inside, "clicked") { report("inside", name) }
    Signal.connect(popover, "map") { report("popped", true) }
    Signal.connect(popover, "closed") { report("popped", false) }
  }
}
