import MailModel
import MailText

@testable import Dunnock
@testable import MailReading

/// Takes down what messages on show ask, and answers for a mailbox.
@MainActor final class StandingHost: ReadingHost {
  private(set) var followed: [MarkedText.Link] = []
  private(set) var unsubscribed: [Unsubscribing] = []
  private(set) var told: [String] = []
  /// Which message was gone, and whether it is still listed.
  private(set) var vanished: [MessageRef] = []
  var isStillListed = true
  private let mailbox: OpenMailbox?

  init(of mailbox: OpenMailbox? = nil) { self.mailbox = mailbox }

  func follow(_ link: MarkedText.Link) { followed.append(link) }
  func unsubscribe(_ way: Unsubscribing) { unsubscribed.append(way) }
  func tell(_ text: String) { told.append(text) }

  func isStillListed(_ message: Message) async -> Bool {
    vanished.append(message.id)
    return isStillListed
  }

  func conversation(of message: MessageRef) async -> [Message]? {
    await mailbox?.conversation(of: message)
  }

  func fetchPreview(
    of message: MessageRef, if isWanted: @escaping () -> Bool,
    then take: @escaping (Message) -> Void
  ) { mailbox?.fetchPreview(of: message, if: isWanted, then: take) }
}
