public import MailModel

/// What is known while an account is brought up to date.
public struct SyncProgress: Hashable, Sendable {
  /// How many messages have come, and how many are to come as far as is known.
  public var fetched = 0
  public var toFetch = 0
  /// The same of those that go to the server.
  public var sent = 0
  public var toSend = 0
  /// How many messages here have got other flags, or were marked as deleted, for they are gone from the server.
  public var changed = 0

  public init() {}
}

/// What became of one run.
public struct SyncResult: Hashable, Sendable {
  /// Mail that is gone here though not by Dunnock: it stays on the server until the person has
  /// said what is to become of it.
  public var missing: MissingMail?
  /// Mail that the server had and shows no more, so much of a folder that it stays here until the person has said
  /// what is to become of it.
  public var gone: GoneMail?
  /// Folders of the server that cannot be kept here, by their names there: these are too long, or mean something
  /// else on the disk.
  public var unusable: [String]
  /// Folders that the server has no more, of which this is the only place where some of their mail is known to be, by their
  /// names there: they stay here.
  public var vanished: [String]
  /// Folders that the server has no more and all of whose mail is in others, by their names there: they went to the trash.
  public var trashed: [String]
  /// Mail that the server has not taken yet; what was moved from its old place stays there until
  /// it has.
  public var waiting: Int
  /// Mail that was moved or deleted and that the server, which cannot expunge single messages, keeps in its old place, marked
  /// as deleted.
  public var marked: Int
  /// Of each folder, mail that was filed there while another client deleted it on the server: it stays.
  public var kept: [FolderID: Int]
  /// The same of mail that another client moved elsewhere meanwhile: it stays where it was filed, and only there.
  public var reunited: [FolderID: Int]
  /// How many messages that were moved out of each folder have another body on the server, for example because a part of it was fetched. They
  /// were not removed there, and are fetched again.
  public var differing: [FolderID: Int]
  /// How many messages of each folder are in no folder of the server any more, for example because another client deleted them. They were moved
  /// to the account's local trash.
  public var lost: [FolderID: Int]
  /// The step of the journal that moved them, which can be undone; nil if none was moved.
  public var lostStep: Int64?
  /// The folders whose messages were matched with the server's again, because it was restored from a backup and its UIDs stand for other
  /// messages. No message was removed.
  public var restored: Set<FolderID>
  /// How many messages of the server mbsync cannot fetch or store, because they have no end of a header or become too large. They are
  /// tried again in each run.
  public var skipped: Int
  /// What did not go well though the run did, in the program's own words.
  public var warnings: [String]

  public init(
    missing: MissingMail? = nil, gone: GoneMail? = nil, unusable: [String] = [],
    vanished: [String] = [], trashed: [String] = [], waiting: Int = 0, marked: Int = 0,
    kept: [FolderID: Int] = [:], reunited: [FolderID: Int] = [:],
    differing: [FolderID: Int] = [:], lost: [FolderID: Int] = [:],
    lostStep: Int64? = nil, restored: Set<FolderID> = [], skipped: Int = 0,
    warnings: [String] = []
  ) {
    self.missing = missing
    self.gone = gone
    self.unusable = unusable
    self.vanished = vanished
    self.trashed = trashed
    self.waiting = waiting
    self.marked = marked
    self.kept = kept
    self.reunited = reunited
    self.differing = differing
    self.lost = lost
    self.lostStep = lostStep
    self.restored = restored
    self.skipped = skipped
    self.warnings = warnings
  }
}

/// Mail that was here at the last run and is gone, which nobody has deleted or moved in Dunnock.
public struct MissingMail: Hashable, Sendable {
  /// Messages of a folder by the numbers that the server has given them.
  public struct Numbers: Hashable, Sendable {
    /// What the server calls these numbers: others that are the same are of others.
    public var validity: UInt32
    public var uids: Set<UInt32>
  }

  /// How many messages of each folder.
  public var counts: [FolderID: Int]
  /// Which they are; of none where a mailbox is gone as a whole.
  public var messages: [FolderID: Numbers]

  public init(counts: [FolderID: Int], messages: [FolderID: Numbers] = [:]) {
    self.counts = counts
    self.messages = messages
  }

  public var total: Int { counts.values.reduce(0, +) }
}

/// Mail that is here and that the server had at the last run and shows no more.
public struct GoneMail: Hashable, Sendable {
  public struct Count: Hashable, Sendable {
    public var gone: Int
    /// How many the server was known to have.
    public var known: Int

    public init(gone: Int, known: Int) {
      self.gone = gone
      self.known = known
    }
  }

  /// How many messages of each folder.
  public var counts: [FolderID: Count]
  /// Which they are.
  public var messages: Set<MessageRef>

  public init(counts: [FolderID: Count], messages: Set<MessageRef> = []) {
    self.counts = counts
    self.messages = messages
  }

  public var total: Int { counts.values.reduce(0) { $0 + $1.gone } }
}

/// What the person says about mail that is missing on one side.
public enum MissingDecision: Hashable, Sendable {
  /// It is asked for again at the next run; mail goes on coming meanwhile.
  case ask
  /// These go from the server too, and no others.
  case deleteOnServer(MissingMail)
  /// It comes back from the server.
  case fetchAgain
  /// These go here too, and no others.
  case deleteHere(GoneMail)
}
