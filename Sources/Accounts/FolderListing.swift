internal import MailModel

/// The folders of a server, read from its answers to LIST and NAMESPACE (RFC 3501, 2342, 6154).
///
/// Whatever is said that cannot be understood, or could not be the name of a folder here, is left
/// out.
struct FolderListing {
  /// In the order of the first answer, by the names that mbsync gives them.
  private(set) var folders: [ServerFolder] = []
  private var positions: [String: Int] = [:]

  /// More than that nobody reads; a server may be hostile.
  static let maximumCount = 10_000
  /// In bytes: longer ones could not be folders on a disk.
  static let longestName = 255

  /// - Parameter lines: All that the server said, without line ends.
  init(_ lines: [[UInt8]]) {
    var prefix = ""
    var listed: [Listed] = []
    var index = 0
    while index < lines.count {
      // What is counted out goes on behind the end of its line.
      var line = lines[index]
      index += 1
      while let length = Self.literalLength(line), length <= 4 * Self.longestName,
        index < lines.count
      {
        line += [0x0D, 0x0A] + lines[index]
        index += 1
      }
      var reader = Reader(bytes: line)
      if reader.takes("* LIST ") {
        if listed.count < 2 * Self.maximumCount, let one = reader.listed() { listed.append(one) }
      } else if reader.takes("* NAMESPACE "), let own = reader.namespace() {
        prefix = own
      }
    }
    for one in listed { add(one, below: prefix) }
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

  /// The length of what is counted out behind a line that ends with `{n}`.
  private static func literalLength(_ line: [UInt8]) -> Int? {
    guard line.last == UInt8(ascii: "}"), let start = line.lastIndex(of: UInt8(ascii: "{")),
      start + 1 < line.count - 1
    else { return nil }
    return Int(String(decoding: line[(start + 1)..<(line.count - 1)], as: UTF8.self))
  }
}

extension FolderListing {
  private struct Listed {
    /// In lower case, as no server is bound to one.
    var attributes: Set<String>
    var delimiter: Character?
    var name: String
  }

  /// Reads one answer from its beginning.
  private struct Reader {
    let bytes: [UInt8]
    private var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    mutating func takes(_ text: String) -> Bool {
      let end = index + text.utf8.count
      guard end <= bytes.count,
        String(decoding: bytes[index..<end], as: UTF8.self).uppercased() == text
      else { return false }
      index = end
      return true
    }

    mutating func listed() -> Listed? {
      guard takes("(") else { return nil }
      var attributes: Set<String> = []
      while !takes(")") {
        guard let word = atom(ending: " )"), attributes.count < 64 else { return nil }
        attributes.insert(word.lowercased())
        _ = takes(" ")
      }
      guard takes(" "), let delimiter = delimiter(), takes(" "), let name = string(),
        index == bytes.count || takes(" "), !name.isEmpty, name.utf8.count <= longestName
      else { return nil }
      return Listed(attributes: attributes, delimiter: delimiter.first, name: name)
    }

    /// The prefix of the first of the person's own folders.
    mutating func namespace() -> String? {
      guard takes("(("), let prefix = string() else { return nil }
      return prefix
    }

    /// Empty where there are no levels.
    private mutating func delimiter() -> String? {
      if takes("NIL") { return "" }
      guard let text = string(), text.count == 1 else { return nil }
      return text
    }

    private mutating func atom(ending ends: String) -> String? {
      let start = index
      while let byte = next, !ends.utf8.contains(byte) { index += 1 }
      return start < index ? text(bytes[start..<index]) : nil
    }

    /// A text in quotes, counted out, or as it is.
    private mutating func string() -> String? {
      if takes("\"") {
        var content: [UInt8] = []
        while let byte = next {
          index += 1
          if byte == UInt8(ascii: "\"") { return text(content[...]) }
          if byte == UInt8(ascii: "\\") {
            guard let escaped = next else { return nil }
            content.append(escaped)
            index += 1
          } else {
            content.append(byte)
          }
        }
        return nil
      }
      if takes("{") {
        guard let length = atom(ending: "}").flatMap({ Int($0) }), takes("}\r\n"), length >= 0,
          length <= bytes.count - index
        else { return nil }
        index += length
        return text(bytes[(index - length)..<index])
      }
      return atom(ending: " ()")
    }

    /// Names are printable ASCII, whatever they stand for.
    private func text(_ bytes: ArraySlice<UInt8>) -> String? {
      bytes.allSatisfy { (0x20...0x7E).contains($0) } ? String(decoding: bytes, as: UTF8.self) : nil
    }
  }
}
