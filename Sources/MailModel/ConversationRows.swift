/// The rows of a list whose messages are gathered into conversations, which stay the same rows while
/// messages come and go and two conversations become one.
///
/// To show n messages takes a time proportional to n, whatever they are.
public struct ConversationRows: Sendable {
  /// In the order of the list: each row stands where its newest message does.
  public private(set) var rows: [Conversation] = []
  private var given: UInt64 = 0
  /// Whether what belongs together shares a row.
  private var isGathered = true

  public init() {}

  /// What has become of the rows.
  public struct Changes: Equatable, Sendable {
    /// Rows that were not there before, first to last.
    public internal(set) var come: [Conversation.ID] = []
    /// Rows that are not there any more, first to last, and, for those whose messages are now another
    /// row's, that row.
    public internal(set) var gone: [(id: Conversation.ID, into: Conversation.ID?)] = []

    public static func == (left: Changes, right: Changes) -> Bool {
      left.come == right.come
        && left.gone.elementsEqual(right.gone) { $0.id == $1.id && $0.into == $1.into }
    }
  }

  /// Gathers these messages, each listed once, in place of those that were shown.
  ///
  /// A row stays the row of its conversation. Where the store has numbered its conversations anew, it
  /// goes on as the one that its newest message is in now.
  ///
  /// - Parameters:
  ///   - isGathered: Whether what belongs together shares a row; else each message has one of its own.
  ///   - apart: Rows that stay as they are: their messages are among these, and what else comes to their
  ///     conversations gets another row.
  @discardableResult
  public mutating func show(
    _ messages: [Message], isGathered: Bool = true, apart: Set<Conversation.ID> = []
  ) -> Changes {
    let keys = rows.map { row in
      apart.contains(row.id)
        ? Key.row(row.id) : self.isGathered ? row.newest.conversation.map(Key.conversation) : nil
    }
    self.isGathered = isGathered
    var groups = gathered(messages, apart)
    var owners = [Int?](repeating: nil, count: groups.count)
    var newPlaces = [Int?](repeating: nil, count: rows.count)
    claimByNumber(groups, keys, &owners, &newPlaces)
    let lost = newPlaces.indices.filter { newPlaces[$0] == nil }
    claimByMessage(groups, lost, &owners, &newPlaces)
    claimRenamed(groups, lost.filter { !apart.contains(rows[$0].id) }, &owners, &newPlaces)
    var changes = Changes()
    for place in groups.indices {
      if let owner = owners[place] {
        groups[place].id = rows[owner].id
      } else {
        given += 1
        groups[place].id = Conversation.ID(number: given)
        changes.come.append(groups[place].id)
      }
    }
    changes.gone = gone(groups, owners, newPlaces)
    rows = groups.map { Conversation(id: $0.id, newest: $0.newest, older: $0.older) }
    return changes
  }

  /// Takes rows off the list.
  public mutating func remove(_ ids: Set<Conversation.ID>) {
    rows.removeAll { ids.contains($0.id) }
  }

  /// What the messages of a row have in common.
  private enum Key: Hashable {
    case conversation(ConversationID)
    case row(Conversation.ID)
  }

  private struct Group {
    /// Nil for a message that is alone.
    let key: Key?
    var id = Conversation.ID(number: 0)
    let newest: Message
    var older: [Message] = []

    /// Whether it has the messages of a row, and no other.
    func hasMessages(of row: Conversation) -> Bool {
      newest.id == row.newest.id && older.elementsEqual(row.older) { $0.id == $1.id }
    }

    var ids: [MessageRef] { [newest.id] + older.map(\.id) }
  }

  private func gathered(_ messages: [Message], _ apart: Set<Conversation.ID>) -> [Group] {
    var holders: [MessageRef: Conversation.ID] = [:]
    if !apart.isEmpty {
      for row in rows where apart.contains(row.id) {
        for message in row.messages { holders[message.id] = row.id }
      }
    }
    var groups: [Group] = []
    groups.reserveCapacity(messages.count)
    var places: [Key: Int] = [:]
    for message in messages {
      let holder = holders.isEmpty ? nil : holders[message.id]
      let key =
        holder.map(Key.row) ?? (isGathered ? message.conversation.map(Key.conversation) : nil)
      guard let key else {
        groups.append(Group(key: nil, newest: message))
        continue
      }
      if let place = places[key] {
        groups[place].older.append(message)
      } else {
        places[key] = groups.count
        groups.append(Group(key: key, newest: message))
      }
    }
    return groups
  }

