internal import Foundation
internal import GRDB

extension Joining {
  /// Whether these are the identifiers that a message is kept with.
  func hasIdentifiers(_ identifiers: [Int64], _ message: Int64) throws -> Bool {
    try Set(
      Int64.fetchAll(
        database.cachedStatement(sql: "SELECT hash FROM reference WHERE message = ?"),
        arguments: [message])) == Set(identifiers)
  }

  /// Notes that a message of a conversation shares something else from now on.
  func loosen(_ conversation: Int64) throws {
    try database.cachedStatement(sql: "INSERT OR IGNORE INTO loosened VALUES (?)")
      .execute(arguments: [conversation])
  }

  /// Notes that a message leaves its conversation.
  func loosen(_ conversation: Int64, without message: Int64) throws {
    // What has one identifier joins nothing that does not share it anyway.
    try database.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO loosened
        SELECT ? WHERE (SELECT count(*) FROM reference WHERE message = ?) > 1
        """
    ).execute(arguments: [conversation, message])
  }

  /// Parts a conversation, unless it has more messages than are looked at.
  ///
  /// - Returns: How many were looked at.
  mutating func part(_ conversation: Int64, ofAtMost largest: Int) throws -> Int {
    let statement = try database.cachedStatement(
      sql: """
        SELECT message.id, hash FROM message LEFT JOIN reference ON reference.message = message.id
        WHERE conversation = ?
        """)
    var parts = Parts()
    let rows = try Row.fetchCursor(statement, arguments: [conversation])
    while try rows.next() != nil {
      let row = Columns(statement)
      parts.add(row.integer(0), identifier: row.isNull(1) ? nil : row.integer(1))
      if parts.count > largest { return parts.count }
    }
    // The largest keeps the number, and of several the one of the oldest message.
    var numbers: [Int64: Int64] = [:]
    for part in parts.sorted().dropFirst() {
      last += 1
      for message in part { numbers[message] = last }
    }
    if !numbers.isEmpty { try rename(conversation) { numbers[$0] } }
    return parts.count
  }
}

/// Messages and what they share: which of them hang together.
private struct Parts {
  private var places: [Int64: Int] = [:]
  private var identifiers: [Int64: Int] = [:]
  /// One that the message at each place hangs together with, itself at the end of the way.
  private var parents: [Int] = []
  private var messages: [Int64] = []

  var count: Int { messages.count }

  mutating func add(_ message: Int64, identifier: Int64?) {
    let place = places[message] ?? messages.count
    if place == messages.count {
      places[message] = place
      messages.append(message)
      parents.append(place)
    }
    guard let identifier else { return }
    if let other = identifiers[identifier] {
      let (one, two) = (root(of: place), root(of: other))
      parents[max(one, two)] = min(one, two)
    } else {
      identifiers[identifier] = place
    }
  }

  private mutating func root(of place: Int) -> Int {
    var place = place
    while parents[place] != place {
      parents[place] = parents[parents[place]]
      place = parents[place]
    }
    return place
  }

  /// The largest first, and of one size the one with the lowest number first.
  mutating func sorted() -> [[Int64]] {
    var parts: [Int: [Int64]] = [:]
    for (place, message) in messages.enumerated() {
      parts[root(of: place), default: []].append(message)
    }
    return parts.values.map { $0.sorted() }
      .sorted { $0.count != $1.count ? $0.count > $1.count : $0[0] < $1[0] }
  }
}
