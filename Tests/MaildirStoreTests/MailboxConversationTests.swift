import FileSystem
import GRDB
import Glibc
import MailModel
import SeededRandom
import Synchronization
import TemporaryMailboxes
import Testing

@testable import MailIndex
@testable import MailText
@testable import MaildirStore

/// What a mailbox says belongs together.
@Suite struct MailboxConversationTests {
  private final class Stand {
    let mail: TemporaryMaildir
    let indexFolder: String

    init(folders: [String] = [".Sent", ".Trash"]) throws {
      mail = try TemporaryMaildir(folders: folders)
      indexFolder = try TemporaryMaildir.makeDirectory()
    }

    deinit { TemporaryMaildir.remove(indexFolder) }

    func store() throws -> Maildir { try Maildir(path: mail.path, indexFolder: indexFolder) }

    /// Lets the directories look as if they had not changed for long.
    func rest() {
      for folder in ["", "/.Sent", "/.Trash"] {
        for part in ["cur", "new"] {
          let time = timespec(tv_sec: 1_500_000_000, tv_nsec: 0)
          utimensat(AT_FDCWD, "\(mail.path)\(folder)/\(part)", [time, time], 0)
        }
      }
    }

    /// Delivers a message whose number is its Message-ID.
    @discardableResult
    func add(
      _ number: Int, names: [Int] = [], to folder: String = "", isFresh: Bool = false,
      from: String = "Ann"
    ) -> MessageRef {
      let named = names.map { "<\($0)@x.org>" }.joined(separator: " ")
      let key = "\(1_500_000_000 + number).a"
      mail.add(
        key + ":2,S",
        "From: \(from) <\(from)@x.org>\nSubject: \(number)\nMessage-ID: <\(number)@x.org>\n"
          + "Date: 1 Jan 2018 12:00:\(number % 60) +0000\n"
          + (named.isEmpty ? "" : "References: \(named)\n") + "\nbody\n", folder: folder,
        at: isFresh ? Int(MessageDate.now()) : 1_500_000_000)
      return MessageRef(folder: FolderID(folder), key: ByteName(key))
    }
  }

  /// The subjects of the messages of each conversation of a folder.
  private func rows(_ messages: [Message]) -> Set<Set<String>> {
    var rows = ConversationRows()
    rows.show(messages)
    return Set(rows.rows.map { Set($0.messages.map(\.subject)) })
  }

  @Test func answersAndWhatWasSentBelongTogether() async throws {
    let stand = try Stand()
    let first = stand.add(1)
    let sent = stand.add(2, names: [1], to: ".Sent", from: "Me")
    stand.add(3, names: [1, 2])
    stand.add(4)
    let store = try stand.store()
    #expect(rows(try await store.messages(in: .inbox)) == [["1", "3"], ["4"]])
    #expect(try await store.conversation(of: first, besides: []).map(\.subject) == ["1", "3"])
    await store.readAhead()
    for id in [first, sent] {
      let all = try await store.conversation(of: id, besides: [])
      #expect(all.map(\.subject) == ["1", "2", "3"])
      let summary = try await store.conversationSummary(of: id, besides: [])
      #expect(summary.count == 3 && summary.participants.map(\.name) == ["Ann", "Me"])
    }
    // What a folder is left out for is shown where one is in it.
    let besides: Set = [FolderID(".Sent")]
    #expect(try await store.conversation(of: first, besides: besides).map(\.subject) == ["1", "3"])
    #expect(try await store.conversation(of: sent, besides: besides).count == 3)
    #expect(try await store.conversationSummary(of: first, besides: besides).count == 2)
    #expect(try await store.conversationSummary(of: sent, besides: besides).count == 3)
    let alone = try await store.messages(in: .inbox).first { $0.subject == "4" }
    let id = try #require(alone?.id)
    #expect(try await store.conversation(of: id, besides: []).map(\.subject) == ["4"])
  }

