import MailModel
import MailText
import Testing

@testable import Triage

@Suite struct AnswerRecipientTests {
  /// A mail and who gets an answer to it, addresses in words parted by spaces; the person is `me@home.example`,
  /// also known as `i@work.example`.
  struct Case: CustomStringConvertible, Sendable {
    var from = ""
    var replyTo = ""
    var followUpTo = ""
    var to = ""
    var cc = ""
    /// Whom a reply and a reply to all go to; behind a bar who gets a copy.
    let reply: String
    let all: String

    var description: String {
      "from \(from), reply-to \(replyTo), follow-up \(followUpTo), to \(to), cc \(cc)"
    }
  }

  private static let own: Set<MailAddress> = Set(
    ["me@home.example", "i@work.example"].compactMap { MailAddress($0) })

  private static func correspondents(_ words: String) -> [Correspondent] {
    words.split(separator: " ").map {
      Correspondent(name: "Some Body", address: $0 == "-" ? "" : String($0))
    }
  }

  private static func words(_ recipients: (to: [MailAddress], cc: [MailAddress])) -> String {
    let list = { (addresses: [MailAddress]) in addresses.map(\.text).joined(separator: " ") }
    return recipients.cc.isEmpty
      ? list(recipients.to) : list(recipients.to) + " | " + list(recipients.cc)
  }

