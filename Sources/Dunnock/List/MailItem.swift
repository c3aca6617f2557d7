import MailModel
import MailText
import Triage

/// What a row of the list is known by, for as long as it is listed.
typealias RowID = Conversation.ID

/// One row of the list: its identity stays, what it shows may change in place, so that it keeps focus and tray.
final class MailItem {
  let id: RowID
  private(set) var conversation: Conversation
  /// What is said of the whole conversation, wherever its messages lie; nil until it was asked for.
  private(set) var summary: ConversationSummary?
  /// Whether that is to be asked for, since it may have become another.
  private(set) var missesSummary = true
  /// The words in its text that it was found for; nil while they were not looked for, empty where there are none.
  private(set) var excerpt: String?

  /// Whom its newest message went to, where the row says that; nil until it was asked for.
  private var recipients: (message: MessageRef, addressing: Addressing)?

  init(_ conversation: Conversation) {
    id = conversation.id
    self.conversation = conversation
  }

  /// The newest of its messages, whose subject and text it shows.
  var message: Message { conversation.newest }

  /// What commands to it are about.
  var group: MessageGroup { MessageGroup(rows: [conversation]) }

  /// Whether any of its messages can be changed.
  var canChange: Bool { message.canChange || conversation.older.contains(where: \.canChange) }

  func show(_ conversation: Conversation) {
    self.conversation = conversation
    missesSummary = true
  }

  func show(_ message: Message) { conversation.update(message) }

  /// Takes what was read for the row.
  ///
  /// - Parameters:
  ///   - message: What it was read of.
  ///   - isGathering: Whether rows stand for whole conversations.
  /// - Returns: Whether the row is to be shown anew.
  func show(_ found: RowFact.Found, of message: MessageRef, isGathering: Bool) -> Bool {
    switch found {
    case .preview(let message): show(message)
    case .excerpt(let found): excerpt = found
    case .recipients(let addressing): recipients = (message, addressing)
    case .summary(nil):
      missesSummary = true
      return false
    case .summary(let found?):
      guard isGathering, found != summary else { return false }
      summary = found
    }
    return true
  }

  /// Has the row say nothing of messages elsewhere until that is read again.
  func forgetSummary() { (summary, missesSummary) = (nil, true) }

  /// Has the summary be asked for when the row is shown next, or not, for it is asked for.
  func misses(summary isMissed: Bool) { missesSummary = isMissed }

  /// Has the words be looked for again.
  func forgetExcerpt() { excerpt = nil }

  /// Whom its newest message went to; nil while that is not known.
  var addressing: Addressing? {
    recipients.flatMap { $0.message == message.id ? $0.addressing : nil }
  }
}
