import FileSystem
import Glibc
import MailModel
import TemporaryMailboxes
import Testing

@testable import MaildirStore

/// Messages that are created, and times that are kept with those that move.
@Suite struct CreationTests {
  private let text = Array("Subject: Draft\n\nThe text.\n".utf8)
  private let drafts = FolderID(".Drafts")

  @Test func aMessageIsWrittenToTmpFirst() async throws {
    let mail = try TemporaryMaildir(folders: [".Drafts"])
    let store = try Maildir(path: mail.path)
    let plan = try await store.plan(creating: text, in: drafts, flags: [.draft, .seen])
    #expect(mail.files().map { $0.prefix(12) } == [".Drafts/tmp/"])
    #expect(try await store.messages(in: drafts).isEmpty)
    let made = try #require(await store.carryOut([plan]).results.first).get()
    let id = try #require(plan.after)
    #expect(mail.files() == [".Drafts/cur/\(id.key):2,DS"])
    #expect(made.message?.subject == "Draft" && made.message?.id == id)
    #expect(try await store.messages(in: drafts).map(\.id) == [id])
    var status = stat()
    #expect(stat("\(mail.path)/\(mail.files()[0])", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600 && status.st_size == text.count)
    // A program that ended before it could say so does it again.
    let again = try #require(await store.carryOut([plan]).results.first).get()
    #expect(again.message?.id == id && mail.files().count == 1)
  }

  @Test(arguments: [EINVAL, ENOENT])
  func aFileSystemWithoutColonsTakesTheSignThatStandsForIt(refusal: Int32) async throws {
    let mail = try TemporaryMaildir(folders: [".Drafts"])
    let store = try Maildir(path: mail.path, calls: .withoutColons(refusal))
    let plan = try await store.plan(creating: text, in: drafts, flags: [.draft, .seen])
    let made = try #require(await store.carryOut([plan]).results.first).get()
    let id = try #require(plan.after)
    #expect(mail.files() == [".Drafts/cur/\(id.key)!2,DS"])
    #expect(made.message?.flags == [.draft, .seen])
  }

