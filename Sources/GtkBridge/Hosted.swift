import CDunnockGtk

/// A Swift object that a GObject keeps alive: the object hosts it until the object is disposed of.
///
/// The Swift side points back at its host without a reference, so there is no cycle.
public enum Hosted {
  /// Ties the lifetime of `guest` to `host`, under a key by which `guest(of:key:)` finds it again.
  ///
  /// - Complexity: O(1); a guest already under the key is released.
  public static func install(_ guest: AnyObject, in host: UnsafeMutableRawPointer, key: String) {
    g_object_set_data_full(
      host.assumingMemoryBound(to: GObject.self), key,
      Unmanaged.passRetained(guest).toOpaque(),
      { Unmanaged<AnyObject>.fromOpaque($0.unsafelyUnwrapped).release() })
  }

  /// The guest installed under the key, if there is one, and it is of this type.
  public static func guest<Guest: AnyObject>(
    of host: UnsafeMutableRawPointer, key: String, as type: Guest.Type = Guest.self
  ) -> Guest? {
    guard let raw = g_object_get_data(host.assumingMemoryBound(to: GObject.self), key) else {
      return nil
    }
    return Unmanaged<AnyObject>.fromOpaque(raw).takeUnretainedValue() as? Guest
  }
}
