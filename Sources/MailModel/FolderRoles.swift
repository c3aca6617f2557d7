import FileSystem

/// Which folder of each account is its archive, its trash and so on.
///
/// An account is an inbox with the folders that belong to it: those below the directory that holds
/// the inbox, but for those of an account further in. A folder has a role because the person chose
/// it, or else because it goes by a usual name right in the account, below its inbox, or in
/// `[Gmail]`; nowhere else. A folder that was chosen and is not there leaves its role without one.
public struct FolderRoles: Equatable, Sendable {
  /// What a person has chosen for each account, by its inbox; nil stands for the folders of no
  /// account.
  public typealias Choice = [FolderID?: [Role: FolderID]]

  /// The inboxes in the order of the folders.
  public let inboxes: [FolderID]
  /// The inboxes by the directories of their accounts, in lower case.
  private let accounts: [[String]: FolderID]
  private var folders: Choice = [:]
  private var roles: [FolderID: Role] = [:]
  private var places: [FolderID: Place] = [:]

  /// What is known of where a folder is.
  private struct Place: Equatable {
    let inbox: FolderID?
    /// The folder with a role that it is or that it is below.
    var holder: FolderID?
  }

  /// No folders.
  public init() { self.init([]) }

  /// - Parameters:
  ///   - all: Every folder, the inbox first. Costs some microseconds for each.
  ///   - fixed: The roles of a store that has its own, whether the folders are there or not.
  public init(_ all: [FolderID], chosen: Choice = [:], fixed: [Role: FolderID] = [:]) {
    let named = all.map { Named(folder: $0) }
    // What holds Maildir++ folders is the inbox of a mailbox of its own, whatever its name.
    let holders = Set(all.compactMap(\.holderOfMaildirPlusPlus))
    var accounts: [[String]: FolderID] = [:]
    var inboxes: [FolderID] = []
    for one in named where one.isNamedInbox || holders.contains(one.folder) {
      let directory = one.accountLevels
      if accounts[directory] != nil { continue }
      accounts[directory] = one.folder
      inboxes.append(one.folder)
    }
    self.accounts = accounts
    self.inboxes = inboxes
    for inbox in inboxes { take(inbox, as: .inbox, for: inbox) }
    for (role, folder) in fixed { take(folder, as: role, for: inboxes.first) }
    let present = Set(all)
    for (inbox, choice) in chosen where fixed.isEmpty {
      // Never one of another account.
      for (role, folder) in choice
      where present.contains(folder) && self.inbox(ofLevels: Named(folder: folder).levels) == inbox
      {
        take(folder, as: role, for: inbox)
      }
    }
    if fixed.isEmpty { takeByName(named, chosen) }
    for one in named { places[one.folder] = place(of: one) }
  }

  private mutating func takeByName(_ named: [Named], _ chosen: Choice) {
    var best: [FolderID?: [Role: (rank: [Int], folder: FolderID)]] = [:]
    for one in named where roles[one.folder] == nil {
      let inbox = inbox(ofLevels: one.levels)
      let directory = inbox.map { Named(folder: $0).accountLevels } ?? []
      guard let (role, rank) = one.usualRole(in: directory), chosen[inbox]?[role] == nil else {
        continue
      }
      if let found = best[inbox]?[role], !rank.lexicographicallyPrecedes(found.rank) { continue }
      best[inbox, default: [:]][role] = (rank, one.folder)
    }
    for (inbox, found) in best {
      for (role, one) in found { take(one.folder, as: role, for: inbox) }
    }
  }

  /// The inbox of the account that a folder belongs to; nil for a folder of no account.
  public func inbox(of folder: FolderID) -> FolderID? { place(of: folder).inbox }

  /// The folder with a role in the account that a folder belongs to; nil when there is none.
  public func folder(_ role: Role, for folder: FolderID) -> FolderID? {
    folders[inbox(of: folder)]?[role]
  }

  /// What a folder is for.
  public func role(of folder: FolderID) -> Role? { roles[folder] }

  /// Whether a folder has a role, or is below the folder that has it in its account.
  public func isWithin(_ role: Role, _ folder: FolderID) -> Bool {
    place(of: folder).holder.map { roles[$0] == role } ?? false
  }

  /// The last level of the name of an account's folder for messages that its server has lost, inside of its trash.
  public static let localTrashName = "Lost on Server"

