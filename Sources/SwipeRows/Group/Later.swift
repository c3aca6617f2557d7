import CDunnockGtk
import GtkBridge

/// What a group has put off: the one queue for all that must wait.
///
/// Its rule: what waits for the same moment is done in the order in which it came, and nothing once the group has ended.
final class Later {
  enum Moment {
    /// What the engine said has been shown to all who listen.
    case shown
    /// The main loop has done what it has at hand: input first, drawing in turn.
    case idle
    /// The next frame begins, and nothing of it is laid out yet; never, where no frame comes.
    case frame
    /// What has changed by now has been laid out; never, where no frame comes.
    case laidOut
    /// So many seconds have passed.
    case seconds(Double)
  }

  private let widget: Widget
  /// False once the widget is being freed, though somebody may still be in the midst of a call.
  private(set) var isAlive = true
  /// Whether something is being shown now.
  private(set) var isShowing = false
  /// Called with each frame's time while it answers that something moves; see ``animate()``.
  var onFrame: @MainActor (Double) -> Bool = { _ in false }

  /// Calls back after some seconds. Tests replace the timer, so that they decide when the time has passed.
  var timer: (Double, @escaping @MainActor () -> Void) -> Void = after

  private var unshown: [@MainActor () -> Void] = []
  /// Each with the number of frames until its own begins: the frame before that of `laidOut` lays out what changed before it.
  private var unframed: [(frames: Int, body: @MainActor () -> Void)] = []
  private var moves = false
  private var isTicking = false

  /// - Parameter widget: The group's, whose frames are waited for.
  init(of widget: Widget) { self.widget = widget }

  /// Ends the waiting: nothing more is done.
  func end() {
    isAlive = false
    unshown.removeAll()
    unframed.removeAll()
  }

  /// Does something at a moment.
  func at(_ moment: Moment, _ body: @escaping @MainActor () -> Void) {
    guard isAlive else { return }
    let once: @MainActor () -> Void = { [weak self] in if self?.isAlive == true { body() } }
    switch moment {
    case .shown where isShowing: unshown.append(body)
    case .shown: body()
    case .idle: whenIdle(once)
    case .frame:
      unframed.append((0, body))
      tick()
    case .laidOut:
      unframed.append((1, body))
      tick()
    case .seconds(let seconds): timer(seconds, once)
    }
  }

  /// Does something now, or, in the midst of what is being shown, once the main loop is idle.
  func now(_ body: @escaping @MainActor () -> Void) {
    if isShowing { at(.idle, body) } else { body() }
  }

  /// Shows something, and then does what came up to be done meanwhile; whoever is told of it may do away with the group.
  func show(_ body: () -> Void, then settle: () -> Void) {
    g_object_ref(widget)
    isShowing = true
    body()
    while isAlive, !unshown.isEmpty {
      let due = unshown
      unshown = []
      for body in due where isAlive { body() }
    }
    isShowing = false
    if isAlive { settle() }
    g_object_unref(widget)
  }

  /// Calls ``onFrame`` from the next frame on, for as long as it answers that something moves.
  func animate() {
    moves = true
    tick()
  }

  private func tick() {
    guard isAlive, !isTicking else { return }
    isTicking = true
    onEachFrame(of: widget) { [weak self] in self?.frame(at: $0) ?? false }
  }

  private func frame(at time: Double) -> Bool {
    if moves, isAlive { moves = onFrame(time) }
    let due = unframed.filter { $0.frames == 0 }
    unframed = unframed.filter { $0.frames > 0 }.map { ($0.frames - 1, $0.body) }
    for entry in due where isAlive { entry.body() }
    isTicking = isAlive && (moves || !unframed.isEmpty)
    return isTicking
  }
}
