import MailConnection
import Testing

@testable import Accounts

struct TrialCurlTests {
  private func configuration(
    _ login: Curl.Login?, host: String = "mail.example.com",
    security: MailServer.Security = .tls, shows: Bool = false
  ) -> [String] {
    Curl.configuration(
      MailServer(host: host, port: 993, security: security), [#"LIST "" "*""#, "NAMESPACE"], login,
      certificateFile: nil, showsCertificate: shows
    ).split(separator: "\n").map(String.init)
  }

  @Test func nothingOfANameOrAPasswordIsAWordOfTheConfiguration() {
    let login = Curl.Login(user: "a:b@c.d/ü", password: "\"\\ ?#%;\noutput = x")
    let urls = configuration(login).filter { $0.hasPrefix("url") }
    #expect(
      urls
        == Array(
          repeating:
            #"url = "imaps://a%3ab%40c%2ed%2f%c3%bc:%22%5c%20%3f%23%25%3b%0aoutput%20%3d%20x@mail.example.com:993/""#,
          count: 2))
  }

  @Test func valuesAreQuoted() {
    #expect(Curl.quoted("a\"b\\c\nd") == #""a\"b\\c\nd""#)
    #expect(configuration(nil).contains(#"request = "LIST \"\" \"*\"""#))
  }

  @Test(arguments: [("::1", "[::1]"), ("[::1]", "[::1]"), ("a\"b", "a%22b"), ("ä.de", "ä.de")])
  func hostsAreHosts(host: String, shown: String) {
    #expect(configuration(nil, host: host).contains("url = \"imaps://\(shown):993/\""))
  }

  @Test func certificatesAreCheckedWheneverSomebodyLogsIn() {
    #expect(!configuration(Curl.Login(user: "a", password: "b")).contains("insecure"))
    #expect(!configuration(nil).contains("insecure"))
    #expect(configuration(nil, shows: true).contains("insecure"))
  }

  @Test func theServersWordIsInsistedOn() {
    #expect(configuration(nil, security: .starttls).filter { $0 == "ssl-reqd" }.count == 2)
    #expect(configuration(nil, security: .starttls)[3].hasPrefix("url = \"imap://"))
  }

  private func answer(_ statuses: String, _ traffic: String) -> Curl.Answer {
    Curl.Answer(statuses: Array(statuses.utf8), traffic: Array(traffic.utf8))
  }

  @Test func whatTheServerSaysIsTakenOutOfTheTraffic() {
    let answer = answer(
      "67 Login denied\n",
      "* Connected\n< * OK hello\r\n> A1 LOGIN ada secret\n} [5 bytes data]\n< A1 NO [ALERT] Not today\r\n"
    )
    #expect(answer.first?.status == 67)
    #expect(
      answer.lines.map { String(decoding: $0, as: UTF8.self) } == [
        "* OK hello", "A1 NO [ALERT] Not today",
      ])
    #expect(answer.refusal == "[ALERT] Not today")
    #expect(answer.triedLogin)
  }

  @Test func whatIsCutOffIsLeftOut() {
    let answer = answer(
      "0 \n", "* Excessive server response line length\n< * LIST () \"/\" xxx\r\n< A1 OK\r\n")
    #expect(answer.lines.map { String(decoding: $0, as: UTF8.self) } == ["A1 OK"])
  }

  @Test(arguments: [
    ("IMAP4rev1 AUTH=XOAUTH2 AUTH=OAUTHBEARER", true), ("IMAP4rev1 LOGINDISABLED", true),
    ("IMAP4rev1 AUTH=PLAIN AUTH=XOAUTH2", false), ("IMAP4rev1", false),
    ("IMAP4rev1 LOGINDISABLED AUTH=PLAIN", false), ("IMAP4rev1 AUTH=CRAM-MD5", false),
  ])
  func aServerMayHaveNoWayInByPassword(capabilities: String, forbids: Bool) {
    let answer = answer(
      "67 Login denied\n", "< * CAPABILITY LOGINDISABLED\r\n< * CAPABILITY \(capabilities)\r\n")
    #expect(answer.forbidsPasswords == forbids)
  }

  @Test func aCertificateIsTheFirstOfItsChain() {
    let pem = "-----BEGIN CERTIFICATE-----\nYWJj\n-----END CERTIFICATE-----\n"
    let other = pem.replacing("YWJj", with: "ZGVm")
    #expect(answer("Subject: x\n" + pem + "Subject: y\n" + other, "").certificate == pem)
    #expect(
      Trial.fingerprint(of: pem)
        == "BA:78:16:BF:8F:01:CF:EA:41:41:40:DE:5D:AE:22:23:B0:03:61:A3:96:17:7A:9C:B4:10:FF:61:F2:00:15:AD"
    )
    #expect(Trial.fingerprint(of: "-----BEGIN CERTIFICATE-----\n???\n") == nil)
  }
}
