import CDunnockGtk
import FileSystem
import MailModel
import Triage

/// What a person has said one folder is for.
nonisolated struct FolderRoleSetting: Hashable {
  let mailbox: String
  let inbox: FolderID?
  let role: Role
  let folder: FolderID
}

nonisolated extension FolderRoleSetting: SettingValue {
  static var format: String { "(ssss)" }

  init?(_ variant: OpaquePointer) {
    guard let texts = [String](variant), texts.count == 4, let role = Role(rawValue: texts[2])
    else { return nil }
    self.init(
      mailbox: texts[0], inbox: texts[1] == Self.noInbox ? nil : Self.folder(texts[1]),
      role: role, folder: Self.folder(texts[3]))
  }

  var variant: OpaquePointer? {
    var texts = [
      mailbox, inbox?.path.escaped ?? Self.noInbox, role.rawValue, folder.path.escaped,
    ].map(\.variant)
    return g_variant_new_tuple(&texts, gsize(texts.count))
  }

  private static func folder(_ path: String) -> FolderID {
    FolderID(path: ByteName(escaped: path))
  }

  private static let noInbox = "-"
}

extension Settings {
  /// Which folder the person has chosen for what in a mailbox, by its identity.
  func roles(of mailbox: String) -> FolderRoles.Choice {
    var choice: FolderRoles.Choice = [:]
    for one in self[Self.roles] where one.mailbox == mailbox {
      choice[one.inbox, default: [:]][one.role] = one.folder
    }
    return choice
  }

  /// The same with what servers say, where the person has chosen nothing.
  func rolesInEffect(of mailbox: String) -> FolderRoles.Choice {
    var choice = roles(of: mailbox)
    for (inbox, said) in serverRoles[mailbox] ?? [:] {
      let chosen = choice[inbox] ?? [:]
      let others = said.filter { chosen[$0] == nil && !chosen.values.contains($1) }
      choice[inbox] = chosen.merging(others) { chosen, _ in chosen }
    }
    return choice
  }

  /// Remembers which folder is for what in the account of an inbox; with no folder its name decides again.
  func choose(_ folder: FolderID?, as role: Role, for inbox: FolderID?, of mailbox: String) {
    var all = self[Self.roles].filter {
      $0.mailbox != mailbox || $0.inbox != inbox || $0.role != role && $0.folder != folder
    }
    if let folder { all.append(.init(mailbox: mailbox, inbox: inbox, role: role, folder: folder)) }
    self[Self.roles] = all
  }
}
