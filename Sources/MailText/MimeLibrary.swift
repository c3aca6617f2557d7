internal import CDunnockGMime

/// GMime, set up once before its first use.
enum MimeLibrary {
  static let isReady: Bool = {
    g_mime_init()
    return true
  }()
}

/// An object of GMime that this value owns one reference of, and gives back.
final class MimeObject {
  let pointer: UnsafeMutableRawPointer

  /// Takes over the reference that a constructor returned.
  init?(owning pointer: UnsafeMutableRawPointer?) {
    guard let pointer else { return nil }
    self.pointer = pointer
  }

  deinit { g_object_unref(pointer) }

  func typed<Type>(_: Type.Type = Type.self) -> UnsafeMutablePointer<Type> {
    pointer.assumingMemoryBound(to: Type.self)
  }
}
