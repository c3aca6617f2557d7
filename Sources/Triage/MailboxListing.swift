import MailModel

/// The messages of a whole store as text for other programs.
public enum MailboxListing {
  /// Gives `line` one JSON object after another, without line ends: one for every message of every
  /// folder, the newest first over all by their dates, with the keys `folder key flags from address subject date
  /// preview size` in that order. No two folders have the same name there.
  public static func write(
    _ store: any MessageStore, line: (String) -> Void
  ) async throws(StoreError) {
    var all: [Message] = []
    let folders = try await store.folders()
    for folder in folders { all += try await store.messagesWithPreviews(in: folder) }
    write(all, of: folders, line: line)
  }

  /// The same for the messages that a query finds, once all of them are read.
  ///
  /// - Returns: Whether they could be.
  public static func write(
    _ store: any MessageStore, matching query: SearchQuery, line: (String) -> Void
  ) async throws(StoreError) -> Bool {
    let folders = try await store.folders()
    // What has just arrived is known then, and nothing hides that a folder cannot be read.
    for folder in folders { _ = try await store.messages(in: folder) }
    await store.settle()
    await store.readAhead(isAwaited: true)
    let result = try await store.search(query, in: nil, limit: .max)
    var all: [Message] = []
    for message in result.messages {
      do throws(StoreError) {
        all.append(try await store.messageWithPreview(message.id))
      } catch .messageVanished {
        continue
      }
    }
    write(all, of: folders, line: line)
    return result.progress.isComplete
  }

  private static func write(
    _ messages: [Message], of folders: [FolderID], line: (String) -> Void
  ) {
    let names = folders.distinctNames()
    for message in messages.sortedNewestFirst(by: .date) {
      line(json(message, folder: names[message.id.folder] ?? message.id.folder.description))
    }
  }

  /// One message as a JSON object.
  private static func json(_ message: Message, folder: String) -> String {
    "{\"folder\": \(quoted(folder)), \"key\": \(quoted(message.id.key.escaped)), "
      + "\"flags\": \(quoted(message.flags.letters)), \"from\": \(quoted(message.from)), "
      + "\"address\": \(quoted(message.address)), \"subject\": \(quoted(message.subject)), "
      + "\"date\": \(quoted(RFC3339.text(message.date))), \"preview\": \(quoted(message.preview)), "
      + "\"size\": \(message.size)}"
  }

  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F }
    if isPlain { return "\"\(text)\"" }
    var result: [UInt8] = [UInt8(ascii: "\"")]
    result.reserveCapacity(text.utf8.count + 8)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): result += [UInt8(ascii: "\\"), byte]
      case 0x0A: result += "\\n".utf8
      case 0x0D: result += "\\r".utf8
      case 0x09: result += "\\t".utf8
      case 0..<0x20, 0x7F:
        let digits = String(byte, radix: 16)
        result += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
      default: result.append(byte)
      }
    }
    result.append(UInt8(ascii: "\""))
    return String(decoding: result, as: UTF8.self)
  }
}
