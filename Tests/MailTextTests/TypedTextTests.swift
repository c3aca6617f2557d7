import Testing

@testable import MailText

/// The text of a draft as it is written on.
@Suite struct TypedTextTests {
  private func typed(_ type: String, _ text: String) throws -> String {
    try read("Content-Type: \(type)\n\n\(text)", as: .forEditing).content.text
  }

  @Test func marksOfQuotationsAndLinesStayAsTheyAre() throws {
    let text = """
      Dear Ole,

      > Ada owes me 500 euros
      >> and said so in a letter that was longer than a line of a mail, so that it was
      >> wrapped
      >>>>>>>>>> deep
        indented | and drawn

      --\u{20}
      Ines
      """
    #expect(try typed("text/plain", text + "\n") == text)
    #expect(try typed("text/plain", text) == text)
    #expect(try typed("text/plain", "") == "")
    #expect(try typed("text/plain", "\n\nOne\n\n\n") == "\n\nOne\n\n")
  }

  @Test func linesThatFlowAreOneParagraph() throws {
    let text = """
      One paragraph\u{20}
      in two lines.
      > Quoted\u{20}
      > once,
      >> and\u{20}
      >> twice
      >
       From here
       > not quoted
      >  indented
      ended by \u{20}
      --\u{20}
      Ines\u{20}

      """
    let expected = """
      One paragraph in two lines.
      > Quoted once,
      >> and twice
      >
      From here
      > not quoted
      >  indented
      ended by \u{20}
      --\u{20}
      Ines\u{20}
      """
    #expect(try typed("text/plain; format=flowed", text) == expected)
    #expect(
      try typed("text/plain; format=flowed; delsp=yes", "日本 \n語\n-- \nA\n") == "日本語\n-- \nA")
  }

  @Test func theTextIsTheWritersOwn() throws {
    let long = String(repeating: "word ", count: 4_000) + String(repeating: "x", count: 3_000)
    #expect(try typed("text/plain", long + "\n") == long)
    let hebrew = "\u{202B}שלום\u{202C} e\u{301}\u{302}\u{303}"
    #expect(try typed("text/plain; charset=utf-8", hebrew + "\n") == hebrew)
  }

  @Test func ofTwoTextsThePlainOneIsRead() throws {
    let body = try read(
      """
      Content-Type: multipart/alternative; boundary=b

      --b
      Content-Type: text/plain

      > Yes?
      See here.
      --b
      Content-Type: text/html

      <blockquote>Yes?</blockquote><p>See <a href="https://x.org/page">here</a>.</p>
      --b--
      """, as: .forEditing)
    #expect(body.content.text == "> Yes?\nSee here." && !body.isFromHTML)
    #expect(body.attachments.isEmpty)
  }

  @Test func theTextOfAnEnclosedMessageIsNoneOfTheDraft() throws {
    let body = try read(
      """
      Content-Type: multipart/mixed; boundary=b

      --b
      Content-Type: text/plain

      See below.
      --b
      Content-Type: message/rfc822

      From: ada@x.org
      Subject: Plan
      Content-Type: text/html

      <p>The plan</p>
      --b--
      """, as: .forEditing)
    #expect(body.content.text == "See below." && !body.isFromHTML)
    #expect(body.attachments.map(\.name) == ["Plan"])
  }

  @Test func whatIsLongerThanTheBudgetIsSaid() throws {
    let message = "Content-Type: text/plain\n\nOne\nTwo\nThree\n"
    for (budget, hasMore) in [
      (TextBudget(bytes: 13, lines: 2), false), (TextBudget(bytes: 12, lines: 2), true),
      (TextBudget(bytes: 13, lines: 1), true),
    ] {
      #expect(try read(message, as: .forEditing, within: budget).hasMoreText == hasMore)
    }
  }

  @Test func whoGetsASecretCopyIsRead() throws {
    let addressing = try read("Bcc: Mara <mara@x.org>,\n board@y.org\n\n").addressing
    #expect(
      addressing.bcc == [
        .init(name: "Mara", address: "mara@x.org"), .init(name: "", address: "board@y.org"),
      ])
  }
}
