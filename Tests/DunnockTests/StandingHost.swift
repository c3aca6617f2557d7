import MailModel
import MailText
import Synchronization

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
  /// What whoever asked for a preview last says of it.
  private(set) var isPreviewWanted: (() -> Bool)?
  private let mailbox: OpenMailbox?

  /// Pictures of the internet by their addresses, which senders' are loaded unasked, and what was asked for.
  var internet: [String: [UInt8]]?
  var isRemembered: Bool? = false
  private(set) var asked: [String] = []
  /// Whether what is asked for waits, and how often somebody waited no more.
  var isHeld = false
  let ended = Atomic<Int>(0)

  var fetchesPictures: Bool { internet != nil }

  func fetchPictures(
    at addresses: [String]
  ) -> AsyncStream<(address: String, bytes: [UInt8]?)> {
    asked += addresses
    let (stream, continuation) = AsyncStream.makeStream(
      of: (address: String, bytes: [UInt8]?).self)
    continuation.onTermination = { [weak self] reason in
      if case .cancelled = reason { self?.ended.add(1, ordering: .relaxed) }
    }
    Task {
      while isHeld { try? await Task.sleep(for: .milliseconds(5)) }
      for address in addresses { continuation.yield((address, internet?[address])) }
      continuation.finish()
    }
    return stream
  }

  func loadsPictures(of sender: String, in folder: FolderID) -> Bool? { isRemembered }

  func loadPictures(_ isUnasked: Bool, of sender: String) { isRemembered = isUnasked }

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
  ) {
    isPreviewWanted = isWanted
    mailbox?.fetchPreview(of: message, if: isWanted, then: take)
  }
}
