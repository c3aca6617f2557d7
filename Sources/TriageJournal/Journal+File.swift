internal import FileSystem
internal import GRDB
internal import Glibc
internal import MailModel
internal import MailText

/// The file of a record, and which file was opened there.
///
/// SQLite goes on in a file that another program has taken away or replaced, and what is noted there
/// would be gone with the program.
struct JournalFile: Sendable {
  let path: String
  /// The store that it is about.
  let identity: String
  /// The inodes of what was opened, by suffix. None can be used again while it is open.
  private let inodes: [String: ino_t]

  /// Of the file itself, of what SQLite takes back from it, and of the log of earlier versions with what programs share that have it open.
  static let suffixes = ["", "-journal", "-wal", "-shm"]

  init(path: String, identity: String) {
    self.path = path
    self.identity = identity
    inodes = Dictionary(
      uniqueKeysWithValues: Self.suffixes.compactMap { suffix in
        Self.inode(of: path + suffix).map { (suffix, $0) }
      })
  }

  /// The name of the file about a store: for people its last component, and for programs a hash of the
  /// whole identity.
  static func name(of identity: String) -> String {
    var hash = FNV1a()
    hash.add(identity.utf8)
    let digits = String(hash.value, radix: 16)
    let last = identity.utf8.split(separator: UInt8(ascii: "/")).last ?? [][...]
    let name = last.prefix(40).map { byte in
      isPlain(byte) ? Character(Unicode.Scalar(byte)) : "-"
    }
    return "\(String(name))-\(String(repeating: "0", count: 16 - digits.count))\(digits)"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  static func lock(of path: String) -> ByteName { ByteName(path + ".lock") }

  var folder: String { ByteName(path).split.directory.description }

  /// Whether it is still at its path, as far as the system tells.
  var isInPlace: Bool {
    guard let opened = inodes[""] else { return true }
    if let now = Self.inode(of: path) { return now == opened }
    return errno != ENOENT && errno != ENOTDIR
  }

  /// Takes away what is left of it beside another file in its place, which would take the log for
  /// its own.
  func removeRest() {
    for suffix in Self.suffixes.dropFirst() {
      if let opened = inodes[suffix], Self.inode(of: path + suffix) == opened {
        unlink(path + suffix)
      }
    }
  }

  /// Nil with an errno where there is none.
  private static func inode(of path: String) -> ino_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_ino : nil
  }
}

extension Journal {
  /// Has no other program work on the store by this record until the answer is released; nil when
  /// another does right now. Its folder is created when it is missing.
  public func lock() throws(JournalProblem) -> JournalLock? {
    guard let file else { return JournalLock(file: nil) }
    let path = JournalFile.lock(of: file.path)
    do {
      do throws(Directory.Failure) {
        return try FileLock.take(path).map { JournalLock(file: $0) }
      } catch  where error.code == ENOENT {
        try PrivateFolder.create(file.folder)
        return try FileLock.take(path).map { JournalLock(file: $0) }
      }
    } catch {
      throw JournalProblem(error)
    }
  }

  /// Whether what is noted would be found by the next program: the file is still at its path. One
  /// system call.
  var isInPlace: Bool { file?.isInPlace ?? true }

  /// The record to go on with, for who has its lock: this one while it is in its place, else what is
  /// at its path, or a new one.
  ///
  /// - Returns: The record, and what the person must know of it.
  public func replacement() throws(JournalProblem) -> (journal: Journal, problem: JournalProblem?) {
    guard let file, !isInPlace else { return (self, nil) }
    do {
      file.removeRest()
      return (try Journal.begin(file.path, of: file.identity).journal, .begunAnew)
    } catch {
      throw JournalProblem(error)
    }
  }

  /// Copies all that it has to an empty one, or nothing when it can be read no more.
  public func copy(to other: Journal) { try? database.backup(to: other.database) }
}

/// The right to work on a store by its journal; given back when released or let go.
public final class JournalLock: Sendable {
  private let file: FileLock?

  init(file: FileLock?) { self.file = file }

  public func release() { file?.release() }
}
