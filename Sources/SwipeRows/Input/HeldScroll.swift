import CDunnockGtk
import GtkBridge

/// Scrolling by two fingers that was held back until it was known that no pan comes of it.
///
/// Its scroller gets back what it lost before the next motion. GTK begins a sequence with the first motion that it sees, and scrolls by
/// that one only if it has begun before, as with fingers that came to rest (4.8 to 4.22).
package struct HeldScroll {
  /// What the scroller scrolls by, across and down, and the places of that before it sees anything.
  private let adjustments: [(Ref, place: Double)]
  /// How far the content is to go, and how much of that the scroller is about to see, px.
  private let way: Point
  private let seen: Point

  /// GTK's MAGIC_SCROLL_FACTOR: how far a scroller scrolls for each px of two fingers, px.
  private static var pace: Double { 2.5 }

  /// - Parameters:
  ///   - way: All that has been scrolled.
  ///   - seen: The last of it, which passes to the scroller now.
  package init?(_ way: Point, seen: Point, of scroller: Widget?) {
    guard let scroller,
      let across = gtk_scrolled_window_get_hadjustment(scroller.opaque),
      let down = gtk_scrolled_window_get_vadjustment(scroller.opaque)
    else { return nil }
    adjustments = [across, down].map {
      (.retaining(none: UnsafeMutableRawPointer($0)), gtk_adjustment_get_value($0))
    }
    (self.way, self.seen) = (way, seen)
  }

  /// Scrolls by what the scroller has lost.
  package func giveBack() {
    let places = adjustments.map {
      ($0.0.raw.assumingMemoryBound(to: GtkAdjustment.self), $0.place)
    }
    let hasScrolled = places.contains { gtk_adjustment_get_value($0) != $1 }
    let lost = hasScrolled ? way - seen : way
    for (place, distance) in zip(places, [lost.x, lost.y]) where distance != 0 {
      gtk_adjustment_set_value(
        place.0, gtk_adjustment_get_value(place.0) + Self.pace * distance)
    }
  }
}
