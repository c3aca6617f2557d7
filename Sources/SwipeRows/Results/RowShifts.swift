import CDunnockGtk
import GtkBridge
import Panning

/// How a row stands apart from its place while rows come and go around it.
struct RowShift {
  /// The room above the row with its heading at the beginning, px,
  var above = 0.0
  /// and between the two.
  var between = 0.0
  /// How much of the height of the front is missing at the beginning, 0 to 1,
  var front = 0.0
  /// and of that of the heading.
  var heading = 0.0
  /// How much of the way is behind it, 0 to 1, and when that was; nil before the first frame.
  var way = 0.0
  var at: Double?

  /// The same from where it is now.
  var now: RowShift {
    let rest = (1 - way) * (1 - way)
    return RowShift(
      above: above * rest, between: between * rest, front: front * rest, heading: heading * rest)
  }

  /// Whether the row is at its place.
  var isOver: Bool { way >= 1 || [above, between, front, heading].allSatisfy { $0 == 0 } }

  mutating func move(on time: Double) {
    way += RowShifts.step(from: at ?? time, to: time) / RowShifts.duration
    at = time
  }
}

/// Moves rows to their new places when others come or go: one that comes grows, where one has gone a gap closes, and all others move with
/// what is above them.
final class RowShifts: GroupPart {
  let driver: PanDriver
  private let model: ModelWatch
  /// Whether a change is followed now.
  private var isFollowing = false

  /// How long a row takes to come or a gap to close, seconds.
  static var duration: Double { 0.2 }
  /// The longest time that a motion goes on by in one frame, seconds: what comes late is no jump.
  private static var longestStep: Double { 0.04 }
  /// What is left of a row that has collapsed is lower, px.
  private static var leastGap: Double { 5 }

  init(driver: PanDriver, model: ModelWatch) {
    self.driver = driver
    self.model = model
  }

  /// How far a motion goes on from one frame to the next, seconds.
  static func step(from before: Double, to time: Double) -> Double {
    min(max(0, time - before), longestStep)
  }

  // MARK: A change of the model

  /// Where a row stood, or stands.
  private struct Place {
    let handle: RowHandle
    let place: guint
    /// The height of all of it, and of its heading, px.
    let (height, heading): (Double, Double)
    let title: String?
    let isInSight: Bool
  }

  private func places(lookingForSight looks: Bool) -> [Place] {
    rows.all.compactMap { row in
      guard let handle = row.handle, model.holds(row) else { return nil }
      let height = Double(gtk_widget_get_height(row.listItem))
      return Place(
        handle: handle, place: row.place, height: height, heading: row.headingHeight,
        title: row.shownHeading, isInSight: looks && height > 0 && rows.isOnScreen(handle))
    }.sorted { $0.place < $1.place }
  }

  /// Changes the model, and lets the rows that are in sight then move to their places from where they are.
  ///
  /// - Parameter settle: Brings the headings up to date.
  func follow(_ change: () -> Void, settle: () -> Void) {
    guard !isFollowing, later.isAlive, !later.isShowing,
      isTrue(gtk_widget_get_mapped(widget)), let container = model.container
    else { return change() }
    let before = places(lookingForSight: true)
    let page = Double(gtk_widget_get_height(rows.scroller ?? widget))
    let staysAtStart = isAtStart && driver.hand == nil
    isFollowing = true
    change()
    isFollowing = false
    guard later.isAlive else { return }
    // A view keeps the row that was the first at the top, and creates few of the rows that are now above that row.
    if staysAtStart, model.count > 0,
      model.withObject(at: 0, model.handle) != before.first?.handle
    {
      container.scroll(to: 0)
    }
    settle()
    let after = places(lookingForSight: false)
    let kept = Self.kept(before.map(\.handle), after.map(\.handle))
    guard !kept.isEmpty else { return }
    let now = Dictionary(after.map { ($0.handle, $0) }) { first, _ in first }
    var shifts = gaps(before, now.filter { kept.contains($0.key) }, page)
    grow(after, before, kept, staysAtStart, into: &shifts)
    for (handle, shift) in shifts where !shift.isOver {
      rows[record: handle].shift = shift
      rows[handle]?.showHeight(by: rows[record: handle])
    }
    if widget.wantsAnimations {
      if !shifts.isEmpty { later.animate() }
    } else {
      // The rows below a gap move up at once, before the next frame shows it.
      _ = step(at: EventClock.now)
    }
  }

  /// The most of the items that are in both lists, in one order.
  ///
  /// - Complexity: O(n), or O(n · changes) where there are any.
  private static func kept(_ before: [RowHandle], _ after: [RowHandle]) -> Set<RowHandle> {
    let changes = after.difference(from: before)
    return changes.removals.reduce(into: Set(before)) { kept, change in
      if case .remove(_, let handle, _) = change { kept.remove(handle) }
    }
  }

