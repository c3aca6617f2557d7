import Testing

@testable import MailStore

@Suite struct SenderTests {
  private func row(_ header: String) async throws -> Message {
    let mail = try TemporaryMaildir()
    mail.add("1.a", header + "\n\nbody\n")
    return try #require(try await Maildir(path: mail.path).messages(in: .inbox).first)
  }

  @Test(arguments: [
    ("Ann", "ann@x.org", false),
    ("ann@x.org", "ann@x.org", false), ("'Ann@X.org'", "ann@x.org", false),
    ("", "ann@x.org", false), ("ann@x.org", "", false),
    ("ceo@bank.example", "x@evil.example", true), ("Ann (ceo@bank.example)", "x@e.example", true),
    ("ceo\u{FF20}bank.example", "x@evil.example", true),
    ("ann@x.org ceo@bank.example", "ann@x.org", true),
    // A word of two alphabets that look alike.
    ("P\u{430}ypal", "x@evil.example", true), ("\u{391}pple", "x@evil.example", true),
    ("n\u{F6}\u{456}", "x@evil.example", true),
    ("Jörg Müller", "j@x.org", false), ("Иван Ivanov", "i@x.org", false),
    ("Иван-Smith", "i@x.org", false), ("Νίκος, Ann", "n@x.org", false), ("5µm", "m@x.org", false),
    ("日本 Taro", "t@x.org", false), ("מור Mor", "m@x.org", false),
  ])
  func aNameThatMayDeceiveIsFound(name: String, address: String, isDoubtful: Bool) {
    let message = Message(
      id: MessageID("1.a"), flags: [], from: name, address: address, subject: "", date: 0,
      preview: "", size: 0)
    #expect(message.hasDoubtfulName == isDoubtful)
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
