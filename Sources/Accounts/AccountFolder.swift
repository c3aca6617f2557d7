package import FileSystem
internal import Glibc
package import MailModel
internal import MaildirStore

/// A folder of an account as it lies on the disk.
struct AccountFolder: Hashable, Sendable {
  /// Its name on the server.
  let name: ByteName
  let path: ByteName
  let id: FolderID

  /// All below the folder of an account's mail, those of hidden names and behind links too: mbsync
  /// does not leave them alone either. A link that leads to where it lies in is not followed.
  static func all(of account: Account, in places: AccountPlaces) -> [AccountFolder] {
    var folders: [AccountFolder] = []
    func visit(_ name: ByteName, _ path: ByteName, below: [Directory.Identity]) {
      guard below.count < 20, let identity = Directory.Identity(path, follows: true),
        !below.contains(identity), let directory = try? Directory(path, follows: true)
      else { return }
      var names: [ByteName] = []
      var parts: Set<ByteName> = []
      try? directory.entries(withHidden: true) { entry, kind in
        if kind == .regular { return }
        if MaildirParts.all.contains(entry) { parts.insert(entry) } else { names.append(entry) }
      }
      if parts.contains(MaildirParts.cur) || parts.contains(MaildirParts.new), !name.isEmpty {
        let id = ByteName(account.directory).entry(name)
        folders.append(AccountFolder(name: name, path: path, id: FolderID(path: id)))
      }
      for entry in names.sorted() {
        visit(
          name.isEmpty ? entry : name.entry(entry), path.entry(entry), below: below + [identity])
      }
    }
    visit(ByteName([]), account.root(in: places), below: [])
    return folders
  }

  /// Whether mbsync, and a server, can be told its name. They take INBOX in any letters for the inbox.
  var hasWritableName: Bool {
    let first = name.description.prefix { $0 != "/" }
    return ByteName(name.description) == name && !name.description.hasControls
      && (first == "INBOX" || first.uppercased() != "INBOX")
  }

  /// What changes when a message comes, goes or is renamed; nil where a part is missing.
  var signatures: [Directory.Signature]? {
    let found = [MaildirParts.cur, MaildirParts.new].compactMap {
      Directory.signature(path.entry($0))
    }
    return found.count == 2 ? found : nil
  }

  /// Whether a run of mbsync is at it or was cut short at it.
  var hasJournal: Bool { path.entry(MbsyncState.journal).withCString { access($0, F_OK) } == 0 }
}

/// The directories of a Maildir.
enum MaildirParts {
  static let cur = ByteName("cur")
  static let new = ByteName("new")
  static let all: Set<ByteName> = [cur, new, ByteName("tmp")]
}

extension Account {
  /// The folder of its mail.
  func root(in places: AccountPlaces) -> ByteName {
    ByteName(places.mail).entry(ByteName(directory))
  }

  /// The folder of what synchronising it needs.
  func state(in places: AccountPlaces) -> String { "\(places.state)/\(id.uuidString)" }
}

extension Account {
  /// Where the mail of a role lies here: in the folder that the server names, or else one of a usual name; nil where there is none.
  package func path(of role: Role, in places: AccountPlaces) -> ByteName? {
    let all = AccountFolder.all(of: self, in: places)
    let named = roles[role].map(folder)
    let usual = FolderRoles(all.map(\.id)).folder(role, for: folder("INBOX"))
    return [named, usual].lazy.compactMap { id in all.first { $0.id == id }?.path }.first
  }
}