  @Test func whatIsReadOfAnotherFolderJoinsWhatIsListed() async throws {
    let stand = try Stand()
    stand.add(1)
    stand.add(2)
    stand.rest()
    let store = try stand.store()
    #expect(rows(try await store.messages(in: .inbox)) == [["1"], ["2"]])
    await store.settle()
    stand.add(3, names: [1, 2], to: ".Sent")
    await store.readAhead()
    #expect(rows(try await store.messages(in: .inbox)) == [["1", "2"]])
    // The next start knows it before anything is read.
    let first = Mutex<[Message]>([])
    _ = try await stand.store().messages(in: .inbox) { messages, _ in
      first.withLock { if $0.isEmpty { $0 = messages } }
    }
    #expect(rows(first.withLock { $0 }) == [["1", "2"]])
  }

  @Test func whoListensIsToldOfWhatIsJoined() async throws {
    let stand = try Stand()
    stand.add(1)
    stand.add(2)
    stand.add(3, names: [1, 2], to: ".Sent")
    stand.rest()
    let store = try stand.store()
    _ = try await store.messages(in: .inbox)
    await store.settle()
    let (told, listener) = AsyncStream<Void>.makeStream()
    store.listeners.withLock { $0[ObjectIdentifier(stand)] = listener }
    await store.readAhead()
    listener.finish()
    #expect(await told.reduce(0) { count, _ in count + 1 } >= 1)
    // Nothing more is to be told, or one look would bring about the next for ever.
    let (nothing, again) = AsyncStream<Void>.makeStream()
    store.listeners.withLock { $0[ObjectIdentifier(stand)] = again }
    await store.readAhead()
    again.finish()
    #expect(await nothing.reduce(0) { count, _ in count + 1 } == 0)
  }

  @Test func whoListensIsToldOfAFolderThatIsReadForSomethingElse() async throws {
    let stand = try Stand()
    stand.add(1)
    stand.add(2, names: [1], to: ".Sent")
    stand.rest()
    let store = try stand.store()
    _ = try await store.messages(in: .inbox) { _, _ in }
    let (told, listener) = AsyncStream<Void>.makeStream()
    store.listeners.withLock { $0[ObjectIdentifier(stand)] = listener }
    _ = try await store.messages(in: FolderID(".Sent"))
    _ = try await store.messages(in: FolderID(".Sent"))
    listener.finish()
    #expect(await told.reduce(0) { count, _ in count + 1 } == 1)
  }

  /// The rows that are shown while a mailbox is read must not fall together at the end.
  @Test func whatIsListedFirstIsGathered() async throws {
    let stand = try Stand()
    // Read in pieces that may overtake each other, and told in three batches at least.
    for number in 0..<1_200 { stand.add(number, names: number < 100 ? [] : [number % 100]) }
    let batches = Mutex<[[Message]]>([])
    _ = try await stand.store().messages(in: .inbox) { messages, _ in
      batches.withLock { $0.append(messages) }
    }
    let all = batches.withLock { $0 }
    #expect(all.count > 2 && all.allSatisfy { $0.allSatisfy { $0.conversation != nil } })
    // Each says at once what it is to say.
    #expect(rows(all.flatMap(\.self)).count == 100)
  }

  /// What was written just now is not kept, for it may not be whole.
  @Test func whatHasJustComeBelongsToItsConversation() async throws {
    let stand = try Stand()
    stand.add(1)
    let store = try stand.store()
    _ = try await store.messages(in: .inbox)
    let fresh = stand.add(2, names: [1], isFresh: true)
    let found = try await store.messages(in: .inbox)
    #expect(rows(found) == [["1", "2"]])
    #expect(try await store.conversation(of: fresh, besides: []).map(\.subject) == ["1", "2"])
    let old = MessageRef(folder: .inbox, key: ByteName("1500000001.a"))
    #expect(try await store.conversation(of: old, besides: []).map(\.subject) == ["1", "2"])
  }

