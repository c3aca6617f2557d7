import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts
import Triage

/// The dialog that asks until when mail is put off: a menu of moments.
enum SnoozeQuestion {
  enum Answer: Sendable {
    /// In seconds since 1970.
    case time(Int64)
    /// One that is to be asked for.
    case other
  }

  /// Asks over a window.
  ///
  /// - Parameters:
  ///   - times: The moments to choose from.
  ///   - waking: When the mail is to come back as it is.
  ///   - now: In seconds since 1970.
  ///   - answer: Called with the choice, and with nil when there is none.
  /// - Returns: The dialog.
  static func ask(
    over window: Widget, _ times: [(name: SnoozeTime, time: Int64)], waking: Int64?, now: Int,
    answer: @escaping @MainActor (Answer?) -> Void
  ) -> Widget {
    let list: Widget = gtk_list_box_new()
    list.addClasses("boxed-list")
    list.setSpokenLabel(tr("Snooze Until"))
    gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
    var answers: [Answer] = []
    for (name, time) in times {
      add(name.title, ShortDate.until(Int(time), now: now), to: list)
      answers.append(.time(time))
    }
    add(tr("Date and Time…"), "", to: list)
    answers.append(.other)
    let dialog = window.ask(
      tr("Snooze Until"),
      waking.map { tr("It comes back %1$s.").filling(ShortDate.until(Int($0), now: now)) },
      extra: list, [.init("cancel", tr("Cancel"))]
    ) { _ in answer(nil) }
    Signal.connect(UnsafeMutableRawPointer(list), "row-activated") {
      (row: UnsafeMutableRawPointer?) in
      guard let row = row?.assumingMemoryBound(to: GtkListBoxRow.self) else { return }
      answer(answers[Int(gtk_list_box_row_get_index(row))])
      dialog.closeDialog()
    }
    if let first = list.firstChild { gtk_widget_grab_focus(first) }
    return dialog
  }

  private static func add(_ title: String, _ time: String, to list: Widget) {
    let row: Widget = adw_action_row_new()
    row.setRowTitle(title)
    let label = Widget.silentLabel()
    gtk_label_set_label(label.opaque, time)
    label.addClasses("dim-label")
    gtk_widget_set_margin_start(label, 6)
    adw_action_row_add_suffix(row.cast(), label)
    row.setSpoken(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, time)
    gtk_list_box_row_set_activatable(row.cast(), 1)
    gtk_list_box_append(list.opaque, row)
  }
}

extension SnoozeTime {
  fileprivate var title: String {
    switch self {
    case .laterToday: tr("Later Today")
    case .tomorrow: tr("Tomorrow")
    case .thisWeekend: tr("This Weekend")
    case .nextWeek: tr("Next Week")
    }
  }
}
