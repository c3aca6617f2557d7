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

  /// Goes to a folder, by what the server calls it.
  ///
  /// - Returns: What the numbers of its messages are told from others by; nil where there is none that could be gone to.
  package func select(_ folder: String) throws(Failure) -> UInt32? {
    guard let name = Self.quoted(folder) else { return nil }
    let answer = try ask("SELECT \(name)")
    guard answer.status == .ok else { return nil }
    for line in answer.lines {
      let text = String(decoding: line, as: UTF8.self)
      if let found = text.wholeMatch(of: /(?i)OK \[UIDVALIDITY (\d+)\].*/)?.1 {
        return UInt32(found)
      }
    }
    return nil
  }

  /// The flags, in lower case, of those of some messages of the folder that are there, by their numbers.
  ///
  /// - Parameter uids: Such numbers, with commas between.
  package func flags(of uids: String) throws(Failure) -> [UInt32: Set<String>] {
    Self.flags(in: try have("UID FETCH \(uids) (FLAGS)"))
  }

  /// Gives some messages of the folder a flag.
  ///
  /// - Returns: The flags, in lower case, of those that are there, by their numbers; a server may leave out one that had it already.
  package func add(_ flag: String, to uids: String) throws(Failure) -> [UInt32: Set<String>] {
    Self.flags(in: try have("UID STORE \(uids) +FLAGS (\(flag))"))
  }

  private static func flags(in lines: [[UInt8]]) -> [UInt32: Set<String>] {
    var found: [UInt32: Set<String>] = [:]
    for line in lines {
      let values = ImapValue.values(of: line) ?? []
      guard values.count == 3, values[1].isWord("FETCH"), let items = values[2].list,
        let uid = item("UID", in: items)?.number, let flags = item("FLAGS", in: items)?.list
      else { continue }
      found[uid] = Set(flags.compactMap { $0.text?.lowercased() })
    }
    return found
  }

  /// What stands behind a word in the answer to FETCH.
  private static func item(_ word: String, in items: [ImapValue]) -> ImapValue? {
    stride(from: 0, to: items.count - 1, by: 2).first { items[$0].isWord(word) }.map {
      items[$0 + 1]
    }
  }
}
