import CDunnockGtk
import GtkBridge
import TestWaiting
import XCTest

/// Runs the body of a widget test: on the main thread, with GTK started, and with every window that it presented closed and freed
/// afterwards.
///
/// XCTest runs synchronous tests on the main thread; the methods themselves cannot be marked so, because test discovery on Linux
/// casts them to plain functions. Run with `G_DEBUG=fatal-warnings`, so that a GTK warning ends the run.
public func onGtk(_ body: @MainActor () throws -> Void) throws {
  try MainActor.assumeIsolated {
    guard gtk_init_check() != 0, gdk_display_get_default() != nil else {
      XCTFail("No display to show windows on: run the tests by `make test`, which brings one.")
      return
    }
    forgive
    defer { for window in windows { close(window) } }
    try body()
  }
}

/// Has two warnings pass, once for the process, which GTK gives of itself: AdwAlertDialog of libadwaita 1.7 tries whether its heading has
/// room in large letters, by measuring the label for less than its minimum width; and a GtkLabel may tell the baseline of the font that it
/// had while fonts change.
@MainActor private let forgive: Void = {
  g_log_set_writer_func(
    { level, fields, count, data in
      for index in 0..<Int(count) {
        guard let field = fields?[index], String(cString: field.key) == "MESSAGE",
          let text = field.value?.assumingMemoryBound(to: CChar.self)
        else { continue }
        let words = String(cString: text)
        let isOfFont =
          words.hasPrefix("GtkLabel ") && words.contains(" reported baselines of minimum ")
        if isOfFont || isOfHeading(words) { return G_LOG_WRITER_HANDLED }
      }
      return g_log_writer_default(level, fields, count, data)
    }, nil, nil)
}()

/// Whether a warning is about the width of the heading of an AdwAlertDialog: the label alone in a widget of libadwaita's own.
private func isOfHeading(_ warning: String) -> Bool {
  let start = "Trying to measure GtkLabel 0x"
  guard warning.hasPrefix(start),
    let digits = warning.dropFirst(start.count).split(separator: " ").first,
    let label = UInt(digits, radix: 16).flatMap(Widget.init(bitPattern:)),
    let parent = gtk_widget_get_parent(label)
  else { return false }
  return String(cString: gtk_widget_get_name(parent)) == "AdwGizmo"
    && gtk_widget_get_ancestor(label, g_type_from_name("AdwAlertDialog")) != nil
}

@MainActor private var windows: [Widget] = []

/// Shows `content` in a window of the given size, px, and waits until it has been laid out.
@MainActor public func present(
  _ content: Widget, width: Int32 = 400, height: Int32 = 500
) -> Widget {
  let window: Widget = gtk_window_new()
  gtk_window_set_default_size(window.cast(), width, height)
  gtk_window_set_child(window.cast(), content)
  gtk_window_present(window.cast())
  windows.append(window)
  pump("the window to appear") {
    gtk_widget_get_mapped(content) != 0 && gtk_widget_get_width(content) > 0
  }
  return window
}

/// Closes a window made by `present` and waits until it is freed, unless called in the midst of something that may hold it.
@MainActor public func close(_ window: Widget, waits: Bool = true) {
  windows.removeAll { $0 == window }
  var isFreed = false
  onFree(of: window) { isFreed = true }
  gtk_window_destroy(window.cast())
  if waits { pump("the window to be freed") { isFreed } }
}

/// Turns the main loop until `condition` holds; fails if it does not within `waitLimit`.
@MainActor public func pump(
  _ what: String, file: StaticString = #filePath, line: UInt = #line,
  until condition: @MainActor () -> Bool
) {
  let deadline = g_get_monotonic_time() + gint64(waitLimit / .microseconds(1))
  while !condition() {
    guard g_get_monotonic_time() < deadline else {
      XCTFail("waited in vain for \(what)", file: file, line: line)
      return
    }
    // A turn that blocks saves the processor; the timeout wakes it for conditions that no source announces.
    let wakeUp = g_timeout_add(5, { _ in 1 }, nil)
    g_main_context_iteration(nil, 1)
    g_source_remove(wakeUp)
  }
}

/// Turns the main loop until a widget's window has been through this many frames.
@MainActor public func pumpFrames(of widget: Widget, _ count: Int = 3) {
  var frames = 0
  onEachFrame(of: widget) { _ in
    frames += 1
    return frames < count
  }
  pump("some frames") { frames == count }
}

/// The critical warnings of a log domain that `body` gives rise to, which end the run elsewhere.
@MainActor public func criticals(
  of domain: String, _ body: @MainActor () throws -> Void
) rethrows -> [String] {
  let heard = Criticals(of: domain)
  let data = Unmanaged.passUnretained(heard).toOpaque()
  let handler = g_log_set_handler(
    domain, GLogLevelFlags(rawValue: G_LOG_LEVEL_CRITICAL.rawValue | G_LOG_FLAG_FATAL.rawValue),
    { _, _, text, data in
      Unmanaged<Criticals>.fromOpaque(data.unsafelyUnwrapped).takeUnretainedValue()
        .texts.append(text.map { String(cString: $0) } ?? "")
    }, data)
  g_test_log_set_fatal_handler(
    { domain, _, _, data in
      let heard = Unmanaged<Criticals>.fromOpaque(data.unsafelyUnwrapped).takeUnretainedValue()
      return (domain.map { String(cString: $0) } != heard.domain).gboolean
    }, data)
  defer {
    g_test_log_set_fatal_handler(nil, nil)
    g_log_remove_handler(domain, handler)
  }
  try body()
  return heard.texts
}

private final class Criticals: @unchecked Sendable {
  let domain: String
  var texts: [String] = []

  init(of domain: String) { self.domain = domain }
}

/// Calls back when an object is freed.
@MainActor public func onFree(
  of object: UnsafeMutableRawPointer, _ body: @escaping @MainActor () -> Void
) {
  g_object_weak_ref(
    object.assumingMemoryBound(to: GObject.self),
    { data, _ in
      let box = Unmanaged<FreedBox>.fromOpaque(data.unsafelyUnwrapped).takeRetainedValue()
      MainActor.assumeIsolated { box.body() }
    }, Unmanaged.passRetained(FreedBox(body)).toOpaque())
}

private final class FreedBox: @unchecked Sendable {
  let body: @MainActor () -> Void

  init(_ body: @escaping @MainActor () -> Void) { self.body = body }
}
