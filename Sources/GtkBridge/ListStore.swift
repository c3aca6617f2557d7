import CDunnockGtk

/// A list model of Swift values.
///
/// Reading and replacing one element is O(log n), a splice O(log n + its length). Each element is kept by an object of its own, as long as
/// that is in the model or somebody has it.
public final class ListStore<Element> {
  private let store = Ref.adopting(
    full: UnsafeMutableRawPointer(g_list_store_new(g_object_get_type())))

  /// An empty list.
  public init() {}

  /// The number of elements.
  public var count: Int { Int(g_list_model_get_n_items(store.opaque)) }

  /// The element at a position in `0..<count`, nil elsewhere.
  public subscript(position: Int) -> Element? {
    guard position >= 0, let item = g_list_model_get_object(store.opaque, guint(position)) else {
      return nil
    }
    defer { g_object_unref(item) }
    return Self.element(of: UnsafeMutableRawPointer(item))
  }

  /// Replaces the elements in `range`, which must lie within `0..<count`, in one change. Where it goes beyond the count GLib warns,
  /// and nothing changes.
  public func replace(_ range: Range<Int>, with elements: some Collection<Element>) {
    var items: [gpointer?] = elements.map(Self.item)
    g_list_store_splice(
      store.opaque, guint(range.lowerBound), guint(range.count), &items, guint(items.count))
    for item in items { g_object_unref(item) }
  }

  /// The list as a `GListModel`, for who keeps a reference of its own.
  public var model: Ref { .retaining(none: store.raw) }

  /// The list as a `GListModel` with a further reference, for a parameter that takes one over.
  public func consumed() -> OpaquePointer { OpaquePointer(store.consumed()) }

  /// The element behind an item of such a list, nil for any other object.
  public static func element(of item: UnsafeMutableRawPointer) -> Element? {
    Hosted.guest(of: item, key: key, as: ElementBox<Element>.self)?.element
  }

  private static func item(for element: Element) -> UnsafeMutableRawPointer {
    let item = UnsafeMutableRawPointer(
      g_object_new_with_properties(g_object_get_type(), 0, nil, nil)
    )
    .unsafelyUnwrapped
    Hosted.install(ElementBox(element), in: item, key: key)
    return item
  }

  private static var key: String { "dnk-element" }
}

private final class ElementBox<Element> {
  let element: Element

  init(_ element: Element) { self.element = element }

  nonisolated deinit {}
}
