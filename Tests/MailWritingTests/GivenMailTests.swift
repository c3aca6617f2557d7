import Testing

@testable import MailWriting

/// Mail that another program has made.
@Suite struct GivenMailTests {
  private static func given(_ text: String) throws -> (made: MadeMail, text: String) {
    let given = try GivenMail(Array(text.utf8))
    return (given.made, String(decoding: given.bytes, as: UTF8.self))
  }

  @Test func itGoesOutAsItIsWithoutThoseWhomNobodyKnowsOf() throws {
    let header =
      "From: Ada <ada@example.org>\r\nTo: b@example.com,\r\n  Team: c@example.com, d@example.com;\r\n"
    let rest =
      "Date: Tue, 14 Nov 2023 22:13:20 +0000\nMessage-ID: <1@x>\nSubject: S\n\n.dot\nBcc: in the text\n"
    let (made, text) = try Self.given(
      header + "BCC : e@example.com,\r\n f@example.com\r\nCc: b@EXAMPLE.com\n" + rest)
    #expect(text == header.replacing("\r\n", with: "\n") + "Cc: b@EXAMPLE.com\n" + rest)
    #expect(
      made.recipients == [
        "b@example.com", "c@example.com", "d@example.com", "e@example.com", "f@example.com",
      ] && made.sender == "ada@example.org" && made.messageID == "1@x")
    #expect(made.blindField == "BCC : e@example.com,\n f@example.com\n")
  }

  @Test func itGetsTheDateAndTheIdentifierThatItLacks() throws {
    let (made, text) = try Self.given("From: ada@example.org\nTo: b@example.com\n\nText")
    #expect(
      text.contains("Message-ID: <\(made.messageID)>\n") && made.messageID.hasSuffix("@example.org")
    )
    #expect(text.firstMatch(of: /^Date: .* [+-]\d{4}\n/) != nil && text.hasSuffix("\n\nText"))
  }

  @Test(arguments: [
    ("", WritingProblem.noMail), ("Hello\n", .noMail),
    ("From a@b Tue\nFrom: a@example.org\n\n", .noMail),
    ("To: b@example.com\n\n", .noMail), ("From: a@example.org\n\n", .noRecipient),
    ("From: a@example.org\nTo: undisclosed-recipients:;\n\n", .noRecipient),
  ])
  func whatIsNoMailIsSaid(text: String, problem: WritingProblem) {
    #expect(throws: problem) { try Self.given(text) }
  }

  @Test func noMailGoesToWhatIsNoAddress() {
    #expect(throws: WritingProblem.self) { try Self.given("From: a@example.org\nTo: nobody\n\n") }
  }
}
