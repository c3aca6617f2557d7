import CDunnockGtk

/// What signals tell and are answered, and what properties are set to.
public protocol GValueConvertible {
  /// What a value holds, zero if that is of another kind; what it points to is borrowed.
  init(_ value: UnsafePointer<GValue>)

  /// Puts it into a value that was made for its kind.
  func set(_ value: UnsafeMutablePointer<GValue>)
}

extension Bool: GValueConvertible {
  /// `G_TYPE_BOOLEAN`, a macro that Swift does not see.
  static let type = GType(5 << 2)

  public init(_ value: UnsafePointer<GValue>) { self = g_value_get_boolean(value) != 0 }
  public func set(_ value: UnsafeMutablePointer<GValue>) { g_value_set_boolean(value, gboolean) }
}

extension Double: GValueConvertible {
  public init(_ value: UnsafePointer<GValue>) { self = g_value_get_double(value) }
  public func set(_ value: UnsafeMutablePointer<GValue>) { g_value_set_double(value, self) }
}

/// An unsigned number, an enumeration or flags.
extension UInt32: GValueConvertible {
  /// `G_TYPE_UINT`.
  private static let type = GType(7 << 2)

  public init(_ value: UnsafePointer<GValue>) {
    var number = GValue()
    g_value_init(&number, Self.type)
    g_value_transform(value, &number)
    self = g_value_get_uint(&number)
  }

  public func set(_ value: UnsafeMutablePointer<GValue>) { g_value_set_uint(value, self) }
}

extension Int32: GValueConvertible {
  public init(_ value: UnsafePointer<GValue>) { self.init(bitPattern: UInt32(value)) }
  public func set(_ value: UnsafeMutablePointer<GValue>) { g_value_set_int(value, self) }
}

/// An object, a boxed value or a variant, borrowed; as an answer an object that is given away.
extension Optional: GValueConvertible where Wrapped == UnsafeMutableRawPointer {
  public init(_ value: UnsafePointer<GValue>) { self = g_value_peek_pointer(value) }
  public func set(_ value: UnsafeMutablePointer<GValue>) { g_value_take_object(value, self) }
}
