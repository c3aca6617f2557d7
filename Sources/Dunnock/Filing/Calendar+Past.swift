import CDunnockGtk
import GtkBridge

extension Widget {
  /// Has this GtkCalendar show the days before one as past, whatever month is on show.
  ///
  /// - Parameter now: A moment of that day, in seconds since 1970.
  func dimDays(before now: Int) {
    guard let today = g_date_time_new_from_unix_local(gint64(now)) else { return }
    defer { g_date_time_unref(today) }
    let first = (
      g_date_time_get_year(today), g_date_time_get_month(today),
      g_date_time_get_day_of_month(today)
    )
    let show: @MainActor () -> Void = { [self] in
      guard let shown = gtk_calendar_get_date(opaque) else { return }
      defer { g_date_time_unref(shown) }
      let (year, month) = (g_date_time_get_year(shown), g_date_time_get_month(shown))
      var day: gint = 0
      for label in descendants where gtk_widget_has_css_class(label, "day-number") != 0 {
        // Those of the months before and after are dimmed anyway.
        let isOther = gtk_widget_has_css_class(label, "other-month") != 0
        if !isOther { day += 1 }
        label.setClass("is-past", !isOther && (year, month, day) < first)
      }
    }
    for change in ["day-selected", "next-month", "prev-month", "next-year", "prev-year"] {
      Signal.connect(self, change, show)
    }
    show()
  }

  private var descendants: [Widget] { children.flatMap { [$0] + $0.descendants } }
}
