import Glibc
import MailModel
import TemporaryMailboxes
import Testing

@testable import MaildirStore

/// What is deleted for ever is what was asked about, whatever other programs put in its place.
@Suite struct DeletionTests {
  private let trash = FolderID(".Trash")
  private let mail: TemporaryMaildir
  private var file: String { "\(mail.path)/.Trash/cur/1.a:2,S" }

  init() throws {
    mail = try TemporaryMaildir(folders: [".Trash"])
    mail.add("1.a:2,S", "Subject: old\n\nbody\n", folder: ".Trash")
  }

  private func delete(_ id: MessageRef, in store: Maildir) async throws {
    let plan = try #require(try await store.plan(.delete, of: id))
    _ = try #require(await store.carryOut([plan]).results.first).get()
  }

  /// Puts another mail under the name, as a program does that breaks the rules.
  private func replace(_ text: String, inPlace: Bool = false, as name: String = "1.a:2,S") {
    if inPlace {
      mail.add(name, text, folder: ".Trash")
    } else {
      mail.add("other", text, in: "tmp", folder: ".Trash")
      rename("\(mail.path)/.Trash/tmp/other", "\(mail.path)/.Trash/cur/\(name)")
    }
  }

  @Test(
    arguments: ["Subject: another one\n\nbody\n", "Subject: new\n\nbody\n", ""], [false, true])
  func anotherMailUnderItsNameStays(text: String, inPlace: Bool) async throws {
    let store = try Maildir(path: mail.path)
    let id = try #require(try await store.messages(in: trash).first).id
    let plan = try #require(try await store.plan(.delete, of: id))
    replace(text, inPlace: inPlace)
    let refused = await store.carryOut([plan]).results
    #expect(throws: StoreError.messageReplaced) { try refused[0].get() }
    #expect(access(file, F_OK) == 0)
    // The next look shows it as it is now, and then it may go.
    let now = try await store.messages(in: trash)
    #expect(now.map(\.subject) == [String(text.dropFirst(9).prefix { $0 != "\n" })])
    try await delete(id, in: store)
    #expect(access(file, F_OK) != 0)
    #expect(try await store.messages(in: trash).isEmpty)
  }

  /// Sender, subject, date and size may all be the same; when it was written is not.
  @Test func aMailThatDiffersInItsTextAloneStays() async throws {
    let index = try TemporaryFiles()
    let first = try Maildir(path: mail.path, indexFolder: index.path)
    let id = try #require(try await first.messages(in: trash).first).id
    await first.settle()
    mail.add("1.a:2,S", "Subject: old\n\nBODY\n", folder: ".Trash", at: 1_500_000_001)
    let second = try Maildir(path: mail.path, indexFolder: index.path)
    _ = try await second.messages(in: trash)
    for store in [first, second] {
      await #expect(throws: StoreError.messageReplaced) { try await delete(id, in: store) }
    }
    #expect(access(file, F_OK) == 0)
  }

  @Test func anotherMailStaysThatHasItsKeyAndOtherFlags() async throws {
    let store = try Maildir(path: mail.path)
    let id = try #require(try await store.messages(in: trash).first).id
    let plan = try #require(try await store.plan(.delete, of: id))
    unlink(file)
    replace("Subject: another\n\nbody\n", as: "1.a:2,F")
    let refused = await store.carryOut([plan]).results
    #expect(throws: StoreError.messageReplaced) { try refused[0].get() }
    #expect(try await store.messages(in: trash).map(\.subject) == ["another"])
  }

  @Test func whatAnEarlierRunReadIsComparedToo() async throws {
    let index = try TemporaryFiles()
    let first = try Maildir(path: mail.path, indexFolder: index.path)
    let id = try #require(try await first.messages(in: trash).first).id
    await first.settle()
    replace("Subject: another\n\nbody\n")
    let second = try Maildir(path: mail.path, indexFolder: index.path)
    _ = try await second.messages(in: trash)
    await #expect(throws: StoreError.messageReplaced) { try await delete(id, in: second) }
    #expect(try await second.messages(in: trash).map(\.subject) == ["another"])
  }

  @Test func onlyARegularFileGoes() async throws {
    let store = try Maildir(path: mail.path)
    let id = try #require(try await store.messages(in: trash).first).id
    rename(file, "\(mail.path)/kept")
    symlink("\(mail.path)/kept", file)
    await #expect(throws: StoreError.notAMessage) { try await delete(id, in: store) }
    #expect(mail.files() == [".Trash/cur/1.a:2,S", "kept"])
  }

  /// Files of one key are told apart by their inodes, and so is what takes the place of one.
  @Test func aFileOfASharedKeyIsTheOneOfItsInode() async throws {
    mail.add("1.a:2,F", "Subject: old\n\nbody\n", folder: ".Trash")
    let store = try Maildir(path: mail.path)
    let ids = try await store.messages(in: trash).map(\.id)
    let id = try #require(ids.first { SharedKey($0.key) != nil })
    let plan = try #require(try await store.plan(.delete, of: id))
    for name in ["1.a:2,S", "1.a:2,F"] { replace("Subject: old\n\nbody\n", as: name) }
    let refused = await store.carryOut([plan]).results
    #expect(throws: StoreError.messageReplaced) { try refused[0].get() }
    #expect(mail.files().count == 2)
  }

  @Test func theSameMailGoesWhateverOthersDoToItsFlags() async throws {
    let store = try Maildir(path: mail.path)
    let id = try #require(try await store.messages(in: trash).first).id
    let plan = try #require(try await store.plan(.delete, of: id))
    rename(file, "\(mail.path)/.Trash/cur/1.a,U=7:2,FRS")
    _ = try #require(await store.carryOut([plan]).results.first).get()
    #expect(mail.files().isEmpty)
  }

  @Test func ofManyOnlyTheOneStays() async throws {
    for number in 2..<40 { mail.add("\(number).a:2,", folder: ".Trash") }
    let store = try Maildir(path: mail.path)
    var plans: [MessageChange] = []
    for message in try await store.messages(in: trash) {
      plans.append(try #require(try await store.plan(.delete, of: message.id)))
    }
    replace("Subject: another\n\nbody\n")
    let results = await store.carryOut(plans).results
    #expect(results.count { (try? $0.get()) != nil } == 38)
    #expect(mail.files() == [".Trash/cur/1.a:2,S"])
  }
}
