import TemporaryMailboxes
import Testing

@testable import MailModel

@Suite struct DoubtfulNameTests {
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
      id: MessageRef("1.a"), flags: [], from: name, address: address, subject: "", date: 0,
      preview: "", size: 0)
    #expect(message.hasDoubtfulName == isDoubtful)
  }
}
