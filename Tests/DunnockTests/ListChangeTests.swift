import SeededRandom
import Testing

@testable import Dunnock

struct ListChangeTests {
  @Test func turnsEveryShortListIntoEveryOther() {
    let lists = arrangements(of: Array(0..<4))
    for old in lists {
      for new in lists {
        #expect(applied(ListChange.runs(from: old, to: new), to: old, new) == new)
      }
    }
  }

  @Test func nothingChangesNothing() {
    #expect(ListChange.runs(from: [1, 2, 3], to: [1, 2, 3]).isEmpty)
  }

  @Test func oneRemovalIsOneRun() {
    #expect(
      ListChange.runs(from: [1, 2, 3], to: [1, 3])
        == [ListChange(range: 1..<2, replacement: 1..<1)])
  }

  @Test func aMovedElementLeavesTheOthersAlone() {
    let old = Array(0..<100)
    let new = [99] + Array(0..<99)
    let changes = ListChange.runs(from: old, to: new)
    #expect(changes.map(\.range.count).reduce(0, +) == 1)
    #expect(applied(changes, to: old, new) == new)
  }

  @Test(arguments: 0..<50) func turnsLongListsIntoOthers(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let old = Array(0..<300).shuffled(using: &numbers).prefix(200)
    let new = Array(0..<300).shuffled(using: &numbers).prefix(200)
    #expect(
      applied(ListChange.runs(from: Array(old), to: Array(new)), to: Array(old), Array(new))
        == Array(new))
  }

  private func applied(_ changes: [ListChange], to old: [Int], _ new: [Int]) -> [Int] {
    var list = old
    for change in changes { list.replaceSubrange(change.range, with: new[change.replacement]) }
    return list
  }

  /// Every list of some of the elements, in every order.
  private func arrangements(of elements: [Int]) -> [[Int]] {
    [[]]
      + elements.flatMap { first in
        arrangements(of: elements.filter { $0 != first }).map { [first] + $0 }
      }
  }
}
