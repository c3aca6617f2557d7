import CGtk

/// Connects Swift closures to GObject signals, one function for each signature in use.
///
/// The emitter owns the closure and releases it when it dies, so a closure must not hold the emitter, or a widget above it, strongly.
/// A closure of another signature than the signal's gets zeros, and GLib says so.
public enum Signal {
  /// Names one connection, to take it back before its emitter dies.
  public struct Connection {
    fileprivate let object: UnsafeMutableRawPointer
    fileprivate let id: gulong

    /// Ends the connection; the emitter must still be alive.
    public func disconnect() { g_signal_handler_disconnect(object, id) }
  }

  /// `void (object, …)`, such as `clicked`; what else the signal tells is passed over.
  @discardableResult
  public static func connect(
    _ object: UnsafeMutableRawPointer, _ name: String, _ body: @escaping @MainActor () -> Void
  ) -> Connection {
    handle(object, name) { _ in body() }
  }

  /// `void (object, pointer)`, such as `notify`, a list factory's signals or an action's `activate`.
  @discardableResult
  public static func connectPointer(
    _ object: UnsafeMutableRawPointer, _ name: String,
    _ body: @escaping @MainActor (UnsafeMutableRawPointer?) -> Void
  ) -> Connection {
    handle(object, name) { body($0.pointer(1)) }
  }

  /// `void (object, guint)`, such as a list view's `activate`.
  @discardableResult
  public static func connectUInt(
    _ object: UnsafeMutableRawPointer, _ name: String, _ body: @escaping @MainActor (UInt32) -> Void
  ) -> Connection {
    handle(object, name) { body($0.number(1)) }
  }

  /// `void (object, guint, guint, guint)`, a list model's `items-changed`: the position, how many items went there and how many came.
  @discardableResult
  public static func connectItemsChanged(
    _ object: UnsafeMutableRawPointer,
    _ body: @escaping @MainActor (_ position: UInt32, _ removed: UInt32, _ added: UInt32) -> Void
  ) -> Connection {
    handle(object, "items-changed") { body($0.number(1), $0.number(2), $0.number(3)) }
  }

  /// `void (object, double, double)`, such as a drag gesture's `drag-update`.
  @discardableResult
  public static func connectPoint(
    _ object: UnsafeMutableRawPointer, _ name: String,
    _ body: @escaping @MainActor (Double, Double) -> Void
  ) -> Connection {
    handle(object, name) { body($0.double(1), $0.double(2)) }
  }

  /// `void (object, int, double, double)`, such as a click gesture's `released`; the number counts the clicks.
  @discardableResult
  public static func connectClick(
    _ object: UnsafeMutableRawPointer, _ name: String, _ body: @escaping @MainActor (Int32) -> Void
  ) -> Connection {
    handle(object, name) { body(Int32(bitPattern: $0.number(1))) }
  }

  /// `gboolean (object)`, such as `close-request`; true stops the emission.
  @discardableResult
  public static func connectStop(
    _ object: UnsafeMutableRawPointer, _ name: String, _ body: @escaping @MainActor () -> Bool
  ) -> Connection {
    handle(object, name) { $0.answer(body()) }
  }

  /// `void (object, pointer, int)`, a print operation's `draw-page`: what it is drawn on and the number of the page.
  @discardableResult
  public static func connectPointerInt(
    _ object: UnsafeMutableRawPointer, _ name: String,
    _ body: @escaping @MainActor (UnsafeMutableRawPointer?, Int32) -> Void
  ) -> Connection {
    handle(object, name) { body($0.pointer(1), Int32(bitPattern: $0.number(2))) }
  }

  /// `object (object, double, double)`, a drag source's `prepare`: what is dragged, given away; nil where there is nothing.
  @discardableResult
  public static func connectPrepare(
    _ object: UnsafeMutableRawPointer, _ body: @escaping @MainActor () -> UnsafeMutableRawPointer?
  ) -> Connection {
    handle(object, "prepare") { g_value_take_object($0.result, body()) }
  }