  /// Whether a folder has the messages that the server of its account has lost. It is on this computer only.
  public func isLocalTrash(_ folder: FolderID) -> Bool {
    role(of: folder) == nil && folder.components.last == Self.localTrashName
      && isWithin(.trash, folder)
  }

  /// The folders for trash and junk with all below them: what nobody wants to see unless it is looked for.
  public var outOfSight: Set<FolderID> {
    Set(places.keys.filter { isWithin(.trash, $0) || isWithin(.junk, $0) })
  }

  /// Where a folder stands for people, by the names of the levels: one with a role, and what is below
  /// it, right in its account, however deep the server has it.
  public func shownLevels(of folder: FolderID) -> [String] {
    let place = place(of: folder)
    guard let holder = place.holder, roles[holder] != .inbox else { return folder.components }
    let directory = place.inbox.map {
      Array($0.components.prefix(Named(folder: $0).accountLevels.count))
    }
    return (directory ?? []) + folder.components.dropFirst(holder.components.count - 1)
  }

  /// The directory of the account of an inbox, which may be the inbox itself.
  package func directory(ofAccountOf inbox: FolderID) -> FolderID {
    guard Named(folder: inbox).isNamedInbox else { return inbox }
    let levels = inbox.path.bytes.split(separator: UInt8(ascii: "/")).dropLast()
    return FolderID(path: ByteName(levels.joined(separator: [UInt8(ascii: "/")])))
  }

  private mutating func take(_ folder: FolderID, as role: Role, for inbox: FolderID?) {
    folders[inbox, default: [:]][role] = folder
    roles[folder] = role
  }

  /// One that is not listed is looked for by its name.
  private func place(of folder: FolderID) -> Place {
    places[folder] ?? place(of: Named(folder: folder))
  }

  private func place(of named: Named) -> Place {
    var place = Place(inbox: inbox(ofLevels: named.levels))
    var depth = 0
    for (role, holder) in folders[place.inbox] ?? [:] {
      let levels = Named(folder: holder).levels
      let isBelow = role != .inbox && levels.count > depth && named.levels.starts(with: levels)
      guard holder == named.folder || isBelow else { continue }
      place.holder = holder
      depth = holder == named.folder ? .max : levels.count
    }
    return place
  }

  private func inbox(ofLevels levels: [String]) -> FolderID? {
    // From the folder outwards the first directory of an account is the folder's own.
    for count in stride(from: levels.count, through: 0, by: -1) {
      if let inbox = accounts[Array(levels[..<count])] { return inbox }
    }
    return nil
  }

  /// A folder with its levels in lower case.
  private struct Named {
    let folder: FolderID
    let levels: [String]

    init(folder: FolderID) {
      self.folder = folder
      levels = folder.components.map { $0.lowercased() }
    }

    /// Whether its name makes it an inbox. A Maildir++ folder of that name is below one.
    var isNamedInbox: Bool {
      levels.isEmpty || (levels.last == "inbox" && folder.holderOfMaildirPlusPlus == nil)
    }

    /// The directory of the account whose inbox it is.
    var accountLevels: [String] { isNamedInbox ? levels.dropLast() : levels }

    /// The role that its name gives it in the account of a directory, and how likely it is among
    /// others: the lower the likelier.
    func usualRole(in directory: [String]) -> (role: Role, rank: [Int])? {
      guard levels.starts(with: directory), let name = levels.last else { return nil }
      let place: Int
      switch Array(levels[directory.count...].dropLast()) {
      case []: place = 0
      case ["inbox"]: place = 1
      case ["[gmail]"], ["[google mail]"]: place = 2
      default: return nil
      }
      for role in Role.allCases where role != .inbox {
        if let index = role.usualNames.firstIndex(of: name) { return (role, [place, index]) }
      }
      return nil
    }
  }
}

extension FolderID {
  /// The folder that this one is in as a Maildir++ folder; nil when it is none.
  fileprivate var holderOfMaildirPlusPlus: FolderID? {
    let levels = path.bytes.split(separator: UInt8(ascii: "/"))
    guard levels.last?.first == UInt8(ascii: ".") else { return nil }
    return FolderID(path: ByteName(levels.dropLast().joined(separator: [UInt8(ascii: "/")])))
  }
}
