internal import FileSystem
internal import Glibc
internal import MailModel

/// The identities of a folder's messages by their UIDs on the server, as the files here had them.
///
/// They are kept in the folder, beside mbsync's state: when a message is to be removed from the server, its file may not be here any
/// more. The first run over a folder reads the beginning of each file; later runs read the new ones. A message takes 36 bytes.
struct FolderIdentities: Sendable {
  private static let name = ByteName(".mbsyncstate.identities")
  private static let mark = Array("dunnock1".utf8)
  private static let recordBytes = 36

  private var validity: UInt32
  private(set) var identities: [UInt32: MessageIdentity] = [:]
  /// Whether the file has records that do not count, or a part of one, so that nothing can be appended.
  private var needsRewrite = true

  /// Reads the identities of a folder; none if they belong to another UIDVALIDITY.
  init(ofFolder path: ByteName, validity: UInt32) {
    self.validity = validity
    guard let records = Self.records(ofFolder: path, validity: validity) else { return }
    for start in Self.starts(of: records) {
      let record = records[start..<(start + Self.recordBytes)]
      identities[Self.uid(of: record)] = MessageIdentity(
        messageID: Self.digest(record.dropFirst(4)), header: Self.digest(record.dropFirst(20)))
    }
    needsRewrite = records.count != identities.count * Self.recordBytes
  }

  /// The highest UID that a message of the folder was ever known by, though it may have gone since; 0 if there is none.
  static func highestUID(ofFolder path: ByteName, validity: UInt32) -> UInt32 {
    guard let records = records(ofFolder: path, validity: validity) else { return 0 }
    return starts(of: records).lazy.map { uid(of: records[$0..<($0 + 4)]) }.max() ?? 0
  }

  private static func records(ofFolder path: ByteName, validity: UInt32) -> ArraySlice<UInt8>? {
    let header = header(validity)
    guard let bytes = [UInt8](file: path.entry(name)), bytes.starts(with: header) else {
      return nil
    }
    return bytes.dropFirst(header.count)
  }

  private static func starts(of records: ArraySlice<UInt8>) -> StrideThrough<Int> {
    stride(from: records.startIndex, through: records.endIndex - recordBytes, by: recordBytes)
  }

  private static func uid(of record: ArraySlice<UInt8>) -> UInt32 {
    UInt32(truncatingIfNeeded: number(record.prefix(4)))
  }

  /// Adds the identities of messages that are here and on the server, and keeps them on the disk.
  mutating func add(_ pairs: [MbsyncState.Pair], _ files: FolderFiles, in path: ByteName) {
    var added: [UInt8] = []
    for pair in pairs where pair.isWhole && identities[pair.far] == nil {
      guard let identity = files.numbered[pair.near]?.identity(in: path) else { continue }
      identities[pair.far] = identity
      added += Self.record(pair.far, identity)
    }
    // Many messages have gone: their records only cost time.
    if identities.count > 2 * pairs.count + 1_000 {
      let known = Set(pairs.lazy.map(\.far) + [identities.keys.max() ?? 0])
      identities = identities.filter { known.contains($0.key) }
      needsRewrite = true
    }
    if needsRewrite {
      write(in: path)
    } else if !added.isEmpty {
      append(added, in: path)
    }
  }

  /// Removes the identities of a folder from the disk. The next run reads the files again.
  static func remove(ofFolder path: ByteName) throws(SyncProblem) {
    guard path.entry(name).withCString({ unlink($0) }) == 0 || errno == ENOENT else {
      throw .unwritable(errno)
    }
  }

  /// Gives messages other UIDs, and drops those that have none, in memory and on the disk.
  ///
  /// - Parameter validity: The UIDVALIDITY of these UIDs.
  mutating func renumber(_ numbers: [UInt32: UInt32], validity: UInt32, in path: ByteName) {
    self.validity = validity
    identities = Dictionary(
      identities.compactMap { uid, identity in numbers[uid].map { ($0, identity) } }
    ) { $1 }
    write(in: path)
  }

  private mutating func write(in path: ByteName) {
    let bytes = identities.reduce(into: Self.header(validity)) {
      $0 += Self.record($1.key, $1.value)
    }
    needsRewrite = (try? DurableFile.write(bytes, to: path.entry(Self.name))) == nil
  }

  private mutating func append(_ bytes: [UInt8], in path: ByteName) {
    let descriptor = path.entry(Self.name).withCString { open($0, O_WRONLY | O_APPEND | O_CLOEXEC) }
    guard descriptor >= 0 else {
      needsRewrite = true
      return
    }
    needsRewrite = WriteCalls.write(bytes, to: descriptor) != 0
    close(descriptor)
  }

  private static func header(_ validity: UInt32) -> [UInt8] {
    mark + bytes(UInt64(validity), 4)
  }

  private static func record(_ uid: UInt32, _ identity: MessageIdentity) -> [UInt8] {
    bytes(UInt64(uid), 4)
      + [identity.messageID, identity.header].flatMap { bytes($0.first, 8) + bytes($0.second, 8) }
  }

  private static func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func digest(_ bytes: ArraySlice<UInt8>) -> MessageIdentity.Digest {
    .init(first: number(bytes.prefix(8)), second: number(bytes.dropFirst(8).prefix(8)))
  }
}
