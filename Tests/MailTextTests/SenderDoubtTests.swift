import Testing

@testable import MailText

@Suite struct SenderDoubtTests {
  private func doubts(_ from: String, _ rest: String = "") throws -> [SenderDoubt] {
    try read("From: \(from)\n\(rest)\nx").doubts
  }

  @Test(arguments: [
    ("\"service@paypal.com\" <x@evil.ru>", "service@paypal.com"),
    ("PayPal.com <x@evil.ru>", "PayPal.com"),
    ("Sign in at www.paypal.com <x@evil.ru>", "www.paypal.com"),
    ("\"Bank (help@bank.de)\" <x@evil.ru>", "help@bank.de"),
    ("\"a＠bank.de\" <x@evil.ru>", "a@bank.de"),
    ("\"paypal.com\" <x@paypal.com.evil.ru>", "paypal.com"),
    ("\"bank.co.uk\" <x@evil.co.uk>", "bank.co.uk"),
    ("\"bank.github.io\" <x@evil.github.io>", "bank.github.io"),
    ("\"bank.blogspot.com\" <x@evil.blogspot.com>", "bank.blogspot.com"),
    ("\"bank.com.br\" <x@evil.com.br>", "bank.com.br"),
  ])
  func aNameOfAnotherIsDoubted(from: String, named: String) throws {
    let all = try doubts(from)
    #expect(all.count == 1)
    guard case .namesAnother(let found, _) = all.first else {
      Issue.record("\(all)")
      return
    }
    #expect(found == named)
  }

  @Test(arguments: [
    "a@x.org", "\"a@x.org\" <a@x.org>", "\"A@X.ORG\" <a@x.org>", "X.org <news@mail.x.org>",
    "Booking.com <no-reply@booking.com>", "Bank.co.uk <a@mail.bank.co.uk>",
    "Shop.github.io <a@mail.shop.github.io>", "J. R. Smith <j@x.org>",
    "J.R.Smith <j@x.org>", "St.Gallen <j@x.ch>", "e.V. <j@x.de>", "Müller GmbH & Co.KG <a@m.de>",
    "Node.js <n@x.org>", "Dr.med. A <a@x.de>", "John @ Work <j@x.org>", "v1.2 <a@x.org>", "a", "",
    "Jörg <j@xn--mnchen-3ya.de>",
  ])
  func aUsualNameIsNot(from: String) throws {
    #expect(try doubts(from).isEmpty)
  }