  /// The window, the search and who looks out for new mail all list at once: whoever is the last to ask must not be told less.
  @Test(arguments: [false, true])
  func whoeverElseListsWhatHasComeBelongsToItsConversation(isFresh: Bool) async throws {
    let stand = try Stand()
    stand.add(0)
    let store = try stand.store()
    _ = try await store.messages(in: .inbox)
    for number in 1...30 {
      let id = stand.add(number, names: [0], isFresh: isFresh)
      let listed = try await withThrowingTaskGroup(of: [Message].self) { group in
        for asked in 0..<8 {
          group.addTask {
            // A command asks for the one message, and a search for what is known.
            if asked == 2 { _ = try await store.message(id) }
            if asked == 3 { _ = try await store.search(SearchQuery("body"), in: nil, limit: 5) }
            return try await store.messages(in: .inbox)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      for messages in listed { #expect(rows(messages).count == 1, "after \(number)") }
    }
  }

  @Test func aMoveAndItsUndoChangeNothing() async throws {
    let stand = try Stand()
    stand.add(1)
    let second = stand.add(2, names: [1])
    let store = try stand.store()
    let before = try await store.messages(in: .inbox).map(\.conversation)
    let moved = try await store.move(second, to: FolderID(".Trash"))
    #expect(try await store.message(moved).conversation == before[0])
    #expect(try await store.conversation(of: moved, besides: []).map(\.subject) == ["1", "2"])
    let trash: Set = [FolderID(".Trash")]
    let left = MessageRef(folder: .inbox, key: ByteName("1500000001.a"))
    #expect(try await store.conversation(of: left, besides: trash).map(\.subject) == ["1"])
    try await store.setFlags(moved, adding: .flagged)
    let all = try await store.conversation(of: left, besides: [])
    #expect(all.map(\.subject) == ["1", "2"] && all[1].isStarred)
    try await store.move(moved, to: .inbox)
    #expect(try await store.messages(in: .inbox).map(\.conversation) == before)
  }

  /// Before the index knows of it, and after.
  @Test func aMessageThatIsMovedBeforeItIsKeptBelongsToItsConversation() async throws {
    let stand = try Stand()
    stand.add(1, to: ".Sent")
    let second = stand.add(2, names: [1])
    let store = try stand.store()
    let moved = try await store.move(second, to: FolderID(".Sent"))
    _ = try await store.messages(in: FolderID(".Sent"))
    await store.settle()
    #expect(rows(try await store.messages(in: FolderID(".Sent"))) == [["1", "2"]])
    #expect(try await store.conversation(of: moved, besides: []).count == 2)
  }

  @Test func whatAnotherProgramMovesStaysTogether() async throws {
    let stand = try Stand()
    stand.add(1)
    stand.add(2, names: [1])
    stand.add(3, names: [1, 2])
    let store = try stand.store()
    let before = Set(try await store.messages(in: .inbox).map(\.conversation))
    try stand.mail.rename("cur/1500000002.a:2,S", to: ".Trash/cur/other:2,S")
    #expect(try await store.messages(in: .inbox).count == 2)
    await store.readAhead()
    let moved = try await store.messages(in: FolderID(".Trash"))
    #expect(Set(moved.map(\.conversation)) == before)
    let inbox = try await store.messages(in: .inbox)
    #expect(try await store.conversation(of: inbox[0].id, besides: []).count == 3)
  }

  @Test func whatAnotherProgramMovedIsCountedWhereItIs() async throws {
    let stand = try Stand()
    let first = stand.add(1)
    let sent = stand.add(2, names: [1], to: ".Sent")
    let store = try stand.store()
    _ = try await store.messages(in: .inbox)
    await store.readAhead()
    let besides: Set = [FolderID(".Trash")]
    #expect(try await store.conversationSummary(of: first, besides: besides).count == 2)
    rename(
      "\(stand.mail.path)/.Sent/cur/\(sent.key):2,S",
      "\(stand.mail.path)/.Trash/cur/1700000000.R1.b:2,S")
    _ = try await store.messages(in: .inbox)
    // As the folders beside the list are counted when anything changes.
    for folder in [".Sent", ".Trash"] { _ = try await store.unreadCount(in: FolderID(folder)) }
    #expect(try await store.conversationSummary(of: first, besides: besides).count == 1)
    #expect(try await store.conversation(of: first, besides: besides).map(\.subject) == ["1"])
  }

  /// Mail that names what belongs to strangers joins them no longer than it is there.
  @Test func whatJoinedStrangersPartsThemWhenItIsDeleted() async throws {
    let stand = try Stand()
    stand.add(1)
    stand.add(2)
    let hostile = stand.add(3, names: [1, 2])
    let store = try stand.store()
    #expect(rows(try await store.messages(in: .inbox)) == [["1", "2", "3"]])
    unlink("\(stand.mail.path)/cur/\(hostile.key):2,S")
    #expect(rows(try await store.messages(in: .inbox)) == [["1", "2"]])
    await store.settle()
    await store.readAhead()
    #expect(rows(try await store.messages(in: .inbox)) == [["1"], ["2"]])
  }

  @Test func withoutAnIndexEachIsAlone() async throws {
    let stand = try Stand()
    let first = stand.add(1)
    stand.add(2, names: [1])
    let store = try Maildir(path: stand.mail.path)
    #expect(rows(try await store.messages(in: .inbox)) == [["1"], ["2"]])
    #expect(try await store.conversation(of: first, besides: []).map(\.subject) == ["1"])
    #expect(try await store.conversationSummary(of: first, besides: []).count == 1)
  }

  @Test func whatAnotherProgramJoinsIsTaken() async throws {
    let stand = try Stand()
    stand.add(1)
    stand.add(2)
    let (one, other) = (try stand.store(), try stand.store())
    _ = try await one.messages(in: .inbox)
    _ = try await other.messages(in: .inbox)
    await one.settle()
    await other.settle()
    stand.add(3, names: [1, 2])
    _ = try await one.messages(in: .inbox)
    await one.settle()
    _ = try await other.messages(in: .inbox)
    await other.settle()
    #expect(rows(try await other.messages(in: .inbox)) == [["1", "2", "3"]])
  }

  /// Whatever is done by this program or others, in memory, in the index and at the next start there is
  /// what a mailbox read anew has.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func itIsAlwaysAsIfReadAnew(seed: UInt64) async throws {
    let stand = try Stand()
    var numbers = SeededNumbers(seed: seed)
    let folders = ["", ".Sent", ".Trash"]
    var added = 0
    let store = try stand.store()
    for round in 1...4 {
      for _ in 0..<15 {
        let folder = folders.randomElement(using: &numbers) ?? ""
        let row = try await store.messages(in: FolderID(folder)).randomElement(using: &numbers)
        let other = folders.randomElement(using: &numbers) ?? ""
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0:
          if let row, folder != other { try await store.move(row.id, to: FolderID(other)) }
        case 1: if let row { try await store.setFlags(row.id, adding: .flagged) }
        case 2: if let row { unlink(try await path(of: row, store)) }
        case 3:
          if let row, folder != other {
            let to = "\(stand.mail.path)/\(other)/cur/\(row.id.key)m\(added):2,S"
            rename(try await path(of: row, store), to)
          }
        case 4: if let row { _ = try? await store.messageWithPreview(row.id) }
        default:
          added += 1
          let named = (0..<Int.random(in: 0...2, using: &numbers)).map { _ in
            Int.random(in: 1...max(added, 2), using: &numbers)
          }
          stand.add(added, names: named, to: folder)
        }
        added += 1
      }
      await store.readAhead()
      var all: [Message] = []
      for folder in folders { all += try await store.messages(in: FolderID(folder)) }
      await store.settle()
      await store.readAhead()
      all = []
      for folder in folders { all += try await store.messages(in: FolderID(folder)) }
      let anew = try Maildir(
        path: stand.mail.path, indexFolder: "\(stand.indexFolder)/anew\(round)")
      await anew.readAhead()
      var truth: [Message] = []
      for folder in folders { truth += try await anew.messages(in: FolderID(folder)) }
      #expect(rows(all) == rows(truth))
      let next = try stand.store()
      for message in all {
        let found = try await next.message(message.id)
        #expect(found.subject == message.subject)
      }
      for folder in folders {
        let kept = try await next.messages(in: FolderID(folder))
        let known = try await store.messages(in: FolderID(folder))
        #expect(kept.map(\.conversation) == known.map(\.conversation))
      }
    }
  }

  private func path(of message: Message, _ store: Maildir) async throws -> String {
    let entry = try await store.located(message.id).entry
    return await store.path(of: entry, in: message.id.folder).description
  }

  /// A wrong tie must not be shown, even where the right ones are lost.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func whatDamageDoesToTheNumbersIsNoticed(seed: UInt64) async throws {
    let stand = try Stand()
    var numbers = SeededNumbers(seed: seed)
    for number in 0..<60 { stand.add(number, names: number < 20 ? [] : [number % 20]) }
    let store = try stand.store()
    let truth = rows(try await store.messages(in: .inbox))
    await store.settle()
    let file = try #require(
      try Self.files(in: stand.indexFolder).first { $0.hasSuffix(".sqlite") })
    let queue = try DatabaseQueue(path: "\(stand.indexFolder)/\(file)")
    let (victim, number) = (
      Int.random(in: 1...60, using: &numbers), Int.random(in: 1...25, using: &numbers)
    )
    try await queue.write {
      try $0.execute(
        sql: "UPDATE message SET conversation = ? WHERE id = ?", arguments: [number, victim])
    }
    #expect(rows(try await stand.store().messages(in: .inbox)) == truth)
  }

