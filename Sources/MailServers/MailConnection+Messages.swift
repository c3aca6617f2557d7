extension MailConnection {
  /// Has the server do something, and returns what it said meanwhile, line by line without the `* ` before each.
  ///
  /// - Throws: The server's words where it did not as well.
  @discardableResult
  package func have(_ command: String) throws(Failure) -> [[UInt8]] {
    let answer = try ask(command)
    guard answer.status == .ok else { throw failure(.declined, answer.words) }
    return answer.lines
  }

  /// What a server says of a folder that is selected.
  package struct SelectedFolder: Sendable {
    /// The folder's UIDVALIDITY.
    package let validity: UInt32
    /// The UID that the next message gets; nil if the server does not say it.
    package let next: UInt32?
    /// How many messages the folder has.
    package let messages: Int
  }

  /// Goes to a folder, by what the server calls it.
  ///
  /// - Returns: Nil where there is none that could be gone to.
  package func select(_ folder: String) throws(Failure) -> SelectedFolder? {
    guard let name = Self.quoted(folder) else { return nil }
    let answer = try ask("SELECT \(name)")
    guard answer.status == .ok else { return nil }
    var (validity, next, messages): (UInt32?, UInt32?, Int) = (nil, nil, 0)
    for line in answer.lines {
      let text = String(decoding: line, as: UTF8.self)
      if let found = text.wholeMatch(of: /(?i)OK \[UIDVALIDITY (\d+)\].*/)?.1 {
        validity = validity ?? UInt32(found)
      } else if let found = text.wholeMatch(of: /(?i)OK \[UIDNEXT (\d+)\].*/)?.1 {
        next = UInt32(found)
      } else if let found = text.wholeMatch(of: /(?i)(\d+) EXISTS/)?.1 {
        messages = UInt32(found).map(Int.init) ?? 0
      }
    }
    return validity.map { SelectedFolder(validity: $0, next: next, messages: messages) }
  }

  /// The flags, in lower case, of those of some messages of the folder that are there, by their numbers.
  ///
  /// Messages that are gone are left out, and a server may leave out others.
  package func flags(of uids: [UInt32]) throws(Failure) -> [UInt32: Set<String>] {
    Self.flags(of: uids, in: try have("UID FETCH \(Self.sequenceSet(uids)) (FLAGS)"))
  }

  /// Those of some messages that the folder has, by UID.
  ///
  /// - Returns: Nil if the server does not answer the search.
  package func present(_ uids: [UInt32]) throws(Failure) -> Set<UInt32>? {
    try found(by: "UID \(Self.sequenceSet(uids))")?.intersection(uids)
  }

  /// Gives some messages of the folder a flag.
  ///
  /// - Returns: The flags, in lower case, of those that are there, by their numbers; a server may leave out one that had it already.
  package func add(_ flag: String, to uids: [UInt32]) throws(Failure) -> [UInt32: Set<String>] {
    Self.flags(of: uids, in: try have("UID STORE \(Self.sequenceSet(uids)) +FLAGS (\(flag))"))
  }

  /// The beginning of a message's header, and the size of the whole message; nil if the server does not say it.
  package typealias Header = (bytes: [UInt8], messageSize: Int?)

  /// The beginnings of the headers of some messages of the folder, by UID. Messages that are gone are left out, and a server may leave out
  /// others.
  ///
  /// - Parameter most: The bytes of each header that are asked for.
  package func headers(
    of uids: [UInt32], atMost most: Int
  ) throws(Failure) -> [UInt32: Header] {
    let query = "(UID RFC822.SIZE BODY.PEEK[HEADER]<0.\(most)>)"
    return Self.items(of: uids, in: try have("UID FETCH \(Self.sequenceSet(uids)) \(query)")) {
      items in
      // Every message has a header.
      Self.item("BODY[", in: items)?.bytes.flatMap { bytes in
        bytes.isEmpty ? nil : (bytes, Self.item("RFC822.SIZE", in: items)?.number.map(Int.init))
      }
    }
  }

  /// A part of the body of a message of the folder; nil if the server does not send it. It is empty behind the end of the body.
  ///
  /// - Parameter range: The bytes that are asked for.
  package func body(ofUID uid: UInt32, _ range: Range<Int>) throws(Failure) -> [UInt8]? {
    let part = "BODY.PEEK[TEXT]<\(range.lowerBound).\(range.count)>"
    return Self.bodies(of: [uid], in: try have("UID FETCH \(uid) (UID \(part))"))[uid]
  }

  /// The Message-ID fields of some messages of the folder, by UID.
  ///
  /// - Parameters:
  ///   - numbers: Sequence numbers of messages that there are.
  ///   - most: The bytes of each field that are asked for.
  /// - Throws: `declined` if the server does not answer for each message. One may have been expunged.
  package func messageIDs(
    of numbers: ClosedRange<Int>, atMost most: Int
  ) throws(Failure) -> [UInt32: [UInt8]] {
    let set = "\(numbers.lowerBound):\(numbers.upperBound)"
    let fields = Self.bodies(in: try have("FETCH \(set) \(Self.messageIDItems(most))"))
    guard fields.count == numbers.count else { throw failure(.declined, "FETCH \(set)") }
    return fields
  }

  /// The Message-ID fields of some messages of the folder, by UID. Messages that are gone are left out, and a server may leave out others.
  ///
  /// - Parameter most: The bytes of each field that are asked for.
  package func messageIDs(
    ofUIDs uids: [UInt32], atMost most: Int
  ) throws(Failure) -> [UInt32: [UInt8]] {
    Self.bodies(
      of: uids, in: try have("UID FETCH \(Self.sequenceSet(uids)) \(Self.messageIDItems(most))"))
  }

  private static func messageIDItems(_ most: Int) -> String {
    "(UID BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)]<0.\(most)>)"
  }

  /// The UIDs of the messages of the folder that have a Message-ID field with this text.
  ///
  /// - Returns: Nil if the text cannot be quoted or the server does not search.
  package func messages(withID id: String) throws(Failure) -> Set<UInt32>? {
    guard let text = Self.quoted(id) else { return nil }
    return try found(by: "HEADER Message-ID \(text)")
  }

  /// The UIDs of the messages of the folder that a search finds; nil if the server does not answer the search.
  private func found(by key: String) throws(Failure) -> Set<UInt32>? {
    let answer = try ask("UID SEARCH \(key)")
    guard answer.status == .ok else { return nil }
    let numbers = answer.lines.map { ImapValue.values(of: $0) ?? [] }.filter {
      $0.first?.isWord("SEARCH") == true
    }
    return numbers.isEmpty ? nil : Set(numbers.joined().compactMap(\.number))
  }

  /// UIDs as a sequence set.
  package static func sequenceSet(_ uids: [UInt32]) -> String {
    uids.map(String.init).joined(separator: ",")
  }

  private static func flags(of uids: [UInt32], in lines: [[UInt8]]) -> [UInt32: Set<String>] {
    items(of: uids, in: lines) { items in
      item("FLAGS", in: items)?.list.map { Set($0.compactMap { $0.text?.lowercased() }) }
    }
  }

  private static func bodies(
    of uids: [UInt32]? = nil, in lines: [[UInt8]]
  ) -> [UInt32: [UInt8]] {
    items(of: uids, in: lines) { items in
      // The name of the item says which part of the body was asked for. A server may send NIL for an empty part.
      item("BODY[", in: items).flatMap { $0 == ImapValue.none ? [] : $0.bytes }
    }
  }

  /// A value of each message, from the answers to a FETCH that asked for the UID.
  ///
  /// - Parameter uids: The UIDs that were asked for; nil for any. A server also sends changed flags of other messages.
  private static func items<Value>(
    of uids: [UInt32]?, in lines: [[UInt8]], _ value: ([ImapValue]) -> Value?
  ) -> [UInt32: Value] {
    let asked = uids.map { Set($0) }
    var found: [UInt32: Value] = [:]
    for line in lines {
      let values = ImapValue.values(of: line) ?? []
      guard values.count == 3, values[1].isWord("FETCH"), let items = values[2].list,
        let uid = item("UID", in: items)?.number, asked?.contains(uid) != false,
        let value = value(items)
      else { continue }
      found[uid] = value
    }
    return found
  }

  /// The value of a FETCH data item, by the beginning of its name in capitals.
  private static func item(_ name: String, in items: [ImapValue]) -> ImapValue? {
    stride(from: 0, to: items.count - 1, by: 2).first { items[$0].begins(with: name) }.map {
      items[$0 + 1]
    }
  }
}
