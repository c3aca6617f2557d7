/// A folder of a store: its path in bytes relative to the root, empty for the root itself, which
/// is the inbox of a Maildir.
public struct FolderID: Hashable, Sendable, Comparable {
  public let path: ByteName

  public init(path: ByteName) { self.path = path }

  /// The root of the tree.
  public static let inbox = FolderID(path: ByteName([]))

  /// By name for people, the inbox first.
  public static func < (left: FolderID, right: FolderID) -> Bool {
    if left.isInbox != right.isInbox { return left.isInbox }
    let (leftName, rightName) = (left.description, right.description)
    return leftName == rightName ? left.path < right.path : leftName < rightName
  }

  /// Whether this is the root, or the `INBOX` of a tree whose root is no Maildir.
  public var isInbox: Bool {
    path.isEmpty || (components.count == 1 && components[0].lowercased() == "inbox")
  }

  /// The names from the outermost folder to this one, decoded for people; empty for the root.
  public var components: [String] {
    path.bytes.split(separator: UInt8(ascii: "/")).flatMap { level in
      level.first == UInt8(ascii: ".")
        ? level.split(separator: UInt8(ascii: ".")) : [level]
    }.map { DisplayText.safe(ModifiedUTF7.decoded($0)) }
  }
}

extension FolderID: CustomStringConvertible {
  /// The name for people: "Inbox", "Archive", "Lists/gtk".
  public var description: String { isInbox ? "Inbox" : components.joined(separator: "/") }
}