  private static func files(in folder: String) throws -> [String] {
    var found: [String] = []
    try Directory(ByteName(folder)).entries { name, _ in found.append(name.description) }
    return found
  }

  /// The mail of `MAIL_CORPUS`, or the project's own, against the rules and Python's idea of the fields.
  @Test func theCorpusIsAsTheRulesSay() async throws {
    let python = try CorpusTests.python("python_identifiers.py", on: CorpusTests.corpus)
      .filter { !$0.isEmpty }
    #expect(!python.isEmpty)
    let stand = try Stand()
    var mails: [Threads.Mail] = []
    for (number, columns) in python.enumerated() {
      let path = ByteName(CorpusTests.corpus.bytes + [UInt8(ascii: "/")] + columns[0])
      stand.mail.add(bytes: Array("\(number).a".utf8), CorpusTests.bytes(of: path))
      let texts = columns.dropFirst().map { String(decoding: $0, as: UTF8.self) }
      mails.append(Threads.Mail(own: texts[0].isEmpty ? nil : texts[0], named: Array(texts[1...])))
    }
    let store = try stand.store()
    let messages = try await store.messages(in: .inbox)
    await store.settle()
    let found = Dictionary(uniqueKeysWithValues: messages.map { ($0.id.key, $0.conversation) })
    let conversations = mails.indices.map { number -> String in
      let conversation = found[ByteName("\(number).a")] ?? nil
      return conversation.map { "\($0.number)" } ?? "alone \(number)"
    }
    let ours = Threads.parts(conversations)
    let rules = Threads.parts(Threads(mails).conversations)
    for part in ours.symmetricDifference(rules) {
      Issue.record("\(part.sorted().map { ByteName(python[$0][0]).description })")
    }
  }
}
