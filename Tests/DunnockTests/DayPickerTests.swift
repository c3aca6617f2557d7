import CDunnockGtk
import GtkBridge
import GtkTestSupport
import XCTest

@testable import Dunnock

/// The days that are chosen for a search, and the words that they come to.
final class DayPickerTests: XCTestCase {
  func testBothEndsAreWrittenBesideWhatIsTyped() throws {
    try onGtk {
      let (host, entry): (Widget, Widget) = (gtk_window_new(), gtk_search_entry_new())
      let box: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
      let picker = DayPicker(for: entry).button
      for part in [entry, picker] { gtk_box_append(box.cast(), part) }
      gtk_window_set_child(host.cast(), box)
      gtk_window_present(host.cast())
      defer { gtk_window_destroy(host.cast()) }
      let typed = { String(cString: gtk_editable_get_text(entry.opaque)) }
      gtk_editable_set_text(entry.opaque, "lunch newer:2w")
      gtk_menu_button_popup(picker.opaque)
      let calendar = try XCTUnwrap(picker.all(gtk_calendar_get_type()).first)
      @MainActor func choose(_ month: Int32, _ day: Int32) {
        let date = g_date_time_new_local(2024, month, day, 0, 0, 0)
        gtk_calendar_select_day(calendar.opaque, date)
        g_date_time_unref(date)
      }
      @MainActor func press(_ beginning: String) throws {
        let button = picker.all(gtk_button_get_type()).first { button in
          gtk_button_get_label(button.cast()).map { String(cString: $0).hasPrefix(beginning) }
            ?? false
        }
        Signal.emit(try XCTUnwrap(button), "clicked")
      }
      choose(5, 7)
      try press("From ")
      XCTAssertEqual(typed(), "lunch after:2024-05-07")
      choose(12, 31)
      try press("Before ")
      XCTAssertEqual(typed(), "lunch after:2024-05-07 before:2024-12-31")
      try press("Past Week")
      XCTAssertEqual(typed(), "lunch after:1w")
      try press("Any Time")
      XCTAssertEqual(typed(), "lunch")
      pump("the focus") { entry.holdsFocus }
    }
  }
}
