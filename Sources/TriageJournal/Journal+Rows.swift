internal import FileSystem
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
  fileprivate init?(_ row: Row) throws {
    let before = try row.message("folderBefore", "keyBefore")
    let after = try row.message("folderAfter", "keyAfter")
    if before != nil || after != nil {
      self = .message(
        MessageChange(
          before: before, flagsBefore: row.flags("flagsBefore"), after: after,
          flagsAfter: row.flags("flagsAfter"), token: Array(row["token"] as Data)))
    } else if let folder = row["folderAfter"] as Data? {
      self = .folder(try FolderID(below: ByteName(folder)))
    } else {
      return nil
    }
  }
}

extension Journal.Entry {
  init?(_ row: Row) throws {
    guard let change = try Change(row) else { return nil }
    self.init(
      number: row["number"], step: row["step"], change: change, isUndo: row["isUndo"],
      state: Journal.State(rawValue: row["state"]) ?? .void)
  }
}

extension Row {
  func name(_ column: String) -> ByteName { ByteName(self[column] as Data) }

  /// What a message is known by; nil where there is none. Throws for one that would not be in the store: nothing that is
  /// noted leads out of it.
  func message(_ folder: String, _ key: String) throws -> MessageRef? {
    guard let folder = self[folder] as Data?, let key = self[key] as Data? else { return nil }
    if key.contains(UInt8(ascii: "/")) { throw JournalProblem.tampered("") }
    return MessageRef(folder: try FolderID(below: ByteName(folder)), key: ByteName(key))
  }

  fileprivate func flags(_ column: String) -> MessageFlags {
    MessageFlags(rawValue: UInt64(bitPattern: self[column] as Int64))
  }
}

extension FolderID {
  /// A folder that is below the root of its store, or is that.
  fileprivate init(below path: ByteName) throws {
    let slash = UInt8(ascii: "/")
    let levels = path.bytes.split(separator: slash, omittingEmptySubsequences: false)
    if path.bytes.first == slash || levels.contains(where: { $0.elementsEqual("..".utf8) }) {
      throw JournalProblem.tampered("")
    }
    self.init(path: path)
  }
}
