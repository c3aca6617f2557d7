import Accounts
import MailServers
import Testing

struct MailServerTests {
  @Test(arguments: [
    ("127.0.0.1", true), ("localhost", true), ("::1", true), ("127.0.0.1.example.com", false),
    ("mail.example.com", false), ("", false),
  ])
  func onlyThisComputerIsLoopback(host: String, expected: Bool) {
    #expect(MailServer(host: host, port: 143, security: .none).isLoopback == expected)
  }
}
