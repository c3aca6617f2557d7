import MailModel

/// Messages that a command is about at once: those that are selected, or those of a conversation.
///
/// What rows ask of it is found once, so that they may ask though there are many.
public struct MessageGroup: Sendable {
  public let messages: [Message]
  /// The flags that all of them have; of the messages of rows those that every row shows.
  public let common: MessageFlags
  /// The flags that some of them have.
  public let any: MessageFlags
  public let folders: Set<FolderID>
  /// Whether some of them may be changed.
  public let canChange: Bool

  public init(_ messages: [Message]) {
    self.messages = messages
    var (common, any) = (messages.first?.flags ?? [], MessageFlags())
    var folders: Set<FolderID> = []
    var canChange = false
    var last: FolderID?
    for message in messages {
      common.formIntersection(message.flags)
      any.formUnion(message.flags)
      canChange = canChange || message.canChange
      if message.id.folder != last {
        last = message.id.folder
        folders.insert(message.id.folder)
      }
    }
    (self.common, self.any, self.folders, self.canChange) = (common, any, folders, canChange)
  }

  /// The messages of rows, each of which is starred if one of its messages is, and read if all are.
  public init(rows: [Conversation]) {
    var messages: [Message] = []
    for row in rows {
      messages.append(row.newest)
      messages += row.older
    }
    let all = MessageGroup(messages)
    let areStarred = !rows.isEmpty && rows.allSatisfy(\.isStarred)
    (self.messages, any, folders, canChange) = (messages, all.any, all.folders, all.canChange)
    common = areStarred ? all.common.union(.flagged) : all.common
  }

  public var count: Int { messages.count }

  var holdsFiles: Bool { messages.first?.isFile == true }
}