  /// `gboolean (object, pointer)`, such as a legacy controller's `event`; true stops the emission.
  @discardableResult
  public static func connectPointerStop(
    _ object: UnsafeMutableRawPointer, _ name: String,
    _ body: @escaping @MainActor (UnsafeMutableRawPointer?) -> Bool
  ) -> Connection {
    handle(object, name) { $0.answer(body($0.pointer(1))) }
  }

  /// `int (object, pointer)`, an application's `command-line`; the number is the exit status of who gave it.
  @discardableResult
  public static func connectPointerStatus(
    _ object: UnsafeMutableRawPointer, _ name: String,
    _ body: @escaping @MainActor (UnsafeMutableRawPointer?) -> Int32
  ) -> Connection {
    handle(object, name) { g_value_set_int($0.result, body($0.pointer(1))) }
  }

  /// `gboolean (object, double, double)`, such as a scroll controller's `scroll`; true stops the emission.
  @discardableResult
  public static func connectPointStop(
    _ object: UnsafeMutableRawPointer, _ name: String,
    _ body: @escaping @MainActor (Double, Double) -> Bool
  ) -> Connection {
    handle(object, name) { $0.answer(body($0.double(1), $0.double(2))) }
  }

  /// `gboolean (object, guint, guint, GdkModifierType)`, a key controller's `key-pressed`; true stops the emission.
  @discardableResult
  public static func connectKey(
    _ object: UnsafeMutableRawPointer,
    _ body: @escaping @MainActor (UInt32, GdkModifierType) -> Bool
  ) -> Connection {
    handle(object, "key-pressed") {
      $0.answer(body($0.number(1), GdkModifierType(rawValue: $0.number(3))))
    }
  }

  /// Emits a signal `void (object)`.
  public static func emit(_ object: UnsafeMutableRawPointer, _ name: String) {
    let type = object.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class.pointee.g_type
    var instance = GValue()
    g_value_init(&instance, type)
    g_value_set_object(&instance, object)
    g_signal_emitv(&instance, g_signal_lookup(name, type), 0, nil)
    g_value_unset(&instance)
  }

  /// One emission: what the signal tells, the emitter being argument 0, and room for what the handler answers.
  private struct Emission {
    let arguments: UnsafePointer<GValue>
    /// Nil where nobody asks for an answer.
    let result: UnsafeMutablePointer<GValue>?

    func pointer(_ place: Int) -> UnsafeMutableRawPointer? {
      g_value_peek_pointer(arguments + place)
    }

    func double(_ place: Int) -> Double { g_value_get_double(arguments + place) }

    /// An int, a guint, an enumeration or flags.
    func number(_ place: Int) -> UInt32 {
      var value = GValue()
      g_value_init(&value, Self.uintType)
      g_value_transform(arguments + place, &value)
      return g_value_get_uint(&value)
    }

    /// `G_TYPE_UINT`, a macro that Swift does not see.
    private static let uintType = GType(7 << 2)

    func answer(_ isTrue: Bool) {
      if let result { g_value_set_boolean(result, isTrue.gboolean) }
    }
  }

  private static func handle(
    _ object: UnsafeMutableRawPointer, _ name: String,
    _ body: @escaping @MainActor (Emission) -> Void
  ) -> Connection {
    let box = Unmanaged.passRetained(ClosureBox(body)).toOpaque()
    let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), box)
      .unsafelyUnwrapped
    g_closure_add_finalize_notifier(closure, box) { data, _ in releaseClosure(data) }
    g_closure_set_marshal(closure) { closure, result, _, arguments, _, _ in
      guard let closure, let arguments else { return }
      let emission = Emission(arguments: arguments, result: result)
      nonisolated(unsafe) let sent = (emission, closure.pointee.data)
      onMain {
        GtkBridge.closure(sent.1, as: (@MainActor (Emission) -> Void).self)(sent.0)
      }
    }
    return Connection(object: object, id: g_signal_connect_closure(object, name, closure, 0))
  }
}