  static let cases: [Case] = [
    // From somebody, to the person.
    Case(from: "a@x.org", to: "me@home.example", reply: "a@x.org", all: "a@x.org"),
    Case(from: "a@x.org", to: "ME@Home.Example", reply: "a@x.org", all: "a@x.org"),
    Case(from: "a@x.org", to: "i@work.example", reply: "a@x.org", all: "a@x.org"),
    Case(from: "a@x.org", reply: "a@x.org", all: "a@x.org"),
    Case(from: "a@x.org b@x.org", reply: "a@x.org b@x.org", all: "a@x.org b@x.org"),
    Case(from: "a@x.org A@X.org", reply: "a@x.org", all: "a@x.org"),
    // To several.
    Case(from: "a@x.org", to: "me@home.example b@x.org", reply: "a@x.org", all: "a@x.org b@x.org"),
    Case(from: "a@x.org", to: "b@x.org me@home.example", reply: "a@x.org", all: "a@x.org b@x.org"),
    Case(
      from: "a@x.org", to: "me@home.example", cc: "c@x.org", reply: "a@x.org",
      all: "a@x.org | c@x.org"),
    Case(
      from: "a@x.org", to: "b@x.org", cc: "me@home.example", reply: "a@x.org",
      all: "a@x.org b@x.org"),
    Case(
      from: "a@x.org", to: "b@x.org", cc: "c@x.org d@x.org", reply: "a@x.org",
      all: "a@x.org b@x.org | c@x.org d@x.org"),
    Case(
      from: "a@x.org", to: "me@home.example i@work.example", cc: "I@work.example", reply: "a@x.org",
      all: "a@x.org"),
    // Each once.
    Case(from: "a@x.org", to: "a@x.org", cc: "a@x.org", reply: "a@x.org", all: "a@x.org"),
    Case(from: "a@x.org", to: "b@x.org B@X.ORG", reply: "a@x.org", all: "a@x.org b@x.org"),
    Case(from: "a@x.org", to: "b@x.org", cc: "b@x.org", reply: "a@x.org", all: "a@x.org b@x.org"),
    Case(from: "a@x.org", cc: "c@x.org C@x.org", reply: "a@x.org", all: "a@x.org | c@x.org"),
    Case(from: "a@x.org", to: "A@x.org c@x.org", reply: "a@x.org", all: "a@x.org c@x.org"),
    // Answers are wanted elsewhere.
    Case(
      from: "a@x.org", replyTo: "r@x.org", to: "me@home.example", reply: "r@x.org", all: "r@x.org"),
    Case(
      from: "a@x.org", replyTo: "r@x.org s@x.org", to: "b@x.org", reply: "r@x.org s@x.org",
      all: "r@x.org s@x.org b@x.org"),
    Case(from: "a@x.org", replyTo: "a@x.org", reply: "a@x.org", all: "a@x.org"),
    Case(
      from: "a@x.org", replyTo: "list@x.org", to: "list@x.org", cc: "me@home.example",
      reply: "list@x.org", all: "list@x.org"),
    Case(
      from: "a@x.org", replyTo: "r@x.org", to: "a@x.org", reply: "r@x.org", all: "r@x.org a@x.org"),
    Case(
      from: "a@x.org", replyTo: "me@home.example", to: "b@x.org", reply: "a@x.org",
      all: "a@x.org b@x.org"),
    Case(from: "a@x.org", replyTo: "me@home.example", reply: "a@x.org", all: "a@x.org"),
    Case(
      from: "a@x.org", replyTo: "ME@home.example r@x.org i@work.example", to: "me@home.example",
      reply: "r@x.org", all: "r@x.org"),
    Case(from: "-", replyTo: "me@home.example", reply: "me@home.example", all: "me@home.example"),
    // A form of one's own page, which names who filled it in.
    Case(
      from: "me@home.example", replyTo: "r@x.org", to: "me@home.example", reply: "r@x.org",
      all: "r@x.org"),
    // An address that is none says nothing of where answers are wanted.
    Case(from: "a@x.org", replyTo: "nowhere", reply: "a@x.org", all: "a@x.org"),
    Case(from: "a@x.org", replyTo: "-", reply: "a@x.org", all: "a@x.org"),
    Case(from: "a@x.org", replyTo: "nowhere r@x.org", reply: "r@x.org", all: "r@x.org"),
    // Answers to all are wanted elsewhere.
    Case(
      from: "a@x.org", followUpTo: "list@x.org", to: "list@x.org", cc: "c@x.org", reply: "a@x.org",
      all: "list@x.org"),
    Case(
      from: "a@x.org", replyTo: "r@x.org", followUpTo: "list@x.org a@x.org", to: "b@x.org",
      reply: "r@x.org", all: "list@x.org a@x.org"),
    Case(
      from: "a@x.org", followUpTo: "list@x.org me@home.example", to: "list@x.org",
      reply: "a@x.org", all: "list@x.org"),
    Case(from: "a@x.org", followUpTo: "me@home.example", reply: "a@x.org", all: "me@home.example"),
    Case(
      from: "a@x.org", followUpTo: "nobody", to: "b@x.org", reply: "a@x.org", all: "a@x.org b@x.org"
    ),
    Case(from: "a@x.org", followUpTo: "l@x.org L@x.org", reply: "a@x.org", all: "l@x.org"),
    // What the person wrote goes on to whom it went.
    Case(from: "me@home.example", to: "b@x.org", reply: "b@x.org", all: "b@x.org"),
    Case(
      from: "ME@HOME.example", to: "b@x.org c@x.org", reply: "b@x.org c@x.org",
      all: "b@x.org c@x.org"),
    Case(
      from: "me@home.example", to: "b@x.org", cc: "c@x.org", reply: "b@x.org",
      all: "b@x.org | c@x.org"),
    Case(from: "i@work.example", to: "me@home.example b@x.org", reply: "b@x.org", all: "b@x.org"),
    Case(
      from: "me@home.example", to: "b@x.org", cc: "i@work.example c@x.org", reply: "b@x.org",
      all: "b@x.org | c@x.org"),
    Case(from: "me@home.example", cc: "c@x.org", reply: "c@x.org", all: "c@x.org"),
    Case(
      from: "me@home.example", to: "i@work.example", cc: "c@x.org", reply: "c@x.org",
      all: "c@x.org"),
    Case(
      from: "me@home.example", replyTo: "i@work.example", to: "b@x.org", reply: "b@x.org",
      all: "b@x.org"),
    Case(
      from: "me@home.example", replyTo: "list@x.org", to: "b@x.org", reply: "b@x.org",
      all: "b@x.org"),
    Case(
      from: "me@home.example", followUpTo: "list@x.org", to: "b@x.org", reply: "b@x.org",
      all: "list@x.org"),
    Case(from: "me@home.example i@work.example", to: "b@x.org", reply: "b@x.org", all: "b@x.org"),
    // Of two authors one is another.
    Case(
      from: "me@home.example a@x.org", to: "b@x.org", reply: "me@home.example a@x.org",
      all: "a@x.org b@x.org"),
    // A note to oneself.
    Case(
      from: "me@home.example", to: "me@home.example", reply: "me@home.example",
      all: "me@home.example"),
    Case(from: "me@home.example", reply: "me@home.example", all: "me@home.example"),
    Case(
      from: "me@home.example", to: "i@work.example", reply: "me@home.example",
      all: "me@home.example"),
    // Groups that name nobody, and what is no address.
    Case(from: "a@x.org", to: "-", reply: "a@x.org", all: "a@x.org"),
    Case(from: "me@home.example", to: "-", reply: "me@home.example", all: "me@home.example"),
    Case(from: "a@x.org", to: "undisclosed b@x.org", reply: "a@x.org", all: "a@x.org b@x.org"),
    Case(from: "a@x.org", to: "@x.org b@ c@x.org", reply: "a@x.org", all: "a@x.org c@x.org"),
    Case(from: "root", to: "me@home.example", reply: "me@home.example", all: "me@home.example"),
    Case(from: "root", to: "b@x.org", reply: "b@x.org", all: "b@x.org"),
    Case(from: "root", cc: "c@x.org", reply: "c@x.org", all: "c@x.org"),
    Case(from: "-", to: "b@x.org", cc: "c@x.org", reply: "b@x.org", all: "b@x.org | c@x.org"),
    Case(reply: "", all: ""),
    Case(from: "-", to: "-", cc: "nobody", reply: "", all: ""),
    Case(to: "b@x.org", reply: "b@x.org", all: "b@x.org"),
    // Addresses as mail has them.
    Case(
      from: "a+tag@x.org", to: "me+tag@home.example", reply: "a+tag@x.org",
      all: "a+tag@x.org me+tag@home.example"),
    Case(from: "o'neil@x.org", reply: "o'neil@x.org", all: "o'neil@x.org"),
    Case(from: "a@[192.0.2.1]", reply: "a@[192.0.2.1]", all: "a@[192.0.2.1]"),
    Case(
      from: "a@xn--bcher-kva.example", reply: "a@xn--bcher-kva.example",
      all: "a@xn--bcher-kva.example"),
    Case(
      from: "jürgen@bücher.example", reply: "jürgen@bücher.example", all: "jürgen@bücher.example"),
    Case(from: "MAILER-DAEMON@x.org", reply: "MAILER-DAEMON@x.org", all: "MAILER-DAEMON@x.org"),
  ]

