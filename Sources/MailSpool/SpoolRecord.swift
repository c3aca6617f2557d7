internal import Foundation
internal import MailWriting

/// The state file of a message in the spool: its fields and text as they were written, and how far it has come.
struct SpoolRecord: Codable {
  /// The version of the format that this program writes and the newest that it reads.
  static let latestVersion = 1

  var version = latestVersion
  var account: UUID
  /// The message as it was written, with the names of its files in the folder for paths; nil for a message that another program has made.
  var mail: OutgoingMail?
  var state: OutboxEntry.State
  /// The time at which the message was queued, or at which a draft was begun.
  var added: Date
  /// The envelope of the message as it goes out; nil for a draft.
  var made: MadeMail?
  /// The number of attempts to send the message.
  var tries = 0
  /// The base name of its copy in the folder for sent mail; nil where the server keeps one.
  var copy: String?
  /// The time at which `state` was set to `waiting`, by the clock of that time; nil in records that the earlier outbox wrote.
  var waitingSince: Date?

  init(
    account: UUID, mail: OutgoingMail?, state: OutboxEntry.State, added: Date = .now,
    made: MadeMail? = nil, waitingSince: Date? = nil
  ) {
    (self.account, self.mail, self.state, self.added) = (account, mail, state, added)
    (self.made, self.waitingSince) = (made, waitingSince)
  }

  /// Has the message wait for some seconds from now.
  mutating func wait(_ seconds: Double, after problem: SendingProblem?) {
    let now = Date.now
    (state, waitingSince) = (.waiting(until: now + seconds, after: problem), now)
  }

  /// Restarts the wait of a message if the clock was ahead when the wait began: the message would otherwise wait until the clock shows
  /// that time again, perhaps for years. It never waits longer than it was meant to.
  ///
  /// A time that a person has chosen for sending would have to be left alone here.
  ///
  /// - Returns: Whether the record is another now.
  mutating func restartWait(at now: Date) -> Bool {
    guard case .waiting(let date, let problem) = state else { return false }
    let since =
      waitingSince ?? (problem == nil ? added : date - Outbox.longestPause)
    guard since > now else { return false }
    state = .waiting(until: now + max(date.timeIntervalSince(since), 0), after: problem)
    (waitingSince, added) = (now, min(added, now))
    return true
  }

  /// Makes a draft of it again, of which nothing was made for a server.
  mutating func becomeDraft() {
    (state, made, tries, copy, waitingSince) = (.draft, nil, 0, nil, nil)
  }
}
