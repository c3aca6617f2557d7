/// The offsets shown lately, and how fast they changed.
struct VelocityWindow {
  private struct Sample {
    var time = 0.0
    var offset = 0.0
  }

  /// A power of two, enough for 0.1 s of a 2.5 kHz mouse; the oldest give way to more.
  private static let capacity = 256
  private var samples = [Sample](repeating: Sample(), count: capacity)
  private var first = 0
  private var count = 0
  private var movedAt = 0.0

  /// Times differ by rounding when a caller counts 0.1 s in steps.
  private static let rounding = 1e-9

  mutating func restart() { count = 0 }

  mutating func add(_ offset: Double, at time: Double) {
    let time = count > 0 ? max(time, self[count - 1].time) : time
    if count == 0 || self[count - 1].offset != offset { movedAt = time }
    if count == Self.capacity { dropFirst() }
    samples[(first + count) & (Self.capacity - 1)] = Sample(time: time, offset: offset)
    count += 1
  }

  /// The clock was set to another time.
  mutating func shift(by delta: Double) {
    movedAt += delta
    for index in samples.indices { samples[index].time += delta }
  }

  /// px/s at `now`: (last - first) / (time between) over the last `window` s; 0 with fewer than two
  /// samples there, and when nothing moved for `stillness` s.
  mutating func velocity(at now: Double, window: Double, stillness: Double) -> Double {
    while count > 0, now - self[0].time > window + Self.rounding { dropFirst() }
    guard count > 1, now - movedAt < stillness - Self.rounding else { return 0 }
    let last = self[count - 1]
    let time = last.time - self[0].time
    return time > 0 ? ((last.offset - self[0].offset) / time).finite : 0
  }

  private mutating func dropFirst() {
    first = (first + 1) & (Self.capacity - 1)
    count -= 1
  }

  private subscript(index: Int) -> Sample { samples[(first + index) & (Self.capacity - 1)] }
}
