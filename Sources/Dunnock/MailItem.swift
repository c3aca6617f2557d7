import MailModel

/// One message of the list: its identity stays, its flags may change in place, so that a row keeps focus and tray.
final class MailItem {
  let id: MessageID
  var message: Message

  init(_ message: Message) {
    id = message.id
    self.message = message
  }
}
