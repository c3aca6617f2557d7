import CDunnockGtk
import GtkBridge

/// The distance of a two-finger scroll that was withheld from a scroller until it was clear that the gesture is no pan.
///
/// ``giveBack()`` scrolls by this distance before the next motion. GTK starts a scroll sequence with the first motion that reaches the
/// scroller. The scroller ignores the distance of this motion, unless the sequence has started earlier, when the fingers came to rest
/// (GTK 4.8 to 4.22).
package struct HeldScroll {
  /// The horizontal and the vertical adjustment, with their values before any motion reaches the scroller.
  private let adjustments: [(Ref, place: Double)]
  /// The distance of all motions so far, and the distance of the motion that the scroller gets next, px.
  private let way: Point
  private let seen: Point

  /// GTK's MAGIC_SCROLL_FACTOR: the px that a scroller scrolls for each px of a two-finger motion.
  private static var pace: Double { 2.5 }

  /// - Parameters:
  ///   - way: The distance of all motions so far, px.
  ///   - seen: The distance of the current motion, which passes on to the scroller, px.
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

  /// Scrolls by the distance that the scroller has missed.
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
