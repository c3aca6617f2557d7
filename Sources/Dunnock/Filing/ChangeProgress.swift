import CDunnockAdwaita
import GtkBridge
import SwipeRows
import Synchronization
import Texts
import Triage

/// Says at the foot of the list how far a change of many messages has come, and ends it when the person asks.
final class ChangeProgress {
  /// A box, hidden while nothing takes long.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)

  private let label: Widget = gtk_label_new(nil)
  private let bar: Widget = gtk_progress_bar_new()
  private let delay: Double
  private let afterPortion: @Sendable () -> Void
  /// What is on show.
  private var shown: Run?

  /// One change, from when it is asked for until what came of it is told.
  final class Run: Sendable {
    fileprivate let began = EventClock.now
    private let isUnwanted = Mutex(false)
    private let isOver = Mutex(false)

    /// Has it end behind what is being done.
    nonisolated func end() { isUnwanted.withLock { $0 = true } }

    nonisolated var goesOn: Bool { !isUnwanted.withLock { $0 } }

    fileprivate nonisolated var hasEnded: Bool {
      get { isOver.withLock { $0 } }
      set { isOver.withLock { $0 = newValue } }
    }
  }

  /// - Parameters:
  ///   - delay: How long a change may take before its progress is shown, seconds.
  ///   - afterPortion: Called after each portion of a change, on the thread that makes it. Tests hold a change there.
  init(delay: Double = 1, afterPortion: @escaping @Sendable () -> Void = {}) {
    (self.delay, self.afterPortion) = (delay, afterPortion)
    widget.addClasses("change-progress")
    gtk_widget_set_visible(widget, 0)
    let lines: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    gtk_widget_set_hexpand(lines, 1)
    gtk_widget_set_valign(lines, GTK_ALIGN_CENTER)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_max_width_chars(label.opaque, 1)
    for part in [label, bar] { gtk_box_append(lines.cast(), part) }
    let cancel: Widget = gtk_button_new_with_label(tr("Cancel"))
    gtk_widget_set_valign(cancel, GTK_ALIGN_CENTER)
    Signal.connect(cancel, "clicked") { [weak self] in self?.shown?.end() }
    for part in [lines, cancel] { gtk_box_append(widget.cast(), part) }
  }

  /// Begins to follow a change.
  ///
  /// - Returns: What the session is to tell how far it is, and what is to be called at the end.
  func follow() -> (progress: TriageSession.Progress, end: () -> Void) {
    let run = Run()
    return (
      { [weak self, afterPortion] done, total in
        Task { @MainActor in self?.show(done, of: total, run) }
        afterPortion()
        return run.goesOn
      },
      { [weak self] in
        run.hasEnded = true
        if let self, shown === run { hide() }
      }
    )
  }

  /// What is said; nil while nothing is.
  var text: String? {
    shown == nil ? nil : gtk_label_get_label(label.opaque).map { String(cString: $0) }
  }

  private func show(_ done: Int, of total: Int, _ run: Run) {
    guard !run.hasEnded, EventClock.now - run.began >= delay else { return }
    let text = trn("%2$s of %1$s message done", "%2$s of %1$s messages done", total)
      .filling(total.grouped, done.grouped)
    if shown == nil { widget.announce(text) }
    shown = run
    gtk_label_set_label(label.opaque, text)
    gtk_progress_bar_set_fraction(bar.opaque, Double(done) / Double(max(1, total)))
    bar.setSpokenLabel(text)
    gtk_widget_set_visible(widget, 1)
  }

  private func hide() {
    shown = nil
    gtk_widget_set_visible(widget, 0)
  }
}
