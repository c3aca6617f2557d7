import MailModel

/// What a row of the list stands for, for as long as it is listed: a message.
struct RowID: Hashable {
  let message: MessageID

  init(_ message: MessageID) { self.message = message }
}

/// One row of the list: its identity stays, what it shows may change in place, so that it keeps focus and tray.
final class MailItem {
  let id: RowID
  private(set) var message: Message

  init(_ message: Message) {
    id = RowID(message.id)
    self.message = message
  }

  func show(_ message: Message) { self.message = message }
}
