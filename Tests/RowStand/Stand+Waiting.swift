import CDunnockGtk
import CDunnockGtkShim
import GtkBridge
import Panning
import SwipeRows

extension Stand {
  /// Calls back when all that the server had to say by now has been taken in, and a frame with it is about to be drawn.
  func afterInput(_ body: @escaping @MainActor () -> Void) {
    gdk_display_sync(gtk_widget_get_display(window))
    // Behind the events in the queue. Motions among them wait for the next flush, which comes before a frame, though not before one
    // that is about to be drawn already.
    whenIdle { [unowned self] in
      guard gtk_widget_get_mapped(window) != 0, let clock = gtk_widget_get_frame_clock(window)
      else { return body() }
      var flush: Signal.Connection?
      flush = Signal.connect(UnsafeMutableRawPointer(clock), "flush-events") { [unowned self] in
        flush?.disconnect()
        onEachFrame(of: window) { _ in
          body()
          return false
        }
      }
      gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_FLUSH_EVENTS)
    }
  }

  /// Calls back when nothing has moved for some frames and every change is complete, and checks that it should be so. Nothing may be
  /// pressed meanwhile.
  func afterRest(_ body: @escaping @MainActor () -> Void) {
    afterInput { [unowned self] in
      guard gtk_widget_get_mapped(window) != 0 else { return body() }
      var (seen, quiet, last) = (reports, 0, 0.0)
      onEachFrame(of: window) { [unowned self] time in
        let isQuiet = seen == reports
        quiet = isQuiet ? quiet + 1 : 0
        // On a busy machine frames are drawn for times long gone, when a motion that has begun by now had not.
        if !isQuiet || last == 0 { last = Double(g_get_monotonic_time()) / 1e6 }
        seen = reports
        guard quiet >= 3, time > last + 0.02 else { return true }
        invariants.rowIsExactly(Double(gtk_widget_get_width(view)))
        if let violation = invariants.violationAtRest(trayWidth: trayWidth) {
          // Events that come late make a motion begin late; longer than the tests wait for anything, none stands still.
          if time < last + 60 { return true }
          report("violation", violation)
        }
        body()
        return false
      }
    }
  }

  /// The width of the tray that a row shows, nil while the row is out of sight.
  private func trayWidth(of number: Int) -> Double? {
    // The focused row is kept when it is scrolled out of sight, and not laid out there.
    guard let row = list.widget(of: number), gtk_widget_get_mapped(row) != 0,
      let tray = row.children.first(where: {
        gtk_widget_has_css_class($0, "swipe-tray") != 0 && gtk_widget_get_visible($0) != 0
      }), let buttons = tray.firstChild
    else { return nil }
    let width = gtk_widget_get_width(buttons)
    return width > 0 ? Double(width) : nil
  }
}
