import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts

/// The dialog that asks for a day and a time to come.
enum TimeQuestion {
  /// Asks over a window.
  ///
  /// - Parameters:
  ///   - first: What it shows at first, in seconds since 1970.
  ///   - now: The same; what is not later cannot be chosen.
  ///   - answer: Called with the time, and with nil when there is none.
  /// - Returns: The dialog.
  static func ask(
    over window: Widget, first: Int, now: @escaping () -> Int,
    answer: @escaping @MainActor (Int64?) -> Void
  ) -> Widget {
    let calendar: Widget = gtk_calendar_new()
    calendar.setSpokenLabel(tr("Day"))
    calendar.dimDays(before: now())
    let half: Widget? = ShortDate.hasTwelveHours ? gtk_toggle_button_new() : nil
    let hour = half == nil ? number(0, 23, tr("Hour")) : number(1, 12, tr("Hour"))
    let minute = number(0, 59, tr("Minute"))
    if let date = g_date_time_new_from_unix_local(gint64(first)) {
      gtk_calendar_select_day(calendar.opaque, date)
      let hours = g_date_time_get_hour(date)
      gtk_spin_button_set_value(
        hour.opaque, Double(half == nil ? hours : (hours + 11) % 12 + 1))
      if let half { gtk_toggle_button_set_active(half.cast(), (hours >= 12).gboolean) }
      gtk_spin_button_set_value(minute.opaque, Double(g_date_time_get_minute(date)))
      g_date_time_unref(date)
    }
    let time: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    gtk_widget_set_halign(time, GTK_ALIGN_CENTER)
    // Hours come before minutes in every language.
    gtk_widget_set_direction(time, GTK_TEXT_DIR_LTR)
    for part in [hour, gtk_label_new(":"), minute, half] {
      if let part { gtk_box_append(time.cast(), part) }
    }
    let content: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
    for part in [calendar, time] { gtk_box_append(content.cast(), part) }
    let chosen = {
      var hours = gtk_spin_button_get_value_as_int(hour.opaque)
      if let half { hours = hours % 12 + (isAfternoon(half) ? 12 : 0) }
      return chosenTime(calendar, hours, minute).flatMap { $0 > now() ? Int64($0) : nil }
    }
    let dialog = window.ask(
      tr("Snooze Until"), extra: content,
      [.init("cancel", tr("Cancel")), .init(use, tr("Snooze"), ADW_RESPONSE_SUGGESTED)], enter: use
    ) { answer($0 == use ? chosen() : nil) }
    let look = {
      dialog.setAnswer(use, isPossible: chosen() != nil)
    }
    for part in [hour, minute] {
      Signal.connect(UnsafeMutableRawPointer(part), "value-changed") { look() }
    }
    Signal.connect(UnsafeMutableRawPointer(calendar), "day-selected") { look() }
    if let half {
      let name = {
        gtk_button_set_label(half.cast(), ShortDate.half(isAfternoon: isAfternoon(half)))
      }
      gtk_widget_set_valign(half, GTK_ALIGN_CENTER)
      name()
      Signal.connect(UnsafeMutableRawPointer(half), "toggled") {
        name()
        look()
      }
    }
    look()
    return dialog
  }

  /// Whether the half of the day is the second, as its GtkToggleButton says.
  private static func isAfternoon(_ half: Widget) -> Bool {
    gtk_toggle_button_get_active(half.cast()) != 0
  }

  private static func chosenTime(_ calendar: Widget, _ hours: Int32, _ minute: Widget) -> Int? {
    guard let day = gtk_calendar_get_date(calendar.opaque) else { return nil }
    defer { g_date_time_unref(day) }
    let minutes = gtk_spin_button_get_value_as_int(minute.opaque)
    guard
      let time = g_date_time_new_local(
        g_date_time_get_year(day), g_date_time_get_month(day), g_date_time_get_day_of_month(day),
        hours, minutes, 0)
    else { return nil }
    defer { g_date_time_unref(time) }
    return Int(g_date_time_to_unix(time))
  }

  /// A field for a number of two digits.
  private static func number(_ least: Double, _ most: Double, _ name: String) -> Widget {
    let field: Widget = gtk_spin_button_new_with_range(least, most, 1)
    gtk_orientable_set_orientation(field.opaque, GTK_ORIENTATION_VERTICAL)
    gtk_spin_button_set_wrap(field.opaque, 1)
    field.setSpokenLabel(name)
    for part in field.children where part.isA(gtk_text_get_type()) {
      gtk_text_set_activates_default(part.cast(), 1)
    }
    Signal.connect(field, "output") {
      let number = String(gtk_spin_button_get_value_as_int(field.opaque))
      gtk_editable_set_text(field.opaque, number.count < 2 ? "0" + number : number)
      return true
    }
    return field
  }

  private static let use = "use"
}