  /// Each row goes on as the group of its conversation.
  private func claimByNumber(
    _ groups: [Group], _ keys: [Key?], _ owners: inout [Int?], _ newPlaces: inout [Int?]
  ) {
    // A message that is alone is known by its identity.
    func isSame(_ place: Int, _ row: Int) -> Bool {
      guard groups[place].key == keys[row] else { return false }
      return keys[row] != nil || groups[place].newest.id == rows[row].newest.id
    }
    // In a list that is as it was, the rows stand in the same places.
    func claim(_ place: Int, _ row: Int) {
      owners[place] = row
      newPlaces[row] = place
    }
    let shorter = min(groups.count, rows.count)
    let start = (0..<shorter).prefix { isSame($0, $0) }.count
    let end = (1..<shorter - start + 1).prefix { isSame(groups.count - $0, rows.count - $0) }.count
    for place in 0..<start { claim(place, place) }
    for place in 1..<end + 1 { claim(groups.count - place, rows.count - place) }
    var places: [Key: Int] = [:]
    for place in start..<groups.count - end {
      if let key = groups[place].key { places[key] = place }
    }
    for row in start..<rows.count - end {
      if let place = keys[row].flatMap({ places[$0] }), owners[place] == nil { claim(place, row) }
    }
  }

  /// A row whose conversation is not listed any more goes on as the group that its newest message is in,
  /// unless that is another row already.
  private func claimByMessage(
    _ groups: [Group], _ lost: [Int], _ owners: inout [Int?], _ newPlaces: inout [Int?]
  ) {
    guard !lost.isEmpty else { return }
    var places: [MessageRef: Int] = [:]
    for place in groups.indices where owners[place] == nil {
      for id in groups[place].ids { places[id] = place }
    }
    guard !places.isEmpty else { return }
    for row in lost {
      for message in rows[row].messages {
        guard let place = places[message.id], owners[place] == nil else { continue }
        owners[place] = row
        newPlaces[row] = place
        break
      }
    }
  }

  /// A row whose messages are not listed any more goes on as the group of the same mail: another program has renamed its file.
  private func claimRenamed(
    _ groups: [Group], _ lost: [Int], _ owners: inout [Int?], _ newPlaces: inout [Int?]
  ) {
    let lost = lost.filter { newPlaces[$0] == nil }
    guard !lost.isEmpty else { return }
    var places: [Int64: [Int]] = [:]
    for place in groups.indices where owners[place] == nil {
      places[groups[place].newest.date, default: []].append(place)
    }
    guard !places.isEmpty else { return }
    for row in lost {
      let mail = rows[row].newest
      let place = places[mail.date]?.first {
        owners[$0] == nil && groups[$0].newest.id.folder == mail.id.folder
          && groups[$0].newest.isSameMail(as: mail)
      }
      guard let place else { continue }
      owners[place] = row
      newPlaces[row] = place
    }
  }

  private func gone(
    _ groups: [Group], _ owners: [Int?], _ newPlaces: [Int?]
  ) -> [(id: Conversation.ID, into: Conversation.ID?)] {
    let gone = newPlaces.indices.filter { newPlaces[$0] == nil }
    guard !gone.isEmpty else { return [] }
    // Where their messages can be: in groups that have other messages than their row had.
    var places: [MessageRef: Int] = [:]
    for place in groups.indices {
      if let owner = owners[place], groups[place].hasMessages(of: rows[owner]) { continue }
      for id in groups[place].ids { places[id] = place }
    }
    return gone.map { row in
      let place = rows[row].messages.lazy.compactMap { places[$0.id] }.first
      return (rows[row].id, place.map { groups[$0].id })
    }
  }
}
