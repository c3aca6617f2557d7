import Accounts
import FileSystem
import Foundation
import Glibc
import MailSpool
import MailWriting
import TemporaryMailboxes
import TestWaiting
import Testing

/// What is kept of mail that waits.
@Suite(.enabled(if: Post.isInstalled), .againstHanging) struct OutboxTests {
  @Test func whatWaitsIsTakenBackWithAllOfIt() async throws {
    let post = try Post()
    let attachment = try post.attachment(10_000, name: "👩‍👩‍👧 שלום.txt")
    let mail = post.mail {
      $0.attachments = [attachment]
      $0.bcc = [.init(name: "مرحبا", address: "c@example.com")]
    }
    let date = Date.now + 3_600
    try await post.outbox().add(mail, until: date)
    // The file is not needed any more.
    unlink(attachment.path)
    let entry = try #require(await post.outbox().entries().first)
    #expect(entry.id == mail.id && entry.state == .waiting(until: date, after: nil))
    #expect(entry.made.subject == "Grüße" && entry.made.recipients.count == 2)
    #expect(await post.outbox().send() == date && post.taken.isEmpty)
    var back = try await post.outbox().takeBack(mail.id)
    #expect(
      FileManager.default.contents(atPath: back.attachments.first?.path ?? "")
        == Data(repeating: 0x61, count: 10_000))
    back.attachments = mail.attachments
    #expect(back == mail && post.isEmpty)
    await #expect(throws: SendingProblem.isGone) { try await post.outbox().takeBack(mail.id) }
    #expect(Spool(post.places).drafts().map(\.id) == [mail.id])
    // It is sent with its attachment, which lies in the spool alone.
    try await post.outbox().add(#require(Spool(post.places).draft(mail.id)))
    await post.outbox().send()
    #expect(
      post.taken.first?.text.contains(Data(repeating: 0x61, count: 57).base64EncodedString())
        == true)
    #expect(post.isEmpty && Spool(post.places).drafts().isEmpty)
  }

  /// Has what is kept of a message be as it is when the clock was ahead by ten days.
  ///
  /// - Parameter isOld: Whether an earlier version kept it, which did not note when a wait began.
  private func advanceClock(of id: UUID, _ post: Post, isOld: Bool = false) throws {
    let file = URL(filePath: "\(post.places.spool)/\(id.uuidString)/state")
    var record = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    var state = try #require(record["state"] as? [String: [String: Any]])
    let days = 10 * 86_400.0
    record["added"] = try #require(record["added"] as? Double) + days
    record["waitingSince"] =
      isOld ? nil : try #require(record["waitingSince"] as? Double) + days
    let until = try #require(state["waiting"]?["until"] as? Double)
    state["waiting"]?["until"] = until + days
    record["state"] = state
    try JSONSerialization.data(withJSONObject: record).write(to: file)
  }

  @Test(arguments: [false, true])
  func aMessageFromATimeWhenTheClockWasAheadIsSent(isOld: Bool) async throws {
    let post = try Post()
    let mail = post.mail()
    try await post.outbox().add(mail, until: .now + 0.2)
    try advanceClock(of: mail.id, post, isOld: isOld)
    try await until("the message") {
      await post.outbox().send()
      return post.taken.count == 1
    }
    #expect(post.isEmpty)
  }

  @Test(arguments: [false, true])
  func aRetryFromATimeWhenTheClockWasAheadWaitsNoLonger(isOld: Bool) async throws {
    let post = try Post(["recipients": "451 4.7.1 Greylisted", "times": ["recipients": 1]])
    let mail = post.mail()
    try await post.outbox().add(mail)
    _ = await post.outbox().send(mail.id)
    try advanceClock(of: mail.id, post, isOld: isOld)
    let entry = try #require(await post.outbox().entries().first)
    guard case .waiting(let date, .later) = entry.state else {
      Issue.record("It does not wait.")
      return
    }
    #expect(date > .now && date <= .now + (isOld ? 1_800 : 60) && entry.added <= .now)
    // The wait does not begin again with each look.
    #expect(await post.outbox().send() == date)
    #expect(await post.outbox().entries().first?.state == entry.state)
  }

  @Test func anAttachmentThatChangesWhileItWaitsGoesOutAsItWas() async throws {
    let post = try Post()
    let attachment = try post.attachment(3_000)
    let mail = post.mail { $0.attachments = [attachment] }
    try await post.outbox().add(mail)
    try Data(repeating: 0x62, count: 5).write(to: URL(filePath: attachment.path))
    // It is another by now, and vanishes.
    await #expect(throws: SendingProblem.writing(.changed("file"))) {
      try await post.outbox().add(post.mail { $0.attachments = [attachment] })
    }
    unlink(attachment.path)
    await #expect(throws: SendingProblem.writing(.missing("file"))) {
      try await post.outbox().add(post.mail { $0.attachments = [attachment] })
    }
    await post.outbox().send()
    #expect(
      post.taken.first?.text.contains(Data(repeating: 0x61, count: 57).base64EncodedString())
        == true)
    #expect(post.isEmpty)
  }

  @Test func whatEndsWhileItIsLookedAtIsNotTakenForWhatNobodyKnowsOf() async throws {
    let post = try Post()
    let outbox = post.outbox()
    for _ in 0..<40 {
      // Nobody has this account.
      let mail = post.mail { $0.account = UUID() }
      try await outbox.add(mail)
      await withTaskGroup { group in
        for _ in 0..<6 {
          group.addTask {
            var seen: OutboxEntry.State?
            while seen != .failed(.noAccount) {
              seen = await outbox.entries().first?.state
              #expect(seen != .unknown)
            }
          }
        }
        #expect(await outbox.send(mail.id) == .failed(.noAccount))
      }
      try await outbox.remove(mail.id)
    }
  }

  @Test func whatCannotBeReadIsSaidAndCanBeThrownAway() async throws {
    let post = try Post()
    let mail = post.mail()
    try await post.outbox().add(mail)
    try Data("{\"half".utf8).write(
      to: URL(filePath: "\(post.places.spool)/\(mail.id.uuidString)/state"))
    #expect(await post.outbox().entries().map(\.state) == [.failed(.unreadable)])
    await post.outbox().send()
    await #expect(throws: SendingProblem.unreadable) { try await post.outbox().sendAgain(mail.id) }
    #expect(post.taken.isEmpty && !post.isEmpty)
    try await post.outbox().remove(mail.id)
    #expect(post.isEmpty)
  }

  @Test func nobodyTakesBackWhatIsBeingSent() async throws {
    let post = try Post(["end": "hang"])
    let (mail, outbox) = (post.mail(), post.outbox())
    try await outbox.add(mail)
    let sending = Task { await outbox.send(mail.id) }
    try await until("the mail") { post.heard.contains { $0.hasPrefix("DATA") } }
    #expect(await outbox.entries().map(\.state) == [.sending])
    #expect(await post.outbox().entries().map(\.state) == [.sending])
    await #expect(throws: SendingProblem.isBeingSent) {
      try await post.outbox().takeBack(mail.id)
    }
    let other = post.mail(mail) { $0.text = "Other\n" }
    await #expect(throws: SendingProblem.isBeingSent) { try await outbox.add(other) }
    await #expect(throws: SendingProblem.isBeingSent) { try await outbox.remove(mail.id) }
    #expect(throws: SendingProblem.isBeingSent) { try Spool(post.places).save(other) }
    // Another one leaves it alone, and it cannot be called off any more.
    #expect(await post.outbox().send(mail.id) == .sending)
    sending.cancel()
    post.stop()
    #expect(await sending.value == .unknown)
    await #expect(throws: SendingProblem.isThere) { try await outbox.add(other) }
    #expect(throws: SendingProblem.isThere) { try Spool(post.places).save(other) }
    #expect(await outbox.entries().map(\.mail?.text) == [mail.text])
    #expect(await outbox.entries().map(\.state) == [.unknown])
    #expect(post.taken.count == 1)
  }

  @Test func aDraftThatCannotBeSentStaysOne() async throws {
    let post = try Post()
    let mail = post.mail { $0.to = [] }
    try Spool(post.places).save(mail)
    await #expect(throws: SendingProblem.writing(.noRecipient)) {
      try await post.outbox().add(mail)
    }
    let attachment = try post.attachment(10)
    let other = post.mail(mail) {
      $0.to = [.init(address: "b@example.com")]
      $0.attachments = [attachment]
      $0.attachments[0].size = 11
    }
    await #expect(throws: SendingProblem.writing(.changed("file"))) {
      try await post.outbox().add(other)
    }
    #expect(Spool(post.places).drafts() == [mail] && post.isEmpty)
  }

  @Test func whatIsCalledOffBeforeItsEndWaits() async throws {
    let post = try Post(["dies": 100_000_000])
    let (attachment, outbox) = (try post.attachment(20_000_000), post.outbox())
    let mail = post.mail { $0.attachments = [attachment] }
    try await outbox.add(mail)
    let sending = Task { await outbox.send(mail.id) }
    try await until("the recipient") { post.heard.contains { $0.hasPrefix("RCPT") } }
    sending.cancel()
    guard case .waiting = await sending.value else {
      Issue.record("It does not wait.")
      return
    }
  }

  @Test func withoutAFolderForSentMailTheCopyWaits() async throws {
    let post = try Post()
    let sent = "\(post.places.mail)/Work/Sent"
    rename(sent, sent + "-away")
    #expect(try await post.send() == .sent(.noSentFolder("Work")))
    rename(sent + "-away", sent)
    await post.outbox().send()
    #expect(post.taken.count == 1 && post.copies.count == 1 && post.isEmpty)
  }

  @Test func aCopyThatIsThereIsMadeNoTwice() async throws {
    let post = try Post()
    let sent = "\(post.places.mail)/Work/Sent"
    rename(sent, sent + "-away")
    let mail = post.mail()
    try await post.outbox().add(mail)
    _ = await post.outbox().send(mail.id)
    rename(sent + "-away", sent)
    // As one that was killed before it took the mail out leaves it, once the synchroniser has numbered it.
    let record = "\(post.places.spool)/\(mail.id.uuidString)/state"
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: record))) as? [String: Any])
    let name = try #require(json["copy"] as? String)
    try "x".write(toFile: "\(sent)/cur/\(name),U=7:2,FS", atomically: false, encoding: .utf8)
    await post.outbox().send()
    #expect(post.copies == ["\(name),U=7:2,FS": "x"] && post.isEmpty && post.taken.count == 1)
  }

  @Test func aFullDiskLosesNothing() async throws {
    guard let disk = try SmallDisk(kilobytes: 2_048) else { return }
    let post = try Post(disk: disk)
    let attachment = try post.attachment(200_000)
    var added = 0
    for kilobytes in [0, 4, 8, 40, 190, 220, 400, 480, 500, 520] {
      let mail = post.mail {
        $0.subject = "\(kilobytes)"
        $0.attachments = [attachment]
      }
      disk.fill(leaving: kilobytes)
      do throws(SendingProblem) {
        try await post.outbox().add(mail)
        added += 1
        // What is not noted is not sent, and what is sent is noted without room.
        var state = await post.outbox().send(mail.id)
        disk.empty()
        if case .waiting(_, .writing(.unwritable(ENOSPC))) = state {
          #expect(post.taken.count == added - 1)
          state = await post.outbox().send(mail.id)
        }
        if case .sent(.writing(.unwritable(ENOSPC))) = state {
          #expect(post.copies.count == added - 1)
          state = await post.outbox().send(mail.id)
        }
        #expect(state == nil, "\(kilobytes)")
      } catch {
        #expect(error == .writing(.unwritable(ENOSPC)), "\(kilobytes)")
        disk.empty()
      }
      #expect(post.isEmpty && post.taken.count == added && post.copies.count == added)
    }
    #expect((1..<10).contains(added))
  }

  @Test func nothingGetsIntoAHeaderThatDoesNotBelongThere() async throws {
    let post = try Post()
    let evil = "x\r\nBcc: evil@example.net\r\n\r\nBody\n.\r\nQUIT\r\n"
    let attachment = try post.attachment(10)
    let state = try await post.send {
      $0.from.name = evil
      $0.to[0].name = evil
      $0.cc = [.init(name: evil, address: "c@example.com")]
      $0.bcc = [.init(name: evil, address: "d@example.com")]
      $0.subject = evil
      $0.inReplyTo = "a@b>\r\nBcc: evil@example.net"
      $0.references = ["ok@x", "a b@x", "<x@y>", evil]
      $0.attachments = [
        .init(path: attachment.path, name: evil, type: "image/png\r\nX: y", size: 10)
      ]
    }
    #expect(state == nil)
    let taken = try #require(post.taken.first)
    #expect(taken.envelope.to == ["b@example.com", "c@example.com", "d@example.com"])
    let header = taken.text.components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n")
    let names = header.filter { $0.first?.isWhitespace == false }.map { $0.prefix { $0 != ":" } }
    #expect(
      names == [
        "From", "To", "Cc", "Subject", "Date", "Message-ID", "References", "MIME-Version",
        "Content-Type",
      ])
    #expect(header.contains("References: <ok@x>"))
    let copy = try #require(post.copies.first)
    #expect(copy.value.hasPrefix("Bcc: ") && copy.value.contains("\nFrom: "))
  }
}
