import Testing

@testable import MailStore

/// What triage relies on, whatever the store is.
@Suite struct StoreConformanceTests {
  private func make(_ change: MessageChange?, in store: any MessageStore) async throws
    -> CarriedOut.Made
  {
    let change = try #require(change)
    let carried = await store.carryOut([change])
    #expect(carried.isDurable)
    return try #require(carried.results.first).get()
  }

  @Test(arguments: StoreKind.allCases)
  func messagesAreListedAndRead(kind: StoreKind) async throws {
    let under = try StoreUnderTest(kind)
    let store = under.store
    #expect(!store.identity.isEmpty && !store.path.isEmpty)
    #expect(await store.isWritable)
    #expect(try await store.messages(in: .inbox).isEmpty)
    let id = await under.deliver("1.a")
    await under.deliver("2.b")
    let found = try await store.messages(in: .inbox)
    #expect(found == found.sortedNewestFirst() && found.count == 2)
    #expect(found.contains { $0.id == id && $0.subject == "1.a" })
    #expect(try await store.message(id).subject == "1.a")
    #expect(try await store.body(of: id).text.contains("The text of 1.a."))
    #expect(try await store.folders().first == .inbox)
    let none = MessageID("none")
    await #expect(throws: StoreError.messageVanished) { try await store.message(none) }
    await #expect(throws: StoreError.messageVanished) { try await store.body(of: none) }
    await #expect(throws: StoreError.messageVanished) {
      try await store.plan(.move(to: FolderID("Archive")), of: none)
    }
    await #expect(throws: StoreError.self) { try await store.messages(in: FolderID("none")) }
  }

  @Test(arguments: StoreKind.allCases)
  func aPlanChangesNothing(kind: StoreKind) async throws {
    let under = try StoreUnderTest(kind)
    let id = await under.deliver("1.a", flags: "S")
    let before = try await under.everything()
    let store = under.store
    let archive = try await store.specialFolder(.archive)
    let move = try #require(try await store.plan(.move(to: archive), of: id))
    #expect(move.isMove && move.before == id && move.after?.folder == archive)
    #expect(try await store.plan(.move(to: .inbox), of: id) == nil)
    if store.abilities.contains(.flags) {
      let flags = try #require(
        try await store.plan(.flags(adding: .flagged, removing: .seen), of: id))
      #expect(!flags.isMove && flags.added == .flagged && flags.removed == .seen)
      #expect(try await store.plan(.flags(adding: .seen, removing: .draft), of: id) == nil)
    }
    #expect(try await under.everything() == before)
    #expect(try await !store.folders().contains(archive))
  }

  @Test(arguments: StoreKind.allCases)
  func flagsChangeAndComeBack(kind: StoreKind) async throws {
    let under = try StoreUnderTest(kind)
    let store = under.store
    guard store.abilities.contains(.flags) else { return }
    let id = await under.deliver("1.a", flags: "Sa")
    let made = try await make(
      store.plan(.flags(adding: .flagged, removing: .seen), of: id), in: store)
    #expect(made.message?.id == id && made.message?.flags.letters == "Fa")
    #expect(try await under.everything() == ["Inbox 1.a Fa"])
    let undone = try await make(store.plan(undoing: made.change, of: id), in: store)
    #expect(try await under.everything() == ["Inbox 1.a Sa"])
    _ = try await make(store.plan(undoing: undone.change, of: id), in: store)
    #expect(try await under.everything() == ["Inbox 1.a Fa"])
  }

  @Test(arguments: StoreKind.allCases)
  func whatOthersDoToFlagsStays(kind: StoreKind) async throws {
    let under = try StoreUnderTest(kind)
    let store = under.store
    guard store.abilities.contains(.flags) else { return }
    let id = await under.deliver("1.a")
    let plan = try await store.plan(.flags(adding: .seen, removing: []), of: id)
    try await store.setFlags(id, adding: .replied)
    let made = try await make(plan, in: store)
    #expect(try await under.everything() == ["Inbox 1.a RS"])
    try await store.setFlags(id, adding: .flagged)
    _ = try await make(store.plan(undoing: made.change, of: id), in: store)
    #expect(try await under.everything() == ["Inbox 1.a FR"])
  }

  @Test(arguments: StoreKind.allCases)
  func aMoveGoesAndComesBackUnderFreshNames(kind: StoreKind) async throws {
    let under = try StoreUnderTest(kind)
    let store = under.store
    for (special, ability) in [(SpecialFolder.archive, StoreAbilities.archive), (.trash, .trash)] {
      guard store.abilities.contains(ability) else { continue }
      let id = await under.deliver("\(special)", flags: "S")
      let folder = try await store.specialFolder(special)
      let made = try await make(store.plan(.move(to: folder), of: id), in: store)
      let there = try #require(made.change.after)
      #expect(made.message?.id == there && there.folder == folder)
      #expect(try await store.messages(in: .inbox).isEmpty)
      #expect(try await store.messages(in: folder).map(\.id) == [there])
      #expect(try await store.specialFolder(special, near: folder) == folder)
      let undone = try await make(store.plan(undoing: made.change, of: there), in: store)
      let back = try #require(undone.change.after)
      #expect(try await store.messages(in: folder).isEmpty)
      #expect(try await store.messages(in: .inbox).map(\.id) == [back])
      #expect(try await store.message(back).subject == "\(special)")
      let redone = try await make(store.plan(undoing: undone.change, of: back), in: store)
      #expect(redone.change.after?.folder == folder)
      #expect(try await store.messages(in: .inbox).isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func whatIsMadeIsNotMadeAgain(kind: StoreKind) async throws {
    let under = try StoreUnderTest(kind)
    let store = under.store
    let id = await under.deliver("1.a")
    let archive = try await store.specialFolder(.archive)
    let plan = try #require(try await store.plan(.move(to: archive), of: id))
    let first = try await make(plan, in: store)
    let second = try await make(plan, in: store)
    #expect(first.change.after == second.change.after)
    #expect(try await store.messages(in: archive).count == 1)
    #expect(try await store.messages(in: .inbox).isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func deletingIsForTheTrashOnly(kind: StoreKind) async throws {
    let under = try StoreUnderTest(kind)
    let store = under.store
    guard store.abilities.contains(.delete) else { return }
    let id = await under.deliver("1.a")
    let stays = await under.deliver("2.b")
    await #expect(throws: StoreError.notInTrash) { try await store.plan(.delete, of: id) }
    let forced = MessageChange(
      before: id, infoBefore: ByteName(":2,"), after: nil, infoAfter: ByteName([]))
    let refused = await store.carryOut([forced])
    #expect(throws: StoreError.notInTrash) { try refused.results[0].get() }
    let trash = try await store.specialFolder(.trash)
    let there = try await store.move(id, to: trash)
    let made = try await make(store.plan(.delete, of: there), in: store)
    #expect(made.message == nil && made.change.isDeletion)
    #expect(try await under.everything() == ["Inbox 2.b "])
    await #expect(throws: StoreError.messageVanished) { try await store.plan(.delete, of: there) }
    #expect(try await store.message(stays).subject == "2.b")
  }

  @Test(arguments: StoreKind.allCases)
  func aBatchTellsOfEach(kind: StoreKind) async throws {
    let under = try StoreUnderTest(kind)
    let store = under.store
    let archive = try await store.specialFolder(.archive)
    var plans: [MessageChange] = []
    for number in 0..<20 {
      let id = await under.deliver("\(number).a")
      plans.append(try #require(try await store.plan(.move(to: archive), of: id)))
    }
    plans.insert(
      MessageChange(
        before: MessageID("none"), infoBefore: ByteName(":2,"),
        after: MessageID("none.x", in: archive), infoAfter: ByteName(":2,")), at: 10)
    let carried = await store.carryOut(plans)
    #expect(carried.results.count == plans.count)
    for (index, result) in carried.results.enumerated() {
      if index == 10 {
        #expect(throws: StoreError.messageVanished) { try result.get() }
      } else {
        #expect(try result.get().message?.id == plans[index].after)
      }
    }
    #expect(try await store.messages(in: archive).count == 20)
    #expect(try await store.messages(in: .inbox).isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func changesWake(kind: StoreKind) async throws {
    let under = try StoreUnderTest(kind)
    var wakes = under.store.changes().makeAsyncIterator()
    await under.deliver("1.a")
    _ = await wakes.next()
    #expect(try await under.store.messages(in: .inbox).count == 1)
  }
}
