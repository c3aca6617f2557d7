import Foundation
import GtkBridge
import MailSpool
import MailWriting

/// An account that mail can be sent from.
package nonisolated struct SendingAccount: Equatable, Sendable {
  package let id: UUID
  package let from: OutgoingMail.Correspondent
  /// What stands at the end of a mail, in lines ended by `\n`; empty for nothing.
  package let signature: String

  package init(id: UUID, from: OutgoingMail.Correspondent, signature: String = "") {
    (self.id, self.from, self.signature) = (id, from, signature)
  }
}

/// A window with room for one thing at a time, in which mail is written in pages over all else.
package protocol ComposerPlace: AnyObject {
  /// The GtkWindow.
  var window: Widget { get }
  /// Shows a page, or again where it is there.
  func show(_ page: Widget)
  /// Takes a page away.
  func remove(_ page: Widget)
}

/// What a window that mail is written in asks of the program that shows it.
package protocol ComposerHost: AnyObject {
  /// The accounts to send from, the usual one first. When they are others, the host calls ``ComposerWindow/accountsChanged()``.
  var accounts: [SendingAccount] { get }
  /// The spool that keeps the drafts.
  var spool: Spool { get }

  /// Whom the person has written to, the most often first.
  func correspondents() async -> [OutgoingMail.Correspondent]

  /// Queues a draft of the spool to be sent.
  ///
  /// - Returns: Why it cannot be sent, in a sentence for the person; it stays a draft then. Nil once it is queued.
  func send(_ mail: OutgoingMail) async -> String?

  /// Where a mail is written that somebody begins in a window; nil: in a window of its own.
  func place(beside window: Widget?) -> (any ComposerPlace)?

  /// Told when the window of a mail is gone.
  func closed(_ mail: OutgoingMail, as end: ComposerEnd)
}

extension ComposerHost {
  package func place(beside window: Widget?) -> (any ComposerPlace)? { nil }
}

/// What has become of a mail when its window goes.
package enum ComposerEnd: String, CaseIterable, Sendable {
  /// It lies among the drafts.
  case kept
  /// It was opened as a draft and is as it was: nothing was written.
  case unchanged
  /// The host has it to send, and no draft is left of it.
  case sent
  /// Nothing is left of it.
  case discarded
}
