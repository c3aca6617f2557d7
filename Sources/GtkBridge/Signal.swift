import CGtk

/// Connects Swift closures to GObject signals, one function for each C signature in use.
///
/// The emitter owns the closure and releases it when it dies, so a closure must not hold the emitter, or a widget above it, strongly.
/// A wrong signature is undefined behaviour: the function's name states the signature that it serves.
public enum Signal {
  /// Names one connection, to take it back before its emitter dies.
  public struct Connection {
    fileprivate let object: UnsafeMutableRawPointer
    fileprivate let id: gulong

    /// Ends the connection; the emitter must still be alive.
    public func disconnect() { g_signal_handler_disconnect(object, id) }
  }

  /// `void (object)`, such as `clicked`.
  @discardableResult
  public static func connect(
    _ object: UnsafeMutableRawPointer, _ name: String, _ body: @escaping @MainActor () -> Void
  ) -> Connection {
    let trampoline: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
      onMain { closure(data, as: (@MainActor () -> Void).self)() }
    }
    return connect(object, name, unsafeBitCast(trampoline, to: GCallback.self), body)
  }

  /// `void (object, pointer)`, such as `notify`, a list factory's signals or an action's `activate`.
  @discardableResult
  public static func connectPointer(
    _ object: UnsafeMutableRawPointer, _ name: String,
    _ body: @escaping @MainActor (UnsafeMutableRawPointer?) -> Void
  ) -> Connection {
    let trampoline: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { _, value, data in
      nonisolated(unsafe) let value = value
      onMain { closure(data, as: (@MainActor (UnsafeMutableRawPointer?) -> Void).self)(value) }
    }
    return connect(object, name, unsafeBitCast(trampoline, to: GCallback.self), body)
  }

  /// `void (object, guint)`, such as a list view's `activate`.
  @discardableResult
  public static func connectUInt(
    _ object: UnsafeMutableRawPointer, _ name: String, _ body: @escaping @MainActor (UInt32) -> Void
  ) -> Connection {
    let trampoline: @convention(c) (gpointer?, guint, gpointer?) -> Void = { _, value, data in
      onMain { closure(data, as: (@MainActor (UInt32) -> Void).self)(value) }
    }
    return connect(object, name, unsafeBitCast(trampoline, to: GCallback.self), body)
  }

  /// `void (object, guint, guint)`, a selection model's `selection-changed`; the closure asks the model.
  @discardableResult
  public static func connectUInts(
    _ object: UnsafeMutableRawPointer, _ name: String, _ body: @escaping @MainActor () -> Void
  ) -> Connection {
    let trampoline: @convention(c) (gpointer?, guint, guint, gpointer?) -> Void = { _, _, _, data in
      onMain { closure(data, as: (@MainActor () -> Void).self)() }
    }
    return connect(object, name, unsafeBitCast(trampoline, to: GCallback.self), body)
  }

  /// `void (object, guint, guint, guint)`, a list model's `items-changed`: the position, how many items went there and how many came.
  @discardableResult
  public static func connectItemsChanged(
    _ object: UnsafeMutableRawPointer,
    _ body: @escaping @MainActor (_ position: UInt32, _ removed: UInt32, _ added: UInt32) -> Void
  ) -> Connection {
    let trampoline: @convention(c) (gpointer?, guint, guint, guint, gpointer?) -> Void = {
      _, position, removed, added, data in
      onMain {
        closure(data, as: (@MainActor (UInt32, UInt32, UInt32) -> Void).self)(
          position, removed, added)
      }
    }
    return connect(object, "items-changed", unsafeBitCast(trampoline, to: GCallback.self), body)
  }

  /// `void (object, double, double)`, such as a drag gesture's `drag-update`.
  @discardableResult
  public static func connectPoint(
    _ object: UnsafeMutableRawPointer, _ name: String,
    _ body: @escaping @MainActor (Double, Double) -> Void
  ) -> Connection {
    let trampoline: @convention(c) (gpointer?, Double, Double, gpointer?) -> Void = {
      _, x, y, data in
      onMain { closure(data, as: (@MainActor (Double, Double) -> Void).self)(x, y) }
    }
    return connect(object, name, unsafeBitCast(trampoline, to: GCallback.self), body)
  }

  /// `void (object, int, double, double)`, such as a click gesture's `released`; the number counts the clicks.
  @discardableResult
  public static func connectClick(
    _ object: UnsafeMutableRawPointer, _ name: String, _ body: @escaping (Int32) -> Void
  ) -> Connection {
    let trampoline: @convention(c) (gpointer?, gint, Double, Double, gpointer?) -> Void = {
      _, count, _, _, data in
      onMain { closure(data, as: ((Int32) -> Void).self)(count) }
    }
    return connect(object, name, unsafeBitCast(trampoline, to: GCallback.self), body)
  }

  /// `gboolean (object)`, such as `close-request`; true stops the emission.
  @discardableResult
  public static func connectStop(
    _ object: UnsafeMutableRawPointer, _ name: String, _ body: @escaping @MainActor () -> Bool
  ) -> Connection {
    let trampoline: @convention(c) (gpointer?, gpointer?) -> gboolean = { _, data in
      onMain { closure(data, as: (@MainActor () -> Bool).self)().gboolean }
    }
    return connect(object, name, unsafeBitCast(trampoline, to: GCallback.self), body)
  }

  /// `void (object, pointer, int)`, a print operation's `draw-page`: what it is drawn on and the number of the page.
  @discardableResult
  public static func connectPointerInt(
    _ object: UnsafeMutableRawPointer, _ name: String,
    _ body: @escaping @MainActor (UnsafeMutableRawPointer?, Int32) -> Void
  ) -> Connection {
    let trampoline: @convention(c) (gpointer?, gpointer?, gint, gpointer?) -> Void = {
      _, value, number, data in
      nonisolated(unsafe) let value = value
      onMain {
        closure(data, as: (@MainActor (UnsafeMutableRawPointer?, Int32) -> Void).self)(
          value, number)
      }
    }
    return connect(object, name, unsafeBitCast(trampoline, to: GCallback.self), body)
  }

  /// `object (object, double, double)`, a drag source's `prepare`: what is dragged, given away; nil where there is nothing.
  @discardableResult
  public static func connectPrepare(
    _ object: UnsafeMutableRawPointer, _ body: @escaping @MainActor () -> UnsafeMutableRawPointer?
  ) -> Connection {
    let trampoline: @convention(c) (gpointer?, Double, Double, gpointer?) -> gpointer? = {
      _, _, _, data in
      onMain { closure(data, as: (@MainActor () -> UnsafeMutableRawPointer?).self)() }
    }
    return connect(object, "prepare", unsafeBitCast(trampoline, to: GCallback.self), body)
  }

  /// `gboolean (object, pointer)`, such as a legacy controller's `event`; true stops the emission.
  @discardableResult
  public static func connectPointerStop(
    _ object: UnsafeMutableRawPointer, _ name: String,
    _ body: @escaping @MainActor (UnsafeMutableRawPointer?) -> Bool
  ) -> Connection {
    let trampoline: @convention(c) (gpointer?, gpointer?, gpointer?) -> gboolean = {
      _, value, data in
      nonisolated(unsafe) let value = value
      return onMain {
        closure(data, as: (@MainActor (UnsafeMutableRawPointer?) -> Bool).self)(value).gboolean
      }
    }
    return connect(object, name, unsafeBitCast(trampoline, to: GCallback.self), body)
  }

  /// `int (object, pointer)`, an application's `command-line`; the number is the exit status of who gave it.
  @discardableResult
  public static func connectPointerStatus(
    _ object: UnsafeMutableRawPointer, _ name: String,
    _ body: @escaping @MainActor (UnsafeMutableRawPointer?) -> Int32
  ) -> Connection {
    let trampoline: @convention(c) (gpointer?, gpointer?, gpointer?) -> gint = { _, value, data in
      nonisolated(unsafe) let value = value
      return onMain {
        closure(data, as: (@MainActor (UnsafeMutableRawPointer?) -> Int32).self)(value)
      }
    }
    return connect(object, name, unsafeBitCast(trampoline, to: GCallback.self), body)
  }

  /// `gboolean (object, double, double)`, such as a scroll controller's `scroll`; true stops the emission.
  @discardableResult
  public static func connectPointStop(
    _ object: UnsafeMutableRawPointer, _ name: String,
    _ body: @escaping @MainActor (Double, Double) -> Bool
  ) -> Connection {
    let trampoline: @convention(c) (gpointer?, Double, Double, gpointer?) -> gboolean = {
      _, x, y, data in
      onMain { closure(data, as: (@MainActor (Double, Double) -> Bool).self)(x, y).gboolean }
    }
    return connect(object, name, unsafeBitCast(trampoline, to: GCallback.self), body)
  }

  /// `gboolean (object, guint, guint, GdkModifierType)`, a key controller's `key-pressed`; true stops the emission.
  @discardableResult
  public static func connectKey(
    _ object: UnsafeMutableRawPointer,
    _ body: @escaping @MainActor (UInt32, GdkModifierType) -> Bool
  ) -> Connection {
    let trampoline:
      @convention(c) (gpointer?, guint, guint, GdkModifierType, gpointer?) -> gboolean =
        { _, key, _, state, data in
          onMain {
            closure(data, as: (@MainActor (UInt32, GdkModifierType) -> Bool).self)(key, state)
              .gboolean
          }
        }
    return connect(object, "key-pressed", unsafeBitCast(trampoline, to: GCallback.self), body)
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

  private static func connect<Body>(
    _ object: UnsafeMutableRawPointer, _ name: String, _ trampoline: GCallback, _ body: Body
  ) -> Connection {
    let id = g_signal_connect_data(
      object, name, trampoline, Unmanaged.passRetained(ClosureBox(body)).toOpaque(),
      { data, _ in releaseClosure(data) }, GConnectFlags(rawValue: 0))
    return Connection(object: object, id: id)
  }
}
