import CGtk

/// A window; like many packages, it keeps and takes objects without their types.
@MainActor public final class Window {
  public let pointer: OpaquePointer

  public init() { pointer = OpaquePointer(gtk_window_new()) }

  public func show(_ child: OpaquePointer) {
    gtk_window_set_child(UnsafeMutablePointer(pointer), UnsafeMutablePointer(child))
    gtk_window_present(UnsafeMutablePointer(pointer))
  }
}
