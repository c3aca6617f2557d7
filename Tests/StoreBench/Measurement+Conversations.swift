import Glibc
import MailModel
import MaildirStore

extension Measurement {
  /// Opens the mailbox, lists its inbox and gathers it into conversations: "first" is without the last.
  func conversations() async throws {
    let start = seconds()
    let store = try Maildir(path: path, indexFolder: indexFolder)
    let messages = try await store.messages(in: .inbox)
    show("first", seconds() - start)
    var rows = ConversationRows()
    rows.show(messages)
    show("all", seconds() - start)
    show("count", Double(messages.count))
    let again = seconds()
    let changes = rows.show(messages)
    show("again", seconds() - again)
    showMemory()
    if !changes.come.isEmpty || rows.rows.count == messages.count { exit(1) }
  }
}
