import AppWidgets
import CDunnockGtk
import GtkBridge
import MailModel
import Texts

/// The button of the search bar that says from which day on, or until which, messages are looked for, in words that a person can type too.
///
/// The GtkMenuButton keeps this object alive.
final class DayPicker {
  /// A GtkMenuButton.
  let button: Widget = gtk_menu_button_new()

  private lazy var calendar: Widget = gtk_calendar_new()
  private let since: Widget = gtk_button_new()
  private let before: Widget = gtk_button_new()
  private let entry: Widget

  /// - Parameter entry: Where the words are, a GtkEditable that lives as long as the button.
  init(for entry: Widget) {
    self.entry = entry
    let title = tr("Choose Dates")
    gtk_menu_button_set_icon_name(button.opaque, "x-office-calendar-symbolic")
    gtk_widget_set_tooltip_text(button, title)
    button.setSpokenLabel(title)
    button.addClasses("flat")
    button.onPopup { [weak self] in self?.makePopover() }
    Hosted.install(self, in: UnsafeMutableRawPointer(button), key: "dunnock-days")
  }

  /// Makes the popover when it is opened first: a calendar has 49 labels, which would delay each window.
  private func makePopover() {
    guard gtk_menu_button_get_popover(button.opaque) == nil else { return }
    let content: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    for part in [times, calendar, ends] { gtk_box_append(content.cast(), part) }
    let popover: Widget = gtk_popover_new()
    gtk_popover_set_child(popover.cast(), content)
    gtk_menu_button_set_popover(button.opaque, popover)
    Signal.connect(calendar, "day-selected") { [weak self] in self?.nameEnds() }
    nameEnds()
  }

  /// What is chosen most.
  private var times: Widget {
    let grid: Widget = gtk_grid_new()
    gtk_grid_set_column_homogeneous(grid.cast(), 1)
    let times: [(title: String, after: String?)] = [
      (tr("Today"), "today"), (tr("Since Yesterday"), "yesterday"), (tr("Past Week"), "1w"),
      (tr("Past Month"), "1m"), (tr("Past Year"), "1y"), (tr("Any Time"), nil),
    ]
    for (index, time) in times.enumerated() {
      let button: Widget = gtk_button_new_with_label(time.title)
      button.addClasses("flat")
      gtk_grid_attach(grid.cast(), button, Int32(index % 2), Int32(index / 2), 1, 1)
      Signal.connect(button, "clicked") { [weak self] in
        self?.write(after: time.after, before: nil)
        self?.close()
      }
    }
    return grid
  }

  /// What the day of the calendar is to be; both may be said one after the other.
  private var ends: Widget {
    let box: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    gtk_box_set_homogeneous(box.cast(), 1)
    for button in [since, before] { gtk_box_append(box.cast(), button) }
    Signal.connect(since, "clicked") { [weak self] in
      guard let self else { return }
      write(after: day(as: "%Y-%m-%d"), before: days.before)
    }
    Signal.connect(before, "clicked") { [weak self] in
      guard let self else { return }
      write(after: days.after, before: day(as: "%Y-%m-%d"))
    }
    return box
  }

  private var typed: String { String(cString: gtk_editable_get_text(entry.opaque)) }

  private var days: (after: String?, before: String?) { SearchQuery.days(in: typed) }

  private func write(after: String?, before: String?) {
    gtk_editable_set_text(
      entry.opaque, SearchQuery.text(typed, after: after, before: before))
    gtk_editable_set_position(entry.opaque, -1)
  }

  private func close() {
    gtk_menu_button_popdown(button.opaque)
    gtk_widget_grab_focus(entry)
    gtk_editable_set_position(entry.opaque, -1)
  }

  private func nameEnds() {
    let day = "\u{2068}\(day(as: "%x"))\u{2069}"
    // Translators: a day as the person's language writes it in numbers.
    gtk_button_set_label(since.cast(), tr("From %1$s").filling(day))
    // Translators: a day as the person's language writes it in numbers.
    gtk_button_set_label(before.cast(), tr("Before %1$s").filling(day))
  }

  /// The day of the calendar.
  private func day(as format: String) -> String {
    guard let date = gtk_calendar_get_date(calendar.opaque) else { return "" }
    defer { g_date_time_unref(date) }
    guard let text = g_date_time_format(date, format) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}
