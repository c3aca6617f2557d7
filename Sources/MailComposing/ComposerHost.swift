import Foundation
import MailWriting

/// An account that mail can be sent from.
package nonisolated struct SendingAccount: Equatable, Sendable {
  package let id: UUID
  package let from: OutgoingMail.Party
  /// What stands at the end of a mail, in lines ended by `\n`; empty for nothing.
  package let signature: String

  package init(id: UUID, from: OutgoingMail.Party, signature: String = "") {
    (self.id, self.from, self.signature) = (id, from, signature)
  }
}

/// What a window that mail is written in asks of the program that shows it.
package protocol ComposerHost: AnyObject {
  /// The accounts to send from, the usual one first. When they are others, the host calls ``ComposerWindow/accountsChanged()``.
  var accounts: [SendingAccount] { get }
  /// Where drafts are kept.
  var drafts: DraftFolder { get }

  /// Whom the person has written to, the most often first.
  func correspondents() async -> [OutgoingMail.Party]

  /// Takes a mail to send.
  ///
  /// - Returns: Nil once the host has all of it on its own disk, the files of its attachments too, for the draft is deleted then; else why it
  ///   cannot be sent, in a sentence for the person. A mail may come again under its ``OutgoingMail/id`` where the program was ended in
  ///   between.
  func send(_ mail: OutgoingMail) async -> String?

  /// Told when the window of a mail that the host has taken to send is gone, and its draft with it.
  func tellSent(_ mail: OutgoingMail)

  /// Told when the person has left a mail that lies in ``drafts`` now.
  func keepDraft(_ mail: OutgoingMail)
}
