import MailModel
import Testing

@testable import Accounts
@testable import MailServers

struct AccountCheckServerSearchTests {
  private func suggestion(
    _ address: String, _ records: [String: [ServiceRecord]] = [:]
  ) async -> ServerSuggestion? {
    await ServerSuggestion.of(address) { service, _ in records[service] ?? [] }
  }

  @Test(arguments: [
    ("ada@gmail.com", "imap.gmail.com"), ("Ada@GoogleMail.com", "imap.gmail.com"),
    ("a@me.com", "imap.mail.me.com"), ("a@yahoo.co.uk", "imap.mail.yahoo.com"),
    ("a@gmx.at", "imap.gmx.net"), ("a@gmx.com", "imap.gmx.com"), ("a@pm.me", "127.0.0.1"),
    ("a@sent.com", "imap.fastmail.com"), ("a@t-online.de", "secureimap.t-online.de"),
  ])
  func largeProvidersAreKnown(address: String, host: String) async {
    #expect(await suggestion(address)?.imap.host == host)
  }

  @Test func everyProviderIsSoundAndItsDomainsAreItsOwn() {
    var domains: Set<String> = []
    for provider in Provider.all {
      #expect(provider.imap.isSound && provider.smtp.isSound, "\(provider.name)")
      #expect(provider.imap.security != .none && provider.smtp.security != .none)
      #expect(!provider.domains.isEmpty)
      #expect(provider.domains.isDisjoint(with: domains), "\(provider.name)")
      #expect(!provider.hasAppPasswords || provider.link != nil, "\(provider.name)")
      domains.formUnion(provider.domains)
    }
  }

  @Test func outlookLetsNobodyInByPassword() async throws {
    let found = try #require(await suggestion("a@hotmail.co.uk"))
    #expect(found.needsOAuth && found.foreign.isEmpty && found.advice != nil)
  }

  @Test func aDomainsOwnWordIsTaken() async {
    let found = await suggestion(
      "a@example.org",
      [
        "imaps": [.init(host: "MAIL.example.org.", port: 993)],
        "imap": [.init(host: "plain.example.org", port: 143)],
        "submission": [.init(host: "out.example.org", port: 587)],
      ])
    #expect(
      found
        == ServerSuggestion(
          imap: MailServer(host: "mail.example.org", port: 993, security: .tls),
          smtp: MailServer(host: "out.example.org", port: 587, security: .starttls)))
  }

  @Test func aDotMeansThatItIsNotOffered() async {
    let found = await suggestion(
      "a@example.org",
      [
        "imaps": [.init(host: ".", port: 0)],
        "imap": [.init(host: "mail.example.org", port: 143)],
        "submissions": [.init(host: "", port: 1)],
      ])
    #expect(
      found
        == ServerSuggestion(
          imap: MailServer(host: "mail.example.org", port: 143, security: .starttls)))
    #expect(await suggestion("a@example.org", ["imaps": [.init(host: ".", port: 993)]]) == nil)
  }

  @Test func theLowestPriorityAndOfEqualsTheHeaviestComesFirst() {
    let records = [
      ServiceRecord(host: "late.example", port: 1, priority: 20, weight: 9),
      ServiceRecord(host: "light.example", port: 2, priority: 10, weight: 1),
      ServiceRecord(host: "heavy.example", port: 3, priority: 10, weight: 5),
    ]
    #expect(ServiceRecord.server(records, .tls)?.host == "heavy.example")
    #expect(ServiceRecord.server(records.reversed(), .tls)?.host == "heavy.example")
  }

  @Test(arguments: [
    ("mail.example.org", false), ("example.org", false), ("badexample.org", true),
    ("example.org.evil.net", true), ("imap.fastmail.com", true),
  ])
  func anotherDomainsHostIsForeign(host: String, isForeign: Bool) async {
    let found = await suggestion("a@example.org", ["imaps": [.init(host: host, port: 993)]])
    #expect(found?.foreign.map(\.host) == (isForeign ? [host] : []))
    #expect((found?.link != nil) == (host == "imap.fastmail.com"))
  }

  @Test(arguments: [
    ("submissions", MailServer.Security.tls), ("submission", .starttls),
  ])
  func anOutgoingHostOfAnotherDomainIsForeign(
    service: String, security: MailServer.Security
  ) async {
    let found = await suggestion(
      "a@example.org",
      [
        "imaps": [.init(host: "mail.example.org", port: 993)],
        service: [.init(host: "smtp.evil.net", port: 465)],
      ])
    #expect(
      found?.foreign == [MailServer(host: "smtp.evil.net", port: 465, security: security)])
  }

  @Test(arguments: ["", "ada", "@gmail.com", "ada@", "ada@host", "ada@exa mple.org"])
  func whatIsNoAddressHasNoServer(address: String) async {
    let records = ["imaps": [ServiceRecord(host: "mail.example.org", port: 993)]]
    #expect(await suggestion(address, records) == nil)
  }

  @Test(arguments: ["a\nb.example", "a b.example"])
  func aHostThatIsNoneIsNotTaken(host: String) async {
    #expect(await suggestion("a@example.org", ["imaps": [.init(host: host, port: 993)]]) == nil)
  }
}
