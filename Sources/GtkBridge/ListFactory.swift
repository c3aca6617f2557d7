import CGtk

/// Makes and recycles the widgets of a list view's rows.
public final class ListFactory {
  /// A row's place in the list: valid inside the callback it is given to.
  public struct Cell {
    let raw: OpaquePointer

    /// The widget shown in this place.
    public var child: Widget? {
      get { gtk_list_item_get_child(raw) }
      nonmutating set { gtk_list_item_set_child(raw, newValue) }
    }

    /// The model's item, borrowed.
    public var item: UnsafeMutableRawPointer? { gtk_list_item_get_item(raw) }

    /// The item's place in the model.
    public var position: Int { Int(gtk_list_item_get_position(raw)) }
  }

  private let factory = Ref.adopting(
    full: UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()))

  /// A factory; the closures live as long as the list view that uses it.
  public init(
    setup: @escaping @MainActor (Cell) -> Void, bind: @escaping @MainActor (Cell) -> Void,
    unbind: @escaping @MainActor (Cell) -> Void = { _ in }
  ) {
    for (name, body) in [("setup", setup), ("bind", bind), ("unbind", unbind)] {
      Signal.connect(factory.raw, name) { (item: UnsafeMutableRawPointer?) in
        if let item { body(Cell(raw: OpaquePointer(item))) }
      }
    }
  }

  /// The factory, borrowed.
  public var opaque: OpaquePointer { factory.opaque }

  /// The factory with a further reference, for a parameter that takes one over.
  public func consumed() -> OpaquePointer { OpaquePointer(factory.consumed()) }
}
