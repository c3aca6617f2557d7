import Accounts
import MailModel
import MailServers
import Testing

struct AccountCheckTakingTests {
  @Test func theFirstFolderOfARoleHasItAndAllMailIsLeftOut() {
    var account = Account(
      name: "Work", address: "a@x.org",
      imap: MailServer(host: "x.org", port: 993, security: .tls), directory: "Work")
    account.take([
      ServerFolder(name: "INBOX", role: .inbox), ServerFolder(name: "A", role: .archive),
      ServerFolder(name: "B", role: .archive), ServerFolder(name: "All", isAllMail: true),
    ])
    #expect(account.roles == [.inbox: "INBOX", .archive: "A"])
    #expect(account.leftOut == ["All"])
    // What is known of others stays.
    account.leftOut = ["B"]
    account.takeRoles(of: [
      ServerFolder(name: "C", role: .trash), ServerFolder(name: "D", role: .trash),
      ServerFolder(name: "All", role: .archive, isAllMail: true),
    ])
    #expect(account.roles == [.inbox: "INBOX", .archive: "A", .trash: "C"])
    #expect(account.leftOut == ["B"])
  }
}
