import FileSystem
import MailModel
import StoreInMemory
import TemporaryMailboxes
import TestWaiting
import Testing

/// What triage relies on, whatever the store is.
@Suite(.againstHanging) struct StoreConformanceTests {
  private func make(_ change: MessageChange?, in store: any MessageStore) async throws
    -> (change: MessageChange, message: Message?)
  {
    let change = try #require(change)
    let carried = await store.carryOut([change])
    #expect(carried.isDurable)
    let made = try #require(carried.results.first).get()
    return (try #require(made.change.message), made.message)
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
    let none = MessageRef("none")
    await #expect(throws: StoreError.messageVanished) { try await store.message(none) }
    await #expect(throws: StoreError.messageVanished) { try await store.body(of: none) }
    await #expect(throws: StoreError.messageVanished) {
      try await store.plan(.move(to: FolderID("Archive")), of: none)
    }
    await #expect(throws: StoreError.self) { try await store.messages(in: FolderID("none")) }
  }

  /// A store that knows of nothing that belongs together says so by the message alone.
  @Test(arguments: StoreKind.allCases)
  func aMessageBelongsToItself(kind: StoreKind) async throws {
    let under = try StoreUnderTest(kind)
    let id = await under.deliver("1.a")
    await under.deliver("2.b")
    let store = under.store
    #expect(try await store.conversation(of: id, besides: []).map(\.id) == [id])
    #expect(try await store.conversation(of: id, besides: [.inbox]).map(\.id) == [id])
    #expect(try await store.conversationSummary(of: id, besides: []).count == 1)
    let none = MessageRef("none")
    await #expect(throws: StoreError.messageVanished) {
      try await store.conversation(of: none, besides: [])
    }
    await #expect(throws: StoreError.messageVanished) {
      try await store.conversationSummary(of: none, besides: [])
    }
    #expect(store.abilities.contains(.conversations) != store.holdsFiles)
  }

  @Test func aStoreInMemoryKnowsWhatBelongsTogether() async throws {
    let store = MemoryStore(folders: [.inbox, FolderID("Sent")])
    func deliver(_ name: String, _ identifiers: [String], to folder: FolderID = .inbox) async {
      let id = MessageRef(folder: folder, key: ByteName(name))
      let message = Message(
        id: id, flags: [], from: "", address: "", subject: name, date: Int64(name) ?? 0,
        preview: "", size: 1)
      await store.deliver(message, identifiers: identifiers)
    }
    await deliver("1", ["a"])
    await deliver("2", ["b", "a"], to: FolderID("Sent"))
    await deliver("3", ["c"])
    let first = MessageRef("1")
    #expect(try await store.conversation(of: first, besides: []).map(\.subject) == ["1", "2"])
    let before = try await store.message(first).conversation
    await deliver("4", ["c", "b"])
    #expect(try await store.message(first).conversation == before)
    #expect(try await store.conversationSummary(of: first, besides: []).count == 4)
    let inbox = try await store.messages(in: .inbox)
    #expect(inbox.map(\.conversation) == [before, before, before])
    let besides: Set = [FolderID("Sent")]
    #expect(try await store.conversation(of: first, besides: besides).count == 3)
  }

  @Test(arguments: StoreKind.allCases)
  func everyStoreIsSearched(kind: StoreKind) async throws {
    let under = try StoreUnderTest(kind)
    let plan = await under.deliver("1.plan", flags: "S")
    await under.deliver("2.other", flags: "S")
    func found(_ query: String, in folder: FolderID? = nil, limit: Int = 9) async throws
      -> [MessageRef]
    {
      try await under.store.search(SearchQuery(query), in: folder, limit: limit).messages.map(\.id)
    }
    await under.store.readAhead()
    for query in ["PLA", "subject:plan -other", "-other"] {
      #expect(try await found(query, in: .inbox) == [plan])
    }
    #expect(try await found("plan", limit: 0).isEmpty)
    #expect(try await found("").isEmpty)
    #expect(try await found("plan is:unread").isEmpty)
    // Of files the names alone.
    #expect(try await found("text").count == (under.store.holdsFiles ? 0 : 2))
    #expect(
      try await under.store.search(SearchQuery("plan"), in: nil, limit: 9).progress.isComplete)
  }

  @Test(arguments: StoreKind.allCases)
  func theBytesOfAMessageAreThoseOfItsFile(kind: StoreKind) async throws {
    let under = try StoreUnderTest(kind)
    let id = await under.deliver("1.a")
    let text = "The text of 1.a.\n"
    let bytes = try await under.store.bytes(of: id, part: nil)
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix(text))
    await #expect(throws: StoreError.noSuchPart) { try await under.store.bytes(of: id, part: 7) }
    await #expect(throws: StoreError.messageVanished) {
      try await under.store.bytes(of: MessageRef("none"), part: nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func aPlanChangesNothing(kind: StoreKind) async throws {
    let under = try StoreUnderTest(kind)
    let id = await under.deliver("1.a", flags: "S")
    let store = under.store
    let archive = try await store.folder(.archive)
    let before = try await under.everything()
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
    for (role, ability) in [(Role.archive, StoreAbilities.archive), (.trash, .trash)] {
      guard store.abilities.contains(ability) else { continue }
      let id = await under.deliver("\(role)", flags: "S")
      let folder = try await store.folder(role)
      let made = try await make(store.plan(.move(to: folder), of: id), in: store)
      let there = try #require(made.change.after)
      #expect(made.message?.id == there && there.folder == folder)
      #expect(try await store.messages(in: .inbox).isEmpty)
      #expect(try await store.messages(in: folder).map(\.id) == [there])
      #expect(try await store.folder(role, near: folder) == folder)
      let undone = try await make(store.plan(undoing: made.change, of: there), in: store)
      let back = try #require(undone.change.after)
      #expect(try await store.messages(in: folder).isEmpty)
      #expect(try await store.messages(in: .inbox).map(\.id) == [back])
      #expect(try await store.message(back).subject == "\(role)")
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
    let archive = try await store.folder(.archive)
    let plan = try #require(try await store.plan(.move(to: archive), of: id))
    let first = try await make(plan, in: store)
    let second = try await make(plan, in: store)
    #expect(first.change.after == second.change.after)
    #expect(try await store.messages(in: archive).count == 1)
    #expect(try await store.messages(in: .inbox).isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func whatIsDeletedIsGone(kind: StoreKind) async throws {
    let under = try StoreUnderTest(kind)
    let store = under.store
    guard store.abilities.contains(.delete) else { return }
    let id = await under.deliver("1.a")
    let stays = await under.deliver("2.b")
    let trash = try await store.folder(.trash)
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
    let archive = try await store.folder(.archive)
    var plans: [MessageChange] = []
    for number in 0..<20 {
      let id = await under.deliver("\(number).a")
      plans.append(try #require(try await store.plan(.move(to: archive), of: id)))
    }
    plans.insert(
      MessageChange(
        before: MessageRef("none"), after: MessageRef("none.x", in: archive)), at: 10)
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

  @Test(arguments: StoreKind.allCases)
  func flagsAndAMoveAreOneChange(kind: StoreKind) async throws {
    let under = try StoreUnderTest(kind)
    let store = under.store
    guard store.abilities.contains(.flags) else { return }
    let id = await under.deliver("1.a", flags: "S")
    let archive = try await store.folder(.archive)
    let moment: Int64 = 1_900_000_000
    let made = try await make(
      store.plan(
        .alter(adding: .flagged, removing: .seen, movingTo: archive, waking: moment), of: id),
      in: store)
    let there = try #require(made.change.after)
    #expect(made.change.isMove && made.change.added == .flagged && made.change.removed == .seen)
    #expect(made.message?.waking == moment)
    #expect(try await store.message(there).waking == moment)
    #expect(try await under.everything() == ["Archive 1.a F"])
    try await store.setFlags(there, adding: .replied)
    let undone = try await make(store.plan(undoing: made.change, of: there), in: store)
    #expect(try await under.everything() == ["Inbox 1.a RS"])
    #expect(undone.message?.waking == nil)
    let redone = try await make(
      store.plan(undoing: undone.change, of: try #require(undone.change.after)), in: store)
    #expect(try await under.everything() == ["Archive 1.a FR"])
    #expect(redone.message?.waking == moment)
  }

  @Test(arguments: StoreKind.allCases)
  func whenAMessageComesBackIsKeptWithIt(kind: StoreKind) async throws {
    let under = try StoreUnderTest(kind)
    let store = under.store
    guard store.abilities.contains(.flags) else { return }
    let id = await under.deliver("1.a", flags: "S")
    let archive = try await store.folder(.archive)
    let first = try await make(
      store.plan(.alter(movingTo: archive, waking: 1_800_000_000), of: id), in: store)
    let waiting = try #require(first.change.after)
    let same = try await store.plan(.alter(movingTo: archive, waking: 1_800_000_000), of: waiting)
    #expect(same == nil)
    // Another time gives it another identity where it is.
    let second = try await make(
      store.plan(.alter(movingTo: archive, waking: 1_900_000_000), of: waiting), in: store)
    #expect(second.change.isMove && second.message?.waking == 1_900_000_000)
    #expect(try await under.everything() == ["Archive 1.a S"])
    let undone = try await make(
      store.plan(undoing: second.change, of: try #require(second.change.after)), in: store)
    #expect(undone.message?.waking == 1_800_000_000)
    let back = try await make(
      store.plan(
        .alter(removing: .seen, movingTo: .inbox, woken: 1_800_000_001),
        of: try #require(undone.change.after)), in: store)
    let now = try await store.message(try #require(back.change.after))
    #expect(now == back.message && now.waking == nil && now.woken == 1_800_000_001)
    #expect(now.arrival == 1_800_000_001 && now.isUnread)
    let flagged = try await store.setFlags(now.id, adding: .seen)
    #expect(flagged.woken == 1_800_000_001)
    let again = try await make(store.plan(undoing: back.change, of: now.id), in: store)
    #expect(again.message?.waking == 1_800_000_000 && again.message?.woken == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func aMessageIsCreatedByAChange(kind: StoreKind) async throws {
    let under = try StoreUnderTest(kind)
    let store = under.store
    let text = Array("Subject: new\n\nThe text.\n".utf8)
    guard store.abilities.contains(.create) else {
      await #expect(throws: StoreError.notSupported) {
        try await store.plan(creating: text, in: .inbox, flags: [])
      }
      return
    }
    let plan = try await store.plan(creating: text, in: .inbox, flags: [.draft, .seen])
    #expect(plan.isCreation && !plan.isMove && Change.message(plan).isUndoable)
    #expect(try await store.messages(in: .inbox).isEmpty)
    let made = try await make(plan, in: store)
    #expect(made.message?.id == plan.after && made.message?.flags.letters == "DS")
    let id = try #require(plan.after)
    #expect(try await store.body(of: id).text.contains("The text."))
    #expect(try await make(plan, in: store).message?.id == id)
    #expect(try await store.messages(in: .inbox).count == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func aFolderIsCreatedByAChange(kind: StoreKind) async throws {
    let under = try StoreUnderTest(kind)
    let store = under.store
    guard store.abilities.contains(.create) else { return }
    let id = await under.deliver("1.a")
    let place = try await store.place(forFolder: "Later", near: .inbox)
    #expect(try await !store.folders().contains(place))
    let plan = try #require(try await store.plan(.move(to: place), of: id))
    let early = await store.carryOut([plan])
    #expect(throws: StoreError.self) { try early.results[0].get() }
    #expect(try await store.messages(in: .inbox).map(\.id) == [id])
    let both = await store.carryOut([.folder(place), .message(plan)])
    #expect(try both.results[0].get().change == .folder(place))
    #expect(try both.results[1].get().message?.id == plan.after)
    #expect(try await store.folders().contains(place))
    #expect(!Change.folder(place).isUndoable)
    let again = await store.carryOut([Change.folder(place)])
    #expect(try again.results[0].get().change == .folder(place))
    #expect(try await store.messages(in: place).count == 1)
  }
}