  @Test func whatIsGoneFromTmpIsNotMade() async throws {
    let mail = try TemporaryMaildir(folders: [".Drafts"])
    let store = try Maildir(path: mail.path)
    let plan = try await store.plan(creating: text, in: drafts, flags: [])
    unlink("\(mail.path)/\(mail.files()[0])")
    let results = await store.carryOut([plan]).results
    #expect(throws: StoreError.messageVanished) { try results[0].get() }
    await #expect(throws: StoreError.noSuchFolder(mail.path + "/.Sent")) {
      try await store.plan(creating: text, in: FolderID(".Sent"), flags: [])
    }
  }

  @Test func theTimeStandsInTheFreshName() async throws {
    let mail = try TemporaryMaildir(folders: [".Snoozed"])
    mail.add("1.a,U=3:2,S")
    let store = try Maildir(path: mail.path)
    let snoozed = FolderID(".Snoozed")
    let plan = try #require(
      try await store.plan(
        .alter(removing: .seen, movingTo: snoozed, waking: 1_900_000_000), of: MessageRef("1.a")))
    let made = try #require(await store.carryOut([plan]).results.first).get()
    #expect(made.message?.waking == 1_900_000_000 && made.message?.isUnread == true)
    let name = try #require(mail.files().first)
    #expect(
      try #/.Snoozed\/cur\/[0-9]+\.R[0-9a-f]{16}W1900000000\.[^:]+:2,/#.wholeMatch(in: name) != nil)
    // Another store, without any record, knows it too; flags leave it as it is.
    let other = try Maildir(path: mail.path)
    let id = try #require(try await other.messages(in: snoozed).first).id
    #expect(try await other.setFlags(id, adding: .flagged).waking == 1_900_000_000)
    let back = try await store.plan(undoing: made.change, of: id)
    let undone = try #require(await store.carryOut([back]).results.first).get()
    #expect(undone.message?.waking == nil && undone.message?.flags.letters == "FS")
    let again = try await store.plan(undoing: undone.change, of: try #require(undone.message?.id))
    let redone = try #require(await store.carryOut([again]).results.first).get()
    #expect(redone.message?.waking == 1_900_000_000)
    let away = try await store.move(try #require(redone.message?.id), to: .inbox)
    #expect(try await store.message(away).waking == nil)
  }

  @Test(arguments: [
    ("1.R0123456789abcdefW17.h", 17), ("1.R0123456789abcdef.h", nil), ("1.W17.h", nil),
    ("1.R0123456789abcdeW17.h", nil), ("1.R0123456789abcdegW17.h", nil), ("1.a", nil),
    ("1.R0123456789abcdefW.h", nil), ("1.R0123456789abcdefWx.h", nil),
    ("1.R0123456789abcdefW99999999999999999999.h", nil),
  ])
  func onlyNamesOfThisProgramSayATime(name: String, time: Int64?) {
    #expect(FileName.waking(in: ByteName(name)) == time)
    #expect(FileName.woken(in: ByteName(name)) == nil)
    let over = ByteName(name.replacing("W", with: "B"))
    #expect(FileName.woken(in: over) == time && FileName.waking(in: over) == nil)
  }

  @Test func whatThisProgramPutSomewhereIsToldFromWhatOthersDid() async throws {
    let mail = try TemporaryMaildir(folders: [".Archive"])
    mail.add("1.a:2,S")
    let store = try Maildir(path: mail.path)
    #expect(!store.wasPut(MessageRef("1.a")))
    #expect(store.wasPut(try await store.move(MessageRef("1.a"), to: FolderID(".Archive"))))
  }

  @Test func aChangeKeepsTheWholeNames() async throws {
    let mail = try TemporaryMaildir(folders: [".Archive"])
    mail.add("1.a,U=29:2,S")
    let store = try Maildir(path: mail.path)
    let plan = try #require(
      try await store.plan(.move(to: FolderID(".Archive")), of: MessageRef("1.a")))
    try mail.rename("cur/1.a,U=29:2,S", to: "cur/1.a,U=30:2,RS")
    let made = try #require(await store.carryOut([plan]).results.first).get()
    let names = MaildirNames(token: try #require(made.change.message).token)
    #expect(names.before == ByteName("1.a,U=30:2,RS"))
    #expect(".Archive/cur/\(names.after)" == mail.files()[0])
    // As the record of changes has them, from its first version on.
    let star = MessageChange(
      before: MessageRef("1.a/4"), flagsBefore: .seen, after: MessageRef("1.a/4"),
      flagsAfter: [.flagged, .seen], token: Array("1.a/4:2,S\u{0}1.a/4:2,SSF".utf8))
    #expect(star.infoUndone(from: ByteName(":2,SSF")) == ByteName(":2,S"))
  }

  @Test func aLinkedFolderIsNamedAsOne() async throws {
    let mail = try TemporaryMaildir()
    let other = try TemporaryMaildir()
    symlink(other.path, mail.path + "/.Archive")
    let store = try Maildir(path: mail.path)
    await #expect(throws: StoreError.linked(mail.path + "/.Archive")) {
      try await store.create(FolderID(".Archive"))
    }
  }

  @Test func namesThatAreNoTextAreUsable() async throws {
    let mail = try TemporaryMaildir()
    let names: [[UInt8]] = [[0x2E, 0xE9], [0x2E, 0xEA]]
    let store = try Maildir(path: mail.path)
    for name in names {
      try await store.create(FolderID(path: ByteName(name)))
      mail.add(bytes: Array("1.\(name[1])".utf8), [], inBytes: name + Array("/cur".utf8))
    }
    let folders = try await store.folders()
    #expect(folders.map(\.description) == ["Inbox", "%E9", "%EA"])
    for folder in folders.dropFirst() {
      #expect(try await store.messages(in: folder).count == 1)
    }
  }
}
