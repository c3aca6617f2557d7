import Testing

@testable import MailServers

struct VerbTests {
  @Test(arguments: [
    ("SELECT \"INBOX\"", "SELECT"), ("UID FETCH 1:3 (FLAGS)", "UID FETCH"),
    ("UID STORE 1 +FLAGS (\\Deleted)", "UID STORE"), ("CAPABILITY", "CAPABILITY"),
    ("MAIL FROM:<ada@example.org>", "MAIL"), ("RCPT TO:<ada@example.org>", "RCPT"),
    ("AUTHENTICATE PLAIN AGFkYQ==", "other"), ("SELECTED", "other"), ("", "other"),
  ])
  func theLogHasOfACommandItsVerbAlone(command: String, name: String) {
    #expect(MailConnection.Verb(of: command).rawValue == name)
  }
}
