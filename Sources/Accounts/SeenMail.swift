internal import FileSystem
internal import Foundation
internal import Glibc
internal import MailModel

/// What was in a folder when an account was last synchronised: the only way to name a message that is
/// gone, of which mbsync keeps the number alone.
struct SeenMail {
  /// The folder's ``AccountFolder/mark`` at that time.
  var mark: String?
  var keys: [UInt32: ByteName] = [:]

  private static let fileName = ".seen"

  init() {}

  /// The ``mark`` alone, for which not all is read.
  static func mark(_ folder: ByteName, in directory: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path(folder, in: directory)),
      let data = try? file.read(upToCount: 1 << 10), let end = data.firstIndex(of: 0)
    else { return nil }
    return String(decoding: data[..<end], as: UTF8.self)
  }

  /// - Parameter directory: Where that is kept of all folders of an account.
  init(_ folder: ByteName, in directory: String) {
    guard let data = FileManager.default.contents(atPath: Self.path(folder, in: directory)) else {
      return
    }
    var records = data.split(separator: 0, omittingEmptySubsequences: false)
    guard records.count > 1 else { return }
    mark = String(decoding: records.removeFirst(), as: UTF8.self)
    for record in records {
      guard let space = record.firstIndex(of: UInt8(ascii: " ")),
        let uid = UInt32(String(decoding: record[..<space], as: UTF8.self))
      else { continue }
      keys[uid] = ByteName(record[(space + 1)...])
    }
  }

  func write(_ folder: ByteName, in directory: String) throws(SyncProblem) {
    var data = Data((mark ?? "").utf8)
    for (uid, key) in keys.sorted(by: { $0.key < $1.key }) {
      data.append(0)
      data.append(contentsOf: "\(uid) ".utf8)
      data.append(contentsOf: key.bytes)
    }
    data.append(0)
    let path = Self.path(folder, in: directory)
    do {
      try PrivateFolder.create(String(path.dropLast(Self.fileName.count + 1)))
      try data.write(to: URL(filePath: path), options: .atomic)
    } catch let failure as Directory.Failure {
      throw .unwritable(failure.code)
    } catch {
      throw .unwritable(error)
    }
  }

  /// The folders of which something is kept, and how many messages were in each.
  static func counts(in directory: String) -> [ByteName: Int] {
    let names =
      FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []
    var counts: [ByteName: Int] = [:]
    for name in names where name.hasSuffix("/\(fileName)") {
      let folder = ByteName(escaped: String(name.dropLast(fileName.count + 1)))
      counts[folder] = SeenMail(folder, in: directory).keys.count
    }
    return counts.filter { $0.value > 0 }
  }

  private static func path(_ folder: ByteName, in directory: String) -> String {
    "\(directory)/\(folder.escaped)/\(fileName)"
  }
}
