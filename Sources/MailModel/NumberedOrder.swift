extension Range<Int> {
  /// The numbers of a long list in order: those with the largest `number` first, and those that have
  /// the same by `areInOrder`, which is seldom asked.
  package func sorted(
    first number: (Int) -> Int64, _ areInOrder: (Int, Int) -> Bool
  ) -> [Int] {
    // Plain numbers side by side sort several times as fast as what they stand for.
    let numbered = map { (number: number($0), place: $0) }.sorted {
      $0.number != $1.number ? $0.number > $1.number : $0.place < $1.place
    }
    var places = numbered.map(\.place)
    var start = 0
    for end in 1..<Swift.max(numbered.count + 1, 1)
    where end == numbered.count || numbered[end].number != numbered[start].number {
      if end > start + 1 { places[start..<end].sort(by: areInOrder) }
      start = end
    }
    return places
  }
}
