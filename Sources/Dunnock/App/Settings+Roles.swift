import CDunnockAdwaita
import FileSystem
import GtkBridge
import MailModel
import Triage

/// What a person has said one folder is for.
struct FolderRoleSetting: Equatable {
  let mailbox: String
  let inbox: FolderID?
  let role: Role
  let folder: FolderID
}

extension Settings {
  /// Which folder the person has chosen for what in a mailbox, by its identity.
  func roles(of mailbox: String) -> FolderRoles.Choice {
    var choice: FolderRoles.Choice = [:]
    for one in storedRoles where one.mailbox == mailbox {
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
    var all = storedRoles.filter {
      $0.mailbox != mailbox || $0.inbox != inbox || $0.role != role && $0.folder != folder
    }
    if let folder { all.append(.init(mailbox: mailbox, inbox: inbox, role: role, folder: folder)) }
    use(all)
    guard let settings, let type = g_variant_type_new(Self.rowType) else { return }
    defer { g_variant_type_free(type) }
    let rows = all.map { one in
      var texts = [
        one.mailbox, one.inbox?.path.escaped ?? Self.noInbox, one.role.rawValue,
        one.folder.path.escaped,
      ].map { g_variant_new_string($0) }
      return g_variant_new_tuple(&texts, gsize(texts.count))
    }
    g_settings_set_value(
      settings, Self.rolesKey, g_variant_new_array(type, rows, gsize(rows.count)))
  }

  private var storedRoles: [FolderRoleSetting] {
    guard let settings, let value = g_settings_get_value(settings, Self.rolesKey) else {
      return rolesThisRun
    }
    defer { g_variant_unref(value) }
    return (0..<g_variant_n_children(value)).compactMap { index in
      guard let row = g_variant_get_child_value(value, index) else { return nil }
      defer { g_variant_unref(row) }
      let texts = (0..<g_variant_n_children(row)).map { Self.text(row, $0) }
      guard texts.count == 4, let role = Role(rawValue: texts[2]) else { return nil }
      return FolderRoleSetting(
        mailbox: texts[0], inbox: texts[1] == Self.noInbox ? nil : Self.folder(texts[1]),
        role: role, folder: Self.folder(texts[3]))
    }
  }

  private static func text(_ row: OpaquePointer, _ index: gsize) -> String {
    guard let child = g_variant_get_child_value(row, index) else { return "" }
    defer { g_variant_unref(child) }
    return g_variant_get_string(child, nil).map { String(cString: $0) } ?? ""
  }

  private static func folder(_ path: String) -> FolderID {
    FolderID(path: ByteName(escaped: path))
  }

  private static let rowType = "(ssss)"
  private static let noInbox = "-"
}
