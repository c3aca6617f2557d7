import MailModel
import TemporaryMailboxes
import Testing

@testable import MaildirStore

@Suite struct SenderTests {
  private func row(_ header: String) async throws -> Message {
    let mail = try TemporaryMaildir()
    mail.add("1.a", header + "\n\nbody\n")
    return try #require(try await Maildir(path: mail.path).messages(in: .inbox).first)
  }

  @Test func severalSendersAreAllNamed() async throws {
    let two = try await row("From: Ann <a@x.org>, Bob <b@x.org>")
    #expect(two.from == "Ann, Bob" && two.address == "a@x.org" && !two.hasDoubtfulName)
    let twice = try await row("From: a@x.org\nFrom: Bank <b@x.org>\nSender: c@x.org")
    #expect(twice.from == "a@x.org, Bank" && twice.address == "a@x.org")
    let addresses = try await row("From: a@x.org, b@x.org")
    #expect(addresses.hasDoubtfulName)
    let empty = try await row("From:\nFrom: b@x.org")
    #expect(empty.from == "b@x.org")
    let sender = try await row("From: \nSender: Ann <a@x.org>")
    #expect(sender.from == "Ann" && sender.address == "a@x.org")
    let many = (0..<500).map { "n\($0)@x.org" }.joined(separator: ", ")
    #expect(try await row("From: \(many)").from == "n0@x.org, n1@x.org, n2@x.org, n3@x.org")
  }
}
