/// One run of a list that becomes another: `range` of the old list gives way to `replacement` of the new.
nonisolated struct ListChange: Equatable {
  var range: Range<Int>
  var replacement: Range<Int>

  /// The fewest runs that turn `old` into `new`, the last first, so that applying one does not shift the next.
  ///
  /// An element that changes its place is removed and inserted. Each list must hold an element once.
  /// - Complexity: O(n), or O(n log n) when elements changed places.
  static func runs<ID: Hashable>(from old: [ID], to new: [ID]) -> [ListChange] {
    var places: [ID: Int] = [:]
    places.reserveCapacity(new.count)
    for (place, id) in new.enumerated() { places[id] = place }

    let kept = old.enumerated().compactMap { place, id in places[id].map { (place, $0) } }
    var changes: [ListChange] = []
    var from = (old: 0, new: 0)
    for anchor in longestIncreasing(kept) + [(old.count, new.count)] {
      if anchor.0 > from.old || anchor.1 > from.new {
        changes.append(
          ListChange(range: from.old..<anchor.0, replacement: from.new..<anchor.1))
      }
      from = (anchor.0 + 1, anchor.1 + 1)
    }
    return changes.reversed()
  }

  /// The longest choice of pairs, in order, whose second numbers increase.
  private static func longestIncreasing(_ pairs: [(Int, Int)]) -> [(Int, Int)] {
    if zip(pairs, pairs.dropFirst()).allSatisfy({ $0.1 < $1.1 }) { return pairs }
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: pairs.count)
    for index in pairs.indices {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].1 < pairs[index].1 { low = middle + 1 } else { high = middle }
      }
      previous[index] = low > 0 ? ends[low - 1] : nil
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    return sequence(first: ends.last) { $0.flatMap { previous[$0] } }
      .prefix { $0 != nil }.compactMap { $0.map { pairs[$0] } }.reversed()
  }
}