  /// Whether the list is scrolled to its beginning.
  private var isAtStart: Bool {
    guard let scroller = rows.scroller,
      let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque)
    else { return true }
    return gtk_adjustment_get_value(adjustment) <= gtk_adjustment_get_lower(adjustment)
  }

  /// The gaps that rows which have gone leave above those that stay.
  private func gaps(
    _ before: [Place], _ kept: [RowHandle: Place], _ page: Double
  ) -> [RowHandle: RowShift] {
    var shifts: [RowHandle: RowShift] = [:]
    // The room of what has gone: above its last heading, of that, and below it.
    var gone = (above: 0.0, heading: 0.0, below: 0.0)
    var title: String?
    var wasInSight = false
    for old in before {
      guard let now = kept[old.handle] else {
        wasInSight = wasInSight || old.isInSight
        if old.heading > 0 {
          gone = (gone.above + gone.heading + gone.below, old.heading, old.height - old.heading)
          if gone.below < Self.leastGap { gone.below = 0 }
          title = old.title
        } else {
          gone.below += old.height < Self.leastGap ? 0 : old.height
        }
        continue
      }
      var shift = rows[record: old.handle].shift?.now ?? RowShift()
      let change = now.heading - old.heading
      let all = min(page, gone.above + gone.heading + gone.below)
      if wasInSight || old.isInSight, all > 0 || change != 0 {
        if change > 0, now.title == title, all > gone.heading {
          // It takes the heading of what has gone, which stays where it is.
          shift.between += min(page, gone.below)
          shift.above += min(page, gone.above)
        } else {
          shift.above += all
          if change > 0 { shift.heading = 1 }
          if change < 0 { shift.above -= change }
        }
        shifts[old.handle] = shift
      }
      (gone, title, wasInSight) = ((0, 0, 0), nil, false)
    }
    return shifts
  }

  /// Has the rows that have come in sight grow.
  private func grow(
    _ after: [Place], _ before: [Place], _ kept: Set<RowHandle>, _ staysAtStart: Bool,
    into shifts: inout [RowHandle: RowShift]
  ) {
    let old = Dictionary(before.map { ($0.handle, $0) }) { first, _ in first }
    var come: [Place] = []
    var isBelowSight = staysAtStart
    func end(above next: Place?) {
      guard isBelowSight, !come.isEmpty else { return }
      let lost = next.flatMap { old[$0.handle] }.flatMap { $0.heading > 0 ? $0.title : nil }
      for row in come {
        let takes = row.heading > 0 && row.title == lost && next?.heading == 0
        shifts[row.handle] = RowShift(front: 1, heading: takes ? 0 : 1)
        // The heading stays where it is, over another row.
        if takes, let next, let was = old[next.handle] {
          shifts[next.handle]?.above -= was.heading
        }
      }
    }
    for row in after {
      guard kept.contains(row.handle) else {
        come.append(row)
        continue
      }
      end(above: row)
      come = []
      isBelowSight = old[row.handle]?.isInSight == true
    }
    // What follows a row that no row showed before has only come near.
    if let last = after.last(where: { kept.contains($0.handle) }), let first = come.first,
      first.place == last.place + 1
    {
      end(above: nil)
    }
  }

  // MARK: Motion

  /// Has a row that was on its way out come back from where it is.
  func comeBack(_ handle: RowHandle, missing share: Double) {
    guard let row = rows[handle] else { return }
    if share > 0, widget.wantsAnimations, isTrue(gtk_widget_get_mapped(row.widget)) {
      rows[record: handle].shift = RowShift(front: share)
      later.animate()
    }
    row.showHeight(by: rows[record: handle])
  }

  /// Moves every row on, and answers whether any still moves.
  func step(at time: Double) -> Bool {
    let shifted = rows.records.filter { $0.value.shift != nil }.map(\.key)
    guard !shifted.isEmpty else { return false }
    var moves = false
    model.keepPlaces(above: shifted) { moves = move(shifted, at: time) }
    return moves
  }

  private func move(_ shifted: [RowHandle], at time: Double) -> Bool {
    var moves = false
    for handle in shifted {
      guard var shift = rows.records[handle]?.shift else { continue }
      shift.move(on: time)
      let row = rows[handle]
      // A row that has just come is not mapped before it is laid out.
      let goesOn = !shift.isOver && widget.wantsAnimations && row != nil
      rows[record: handle].shift = goesOn ? shift : nil
      row?.showHeight(by: rows[record: handle])
      moves = moves || goesOn
    }
    return moves
  }

  /// Has every row be at its place.
  func finish() {
    for (handle, record) in rows.records where record.shift != nil {
      rows[record: handle].shift = nil
      rows[handle]?.showHeight(by: rows[record: handle])
    }
  }
}
