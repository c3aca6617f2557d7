internal import MailModel
internal import MailServers

/// The folders of a server, read from its answers to LIST and NAMESPACE (RFC 3501, 2342, 6154).
///
/// Whatever is said that cannot be understood, or could not be the name of a folder here, is left
/// out.
struct FolderListing {
  /// In the order of the first answer, by the names that mbsync gives them.
  private(set) var folders: [ServerFolder] = []
  /// What the server calls each, and what is between levels there.
  private(set) var places: [String: (name: String, delimiter: Character?)] = [:]
  private var positions: [String: Int] = [:]

  /// More than that nobody reads; a server may be hostile.
  static let maximumCount = 10_000
  /// In bytes: more than what can be kept here, for such folders have to be left out by their names.
  static let longestName = 1_024

  /// - Parameter lines: What the server said, as `MailConnection.Answer` has it.
  init(_ lines: [[UInt8]]) {
    var prefix = ""
    var listed: [Listed] = []
    for line in lines {
      guard let values = ImapValue.values(of: line), let first = values.first else { continue }
      if first.isWord("LIST") {
        guard listed.count < 2 * Self.maximumCount else { continue }
        if let one = Listed(values.dropFirst()) { listed.append(one) }
      } else if first.isWord("NAMESPACE"), values.count > 1,
        let own = values[1].list?.first?.list?.first?.printable
      {
        prefix = own
      }
    }
    for one in listed { add(one, below: prefix) }
  }

  /// All that the server has.
  static func of(_ connection: MailConnection) throws(MailConnection.Failure) -> FolderListing {
    var lines: [[UInt8]] = []
    // What comes behind the first is an extra.
    for question in [#"LIST "" "*""#, "NAMESPACE", #"LIST "" "*" RETURN (SPECIAL-USE)"#] {
      lines += try connection.ask(question).lines
    }
    return FolderListing(lines)
  }

  private mutating func add(_ one: Listed, below prefix: String) {
    guard let name = Self.name(of: one, below: prefix) else { return }
    let role: Role? =
      name == "INBOX" ? .inbox : one.attributes.lazy.compactMap { Self.roles[$0] }.first
    let isView = !one.attributes.isDisjoint(with: Self.views)
    if let position = positions[name] {
      folders[position].role = folders[position].role ?? role
      folders[position].isAllMail = folders[position].isAllMail || isView
    } else if one.attributes.isDisjoint(with: Self.closed), folders.count < Self.maximumCount {
      positions[name] = folders.count
      places[name] = (one.name, one.delimiter)
      folders.append(ServerFolder(name: name, role: role, isAllMail: isView))
    }
  }

  private static let roles: [String: Role] = [
    "\\archive": .archive, "\\trash": .trash, "\\sent": .sent, "\\junk": .junk,
    "\\drafts": .drafts, "\\snoozed": .snoozed,
  ]
  /// Folders that show what is in others.
  private static let views: Set<String> = ["\\all", "\\flagged", "\\important"]
  private static let closed: Set<String> = ["\\noselect", "\\nonexistent"]

  /// What mbsync calls a folder: without the prefix of the person's own, with `/` between levels.
  private static func name(of one: Listed, below prefix: String) -> String? {
    var name = one.name
    let delimiter = one.delimiter
    if !prefix.isEmpty, name.hasPrefix(prefix) {
      name = String(name.dropFirst(prefix.count))
      if isInbox(name, delimiter) { return nil }
    } else if isInbox(name, delimiter) {
      name = "INBOX" + name.dropFirst(5)
    } else if !prefix.isEmpty {
      return nil
    }
    if let delimiter, delimiter != "/" {
      if name.contains("/") { return nil }
      name = String(name.map { $0 == delimiter ? "/" : $0 })
    }
    // A folder on the disk cannot have these names.
    let levels = name.split(separator: "/", omittingEmptySubsequences: false)
    return levels.contains { $0.isEmpty || $0.hasPrefix(".") } ? nil : name
  }

  private static func isInbox(_ name: String, _ delimiter: Character?) -> Bool {
    guard name.count >= 5, name.prefix(5).uppercased() == "INBOX" else { return false }
    return name.count == 5 || name.dropFirst(5).first == delimiter
  }
}

extension FolderListing {
  private struct Listed {
    /// In lower case, as no server is bound to one.
    var attributes: Set<String>
    /// Nil where there are no levels.
    var delimiter: Character?
    var name: String

    init?(_ values: ArraySlice<ImapValue>) {
      let values = Array(values.prefix(3))
      guard values.count == 3, let attributes = values[0].list, attributes.count <= 64,
        let name = values[2].printable, !name.isEmpty, name.utf8.count <= longestName
      else { return nil }
      let delimiter = values[1].printable
      guard values[1] == .none || delimiter?.count == 1 else { return nil }
      self.attributes = Set(attributes.compactMap { $0.printable?.lowercased() })
      (self.delimiter, self.name) = (delimiter?.first, name)
    }
  }
}

extension ImapValue {
  /// Names are printable ASCII, whatever they stand for.
  fileprivate var printable: String? {
    guard let bytes, bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
