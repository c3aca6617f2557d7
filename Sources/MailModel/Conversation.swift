/// A row of a list: the messages of a conversation that are listed, or one message that belongs to none.
public struct Conversation: Identifiable, Equatable, Sendable {
  /// What a row is known by: it stays whatever messages come to it and leave it, while one is left.
  public struct ID: Hashable, Sendable {
    let number: UInt64
  }

  public let id: ID
  /// The first in the order of the list.
  public internal(set) var newest: Message
  /// The others, in the order of the list. Most rows have none, and take no memory for it.
  public internal(set) var older: [Message]

  /// All of them in the order of the list.
  public var messages: [Message] { [newest] + older }

  public func contains(_ id: MessageRef) -> Bool {
    newest.id == id || older.contains { $0.id == id }
  }

  /// Takes one of its messages as it is now; nothing happens where it has none of that identity.
  public mutating func update(_ message: Message) {
    if newest.id == message.id {
      newest = message
    } else if let place = older.firstIndex(where: { $0.id == message.id }) {
      older[place] = message
    }
  }

  public var count: Int { older.count + 1 }

  /// Whether any is unread.
  public var isUnread: Bool { newest.isUnread || older.contains(where: \.isUnread) }

  /// Whether any is starred.
  public var isStarred: Bool { newest.isStarred || older.contains(where: \.isStarred) }

  /// Who wrote them; see ``ConversationSummary/participants``.
  public var participants: [Participant] { Participant.all(of: older.reversed() + [newest]) }
}

/// One who wrote in a conversation.
public struct Participant: Hashable, Sendable {
  /// As ``Message/from``.
  public let name: String
  /// As ``Message/address``.
  public let address: String
  /// As ``Message/hasDoubtfulName``.
  public let hasDoubtfulName: Bool
  /// Whether a message of theirs is unread.
  public let isUnread: Bool

  private init(_ message: Message, isUnread: Bool) {
    name = message.from
    address = message.address
    hasDoubtfulName = message.hasDoubtfulName
    self.isUnread = isUnread
  }

  /// Who wrote messages that stand in the order of their dates, each once, in the order in which they
  /// began to write. Of very many messages only the last are looked at.
  static func all(of messages: [Message]) -> [Participant] {
    var found: [(first: Message, isUnread: Bool)] = []
    var places: [String: Int] = [:]
    for message in messages.suffix(ConversationSummary.looked) {
      let key = message.address.isEmpty ? message.from : message.address.lowercased()
      if let place = places[key] {
        if message.isUnread { found[place].isUnread = true }
      } else {
        places[key] = found.count
        found.append((message, message.isUnread))
      }
    }
    return found.map { Participant($0.first, isUnread: $0.isUnread) }
  }

  /// What a row with little room calls them: the first name, the address where the name may deceive or
  /// there is none; empty where there is neither.
  public var shortName: String {
    guard !name.isEmpty, !hasDoubtfulName else { return address }
    if name == address { return address }
    // "Adler, Ann" is Ann; of "Adler, Berg & Co." nothing is left out.
    let parts = name.split(separator: ",").map { $0.split(separator: " ") }
    if parts.count == 2, parts.allSatisfy({ $0.count == 1 }) { return String(parts[1][0]) }
    if parts.count == 1, (2...4).contains(parts[0].count) { return String(parts[0][0]) }
    return name
  }
}

/// What a row says of a whole conversation, wherever its messages lie.
public struct ConversationSummary: Equatable, Sendable {
  /// How many messages it has.
  public let count: Int
  /// Who wrote them, each once, in the order in which they began to write; of more than 200 messages who
  /// wrote the last 200.
  public let participants: [Participant]

  /// Of so many messages who wrote them is told: a row has room for a few names, and anybody can write
  /// ten thousand messages.
  package static let looked = 200

  /// - Parameters:
  ///   - messages: The last of them at least, the oldest first.
  ///   - count: How many there are in all.
  package init(of messages: [Message], count: Int) {
    self.count = count
    participants = Participant.all(of: messages)
  }
}

extension Collection<Message> {
  /// The messages as they are read one after the other: the oldest first by what their senders say.
  package func sortedOldestFirst() -> [Message] { sortedNewestFirst(by: .date).reversed() }
}
