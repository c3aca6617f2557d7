import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts

/// Short notices over the foot of a window, the newest in place of the one before; over its head where they would cover what is current.
///
/// AdwToastOverlay keeps no row free, and in libadwaita 1.2 crashes on a toast that is dismissed while it slides in.
final class Toasts {
  /// What a notice says.
  struct Notice: Equatable {
    let text: String
    /// The text in three parts, the second of them a name that is shortened in its middle where there is no room.
    let parts: [String]

    /// Says something that is broken into lines where it is long.
    init(_ text: String) {
      self.text = text
      parts = []
    }

    /// Says something about a name, on one line if there is room for the words around the name.
    ///
    /// - Parameter sentence: Gives the text with the name in its place.
    init(naming name: String, _ sentence: (String) -> String) {
      text = sentence(name)
      let halves = sentence(Self.place).split(
        separator: Self.place, maxSplits: 1, omittingEmptySubsequences: false)
      parts = halves.count == 2 ? [String(halves[0]), name, String(halves[1])] : []
    }

    /// U+FFFC, which stands for what is put in its place.
    private static let place = "\u{FFFC}"
  }

  /// The button of a notice.
  struct Button {
    let title: String
    let press: () -> Void
  }

  /// A GtkOverlay.
  let widget: Widget = gtk_overlay_new()

  /// What the notice on show says; nil when there is none.
  var text: String? { notice?.text }

  /// The notice on show; nil when there is none.
  private var notice: Notice?
  /// Whether the notice is on one line, in which its name is shortened.
  private var isOneLine = false
  /// The least width of the notice on one line, px.
  private var leastWidth = 0.0
  /// Calls back after some seconds.
  private var timer: (Double, @escaping @MainActor () -> Void) -> Void = after

  private let current: () -> Widget?
  private let seconds: Double
  private var ground: () -> Widget? = { nil }
  private var foot: () -> Widget? = { nil }
  private let revealer: Widget = gtk_revealer_new()
  private let box: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
  private let labels = (0..<3).map { _ in Widget.silentLabel() }
  private let button: Widget = gtk_button_new()
  private var press: () -> Void = {}
  /// The number of the notice on show if its time begins only when the person comes to the window.
  private var waiting: Int?
  /// The number of the last notice.
  private(set) var shown = 0
  /// What is said when the notice on show is over, if it is still so.
  private var next: (notice: Notice, isSo: () -> Bool)?
  private let pointer: OpaquePointer

