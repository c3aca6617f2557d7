internal import Foundation
internal import GRDB
internal import MailModel

extension Change {
  /// The columns that a change fills.
  static let columns =
    "isUndoable, folderBefore, keyBefore, flagsBefore, folderAfter, keyAfter, flagsAfter, token"

  /// What stands in ``columns``.
  var arguments: StatementArguments {
    let before = message?.before
    let after = message?.after
    var folderAfter = after?.folder
    if case .folder(let folder) = self { folderAfter = folder }
    return [
      isUndoable, before.map { Data($0.folder.path.bytes) }, before.map { Data($0.key.bytes) },
      Int64(bitPattern: message?.flagsBefore.rawValue ?? 0),
      folderAfter.map { Data($0.path.bytes) }, after.map { Data($0.key.bytes) },
      Int64(bitPattern: message?.flagsAfter.rawValue ?? 0), Data(message?.token ?? []),
    ]
  }

  /// Nil for a row that says nothing.
  fileprivate init?(_ row: Row) {
    let before = row.message("folderBefore", "keyBefore")
    let after = row.message("folderAfter", "keyAfter")
    if before != nil || after != nil {
      self = .message(
        MessageChange(
          before: before, flagsBefore: row.flags("flagsBefore"), after: after,
          flagsAfter: row.flags("flagsAfter"), token: Array(row["token"] as Data)))
    } else if let folder = row["folderAfter"] as Data? {
      self = .folder(FolderID(path: ByteName(folder)))
    } else {
      return nil
    }
  }
}

extension Journal.Entry {
  init?(_ row: Row) {
    guard let change = Change(row) else { return nil }
    self.init(
      number: row["number"], step: row["step"], change: change, isUndo: row["isUndo"],
      state: Journal.State(rawValue: row["state"]) ?? .void)
  }
}

extension Row {
  func name(_ column: String) -> ByteName { ByteName(self[column] as Data) }

  /// What a message is known by; nil where there is none.
  func message(_ folder: String, _ key: String) -> MessageID? {
    guard let folder = self[folder] as Data?, let key = self[key] as Data? else { return nil }
    return MessageID(folder: FolderID(path: ByteName(folder)), key: ByteName(key))
  }

  fileprivate func flags(_ column: String) -> MessageFlags {
    MessageFlags(rawValue: UInt64(bitPattern: self[column] as Int64))
  }
}
