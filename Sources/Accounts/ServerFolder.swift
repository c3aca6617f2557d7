public import MailModel

/// A folder as the server tells of it.
public struct ServerFolder: Hashable, Sendable {
  /// Its name there, in modified UTF-7, with `/` between levels.
  public var name: String
  /// What the server says that it is for.
  public var role: Role?
  /// Whether it shows all mail of other folders once more, as Gmail's All Mail does.
  public var isAllMail: Bool

  public init(name: String, role: Role? = nil, isAllMail: Bool = false) {
    self.name = name
    self.role = role
    self.isAllMail = isAllMail
  }
}

extension Account {
  /// Notes what the server says that folders are for, and leaves out those that show all mail once more.
  public mutating func take(_ folders: [ServerFolder]) {
    leftOut = Set(folders.filter(\.isAllMail).map(\.name))
    roles = [:]
    takeRoles(of: folders)
  }

  /// Notes what the server says that folders are for: of several for the same the first is.
  public mutating func takeRoles(of folders: [ServerFolder]) {
    let claims = folders.filter { !$0.isAllMail }.compactMap { folder in
      folder.role.map { ($0, folder.name) }
    }
    roles.merge(Dictionary(claims) { first, _ in first }) { $1 }
  }
}