  /// - Parameters:
  ///   - current: The row that no notice may cover.
  ///   - seconds: How long a notice stays: long enough to read and to reach the button.
  init(sparing current: @escaping () -> Widget?, staying seconds: Double = 8) {
    (self.current, self.seconds) = (current, seconds)
    pointer = OpaquePointer(box.addController(gtk_event_controller_motion_new()))
    box.addClasses("passing-notice", "osd")
    // A box of newer GTK is nothing by itself, and has no name.
    box.setRole(Widget.announces ? GTK_ACCESSIBLE_ROLE_GROUP : GTK_ACCESSIBLE_ROLE_ALERT)
    for (place, label) in labels.enumerated() {
      gtk_label_set_xalign(label.opaque, 0)
      // As wide as there is room for, before it is broken into lines.
      gtk_label_set_natural_wrap_mode(label.opaque, GTK_NATURAL_WRAP_NONE)
      gtk_label_set_ellipsize(
        label.opaque, place == 1 ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_NONE)
      gtk_box_append(box.cast(), label)
    }
    button.addClasses("flat")
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    gtk_box_append(box.cast(), button)
    gtk_revealer_set_child(revealer.opaque, box)
    gtk_revealer_set_transition_type(revealer.opaque, GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
    gtk_widget_set_halign(revealer, GTK_ALIGN_CENTER)
    gtk_widget_set_visible(revealer, 0)
    gtk_overlay_add_overlay(widget.opaque, revealer)
    Signal.connect(UnsafeMutableRawPointer(revealer), "notify::child-revealed") { [weak self] in
      guard let self, text == nil else { return }
      gtk_widget_set_visible(revealer, 0)
    }
    Signal.connect(UnsafeMutableRawPointer(widget), "destroy") { [weak self] in self?.notice = nil }
    Signal.connect(UnsafeMutableRawPointer(button), "clicked") { [weak self] in
      guard let self else { return }
      let press = press
      dismiss()
      press()
    }
  }

  /// Puts the notices over everything else.
  ///
  /// - Parameters:
  ///   - ground: What is beside the list, and the place of notices; nil where the list may be over or under it.
  ///   - foot: The commands at the foot, above which notices stay; nil where there are none.
  func surround(
    _ content: Widget, ground: @escaping () -> Widget?,
    above foot: @escaping () -> Widget? = { nil }
  ) {
    gtk_overlay_set_child(widget.opaque, content)
    self.ground = ground
    self.foot = foot
  }

  /// Replaces the timer, so that a test decides when a notice has been there long enough.
  func replaceTimer(_ timer: @escaping (Double, @escaping @MainActor () -> Void) -> Void) {
    self.timer = timer
  }

  /// Shows a notice once that takes no button from the person; not at all if there is other news before.
  func showInTurn(_ notice: Notice, while isSo: @escaping () -> Bool) {
    if text != nil, gtk_widget_get_visible(button) != 0 {
      next = (notice, isSo)
    } else {
      show(notice)
    }
  }

  /// Shows a notice and has screen readers say it.
  ///
  /// - Parameters:
  ///   - waits: What the person does in another program meanwhile takes none of its time.
  ///   - staying: How long it stays, in seconds; nil: as long as others.
  func show(
    _ notice: Notice, button: Button? = nil, waiting waits: Bool = false,
    staying: Double? = nil
  ) {
    self.notice = notice
    next = nil
    shown += 1
    press = button?.press ?? {}
    fill(onOneLine: !notice.parts.isEmpty)
    box.setClass("without-button", button == nil)
    gtk_button_set_label(self.button.cast(), button?.title ?? "")
    gtk_widget_set_visible(self.button, (button != nil).gboolean)
    box.setSpokenLabel(notice.text)
    widget.announce(
      button.map { tr("%1$s. %2$s available.").filling(notice.text, $0.title) } ?? notice.text)
    gtk_widget_set_visible(revealer, 1)
    gtk_revealer_set_reveal_child(revealer.opaque, 1)
    leastWidth = box.measured(GTK_ORIENTATION_HORIZONTAL).minimum
    place()
    debugLog("notice \(shown) shown, button: \(button != nil)")
    waiting = waits && !isInActiveWindow ? shown : nil
    if waiting == nil { end(shown, after: staying ?? seconds, waiting: waits) }
  }

  /// Sets the labels to the notice on show.
  private func fill(onOneLine isOneLine: Bool) {
    guard let notice else { return }
    self.isOneLine = isOneLine
    for (place, label) in labels.enumerated() {
      gtk_label_set_label(
        label.opaque, isOneLine ? notice.parts[place] : place == 0 ? notice.text : "")
      gtk_widget_set_visible(label, (isOneLine || place == 0).gboolean)
    }
    gtk_label_set_wrap(labels[0].opaque, (!isOneLine).gboolean)
    // A path may be one long word.
    gtk_label_set_wrap_mode(labels[0].opaque, PANGO_WRAP_WORD_CHAR)
    // A name, such as a subject, may be very long.
    let isCut = !isOneLine && !notice.parts.isEmpty
    gtk_label_set_lines(labels[0].opaque, isCut ? Self.mostLines : -1)
    gtk_label_set_ellipsize(
      labels[0].opaque, isCut ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE)
  }

  /// The person has come to the window.
  func windowIsActive() {
    waiting.map { end($0, waiting: true) }
    waiting = nil
  }

  /// Takes the notice on show away.
  func dismiss() {
    guard text != nil else { return }
    notice = nil
    next = nil
    press = {}
    gtk_revealer_set_reveal_child(revealer.opaque, 0)
    debugLog("notice \(shown) gone")
  }

  /// Puts the notice where it covers neither commands nor the row that is current now: over the foot of the message, or where the list
  /// alone is to be seen over its foot or its head.
  func place() {
    guard let notice else { return }
    let width = gtk_widget_get_width(widget)
    let area = ground()?.bounds(in: widget)
    let (left, right) = area.map { ($0.x, width - $0.x - $0.width) } ?? (0, 0)
    gtk_widget_set_margin_start(revealer, max(0, widget.isRightToLeft ? right : left))
    gtk_widget_set_margin_end(revealer, max(0, widget.isRightToLeft ? left : right))
    // In a narrow window with large text there may be no room even for the words around the name.
    let fits = width == 0 || leastWidth <= Double(width - max(0, left) - max(0, right))
    if !notice.parts.isEmpty, fits != isOneLine { fill(onOneLine: fits) }
    let below = foot().flatMap { gtk_widget_get_mapped($0) != 0 ? $0.bounds(in: widget) : nil }
    gtk_widget_set_margin_bottom(
      revealer, below.map { max(0, gtk_widget_get_height(widget) - $0.y) } ?? 0)
    let height = Int32(revealer.measured(GTK_ORIENTATION_VERTICAL).natural) + 2 * Self.margin
    let foot = gtk_widget_get_height(widget) - height
    let isCovered =
      area == nil
      && current().flatMap { gtk_widget_get_mapped($0) != 0 ? $0.bounds(in: widget) : nil }
        .map { $0.y + $0.height > foot && $0.y < foot + height } ?? false
    gtk_widget_set_valign(revealer, isCovered ? GTK_ALIGN_START : GTK_ALIGN_END)
    revealer.setClass("at-head", isCovered)
  }

  /// Takes the notice of that number away when it has been there long enough, unless somebody is about to use it.
  private func end(_ number: Int, after seconds: Double? = nil, waiting waits: Bool = false) {
    timer(seconds ?? self.seconds) { [weak self] in
      guard let self, shown == number else { return }
      if waits, !isInActiveWindow {
        waiting = number
        return
      }
      let isInUse =
        isTrue(gtk_event_controller_motion_contains_pointer(pointer)) || box.holdsFocus
      if isInUse { return end(number, waiting: waits) }
      let next = next
      dismiss()
      if let next, next.isSo() { show(next.notice) }
    }
  }

  private var isInActiveWindow: Bool {
    widget.window?.isUsed ?? false
  }

  /// Between the notice and the edge, px; also in the stylesheet.
  private static let margin: Int32 = 12
  /// The lines of a notice about a name that does not fit on one line.
  private static let mostLines: Int32 = 4
}
