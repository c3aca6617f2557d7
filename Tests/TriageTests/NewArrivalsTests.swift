import FileSystem
import MailModel
import Testing
import Triage

struct NewArrivalsTests {
  private static let start: Int64 = 1_800_000_000

  private func message(
    _ number: Int, flags: MessageFlags = [], received: Int64 = start, waking: Int64? = nil,
    in folder: FolderID = .inbox
  ) -> Message {
    Message(
      id: MessageRef(folder: folder, key: ByteName("\(number)")), flags: flags, from: "Ada",
      address: "ada@example.org", subject: "Subject \(number)", date: received, received: received,
      preview: nil, size: 1, waking: waking)
  }

  /// What has looked once, at these messages.
  private func arrivals(after messages: [Message] = []) -> NewArrivals {
    var arrivals = NewArrivals(now: Self.start)
    #expect(arrivals.look(messages).isEmpty)
    return arrivals
  }

  @Test func whatIsThereAtFirstIsNotNew() {
    var arrivals = arrivals(after: [message(1)])
    #expect(arrivals.look([message(1)]).isEmpty)
    #expect(arrivals.look([message(2), message(1)]) == [.show(message(2))])
    #expect(arrivals.look([message(2), message(1)]).isEmpty)
  }

  @Test func theOldestIsToldFirst() {
    var arrivals = arrivals()
    #expect(arrivals.look([message(2), message(1)]) == [.show(message(1)), .show(message(2))])
  }

  @Test func onlyWhatIsDeliveredUnreadIsNew() {
    var arrivals = arrivals()
    let others = [
      message(1, flags: .seen), message(2, flags: .trashed), message(3, waking: Self.start),
      message(4, received: Self.start - 2 * 86_400), message(5),
    ]
    #expect(arrivals.look(others) { $0 == self.message(5).id }.isEmpty)
    // What is marked unread later is still not new, nor what goes and comes back.
    #expect(arrivals.look([]).isEmpty)
    #expect(arrivals.look([message(1), message(2), message(5)]).isEmpty)
    // Where nothing is known of the delivery it may be new.
    #expect(arrivals.look([message(6, received: 0)]).count == 1)
  }

  @Test func whatThePersonSeesIsNotToldOfNowOrLater() {
    var arrivals = arrivals()
    #expect(arrivals.look([message(1)], isQuiet: true).isEmpty)
    #expect(arrivals.look([message(1)]).isEmpty)
  }

  @Test func whatIsReadOrGoneIsWithdrawn() {
    var arrivals = arrivals()
    #expect(arrivals.look([message(2), message(1)]).count == 2)
    #expect(arrivals.look([message(2), message(1, flags: .seen)]) == [.withdraw(message(1).id)])
    #expect(arrivals.look([]) == [.withdraw(message(2).id)])
    #expect(arrivals.look([]).isEmpty)
  }

  @Test func moreThanThreeAreOne() {
    var arrivals = arrivals()
    let three = (1...3).reversed().map { message($0) }
    #expect(arrivals.look(three).count == 3)
    #expect(
      arrivals.look([message(4)] + three, after: 60)
        == three.map { .withdraw($0.id) } + [.showTogether([message(4)] + three)])
    // The one goes with the last of them.
    #expect(arrivals.look([message(4)]).isEmpty)
    #expect(arrivals.look([]) == [.withdrawTogether])
  }

  @Test func aThousandInDribblesAreOne() {
    var arrivals = arrivals()
    var all: [Message] = []
    var shown: Set<MessageRef> = []
    var together: [Message] = []
    for number in 0..<1_000 {
      all.insert(message(number), at: 0)
      for change in arrivals.look(all, after: Int64(number)) {
        switch change {
        case .show(let message): shown.insert(message.id)
        case .withdraw(let id): shown.remove(id)
        case .showTogether(let messages): together = messages
        case .withdrawTogether: together = []
        }
      }
    }
    #expect(shown.isEmpty && together == all)
  }

  @Test func aPauseEndsARun() {
    var arrivals = arrivals()
    var all = (1...5).reversed().map { message($0) }
    #expect(arrivals.look(all) == [.showTogether(all)])
    all.insert(message(6), at: 0)
    #expect(arrivals.look(all, after: 61) == [.show(message(6))])
    // A clock that is set back begins a run too.
    all.insert(message(7), at: 0)
    #expect(arrivals.look(all, after: -1_000) == [.show(message(7))])
  }

  @Test func allIsWithdrawnAtTheEnd() {
    var arrivals = arrivals()
    let all = (1...5).map { message($0) }
    _ = arrivals.look(all)
    _ = arrivals.look([message(6)] + all, after: 61)
    #expect(arrivals.withdrawAll() == [.withdraw(message(6).id), .withdrawTogether])
    #expect(arrivals.withdrawAll().isEmpty)
  }

  @Test func inboxesAreToldApart() {
    var arrivals = arrivals()
    let other = FolderID(path: ByteName("work"))
    #expect(arrivals.look([message(1)]).count == 1)
    // The first look at an inbox tells nothing, and withdraws nothing of another.
    #expect(arrivals.look([message(1, in: other)], in: other).isEmpty)
    #expect(arrivals.look([], in: other).isEmpty)
    #expect(arrivals.look([]) == [.withdraw(message(1).id)])
  }
}

extension NewArrivals {
  fileprivate mutating func look(
    _ messages: [Message], in inbox: FolderID = .inbox, after seconds: Int64 = 0,
    isQuiet: Bool = false, wasPut: (MessageRef) -> Bool = { _ in false }
  ) -> [Change] {
    look(
      at: messages, in: inbox, now: 1_800_000_000 + seconds, isQuiet: isQuiet, wasPut: wasPut)
  }
}
