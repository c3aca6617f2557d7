import Testing

@testable import MailText

/// What the fields of a header and the parts for programs tell.
@Suite struct MessageFactsTests {
  @Test func whoWroteToWhomIsRead() throws {
    let addressing = try read(
      """
      From: A <a@x.org>
      Reply-To: r@x.org, s@x.org
      Mail-Followup-To: l@x.org
      To: b@x.org
      Cc: c@x.org
      Subject: \(String(repeating: "long ", count: 100))
      Date: Mon, 01 Jan 2018 12:00:00 +0100
      Message-ID: <m@x>
      In-Reply-To: <i@x>
      References: <1@x> <2@x>
       <1@x> <3@x>

      x
      """
    ).addressing
    #expect(addressing.from == [Correspondent(name: "A", address: "a@x.org")])
    #expect(addressing.replyTo.map(\.address) == ["r@x.org", "s@x.org"])
    #expect(addressing.followUpTo.map(\.address) == ["l@x.org"])
    #expect(
      addressing.to.map(\.address) == ["b@x.org"] && addressing.cc.map(\.address) == ["c@x.org"])
    #expect(addressing.subject.count == 499 && addressing.date == 1_514_804_400)
    #expect(addressing.messageID == "m@x" && addressing.references == ["1@x", "2@x", "3@x"])
    #expect(try read("In-Reply-To: <i@x>\n\nx").addressing.references == ["i@x"])
    #expect(try read("x").addressing == Addressing())
    let many = (0..<500).map { "<\($0)@x>" }.joined(separator: "\n ")
    let references = try read("References: \(many)\n\nx").addressing.references
    #expect(references.count == 100 && references.first == "0@x" && references.last == "499@x")
  }

  @Test func howToUnsubscribeIsRead() throws {
    func read(_ value: String) throws -> Unsubscribing? {
      try MailTextTests.read("List-Unsubscribe: \(value)\n\nx").unsubscribing
    }
    let both = try read(
      "<http://x.org/a>, (a comment) <mailto:l@x.org?subject=off&attach=/etc/passwd>,\n <https://x.org/b\n c>"
    )
    #expect(both?.page?.target == "https://x.org/bc")
    #expect(both?.mail == .init(target: "mailto:l@x.org?subject=off", shown: "l@x.org"))
    #expect(try read("<mailto:a%40x.org>")?.mail?.shown == "a@x.org")
    #expect(try read("<https://xn--mnchen-3ya.de/x>")?.page?.shown == "https://münchen.de/x")
    for none in [
      "", "x", "<ftp://x.org>", "<javascript:alert(1)>", "<file:///etc/passwd>", "<https://>",
      "<https://bank.com@evil.ru/>", "<mailto:>", "<mailto:a%0Ab@x.org>", "<https://x.org\\@y>",
      "<mailto:a@x.org,b@x.org>", "<https://\(String(repeating: "x", count: 3_000))>", "<>", "<<<",
    ] {
      #expect(try read(none) == nil, "\(none)")
    }
  }

  @Test func aRequestAloneIsOfferedWhereASignatureNamesIt() throws {
    #expect(
      try read("From: The News <n@x.org>\nList-Unsubscribe: <https://x.org>\n\nx")
        .unsubscribing?.sender == "The News")
    func isOffered(
      page: String = "<https://x.org/off>", post: String = "List-Unsubscribe=One-Click",
      signed: String = "From:List-Unsubscribe:\n List-Unsubscribe-Post :Subject",
      results: String = ""
    ) throws -> Bool? {
      try read(
        results + "List-Unsubscribe: <mailto:l@x.org>, \(page)\nList-Unsubscribe-Post: \(post)\n"
          + "DKIM-Signature: v=1; a=rsa-sha256; d=x.org; s=a;\n h=\(signed); bh=YQ==; b=YQ==\n\nx"
      ).unsubscribing?.isOneClick
    }
    #expect(try isOffered() == true)
    #expect(try isOffered(page: "<HTTPS://x.org/off>") == true)
    #expect(try isOffered(page: "<http://x.org/off>") == false)
    #expect(try isOffered(page: "") == false)
    #expect(try isOffered(post: "") == false)
    #expect(try isOffered(post: "List-Unsubscribe=One-Click&id=1") == false)
    #expect(
      try isOffered(post: "List-Unsubscribe=One-Click\nList-Unsubscribe-Post: x") == false)
    #expect(try isOffered(signed: "From:List-Unsubscribe:Subject") == false)
    #expect(try isOffered(signed: "From:List-Unsubscribe-Post") == false)
    #expect(
      try isOffered(signed: "From; x=List-Unsubscribe:List-Unsubscribe-Post") == false)
    func found(_ results: String) -> String {
      "Authentication-Results: mx.home.example; \(results)\n"
    }
    #expect(try isOffered(results: found("dkim=pass header.d=x.org")) == true)
    #expect(try isOffered(results: found("spf=fail")) == true)
    #expect(try isOffered(results: found("dkim=fail header.d=x.org")) == false)
    #expect(try isOffered(results: found("dkim=fail; dkim=pass")) == true)
    #expect(try isOffered(results: found("dkim=none; dkim=permerror")) == false)
    // What stands below may have come with the mail.
    #expect(
      try isOffered(
        results: found("dkim=fail") + "Authentication-Results: mx.x.org; dkim=pass\n") == false)
    #expect(
      try read(
        "List-Unsubscribe: <https://x.org>\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\n\nx"
      )
      .unsubscribing?.isOneClick == false)
  }

  private func bounce(_ fields: String) -> Bounce? {
    Bounce(Array("Reporting-MTA: dns; mx.x.org\n\n\(fields)".utf8), subject: "s")
  }

  @Test func aReportSaysWhatDidNotArriveAndWhy() throws {
    let mail = """
      Content-Type: multipart/report; report-type=delivery-status; boundary=b

      --b

      Sorry.
      --b
      Content-Type: message/delivery-status

      Reporting-MTA: dns; mx.x.org

      Original-Recipient: rfc822;first@x.org
      Final-Recipient: rfc822; a@x.org
      Action: failed
      Status: 5.1.1
      Diagnostic-Code: smtp; 550 5.1.1 <a@x.org>:
       no such user

      Final-Recipient: rfc822; b@x.org
      Action: Failed (never)
      Status: 5.1.1

      --b
      Content-Type: message/rfc822

      Subject: lunch

      Are you hungry?
      --b--
      """
    let body = try read(mail)
    #expect(
      body.bounce
        == Bounce(
          action: .failed, reason: .noSuchAddress, recipients: ["first@x.org", "b@x.org"],
          subject: "lunch", diagnosis: "550 5.1.1 <a@x.org>: no such user"))
    #expect(body.content.marks.map(\.kind) == [.enclosure(title: "lunch"), .heading(3)])
    #expect(body.text.hasPrefix("Sorry.") && body.text.contains("hungry"))
    // Whatever the whole is called, and also where only the header comes back.
    let odd = mail.replacing("report; report-type=delivery-status", with: "mixed")
      .replacing("message/rfc822", with: "text/rfc822-headers")
    #expect(try read(odd).bounce?.subject == "lunch")
    #expect(try read(odd).content.marks.map(\.kind) == [.enclosure(title: "lunch")])
  }

  @Test func statusesSayWhy() {
    func reason(_ status: String, _ diagnosis: String = "") -> Bounce.Reason? {
      bounce(
        "Final-Recipient: rfc822;a@x\nAction: failed\nStatus: \(status)\nDiagnostic-Code: smtp;\(diagnosis)"
      )?
      .reason
    }
    #expect(reason("5.1.1") == .noSuchAddress && reason("5.1.2") == .noSuchAddress)
    #expect(reason("5.2.2") == .mailboxFull && reason("5.3.4") == .tooLarge)
    #expect(reason("5.7.1") == .refused && reason("4.4.1") == .unreachable)
    #expect(reason("4.4.7") == .expired && reason("5.4.7 (expired)") == .expired)
    #expect(reason("5.0.0") == .other && reason("5.0.0", "552 5.2.2 full") == .mailboxFull)
    #expect(reason("") == .other && reason("99999999999999999999.1.1") == .other)
  }

  @Test func whatBecameOfItIsTold() {
    #expect(
      bounce("Final-Recipient: rfc822;a@x\nAction: delayed\nStatus: 4.4.1")?.action == .delayed)
    #expect(bounce("Final-Recipient: rfc822;a@x\nAction: relayed")?.action == .delivered)
    #expect(bounce("Final-Recipient: rfc822;a@x\nStatus: 5.0.0")?.action == .failed)
    #expect(bounce("") == nil && bounce("nonsense") == nil)
    let mixed = bounce(
      "Final-Recipient: rfc822;a@x\nAction: delivered\n\nFinal-Recipient: rfc822;b@x\nAction: failed"
    )
    #expect(mixed?.recipients == ["b@x"] && mixed?.action == .failed)
    let many = (0..<500).map { "Final-Recipient: rfc822;\($0)@x\nAction: failed\n" }
    #expect(bounce(many.joined(separator: "\n"))?.recipients.count == 100)
  }
}
