import GtkBridge
import MailModel
import MailText

/// What messages on show ask of the program that shows them. What it does not answer is as for a mail that lies in no mailbox.
package protocol ReadingHost: AnyObject {
  /// Somebody wants to go where a link leads.
  func follow(_ link: MarkedText.Link)
  /// Somebody wants no more such mail.
  func unsubscribe(_ way: Unsubscribing)
  /// Something is to be said in passing.
  func tell(_ text: String)
  /// Somebody turns the wheel to have the text larger, or smaller by steps below nothing.
  func zoom(by steps: Int)
  /// What can be done with the message that commands are about may be another now.
  func abilitiesChanged()
  /// Other texts may be in sight.
  ///
  /// - Parameter isUsed: Whether somebody has seen to that here.
  func sightChanged(isUsed: Bool)

  /// Whether an address is one of the person's own.
  func isOwn(_ address: String) -> Bool
  /// Whether the initials of who wrote a message stand beside the name.
  var showsInitials: Bool { get }
  /// How the text of mail by a sender is read, by the address.
  func textChoice(for sender: String) -> TextChoice
  /// Somebody chose how the text of a message is read, and of all mail by its sender from now on.
  func choose(_ choice: TextChoice, for sender: String)
  /// Whether pictures can be fetched from the internet, for who wants that.
  var fetchesPictures: Bool { get }
  /// Fetches pictures from the internet; each comes once, as nil where it cannot be had. Ends with the stream.
  func fetchPictures(at addresses: [String]) -> AsyncStream<(address: String, bytes: [UInt8]?)>
  /// Whether the pictures of all mail by a sender in a folder are loaded unasked, by the address; nil where each mail is asked for.
  func loadsPictures(of sender: String, in folder: FolderID) -> Bool?
  /// Somebody chose that for a sender.
  func loadPictures(_ isUnasked: Bool, of sender: String)
  /// What a folder is called.
  func name(of folder: FolderID) -> String?
  /// What can be done with one message of several, section by section, when its menu is opened.
  func deeds(for message: Message) -> [[MessageDeed]]

  /// Whether a message of the row on show is still to be shown whose file was gone when it was to be read: it may just be on its way
  /// elsewhere.
  func isStillListed(_ message: Message) async -> Bool
  /// All that belongs together with a message, itself among it, the oldest first; nil where that cannot be told.
  func conversation(of message: MessageRef) async -> [Message]?
  /// Fetches a message with the beginning of its text, if that is wanted when its turn comes.
  func fetchPreview(
    of message: MessageRef, if isWanted: @escaping () -> Bool,
    then take: @escaping (Message) -> Void)

  /// Surrounds what shows a mail in a window of its own with what is told there.
  ///
  /// - Returns: What is to be shown in the window, and what is asked there, which the window keeps.
  func surround(
    _ content: Widget, in window: Widget
  ) -> (widget: Widget, host: any ReadingHost)
}

extension ReadingHost {
  package func zoom(by steps: Int) {}
  package func abilitiesChanged() {}
  package func sightChanged(isUsed: Bool) {}
  package func isOwn(_ address: String) -> Bool { false }
  package var showsInitials: Bool { true }
  package func textChoice(for sender: String) -> TextChoice { [] }
  package func choose(_ choice: TextChoice, for sender: String) {}
  package var fetchesPictures: Bool { false }
  package func fetchPictures(
    at addresses: [String]
  ) -> AsyncStream<(address: String, bytes: [UInt8]?)> { AsyncStream { $0.finish() } }
  package func loadsPictures(of sender: String, in folder: FolderID) -> Bool? { nil }
  package func loadPictures(_ isUnasked: Bool, of sender: String) {}
  package func name(of folder: FolderID) -> String? { nil }
  package func deeds(for message: Message) -> [[MessageDeed]] { [] }
  package func isStillListed(_ message: Message) async -> Bool { true }
  package func conversation(of message: MessageRef) async -> [Message]? { nil }
  package func fetchPreview(
    of message: MessageRef, if isWanted: @escaping () -> Bool,
    then take: @escaping (Message) -> Void
  ) {}
  package func surround(
    _ content: Widget, in window: Widget
  ) -> (widget: Widget, host: any ReadingHost) { (content, self) }
}
