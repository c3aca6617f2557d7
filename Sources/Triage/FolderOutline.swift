import MailModel

/// The folders of a store as a person reads them: nested, and of each level those with a role first,
/// in the order of the roles.
public struct FolderOutline: Equatable, Sendable {
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
    /// Nil for a folder like any other, and for a level that only holds folders.
    public let role: Role?
  }

  public let entries: [Entry]

  public init(_ folders: [FolderID], _ roles: FolderRoles) {
    let names = folders.distinctNames()
    var top = Level(title: "")
    for folder in folders {
      var path = roles.shownLevels(of: folder)
      // The root of a Maildir is an inbox beside its folders; what is filed below it by name is
      // below it here.
      if folder.path.isEmpty { path = [Level.inbox] }
      top.add(folder, at: path[...])
    }
    var entries: [Entry] = []
    top.list(below: [], depth: 0, names, roles, into: &entries)
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
      below path: [String], depth: Int, _ names: [FolderID: String], _ roles: FolderRoles,
      into entries: inout [Entry]
    ) {
      let places = levels.map { (level: $0, place: $0.place(roles)) }
      for (level, _) in places.enumerated().sorted(by: { left, right in
        (left.element.place, left.offset) < (right.element.place, right.offset)
      }).map(\.element) {
        let ids: [FolderID?] = level.folders.isEmpty ? [nil] : level.folders
        let levelPath = path + [level.title]
        for id in ids {
          let name = id.flatMap { names[$0] } ?? levelPath.joined(separator: "/")
          let plain = id?.description ?? name
          entries.append(
            Entry(
              folder: id, title: level.isInbox ? "" : level.title,
              distinction: String(name.dropFirst(plain.count)), name: name, depth: depth,
              role: id.flatMap { roles.role(of: $0) }))
        }
        level.list(below: levelPath, depth: depth + 1, names, roles, into: &entries)
      }
    }

    /// Where it stands among its neighbours.
    private func place(_ roles: FolderRoles) -> Int {
      let role = folders.lazy.compactMap { roles.role(of: $0) }.first ?? (isInbox ? .inbox : nil)
      return role.flatMap(Role.allCases.firstIndex) ?? Role.allCases.count
    }
  }
}
