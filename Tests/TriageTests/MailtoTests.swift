import MailModel
import MailText
import SeededRandom
import Testing

@testable import Triage

@Suite struct MailtoTests {
  private func addresses(_ texts: String...) -> [MailAddress] {
    texts.compactMap { MailAddress($0) }
  }

  @Test func aDraftIsAURI() throws {
    let draft = Draft(
      to: addresses("a+b@x.org", "\"c d\"@x.org"), cc: addresses("e@y.org"),
      subject: "Tea & cake: 100 %",
      inReplyTo: "1%2@x.org", references: ["0@x.org"], body: "One\nTwo + three\n")
    let mailto = try #require(draft.mailto)
    #expect(
      mailto.uri
        == "mailto:a%2Bb@x.org,%22c%20d%22@x.org?cc=e@y.org&subject=Tea%20%26%20cake%3A%20100%20%25"
        + "&in-reply-to=%3C1%252%40x.org%3E&body=One%0D%0ATwo%20%2B%20three%0D%0A")
    #expect(mailto.carriesText)
    #expect(Draft().mailto == .init(uri: "mailto:", carriesText: true))
    #expect(Draft(body: "a").mailto?.uri == "mailto:?body=a")
  }

  @Test func nothingBecomesAFieldOfItsOwn() throws {
    let draft = Draft(
      to: addresses("a@x.org"), subject: "Hi\r\nBcc: b@y.org\u{0}\u{85}\u{2028}&bcc=c@z.org",
      inReplyTo: "a>\r\nBcc: <b", body: "Text\r\u{0}\u{1B}&bcc=d@z.org?attach=/etc/passwd#")
    let uri = try #require(draft.mailto?.uri)
    for line in [
      "%0D%0ABcc", "%0ABcc", "%00", "%1B", "%C2%85", "%E2%80%A8", "in-reply-to", "&bcc", "&attach",
      "#",
    ] {
      #expect(!uri.contains(line), "\(line)")
    }
    #expect(uri.split(separator: "&").count == 2)
    let back = try #require(Draft(mailto: uri))
    #expect(back.subject == "Hi  Bcc: b@y.org   &bcc=c@z.org")
    #expect(back.body == "Text\n&bcc=d@z.org?attach=/etc/passwd#")
  }

  @Test func aLongTextGoesAnotherWay() throws {
    var draft = Draft(to: addresses("a@x.org"), subject: "Hi", body: "")
    let room = Draft.longestMailto - (try #require(draft.mailto?.uri.utf8.count)) - "&body=".count
    draft.body = String(repeating: "a", count: room)
    #expect(try #require(draft.mailto).carriesText)
    #expect(draft.mailto?.uri.utf8.count == Draft.longestMailto)
    draft.body += "a"
    #expect(draft.mailto == .init(uri: "mailto:a@x.org?subject=Hi", carriesText: false))
    draft.body = String(repeating: "午", count: room / 9 + 1)
    #expect(draft.mailto?.carriesText == false)
    draft.to = (0..<1_000).compactMap {
      MailAddress("a\($0)@" + String(repeating: "x", count: 200))
    }
    #expect(draft.mailto == nil)
  }

  @Test func secretCopiesAreTakenWhereTheyAreSeen() throws {
    let uri = "mailto:a@x.org?bcc=b@x.org,c@x.org"
    #expect(try #require(Draft(mailto: uri)).bcc == [])
    #expect(
      try #require(Draft(mailto: uri, showingSecretCopies: true)).bcc.map(\.text)
        == ["b@x.org", "c@x.org"])
  }

  @Test func whatALinkAsksForIsTaken() throws {
    let draft = try #require(
      Draft(
        mailto:
          "MAILTO:leave@x.org?Subject=un%73ubscribe&cc=b@x.org,%20c@x.org&to=d@x.org&body=a+b%0D%0Ac"
          + "&In-Reply-To=%3C1@x.org%3E"))
    #expect(draft.to.map(\.text) == ["leave@x.org", "d@x.org"])
    #expect(draft.cc.map(\.text) == ["b@x.org", "c@x.org"])
    #expect(
      draft.subject == "unsubscribe" && draft.body == "a+b\nc" && draft.inReplyTo == "1@x.org")
  }

  @Test(arguments: [
    "mailto:a@x.org?bcc=b@y.org", "mailto:a@x.org?attach=/etc/passwd",
    "mailto:a@x.org?attachment=file:///x",
    "mailto:a@x.org?from=me@y.org&reply-to=b@y.org&x-header=1", "mailto:a@x.org#subject=x",
    "mailto:a@x.org?",
    "mailto:a@x.org,a@x.org,A@X.ORG", "mailto:a@x.org,nobody,%00@x.org,b%0A@x.org",
    "mailto:a@x.org?body=%FF%FE",
    "mailto:a@x.org?subject=%C0%AF", "mailto:a@x.org?&&==&subject",
    "mailto:a@x.org?in-reply-to=%3C%3E",
    "mailto:a@x.org?in-reply-to=a%0D%0ABcc:%20b",
  ])
  func nothingElseIsDone(_ uri: String) {
    #expect(Draft(mailto: uri) == Draft(to: addresses("a@x.org")))
  }

  @Test(arguments: [
    "", "mailto", "http://x.org", "javascript:alert(1)", "mailtoo:a@x.org", " mailto:a@x.org",
    "mailto:" + String(repeating: "a", count: 100_000),
  ])
  func whatIsNoMailtoIsNone(_ uri: String) { #expect(Draft(mailto: uri) == nil) }

  @Test func whatIsHandedOverComesOutTheSame() throws {
    var random = SeededNumbers(seed: 15)
    let letters: [Character] = [
      "a", "Z", "0", " ", "&", "%", "+", "=", "?", "#", ",", ";", "\"", "'", "<", ">", "\\", "/",
      "é", "ß", "午",
      "🙂", "ש", "ع", "\u{301}", "~", "@", ":", "$", "`", "%", "2", "5", "\t",
    ]
    func text(_ count: Int, _ more: [Character] = []) -> String {
      String(
        (0..<Int.random(in: 0...count, using: &random)).compactMap { _ in
          (letters + more).randomElement(using: &random)
        })
    }
    for _ in 0..<2_000 {
      // As what is read of a mail is: safe to show.
      let draft = Draft(
        to: addresses("a@x.org", "\"b c\"@x.org").shuffled(using: &random),
        cc: addresses("o'neil+x&y=z%?#@x.org", "δ@π.gr").shuffled(using: &random),
        subject: DisplayText.safe(text(40).replacing("\t", with: " ")), inReplyTo: "a%2B+&b@x.org",
        body: DisplayText.safeLines(text(300, ["\n", "\n"])))
      let uri = try #require(draft.mailto).uri
      #expect(uri.utf8.allSatisfy { (0x21...0x7E).contains($0) })
      #expect(Draft(mailto: uri) == draft)
    }
  }

  @Test func anyURIIsRead() {
    var random = SeededNumbers(seed: 16)
    let pieces = [
      "mailto:", "%", "%0", "%0A", "%FF", "&", "=", "?", "#", ",", "to", "body", "cc", "a@x.org",
      "é", "\u{0}",
    ]
    for _ in 0..<5_000 {
      let uri =
        "mailto:" + (0..<20).compactMap { _ in pieces.randomElement(using: &random) }.joined()
      guard let draft = Draft(mailto: uri) else { continue }
      #expect(draft.mailto != nil)
      #expect(!draft.subject.unicodeScalars.contains { $0.value < 0x20 })
    }
  }
}
