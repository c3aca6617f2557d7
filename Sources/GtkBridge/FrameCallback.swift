import CDunnockGtk

/// Calls back before every frame that a widget draws, with its time in seconds on GLib's monotonic clock, until the callback answers
/// false.
///
/// The widget keeps the closure until then, or until its end. While it is not on screen no frame comes; while it is, the window draws
/// frame after frame for it.
public func onEachFrame(of widget: Widget, _ body: @escaping @MainActor (Double) -> Bool) {
  gtk_widget_add_tick_callback(
    widget,
    { _, clock, data in
      nonisolated(unsafe) let clock = clock
      return onMain {
        let time = Double(gdk_frame_clock_get_frame_time(clock)) / 1e6
        return closure(data, as: (@MainActor (Double) -> Bool).self)(time).gboolean
      }
    },
    ClosureBox(body).passed(), { releaseClosure($0) })
}

private nonisolated func runOnce(_ data: gpointer?) -> gboolean {
  nonisolated(unsafe) let data = data
  onMain { closure(data, as: (@MainActor () -> Void).self)() }
  return 0
}

/// Calls back once, after what the main loop has at hand: input first, drawing in turn. The loop keeps the closure until then.
public func whenIdle(_ body: @escaping @MainActor () -> Void) {
  g_idle_add_full(
    MainLoop.besideDrawing, runOnce, ClosureBox(body).passed(), { releaseClosure($0) })
}

/// Calls back once after some time, in seconds, to the ms: from 0 to about 4 million, which less and more are taken for.
///
/// The loop keeps the closure until then; it cannot be taken back.
public func after(_ seconds: Double, _ body: @escaping @MainActor () -> Void) {
  g_timeout_add_full(
    G_PRIORITY_DEFAULT, guint(max(0, min(seconds * 1000, 4e9))), runOnce, ClosureBox(body).passed(),
    { releaseClosure($0) })
}
