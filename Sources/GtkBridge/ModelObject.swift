import CDunnockGtk
import CDunnockGtkShim

/// An object of a list model. The value holds a reference to the object, so that a closure may capture it.
public struct ModelObject {
  /// The object itself, for those who read it by GTK's functions, whichever module they have them from. It is alive as long as this value.
  public let raw: UnsafeMutableRawPointer

  private let object: Ref
  private let row: Ref?

  /// The object that a model has; of a `GtkTreeListRow`, what that stands for.
  public init(_ raw: UnsafeMutableRawPointer) {
    guard isInstance(raw, of: gtk_tree_list_row_get_type()),
      let item = gtk_tree_list_row_get_item(OpaquePointer(raw))
    else {
      self.raw = raw
      object = .retaining(none: raw)
      row = nil
      treeRow = nil
      return
    }
    self.raw = item
    object = .adopting(full: item)
    row = .retaining(none: raw)
    treeRow = OpaquePointer(raw)
  }

  /// The row of a tree that stands for the object, for a `GtkTreeExpander`; alive as long as this value. Nil in a plain list.
  public let treeRow: OpaquePointer?

  /// The text of a `GtkStringObject`, empty for any other object.
  public var string: String {
    guard isInstance(raw, of: gtk_string_object_get_type()) else { return "" }
    return gtk_string_object_get_string(OpaquePointer(raw)).map { String(cString: $0) } ?? ""
  }

  /// The element of a ``ListStore`` of this type; nil for any other object.
  public func element<Element>(of type: Element.Type) -> Element? {
    ListStore<Element>.element(of: raw)
  }
}
