import CDunnockGtk

/// One owned reference to a GObject that is no widget in a tree: a model, an action group, a controller still to be handed over.
///
/// The factory's name states how the reference was come by; it is given back when the `Ref` dies.
// Spelled out, because an optimised build of another module does not see the module's default isolation here and refuses the deinit.
@MainActor public final class Ref {
  /// The object, alive as long as this `Ref`.
  public let raw: UnsafeMutableRawPointer

  private init(_ raw: UnsafeMutableRawPointer) { self.raw = raw }

  isolated deinit { g_object_unref(raw) }

  /// Takes over a reference that the caller owns ("transfer full").
  public static func adopting(full raw: UnsafeMutableRawPointer) -> Ref { Ref(raw) }

  /// Adds a reference to an object owned elsewhere ("transfer none").
  public static func retaining(none raw: UnsafeMutableRawPointer) -> Ref {
    g_object_ref(raw)
    return Ref(raw)
  }

  /// Takes over a floating reference, as widgets' constructors return them.
  public static func sinking(floating raw: UnsafeMutableRawPointer) -> Ref {
    g_object_ref_sink(raw)
    return Ref(raw)
  }

  /// The object with a further reference, for a parameter that takes one over.
  public func consumed() -> UnsafeMutableRawPointer { g_object_ref(raw) }

  /// The object as GTK's final types are imported.
  public var opaque: OpaquePointer { OpaquePointer(raw) }
}
