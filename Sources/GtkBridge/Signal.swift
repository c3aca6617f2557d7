import CDunnockGtk

/// Connects Swift closures to GObject signals.
///
/// The emitter owns the closure and releases it when it dies, so a closure must not hold the emitter, or a widget above it, strongly.
public enum Signal {
  /// Names one connection, to take it back before its emitter dies.
  public struct Connection {
    fileprivate let object: UnsafeMutableRawPointer
    fileprivate let id: gulong

    /// Ends the connection and lets go of the closure; the emitter must still be alive, and of a second time GLib warns.
    public func disconnect() { g_signal_handler_disconnect(object, id) }
  }

  /// Calls a closure with what a signal tells, in the signal's own order, as far as the closure takes it: for a drag gesture's
  /// `drag-update`, `{ (x: Double, y: Double) in … }`.
  ///
  /// A closure that takes another type than the signal tells gets zeros, and GLib says so. Of a name that the object has no signal of GLib
  /// warns, and nothing is connected. A detail, as in `notify::title`, is part of the name.
  @discardableResult
  public static func connect<each Value: GValueConvertible>(
    _ object: UnsafeMutableRawPointer, _ name: String,
    _ body: @escaping @MainActor (repeat each Value) -> Void
  ) -> Connection {
    handle(object, name) { arguments, _ in
      var place = 0
      body(repeat next(arguments, &place, as: (each Value).self))
    }
  }

  /// Calls a closure that the signal asks for an answer: of most, whether the event stops here.
  @discardableResult
  public static func connect<each Value: GValueConvertible, Answer: GValueConvertible>(
    _ object: UnsafeMutableRawPointer, _ name: String,
    _ body: @escaping @MainActor (repeat each Value) -> Answer
  ) -> Connection {
    handle(object, name) { arguments, result in
      var place = 0
      let answer = body(repeat next(arguments, &place, as: (each Value).self))
      if let result { answer.set(result) }
    }
  }

  /// Emits a signal `void (object)`, which the object must have.
  public static func emit(_ object: UnsafeMutableRawPointer, _ name: String) {
    let type = object.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class.pointee.g_type
    var instance = GValue()
    g_value_init(&instance, type)
    g_value_set_object(&instance, object)
    g_signal_emitv(&instance, g_signal_lookup(name, type), 0, nil)
    g_value_unset(&instance)
  }

  private static func next<Value: GValueConvertible>(
    _ arguments: UnsafePointer<GValue>, _ place: inout Int, as type: Value.Type
  ) -> Value {
    // The first is the emitter.
    place += 1
    return Value(arguments + place)
  }

  /// What a closure is handed of an emission: what the signal tells, and room for an answer, nil where nobody asks for one.
  private typealias Handler =
    @MainActor (UnsafePointer<GValue>, UnsafeMutablePointer<GValue>?) -> Void

  private static func handle(
    _ object: UnsafeMutableRawPointer, _ name: String, _ body: @escaping Handler
  ) -> Connection {
    let box = ClosureBox(body).passed()
    let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), box)
      .unsafelyUnwrapped
    g_closure_add_finalize_notifier(closure, box) { data, _ in releaseClosure(data) }
    g_closure_set_marshal(closure) { closure, result, _, arguments, _, _ in
      guard let closure, let arguments else { return }
      nonisolated(unsafe) let sent = (closure.pointee.data, arguments, result)
      onMain { GtkBridge.closure(sent.0, as: Handler.self)(sent.1, sent.2) }
    }
    return Connection(object: object, id: g_signal_connect_closure(object, name, closure, 0))
  }
}