  @Test func thereAreSixtyCases() { #expect(Self.cases.count >= 60) }

  @Test(arguments: cases) func anAnswerGoesToWhomItIsFor(_ one: Case) {
    let mail = Addressing(
      from: Self.correspondents(one.from), replyTo: Self.correspondents(one.replyTo),
      followUpTo: Self.correspondents(one.followUpTo), to: Self.correspondents(one.to),
      cc: Self.correspondents(one.cc))
    #expect(Self.words(Answer.reply.recipients(of: mail, own: Self.own)) == one.reply)
    #expect(Self.words(Answer.replyAll.recipients(of: mail, own: Self.own)) == one.all)
    #expect(Self.words(Answer.forward.recipients(of: mail, own: Self.own)) == "")
  }

  /// Where a reply to all goes by the sender's word; `followUpTo`, `to` and `cc` are of a mail by a@x.org.
  @Test(arguments: [
    ("list@x.org", "list@x.org", "", "list@x.org"),
    ("list@x.org c@x.org", "me@home.example", "", "list@x.org c@x.org"),
    ("me@home.example list@x.org", "b@x.org", "", "list@x.org"),
    // It would go there anyway.
    ("a@x.org LIST@x.org", "list@x.org", "", ""),
    ("list@x.org a@x.org b@x.org", "list@x.org me@home.example", "b@x.org", ""),
    ("", "list@x.org", "", ""),
    ("nobody", "list@x.org", "", ""),
  ])
  func whatTheSenderDivertsIsKnown(followUpTo: String, to: String, cc: String, diverted: String) {
    let mail = Addressing(
      from: Self.correspondents("a@x.org"), followUpTo: Self.correspondents(followUpTo),
      to: Self.correspondents(to), cc: Self.correspondents(cc))
    let words = { (answer: Answer) in
      answer.diversion(of: mail, own: Self.own).map(\.text).joined(separator: " ")
    }
    #expect(words(.replyAll) == diverted)
    #expect(words(.reply) == "")
    #expect(words(.forward) == "")
  }

  @Test func withoutOwnAddressesEverybodyIsAnother() {
    let mail = Addressing(
      from: Self.correspondents("a@x.org"), to: Self.correspondents("me@home.example"))
    #expect(Self.words(Answer.replyAll.recipients(of: mail, own: [])) == "a@x.org me@home.example")
  }

  @Test(arguments: [
    "", "a", "@", "a@", "@x.org", "a b@x.org", "a@x org", "a@x.org\n", "a@x.org\r\nBcc: b@y.org",
    "a,b@x.org", "a;b@x.org", "<a@x.org>", "a@x..org", "a@.x.org", "a@x.org.", "a\u{0}@x.org",
    "a\u{FFFD}@x.org", "verylong…@x.org", "a@x.org?bcc=b@y.org", "a@x.org&b", "a\"b@x.org",
    "\"@x.org", "\"\"@x.org", "\"a\"b\"@x.org", "\"a\\\"@x.org", "a@[]", "a@[1 2]",
    "a@x\u{202E}.org",
    "a@b@x.org", "a:b@x.org", String(repeating: "a", count: 320) + "@x.org",
  ])
  func whatIsNoAddressIsNone(_ text: String) { #expect(MailAddress(text) == nil) }

  @Test(arguments: [
    "a@x", "a@x.org", "\"a b\"@x.org", "a.b+c=d@x-y.org", "a@[IPv6:2001:db8::1]",
    "δοκιμή@παράδειγμα.gr",
  ])
  func anAddressIsOne(_ text: String) { #expect(MailAddress(text)?.text == text) }

  @Test func ownAddressesAreThoseThatSentMailComesFrom() {
    #expect(MailAddress.own(in: [String]()) == [])
    #expect(
      MailAddress.own(in: ["me@x.org", "nobody", "ME@x.org", "i@y.org"]).map {
        $0.text.lowercased()
      } == ["me@x.org", "i@y.org"])
    let many = Array(repeating: "me@x.org", count: 300) + ["stray@y.org", "stray@y.org"]
    #expect(MailAddress.own(in: many).map(\.text) == ["me@x.org"])
    #expect(MailAddress.own(in: (0..<100).map { "a\($0)@x.org" }).count == 20)
  }
}
