/// What a message is known by: its folder and its key, the base name of its file without the info
/// and without a synchroniser's `,U=digits`. Both stay when flags change; a move gives new ones.
public struct MessageID: Hashable, Sendable {
  public let folder: FolderID
  public let key: ByteName

  public init(folder: FolderID, key: ByteName) {
    self.folder = folder
    self.key = key
  }
}

/// Why a message cannot be shown as it should be.
public enum MessageProblem: Hashable, Sendable {
  /// The file system refuses to let it be read.
  case unreadable
  /// A directory, a link, a pipe or a device stands where a message should; it is never opened,
  /// renamed or moved.
  case notARegularFile
  /// The file is empty.
  case empty
  /// The header does not end within 64 KiB; what is shown comes from the part before.
  case oversizedHeader
}

/// What a row shows of a message. Every text is safe to show: no control characters, no characters
/// that turn the direction of what follows, bounded in length.
public struct Message: Identifiable, Sendable, Equatable {
  public let id: MessageID
  public let flags: MessageFlags
  /// The sender's name, or else the address; empty when the message names none.
  public let from: String
  /// The address of the first sender; empty when there is none.
  public let address: String
  /// The subject; empty when there is none.
  public let subject: String
  /// Seconds since 1970, from the Date field, else the first Received field, else the file; never
  /// before 1970 nor more than a day in the future.
  public let date: Int64
  /// The beginning of the text, at most 200 characters (Unicode scalars), on one line.
  public let preview: String
  /// The size of the file in bytes.
  public let size: Int64
  public let problem: MessageProblem?

  public init(
    id: MessageID, flags: MessageFlags, from: String, address: String, subject: String,
    date: Int64, preview: String, size: Int64, problem: MessageProblem? = nil
  ) {
    self.id = id
    self.flags = flags
    self.from = from
    self.address = address
    self.subject = subject
    self.date = date
    self.preview = preview
    self.size = size
    self.problem = problem
  }

  public var isUnread: Bool { flags.isUnread }

  public var isStarred: Bool { flags.isStarred }

  /// Whether a move or a flag change may touch it.
  public var canChange: Bool { problem != .notARegularFile }

  /// The order of a list: newest first, and the same for the same messages every time.
  public static func newestFirst(_ left: Message, _ right: Message) -> Bool {
    if left.date != right.date { return left.date > right.date }
    if left.id.key != right.id.key { return right.id.key < left.id.key }
    return left.id.folder < right.id.folder
  }

  func with(id: MessageID? = nil, flags: MessageFlags? = nil) -> Message {
    Message(
      id: id ?? self.id, flags: flags ?? self.flags, from: from, address: address,
      subject: subject, date: date, preview: preview, size: size, problem: problem)
  }
}

extension Collection<Message> {
  /// The messages newest first, sorted without moving them about.
  public func sortedNewestFirst() -> [Message] {
    let all = Array(self)
    return all.indices.sorted { Message.newestFirst(all[$0], all[$1]) }.map { all[$0] }
  }
}
