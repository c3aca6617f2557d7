import CDunnockGtk
import GtkBridge

/// The distance of a two-finger scroll that is withheld from a scroller until it is clear that the gesture is no pan.
///
/// ``giveBack()`` scrolls by this distance before the next motion. GTK starts a scroll sequence with the first motion that reaches the
/// scroller. The scroller ignores the distance of this motion, unless the sequence has started earlier, when the fingers came to rest
/// (GTK 4.8 to 4.22).
package final class HeldScroll {
  private struct Missed {
    /// The adjustments that horizontal and vertical motions scroll, with their values before any motion reaches the scroller.
    let adjustments: [(Ref, place: Double)]
    /// The distance of all motions so far, and the distance of the motion that the scroller gets next, px.
    let way: Point
    let seen: Point
  }

  private var missed: Missed?

  /// The px that a scroller scrolls for each px of a two-finger motion.
  ///
  /// This is MAGIC_SCROLL_FACTOR in `scrolled_window_scroll()` of gtkscrolledwindow.c (GTK 4.8.3 and 4.18.6), by which GTK multiplies
  /// distances in GDK_SCROLL_UNIT_SURFACE. GTK multiplies distances in GDK_SCROLL_UNIT_WHEEL by a step that depends on the page size;
  /// scrolling in that unit is never withheld.
  private static var pace: Double { 2.5 }

  package init() {}

  /// Stores the withheld distance.
  ///
  /// - Parameters:
  ///   - way: The distance of all motions so far, px, in GDK_SCROLL_UNIT_SURFACE.
  ///   - seen: The distance of the current motion, which passes on to the scroller, px.
  ///   - state: The modifiers of the current motion.
  package func withhold(
    _ way: Point, seen: Point, from scroller: Widget?, with state: GdkModifierType
  ) {
    guard let scroller,
      let across = gtk_scrolled_window_get_hadjustment(scroller.opaque),
      let down = gtk_scrolled_window_get_vadjustment(scroller.opaque)
    else { return }
    let adjustments = [across, down].map {
      (Ref.retaining(none: UnsafeMutableRawPointer($0)), place: gtk_adjustment_get_value($0))
    }
    // With Shift held, `scrolled_window_scroll()` scrolls across by what is down, and the other way round.
    let isSwapped = state.rawValue & GDK_SHIFT_MASK.rawValue != 0
    missed = Missed(
      adjustments: isSwapped ? adjustments.reversed() : adjustments, way: way, seen: seen)
  }

  /// Scrolls by the distance that the scroller has missed, once.
  package func giveBack() {
    guard let missed else { return }
    self.missed = nil
    let places = missed.adjustments.map {
      ($0.0.raw.assumingMemoryBound(to: GtkAdjustment.self), $0.place)
    }
    let hasScrolled = places.contains { gtk_adjustment_get_value($0) != $1 }
    let lost = hasScrolled ? missed.way - missed.seen : missed.way
    for (place, distance) in zip(places, [lost.x, lost.y]) where distance != 0 {
      gtk_adjustment_set_value(
        place.0, gtk_adjustment_get_value(place.0) + Self.pace * distance)
    }
  }

  /// Discards the withheld distance.
  package func discard() { missed = nil }
}
