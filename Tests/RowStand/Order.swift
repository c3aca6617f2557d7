import CDunnockGtk
import GtkBridge

/// Orders and choices of numbered rows.
enum Order {
  /// The highest number first.
  static func descending() -> UnsafeMutablePointer<GtkSorter> {
    let sorter = gtk_custom_sorter_new(
      { first, second, _ in
        let (first, second) = (number(first), number(second))
        return first == second ? 0 : first < second ? 1 : -1
      }, nil, nil)
    return UnsafeMutableRawPointer(sorter.unsafelyUnwrapped)
      .assumingMemoryBound(to: GtkSorter.self)
  }

  /// Only numbers that another divides.
  static func multiples(of divisor: Int) -> UnsafeMutablePointer<GtkFilter> {
    let filter = gtk_custom_filter_new(
      { item, data in (number(UnsafeRawPointer(item)) % Int(bitPattern: data) == 0).gboolean },
      gpointer(bitPattern: max(1, divisor)), nil)
    return UnsafeMutableRawPointer(filter.unsafelyUnwrapped)
      .assumingMemoryBound(to: GtkFilter.self)
  }
}

nonisolated private func number(_ item: UnsafeRawPointer?) -> Int {
  nonisolated(unsafe) let item = item
  return MainActor.assumeIsolated {
    item.flatMap { ListStore<Int>.element(of: UnsafeMutableRawPointer(mutating: $0)) } ?? 0
  }
}
