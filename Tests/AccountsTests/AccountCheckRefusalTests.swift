import Testing

@testable import Accounts
@testable import MailServers

struct AccountCheckRefusalTests {
  @Test(arguments: [
    ("::1", "[::1]"), ("[::1]", "[::1]"), ("a\"b", "a%22b"), ("ä.de", "ä.de"),
    ("a@b/c", "a%40b%2fc"),
  ])
  func hostsAreHosts(host: String, shown: String) {
    for (security, scheme) in [(MailServer.Security.tls, "imaps"), (.starttls, "imap")] {
      #expect(
        MailServer(host: host, port: 993, security: security).url(.imap)
          == "\(scheme)://\(shown):993/")
    }
  }

  private func failure(_ lines: String...) -> MailConnection.Failure {
    .init(
      reason: .denied, words: "Login denied", lines: lines.map { Array($0.utf8) }, triedLogin: true)
  }

  @Test func whyAServerRefusesIsWhatItSaidLast() {
    #expect(
      failure("* OK hello", "A1 BAD no", "A2 NO [ALERT] Not today", "A3 OK").refusal
        == "[ALERT] Not today")
    #expect(failure("* NO hello").refusal == nil)
    #expect(failure("A1 NO [UNAVAILABLE] Later").hasOtherReason)
    #expect(!failure("A1 NO [AUTHENTICATIONFAILED] No").hasOtherReason)
    #expect(failure("A1 NO Use an app password").wantsAppPassword)
  }

  @Test(arguments: [
    ("IMAP4rev1 AUTH=XOAUTH2 AUTH=OAUTHBEARER", true), ("IMAP4rev1 LOGINDISABLED", true),
    ("IMAP4rev1 AUTH=PLAIN AUTH=XOAUTH2", false), ("IMAP4rev1", false),
    ("IMAP4rev1 LOGINDISABLED AUTH=PLAIN", false), ("IMAP4rev1 AUTH=CRAM-MD5", false),
  ])
  func aServerMayHaveNoWayInByPassword(capabilities: String, forbids: Bool) {
    #expect(
      failure("* CAPABILITY LOGINDISABLED", "* CAPABILITY \(capabilities)").forbidsPasswords
        == forbids)
  }

  @Test func fingerprintsAreAsOtherProgramsShowThem() {
    #expect(
      AccountCheck.fingerprint(of: "-----BEGIN CERTIFICATE-----\nYWJj\n-----END CERTIFICATE-----\n")
        == "BA:78:16:BF:8F:01:CF:EA:41:41:40:DE:5D:AE:22:23:B0:03:61:A3:96:17:7A:9C:B4:10:FF:61:F2:00:15:AD"
    )
    #expect(AccountCheck.fingerprint(of: "-----BEGIN CERTIFICATE-----\n???\n") == nil)
  }
}
