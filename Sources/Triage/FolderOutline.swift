import MailStore

/// The folders of a store as a person reads them: nested, the inbox first.
public struct FolderOutline: Equatable, Sendable {
  /// What a folder is for, as its icon says.
  public enum Purpose: Sendable { case inbox, archive, trash, other }

  /// A line of the outline.
  public struct Entry: Hashable, Sendable {
    /// Nil for a level that only holds folders.
    public let folder: FolderID?
    /// What it is called where it stands; empty for an inbox, which is called so in every language.
    public let title: String
    /// What tells it from another folder of this name; empty as a rule.
    public let distinction: String
    /// The whole name, no two alike.
    public let name: String
    /// How many levels it is below the outermost.
    public let depth: Int
    public let purpose: Purpose
  }

  public let entries: [Entry]

  public init(_ folders: [FolderID]) {
    let names = folders.distinctNames()
    var top = Level(title: "")
    for folder in folders {
      var path = folder.components
      // The root of a Maildir is an inbox beside its folders; what is filed below it by name is
      // below it here.
      if folder.path.isEmpty { path = [Level.inbox] }
      top.add(folder, at: path[...])
    }
    var entries: [Entry] = []
    top.list(below: [], depth: 0, names, into: &entries)
    self.entries = entries
  }

  private struct Level {
    static let inbox = "Inbox"

    let title: String
    var folders: [FolderID] = []
    var levels: [Level] = []

    var isInbox: Bool { title.lowercased() == "inbox" }

    mutating func add(_ folder: FolderID, at path: ArraySlice<String>) {
      guard let first = path.first else { return folders.append(folder) }
      let index =
        levels.firstIndex { level in
          level.title == first || (level.isInbox && first.lowercased() == "inbox")
        } ?? levels.endIndex
      if index == levels.endIndex { levels.append(Level(title: first)) }
      levels[index].add(folder, at: path.dropFirst())
    }

    func list(
      below path: [String], depth: Int, _ names: [FolderID: String], into entries: inout [Entry]
    ) {
      for level in levels.filter(\.isInbox) + levels.filter({ !$0.isInbox }) {
        let ids: [FolderID?] = level.folders.isEmpty ? [nil] : level.folders
        let levelPath = path + [level.title]
        for id in ids {
          let name = id.flatMap { names[$0] } ?? levelPath.joined(separator: "/")
          let plain = id?.description ?? name
          entries.append(
            Entry(
              folder: id, title: level.isInbox ? "" : level.title,
              distinction: String(name.dropFirst(plain.count)), name: name, depth: depth,
              purpose: level.purpose(of: id)))
        }
        level.list(below: levelPath, depth: depth + 1, names, into: &entries)
      }
    }

    private func purpose(of folder: FolderID?) -> Purpose {
      guard let folder else { return .other }
      if isInbox { return .inbox }
      if SpecialFolder.archive.matches(folder) { return .archive }
      return SpecialFolder.trash.matches(folder) ? .trash : .other
    }
  }
}
