import FileSystem
internal import MailText

/// A folder of a store: its path in bytes relative to the root, empty for the root itself, which
/// is the inbox of a Maildir.
public struct FolderID: Hashable, Sendable, Comparable {
  public let path: ByteName

  public init(path: ByteName) { self.path = path }

  /// The root of the tree.
  public static let inbox = FolderID(path: ByteName([]))

  /// By the bytes of the path, the root first.
  public static func < (left: FolderID, right: FolderID) -> Bool { left.path < right.path }

  /// Whether this is the root, or the `INBOX` of a tree whose root is no Maildir.
  public var isInbox: Bool {
    path.isEmpty || (components.count == 1 && components[0].lowercased() == "inbox")
  }

  /// The names from the outermost folder to this one, decoded for people; empty for the root.
  public var components: [String] {
    path.bytes.split(separator: UInt8(ascii: "/")).flatMap { level in
      level.first == UInt8(ascii: ".")
        ? level.split(separator: UInt8(ascii: ".")) : [level]
    }.map(FolderID.shown)
  }

  /// The name of one level for people. A name that is neither modified UTF-7 nor UTF-8, or that
  /// would hide or alter something when shown, stands there as it is on disk, with `%XX` for every
  /// byte that cannot be seen.
  private static func shown(_ level: some Collection<UInt8>) -> String {
    if let text = ModifiedUTF7.decoded(level) ?? String(validating: level, as: UTF8.self),
      DisplayText.safe(text) == text, !text.unicodeScalars.allSatisfy(\.isSpace)
    {
      return text
    }
    let visible = visible(ByteName(level))
    return visible.allSatisfy { $0 == " " } ? "“\(visible)”" : visible
  }

  /// A name as it is on disk, with `%XX` for what cannot be seen.
  fileprivate static func visible(_ name: ByteName) -> String {
    let text = name.escaped.unicodeScalars.map { scalar in
      let text = String(scalar)
      if DisplayText.safe(text) == text, !scalar.isSpace || scalar == " " { return text }
      return text.utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        .joined().uppercased()
    }
    return DisplayText.safe(text.joined())
  }
}

extension FolderID: Codable {
  /// As a text that holds every byte of the path; see ``ByteName/escaped``.
  public init(from decoder: any Decoder) throws {
    self.init(path: ByteName(escaped: try decoder.singleValueContainer().decode(String.self)))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(path.escaped)
  }
}

extension FolderID: CustomStringConvertible {
  /// The name for people: "Inbox", "Archive", "Lists/gtk".
  public var description: String {
    if isInbox { return "Inbox" }
    let components = components
    return components.isEmpty ? FolderID.visible(path) : components.joined(separator: "/")
  }
}

extension Collection<FolderID> {
  /// The folders by name for people, in whatever case, the inbox first.
  package func sortedByName() -> [FolderID] {
    map { (folder: $0, isOther: !$0.isInbox, name: $0.description.lowercased()) }.sorted {
      left, right in
      if left.isOther != right.isOther { return right.isOther }
      return left.name == right.name
        ? left.folder.path < right.folder.path : left.name < right.name
    }.map(\.folder)
  }

  /// A name for people for each folder, no two alike: folders whose names would look the same, such
  /// as `.Lists.gtk` and `Lists/gtk`, have their path on disk behind it.
  public func distinctNames() -> [FolderID: String] {
    let groups = Dictionary(grouping: self) { folder in
      // Neither spaces at the ends nor characters without a shape tell two names apart.
      String(
        String.UnicodeScalarView(
          folder.description.unicodeScalars.filter {
            $0.properties.generalCategory != .format && !$0.isSpace
          }))
    }
    var names: [FolderID: String] = [:]
    for group in groups.values {
      for folder in group {
        let isAlike = group.count > 1 && !folder.path.isEmpty
        names[folder] =
          folder.description + (isAlike ? " (\(FolderID.visible(folder.path)))" : "")
      }
    }
    return names
  }
}
