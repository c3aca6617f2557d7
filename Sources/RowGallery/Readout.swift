import CDunnockGtk
import GtkBridge
import SwipeRows

/// The live numbers of the row that moved last: its offset, its velocity, its state, and the time that a frame takes.
final class Readout {
  /// The strip of figures; keeps this object alive.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)

  private var figures: [Widget] = []
  private var row: Int?
  private var isArmed = false
  private var waiting: Set<Int> = []
  private var speed = Speed()
  private var isTicking = false
  private weak var list: SwipeList<Int>?
  private let frames: FrameMeter

  init(_ frames: FrameMeter) {
    self.frames = frames
    Hosted.install(self, in: widget, key: "gallery-readout")
    widget.addClasses("gallery-readout")
    gtk_box_set_homogeneous(widget.cast(), true.gboolean)
    figures = ["Offset", "Velocity", "State", "Frame"].map { title in
      let cell: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
      let caption: Widget = gtk_label_new(title)
      caption.addClasses("gallery-caption")
      gtk_widget_set_halign(caption, GTK_ALIGN_START)
      // An inscription, because a label would have the whole window laid out with every new number.
      let figure: Widget = .silentInscription()
      figure.addClasses("gallery-figure")
      gtk_inscription_set_text_overflow(figure.opaque, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END)
      gtk_box_append(cell.cast(), caption)
      gtk_box_append(cell.cast(), figure)
      gtk_box_append(widget.cast(), cell)
      return figure
    }
    show()
  }

  /// Follows a list from now on.
  func follow(_ list: SwipeList<Int>?) {
    self.list = list
    list?.onOffset { [weak self] in self?.moved($0, to: $1) }
    list?.onEvent { [weak self] event, id, _ in self?.note(event, id) }
    list?.onWaiting { [weak self] in self?.note($0, waits: $1) }
    row = nil
    isArmed = false
    waiting.removeAll()
    speed = Speed()
    for figure in figures {
      gtk_inscription_set_xalign(figure.opaque, figure.isRightToLeft ? 1 : 0)
    }
    show()
  }

  private func moved(_ id: Int, to offset: Double) {
    if id != row { speed = Speed() }
    // Of two rows that move, the one under the pointer.
    guard isFollowed(id) else { return }
    row = id
    speed.add(offset, at: Self.now)
    follow()
  }

  private func note(_ event: PanEvent, _ id: Int) {
    if isFollowed(id) { row = id }
    if event == .armed { isArmed = true }
    if event == .disarmed || event == .committed { isArmed = false }
    follow()
  }

  private func isFollowed(_ id: Int) -> Bool {
    list?.engine.trackedRow.map { $0 == list?.handle(of: id) } ?? true
  }

  private func note(_ id: Int, waits: Bool) {
    if waits { waiting.insert(id) } else { waiting.remove(id) }
    row = id
    show()
  }

  /// Shows the numbers of every frame until nothing moves.
  private func follow() {
    guard !isTicking else { return }
    isTicking = true
    onEachFrame(of: widget) { [weak self] _ in
      guard let self else { return false }
      show()
      isTicking =
        list.map { $0.engine.isMoving || $0.group.engine.phase == .tracking } ?? false
      return isTicking
    }
  }

  private func show() {
    let offset = handle.flatMap { list?.engine.offset(of: $0) } ?? 0
    let texts = [
      "\(offset.rounded(to: 1)) px", "\(Int(velocity)) px/s", state,
      "\(frames.milliseconds.rounded(to: 1)) ms",
    ]
    for (figure, text) in zip(figures, texts) {
      gtk_inscription_set_text(figure.opaque, text)
    }
  }

  /// What the list's engine calls the row.
  private var handle: RowHandle? { row.flatMap { list?.handle(of: $0) } }

  private var velocity: Double {
    guard let row = handle, let engine = list?.engine,
      engine.trackedRow == row || engine.isMoving(row)
    else { return 0 }
    return speed.value(at: Self.now)
  }

  /// What the row is doing, in a word or two.
  var state: String {
    guard let id = row, let row = handle, let engine = list?.engine else { return "closed" }
    if engine.trackedRow == row, engine.phase == .tracking {
      return isArmed ? "armed" : "tracking"
    }
    if waiting.contains(id) { return "waiting" }
    if engine.isOut(row) { return "leaving" }
    guard engine.side(of: row) != nil else {
      return engine.offset(of: row) == 0 ? "closed" : "closing"
    }
    return engine.isMoving(row) ? "opening" : "open"
  }

  private static var now: Double { Double(g_get_monotonic_time()) / 1e6 }
}

/// The velocity of an offset that is shown, by the rule of a release: over the last 0.1 s, 0 when it has stood still for 0.05 s.
private struct Speed {
  private var samples: [(time: Double, offset: Double)] = []

  mutating func add(_ offset: Double, at time: Double) {
    samples.removeAll { time - $0.time > 0.1 }
    samples.append((time, offset))
  }

  /// px/s.
  func value(at time: Double) -> Double {
    guard let first = samples.first, let last = samples.last, last.time > first.time,
      time - last.time < 0.05
    else { return 0 }
    return (last.offset - first.offset) / (last.time - first.time)
  }
}

extension Double {
  /// The number with so many digits after the point.
  func rounded(to digits: Int) -> Double {
    let unit = (0..<digits).reduce(1.0) { unit, _ in unit * 10 }
    let number = (self * unit).rounded() / unit
    return number == 0 ? 0 : number
  }
}