  @Test func aHostThatLooksLikeAnotherIsDoubted() throws {
    // "аррӏе" in Cyrillic.
    #expect(
      try doubts("x <a@xn--80ak6aa92e.com>") == [.looksLikeAnother(host: "xn--80ak6aa92e.com")])
    #expect(HostName.isDoubtful("pаypal.com") && HostName.isDoubtful("xn--a.com"))
    for host in [
      "münchen.de", "пример.рф", "例え.jp", "ελλάδα.gr", "paypal.com", "яндекс.ru", "한국.kr",
    ] {
      #expect(!HostName.isDoubtful(host), "\(host)")
    }
    for host in [
      "gооgle.com", "ɡoogle.com", "xn--", "аррӏе.com", "a\u{0301}\u{2215}b.com", "ѕсоре.com",
    ] {
      #expect(HostName.isDoubtful(host), "\(host)")
    }
    #expect(HostName.shown("xn--mnchen-3ya.de") == "münchen.de")
    #expect(HostName.shown("xn--80ak6aa92e.com") == "xn--80ak6aa92e.com")
  }

  private let hop = "Received: from a.evil.ru by mx.x.org; Mon, 1 Jan 2018 12:00:00 +0000\n"

  @Test func onlyTheReceivingServerConfirmsASender() throws {
    func isConfirmed(_ fields: String, from: String = "Ann <a@news.y.co.uk>") throws -> Bool {
      try read("From: \(from)\n\(fields)\nx").isSenderConfirmed
    }
    let results = "Authentication-Results: mx.x.org; "
    for confirmed in [
      "dmarc=pass (p=none dis=none) header.from=y.co.uk", "spf=pass smtp.mailfrom=bounce@y.co.uk",
      "dkim=fail header.d=y.co.uk; dkim=pass (2048-bit key) header.d=news.y.co.uk header.b=x",
      "dkim=pass header.i=@y.co.uk; dmarc=none header.from=news.y.co.uk",
    ] {
      #expect(try isConfirmed(results + confirmed + "\n" + hop), "\(confirmed)")
    }
    for not in [
      "", hop, results + "none\n", results + "spf=pass smtp.mailfrom=x@z.co.uk\n",
      results + "spf=pass\n", results + "dmarc=pass\n",
      results + "dmarc=pass header.from=z.co.uk\n",
      results + "dkim=pass header.d=z.co.uk header.i=@z.co.uk\n",
      results + "dmarc=fail (p=none) header.from=y.co.uk; dkim=pass header.d=y.co.uk\n",
      results + "dmarc=temperror header.from=y.co.uk; spf=pass smtp.mailfrom=y.co.uk\n",
      results + "(dmarc=pass header.from=y.co.uk) x=y\n",
      // What came with the message says nothing.
      hop + "Received: from b by other.net; x\n" + results + "dmarc=pass header.from=y.co.uk\n",
      results + "spf=none\nAuthentication-Results: mx.z.org; dmarc=pass header.from=y.co.uk\n",
    ] {
      #expect(try !isConfirmed(not), "\(not)")
    }
    #expect(try !isConfirmed(results + "dmarc=pass header.from=y.co.uk\n" + hop, from: "nobody"))
  }

  /// Servers repeat texts that a sender has chosen, as its envelope address and the domain of a signature.
  @Test(arguments: [
    "spf=pass smtp.mailfrom=\"x; dmarc=pass header.from=y.org \"@evil.ru; dmarc=fail header.from=y.org",
    "spf=pass smtp.mailfrom=\"y.org x\"@evil.ru", "spf=pass smtp.mailfrom=\"y.org\\\" x\"@evil.ru",
    "spf=pass smtp.mailfrom=\"x\\\"; dmarc=pass header.from=y.org x=\"@evil.ru; dmarc=fail header.from=y.org",
    "dkim=pass header.d=y.org(.evil.ru; dmarc=fail header.from=y.org",
    "dkim=pass header.d=y.org(\\).evil.ru; dmarc=fail header.from=y.org",
    "dkim=pass header.d=evil.ru (\"); dmarc=fail header.from=y.org; x=\"y; dmarc=pass header.from=y.org",
    "dkim=pass header.d=y.org\"; dmarc=fail header.from=y.org",
  ])
  func aTextOfTheSenderWithinAResultConfirmsNobody(results: String) throws {
    let message = try read("From: a@y.org\nAuthentication-Results: mx.x.org; \(results)\n\(hop)\nx")
    #expect(!message.isSenderConfirmed)
  }

  @Test(arguments: [
    ("p=REJECT sp=NONE dis=NONE", true), ("p=none sp=reject", false), ("p=NONE; dis=none", false),
  ])
  func onlyThePolicyOfTheDomainItselfExcusesAList(comment: String, isDoubted: Bool) throws {
    let doubts = try doubts(
      "a@y.org",
      "List-Id: <l.x.org>\nAuthentication-Results: mx.x.org; dmarc=fail (\(comment)) header.from=y.org\n"
        + hop)
    #expect(doubts.isEmpty != isDoubted)
  }

  @Test func onlyWhatStandsAboveTheFirstHopIsCertainlyTheServers() throws {
    func isConfirmed(_ fields: String...) throws -> Bool {
      try read("From: a@y.org\n\(fields.joined(separator: "\n"))\n\nx").isSenderConfirmed
    }
    let pass = "Authentication-Results: mx.x.org; dmarc=pass header.from=y.org"
    let hop = "Received: from a.evil.ru (a.evil.ru [203.0.113.5]) by mx.x.org with ESMTP; x"
    #expect(try isConfirmed(pass, hop))
    // A server of one's own handed it on.
    for inner in [
      "from mx.x.org by mail.x.org with LMTP id x", "by 2002:a05:6214:20e2:b0 with SMTP id x",
      "from mx.x.org (localhost [127.0.0.1]) by mx.x.org (Postfix) with ESMTP",
      "from mx6 ([10.202.2.205]) by compute6.internal (Proxy); x",
      "from mx (mx [IPv6:fd00::1]) by mail.x.org with ESMTPS",
    ] {
      #expect(try isConfirmed("Received: \(inner)", pass, hop), "\(inner)")
      #expect(try !isConfirmed("Received: \(inner)", hop, pass), "\(inner)")
    }
    let sealed = pass.replacing(
      "Authentication-Results: ", with: "ARC-Authentication-Results: i=1; ")
    #expect(try isConfirmed(sealed, hop, pass))
    #expect(try !isConfirmed(hop, sealed, pass))
    // It came with the message, of a server that writes no results or other ones.
    #expect(try !isConfirmed(hop, pass) && !isConfirmed(hop, pass, hop) && !isConfirmed(pass))
    #expect(
      try !isConfirmed(
        "Authentication-Results: mx.x.org; spf=pass smtp.mailfrom=evil.ru", hop, pass))
    // A stranger may say any name.
    for name in [
      "localhost", "[127.0.0.1]", "mx.x.org", "x by mx.x.org with LMTP", "by", "[10.0.0.1",
    ] {
      for client in ["(a.evil.ru [203.0.113.5])", "(unknown [IPv6:2001:db8::1])"] {
        #expect(
          try !isConfirmed(
            "Received: from \(name) \(client) by mx.x.org (Postfix) with ESMTP id x; x", pass, hop),
          "\(name)")
      }
    }
    for address in ["172.32.0.1", "11.0.0.1", "192.169.1.1", "127.0.0", "::10", "x", "10.0.0.1.2"] {
      #expect(
        try !isConfirmed("Received: from a ([\(address)]) by mx.x.org with ESMTP", pass, hop),
        "\(address)")
    }
  }

  @Test func aFailureIsNotHiddenByWhatCameWithTheMessage() throws {
    let fields =
      "Authentication-Results: mx.x.org; spf=fail; dkim=fail\n" + hop
      + "Authentication-Results: mx.x.org; dmarc=pass header.from=y.org\n"
    #expect(try doubts("a@y.org", fields) == [.notConfirmed(host: "y.org")])
  }

  @Test func whatTheReceivingServerFoundCounts() throws {
    func fails(_ fields: String) throws -> Bool { try !doubts("a@y.org", fields).isEmpty }
    let failed =
      "Authentication-Results: mx.x.org;\n spf=pass; dmarc=fail (p=reject) header.from=y.org\n"
    #expect(try fails(failed + hop) && fails(hop + failed) && fails(failed))
    #expect(try doubts("a@y.org", failed) == [.notConfirmed(host: "y.org")])
    #expect(try fails("Authentication-Results: x; spf=fail; dkim=fail (bad; signature)\n"))
    #expect(
      try fails("Authentication-Results: x; spf=fail\nAuthentication-Results: x; dkim=fail\n"))
    #expect(try fails("Authentication-Results: spf=softfail; dkim=fail; dmarc=none\n"))
    for fine in [
      "Authentication-Results: x; spf=fail; dkim=pass\n", "Authentication-Results: x; spf=fail\n",
      "Authentication-Results: x; dmarc=pass; spf=fail; dkim=fail\n", "Authentication-Results: x\n",
      "Authentication-Results: x; none\n", "Authentication-Results:\n",
      "Authentication-Results: x; (dmarc=fail) spf=pass\n", "Authentication-Results: ((((;;;\n",
      // What came with the message says nothing.
      hop + "Received: from b by other.net; x\n" + failed,
      "Authentication-Results: x; dmarc=pass\n" + failed.replacing("mx.x.org", with: "x"),
      "Authentication-Results: x; dmarc=pass\n" + failed,
      // A list changes what its members write.
      "List-Id: <l.x.org>\nAuthentication-Results: x; dmarc=fail (p=NONE dis=NONE)\n",
    ] {
      #expect(try !fails(fine), "\(fine)")
    }
    // Gmail writes its results below what its own servers hand on.
    #expect(
      try fails(
        "Received: by 2002:a05:6402:: with SMTP id x; Mon\n"
          + "Received: from e by mx.google.com with ESMTPS id y; Mon\n"
          + failed.replacing("mx.x.org", with: "mx.google.com")))
  }
}
